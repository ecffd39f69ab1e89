//! Calls that test a repertoire: due positions in the order of likelihood, line by line.
use super::counts::Counts;
use super::tree::{Repertoire, Spot};
use crate::call::Call;
use crate::days::{DAY, Zones};
use crate::practice::{memory_of, review_of};
use crate::views::{BoardView, MoveView, PositionView, SideView, Squares, view};
use crate::{ApiError, App, ErrorKind};
use draughts::Position;
use draughts::notation::path;
use draughts::notation::pdn;
use draughts::notation::tree::{NodeId, Note, Step};
use draughts_puzzles::{Memory, Score, remember};
use std::collections::HashMap;

/// Maximum number of new positions per day.
const NEW_A_DAY: usize = 10;

view! {
    /// `nextRepertoireQuestion {variant, side?, zone, after?}` → `RepertoireQuestion?`: the next due position, for
    /// one colour or both; null if there is none. `after` is the FEN just answered; the drill continues its line if
    /// possible.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct NextRepertoireQuestion {
        pub variant: String,
        pub side: Option<SideView>,
        pub zone: i32,
        pub after: Option<String>,
    }
}
view! {
    /// A position of a repertoire to answer.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireTask"))]
    pub struct RepertoireQuestion {
        pub board: BoardView,
        /// Side of the repertoire, which is to move.
        pub side: SideView,
        /// FEN that identifies the position in the answer.
        pub fen: String,
        /// Position before the opponent's move; the position itself if there was none.
        pub before: PositionView,
        /// The opponent's move.
        pub reply: Option<MoveView>,
        pub position: PositionView,
        /// Moves that lead there.
        pub moves: Vec<String>,
        /// `true` if it is asked for the first time.
        pub fresh: bool,
        /// Number of due positions, this one included.
        pub due: u32,
    }
}
view! {
    /// `answerRepertoire {variant, side, fen, path?, helped, again}` → `RepertoireAnswer`; without a path the answer
    /// is shown. With `again`, a position already answered in this session, the schedule does not change.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct AnswerRepertoire {
        pub variant: String,
        pub side: SideView,
        pub fen: String,
        pub path: Option<Squares>,
        pub helped: bool,
        pub again: bool,
    }
}
view! {
    /// Verdict on an answer.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireVerdict"))]
    pub struct RepertoireAnswer {
        pub right: bool,
        /// The move that was tried.
        pub played: Option<MoveView>,
        /// Moves of the repertoire, the main move first.
        pub answers: Vec<MoveView>,
        /// Position after the right move, or else after the main move.
        pub position: PositionView,
        /// Comment on that move.
        pub comment: String,
        /// Days until the next repetition.
        pub days: f64,
    }
}

/// Memories of a person's repertoire positions, by FEN.
pub(super) type Memories = HashMap<String, Memory>;

pub(super) fn memories(app: &App, variant: &str) -> Result<Memories, ApiError> {
    let reviews = app.store.repertoire_reviews(app.profile.id, variant)?.into_iter();
    Ok(reviews.map(|(fen, review)| (fen, memory_of(review))).collect())
}

/// Number of new positions that may still be asked today.
pub(super) fn fresh_today(app: &App, memories: &Memories, zones: &Zones) -> usize {
    let today = zones.day(app.now());
    let begun = memories
        .values()
        .filter(|memory| memory.times == 1 && zones.day(memory.last) == today);
    NEW_A_DAY.saturating_sub(begun.count())
}

/// Due positions, and new ones in order of likelihood up to the daily limit.
fn asked<'a>(
    app: &App,
    spots: impl Iterator<Item = &'a Spot>,
    memories: &Memories,
    fresh: usize,
) -> Vec<(&'a Spot, bool)> {
    let (mut due, mut new) = (Vec::new(), Vec::new());
    for spot in spots.filter(|spot| spot.has_choice()) {
        match memories.get(&spot.fen) {
            Some(memory) if memory.due <= app.now() => due.push((spot, false)),
            Some(_) => {}
            None => new.push((spot, true)),
        }
    }
    new.sort_by(|(one, _), (other, _)| other.weight.total_cmp(&one.weight));
    new.truncate(fresh);
    due.extend(new);
    due.sort_by(|(one, _), (other, _)| other.weight.total_cmp(&one.weight));
    due
}

/// Number of repertoire positions of a variant due today.
pub(crate) fn due(app: &App, variant: &str, zones: &Zones) -> Result<u32, ApiError> {
    let memories = memories(app, variant)?;
    let mut spots = Vec::new();
    for repertoire in Repertoire::all(app, variant, None)? {
        let positions = repertoire.positions();
        let weights = vec![0.0; positions.len()];
        spots.extend(repertoire.spots(&positions, &weights));
    }
    let fresh = fresh_today(app, &memories, zones);
    Ok(asked(app, spots.iter(), &memories, fresh).len() as u32)
}

/// Distance from a node to one below it in moves; `None` if it lies elsewhere.
fn depth_below(repertoire: &Repertoire, above: NodeId, below: NodeId) -> Option<u32> {
    let (mut at, mut depth) = (below, 0);
    while at != above {
        at = repertoire.tree().parent(at)?;
        depth += 1;
    }
    Some(depth)
}

impl Call for NextRepertoireQuestion {
    type Reply = Option<RepertoireQuestion>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let all = Repertoire::all(app, &self.variant, self.side)?;
        let memories = memories(app, &self.variant)?;
        let counts = Counts::now(app)?;
        let read: Vec<(Vec<Position>, Vec<Spot>)> = all
            .iter()
            .map(|repertoire| {
                let positions = repertoire.positions();
                let weights = repertoire.weights(&positions, counts);
                let spots = repertoire.spots(&positions, &weights);
                (positions, spots)
            })
            .collect();
        let fresh = fresh_today(app, &memories, &Zones::of(app, self.zone)?);
        let spots = read.iter().flat_map(|(_, spots)| spots);
        let asked = asked(app, spots, &memories, fresh);
        let of = |spot: &Spot| {
            all.iter()
                .zip(&read)
                .find(|(one, _)| one.side == spot.position.turn())
        };
        // Deeper in the line just played, or else the most likely position.
        let deeper = |spot: &Spot| {
            let (repertoire, (_, spots)) = of(spot)?;
            let just = spots.iter().find(|one| Some(&one.fen) == self.after.as_ref())?;
            let depths = just.nodes.iter().flat_map(|above| {
                let below = spot.nodes.iter();
                below.filter_map(|below| Some((depth_below(repertoire, *above, *below)?, *below)))
            });
            depths.min_by_key(|(depth, _)| *depth)
        };
        let going_on = asked
            .iter()
            .filter_map(|(spot, fresh)| Some((deeper(spot)?, spot, fresh)))
            .min_by_key(|((depth, _), ..)| *depth)
            .map(|((_, node), spot, fresh)| (*spot, *fresh, node));
        let first = asked
            .first()
            .and_then(|(spot, fresh)| Some((*spot, *fresh, *spot.nodes.first()?)));
        let Some((spot, fresh, node)) = going_on.or(first) else {
            return Ok(None);
        };
        let Some((repertoire, (positions, _))) = of(spot) else {
            return Ok(None);
        };
        let tree = repertoire.tree();
        let before = tree.parent(node).map(|parent| positions[parent.index()]);
        let reply = tree.node(node).step().and_then(Step::as_move);
        Ok(Some(RepertoireQuestion {
            board: BoardView::of(spot.position.variant()),
            side: repertoire.side.into(),
            fen: spot.fen.clone(),
            before: PositionView::still(&before.unwrap_or(spot.position)),
            reply: before.zip(reply).map(|(before, mv)| MoveView::of(&before, mv)),
            position: PositionView::of(&spot.position),
            moves: repertoire.line(positions, node),
            fresh,
            due: asked.len() as u32,
        }))
    }
}

impl Call for AnswerRepertoire {
    type Reply = RepertoireAnswer;

    fn run(self, app: &mut App) -> Result<RepertoireAnswer, ApiError> {
        let gone = || ApiError::new(ErrorKind::NotFound, "the repertoire has no such position");
        let repertoire = Repertoire::of(app, &self.variant, self.side.into())?.ok_or_else(gone)?;
        let positions = repertoire.positions();
        let spots = repertoire.spots(&positions, &vec![0.0; positions.len()]);
        let spot = spots
            .into_iter()
            .find(|spot| spot.fen == self.fen)
            .ok_or_else(gone)?;
        let played = match &self.path {
            Some(squares) => Some(
                path::read(&spot.position, squares)
                    .map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?,
            ),
            None => None,
        };
        let hit = spot.answers.iter().find(|(_, mv)| Some(*mv) == played);
        let (node, shown) = *hit.or(spot.answers.first()).ok_or_else(gone)?;
        let score = match (hit.is_some(), self.helped) {
            (true, false) => Score::Clean,
            (true, true) => Score::Helped,
            (false, _) => Score::Failed,
        };
        let before = memories(app, &self.variant)?.remove(&self.fen);
        let memory = match before.filter(|_| self.again) {
            Some(kept) => kept,
            None => {
                let memory = remember(before, score, app.now());
                let review = review_of(memory);
                app.store
                    .keep_repertoire_review(app.profile.id, &self.variant, &self.fen, &review)?;
                memory
            }
        };
        let mut after = spot.position;
        after.play_unchecked(&shown);
        let notes = repertoire.tree().node(node).notes().iter();
        let comment = notes.filter_map(|note| match note {
            Note::After(text) => Some(pdn::plain(text)),
            _ => None,
        });
        let mv = |mv| MoveView::of(&spot.position, mv);
        Ok(RepertoireAnswer {
            right: hit.is_some(),
            played: played.as_ref().map(mv),
            answers: spot.answers.iter().map(|(_, answer)| mv(answer)).collect(),
            position: PositionView::still(&after),
            comment: comment.collect::<Vec<_>>().join("\n").trim().to_owned(),
            days: (memory.due - app.now()) / DAY,
        })
    }
}
