//! Calls that compare a repertoire with the book and list replies without an answer.
use super::counts::{Counts, look_up};
use super::tree::{Repertoire, place};
use crate::call::Call;
use crate::views::{BoardView, MoveView, PositionView, SideView, view};
use crate::{ApiError, App, ErrorKind};
use draughts::notation::tree::NodeId;
use draughts::{Move, Position};
use std::collections::HashSet;

/// Maximum number of gaps listed.
const MOST: usize = 30;
/// Minimum share of games that reach a gap.
const LEAST: f64 = 0.002;

view! {
    /// `repertoireGaps {variant, side}` → `GapsView`: starts the search for gaps. Call `repertoireGapsMore` until
    /// `done`.
    pub struct RepertoireGaps { pub variant: String, pub side: SideView }
}
view! {
    /// `repertoireGapsMore {gaps}` → `GapsView`: looks up more positions. `notFound` if another search was started
    /// since.
    pub struct RepertoireGapsMore { pub gaps: u32 }
}
view! {
    /// Gaps found so far.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireGapsPage"))]
    pub struct GapsView {
        pub gaps: u32,
        pub board: BoardView,
        /// Most likely first; at most thirty.
        pub found: Vec<GapView>,
        /// Number of positions looked up, and of all positions.
        pub looked: u32,
        pub positions: u32,
        pub done: bool,
    }
}
view! {
    /// A position without an answer in the repertoire.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireGap"))]
    pub struct GapView {
        /// Node of the tree, as its game numbers them; null at the start.
        pub node: Option<u32>,
        /// Moves that lead there.
        pub moves: Vec<String>,
        pub position: PositionView,
        /// The missing reply; null if the tree has the reply but no answer to it.
        pub reply: Option<MoveView>,
        /// Number of games with the reply.
        pub games: u32,
        /// Share of the games in which the repertoire is followed that get there, 0 to 1.
        pub share: f64,
        /// `true` if the games are self-play.
        pub own: bool,
    }
}

/// A running search for gaps.
#[derive(Debug, Default)]
struct Looking {
    number: u32,
    variant: String,
    side: Option<SideView>,
}

/// Positions with the opponent to move.
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
    // Replies that transpose to an answered position are not gaps.
    let answered: HashSet<u64> = spots.iter().map(|spot| spot.position.hash()).collect();
    let mut gaps = Vec::new();
    for (id, position) in theirs(repertoire, positions) {
        let weight = weights[id.index()];
        for child in tree.children(id) {
            let after = &positions[child.index()];
            // No answer is missing if no game goes on there: a line may be a whole game.
            let goes_on = counts.of(after).is_some_and(|replies| replies.games > 0);
            if tree.next(child).is_none()
                && goes_on
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
    // The ends of lines that wait for an answer are looked up too.
    let ends = repertoire.tree().walk().map(|(id, _)| id);
    let ends = ends.filter(|id| repertoire.tree().next(*id).is_none());
    let ends = ends.map(|id| positions[id.index()]);
    let ends = ends.filter(|position| position.turn() == repertoire.side);
    let all: Vec<Position> = theirs.iter().copied().chain(ends).collect();
    let left = look_up(app, &all)?;
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
        looked: all.len().saturating_sub(left) as u32,
        positions: all.len() as u32,
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
            let message = format!("there is no search for gaps {}", self.gaps);
            return Err(ApiError::new(ErrorKind::NotFound, message));
        }
        step(app)
    }
}
