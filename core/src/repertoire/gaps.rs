//! The calls that hold a repertoire against the book: replies that are played and have no answer in it.
use super::counts::{Counts, look_up};
use super::tree::{Repertoire, place};
use crate::call::Call;
use crate::views::{BoardView, MoveView, PositionView, SideView, view};
use crate::{ApiError, App, ErrorKind};
use draughts::notation::tree::NodeId;
use draughts::{Move, Position};
use std::collections::HashSet;

/// Gaps that are listed.
const MOST: usize = 30;
/// One that fewer games in a thousand meet is none worth listing.
const LEAST: f64 = 0.002;

view! {
    /// `repertoireGaps {variant, side}` → `GapsView`: what the tree lacks. Go on with `repertoireGapsMore` until it is done.
    pub struct RepertoireGaps { pub variant: String, pub side: SideView }
}
view! {
    /// `repertoireGapsMore {gaps}` → `GapsView`: looks some more positions up. `notFound` where another was begun since.
    pub struct RepertoireGapsMore { pub gaps: u32 }
}
view! {
    /// What a repertoire lacks, as far as its positions are looked up.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireGapsPage"))]
    pub struct GapsView {
        pub gaps: u32,
        pub board: BoardView,
        /// The likeliest first; at most thirty.
        pub found: Vec<GapView>,
        /// Positions looked up, and how many there are.
        pub looked: u32,
        pub positions: u32,
        pub done: bool,
    }
}
view! {
    /// A place where a repertoire has no answer.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireGap"))]
    pub struct GapView {
        /// Where it is in the tree, as its game numbers the nodes; null at the start.
        pub node: Option<u32>,
        /// The moves that lead there.
        pub moves: Vec<String>,
        pub position: PositionView,
        /// The reply that the tree lacks; null where the tree has the reply and no answer to it.
        pub reply: Option<MoveView>,
        /// Games in which it was played.
        pub games: u32,
        /// Of the games that begin by the tree, the share that comes there, 0 to 1.
        pub share: f64,
        /// The games are the computer's against itself.
        pub own: bool,
    }
}

/// The look for gaps that goes on.
#[derive(Debug, Default)]
struct Looking {
    number: u32,
    variant: String,
    side: Option<SideView>,
}

/// The positions in which the opponent is to move.
fn theirs(repertoire: &Repertoire, positions: &[Position]) -> Vec<(NodeId, Position)> {
    let nodes = repertoire.tree().walk().map(|(id, _)| id);
    nodes
        .map(|id| (id, positions[id.index()]))
        .filter(|(_, position)| position.turn() != repertoire.side)
        .collect()
}

struct Gap {
    node: NodeId,
    reply: Option<Move>,
    games: u32,
    share: f64,
    own: bool,
}

fn gaps(repertoire: &Repertoire, positions: &[Position], counts: &Counts) -> Vec<Gap> {
    let tree = repertoire.tree();
    let weights = repertoire.weights(positions, counts);
    let spots = repertoire.spots(positions, &weights);
    // A reply that leads to a position with an answer elsewhere in the tree is none that lacks.
    let answered: HashSet<u64> = spots.iter().map(|spot| spot.position.hash()).collect();
    let mut gaps = Vec::new();
    for (id, position) in theirs(repertoire, positions) {
        let weight = weights[id.index()];
        for child in tree.children(id) {
            let after = &positions[child.index()];
            if tree.next(child).is_none()
                && !answered.contains(&after.hash())
                && !after.legal_moves().is_empty()
            {
                gaps.push(Gap {
                    node: child,
                    reply: None,
                    games: 0,
                    share: weights[child.index()],
                    own: false,
                });
            }
        }
        let Some(replies) = counts.of(&position) else {
            continue;
        };
        for (mv, games) in &replies.moves {
            let known = tree
                .children(id)
                .any(|child| tree.node(child).step().and_then(|step| step.as_move()) == Some(mv));
            let mut after = position;
            after.play_unchecked(mv);
            if !known && !answered.contains(&after.hash()) {
                gaps.push(Gap {
                    node: id,
                    reply: Some(*mv),
                    games: *games,
                    share: weight * replies.share(mv),
                    own: replies.own,
                });
            }
        }
    }
    gaps.retain(|gap| gap.share >= LEAST);
    gaps.sort_by(|one, other| other.share.total_cmp(&one.share));
    gaps.truncate(MOST);
    gaps
}

fn step(app: &mut App) -> Result<GapsView, ApiError> {
    let Looking {
        number,
        variant,
        side,
    } = app.states.of::<Looking>();
    let (number, key) = (*number, variant.clone());
    let side = side.unwrap_or(SideView::White);
    let none = || ApiError::new(ErrorKind::NotFound, "there is no repertoire with this colour");
    let repertoire = Repertoire::of(app, &key, side.into())?.ok_or_else(none)?;
    let positions = repertoire.positions();
    let theirs: Vec<Position> = theirs(&repertoire, &positions)
        .into_iter()
        .map(|(_, at)| at)
        .collect();
    let left = look_up(app, &theirs)?;
    let counts = Counts::now(app)?;
    let found = gaps(&repertoire, &positions, counts);
    let view = |gap: Gap| {
        let position = &positions[gap.node.index()];
        GapView {
            node: place(repertoire.tree(), gap.node),
            moves: repertoire.line(&positions, gap.node),
            position: PositionView::still(position),
            reply: gap.reply.map(|mv| MoveView::of(position, &mv)),
            games: gap.games,
            share: gap.share,
            own: gap.own,
        }
    };
    Ok(GapsView {
        gaps: number,
        board: BoardView::of(repertoire.tree().start().variant()),
        found: found.into_iter().map(view).collect(),
        looked: theirs.len().saturating_sub(left) as u32,
        positions: theirs.len() as u32,
        done: left == 0,
    })
}

impl Call for RepertoireGaps {
    type Reply = GapsView;

    fn run(self, app: &mut App) -> Result<GapsView, ApiError> {
        app.assets.need_book(crate::convert::variant(&self.variant)?)?;
        let number = app.states.number();
        *app.states.of() = Looking {
            number,
            variant: self.variant,
            side: Some(self.side),
        };
        step(app)
    }
}

impl Call for RepertoireGapsMore {
    type Reply = GapsView;

    fn run(self, app: &mut App) -> Result<GapsView, ApiError> {
        if app.states.of::<Looking>().number != self.gaps {
            let message = format!("no look for gaps {}", self.gaps);
            return Err(ApiError::new(ErrorKind::NotFound, message));
        }
        step(app)
    }
}
