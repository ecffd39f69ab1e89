//! The calls that ask a repertoire: what is due comes by how often opponents lead there, line by line.
use super::counts::Counts;
use super::tree::{Repertoire, Spot};
use crate::call::Call;
use crate::days::{DAY, day};
use crate::practice::{memory_of, review_of};
use crate::views::{BoardView, MoveView, PositionView, SideView, Squares, view};
use crate::{ApiError, App, ErrorKind};
use draughts::Position;
use draughts::notation::path;
use draughts::notation::pdn;
use draughts::notation::tree::{NodeId, Note, Step};
use draughts_puzzles::{Memory, Score, remember};
use std::collections::HashMap;

/// Positions that are asked for the first time on one day.
const NEW_A_DAY: usize = 10;

view! {
    /// `nextRepertoireQuestion {variant, side?, zone, after?}` → `RepertoireQuestion?`: the next position that is due, with one
    /// colour or both; null where none is. `after` is the FEN of the one just answered: where the line goes on, so does the drill.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct NextRepertoireQuestion {
        pub variant: String,
        pub side: Option<SideView>,
        pub zone: i32,
        pub after: Option<String>,
    }
}
view! {
    /// A position of a repertoire, to be answered.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireTask"))]
    pub struct RepertoireQuestion {
        pub board: BoardView,
        /// Whose repertoire it is, and who is to move.
        pub side: SideView,
        /// What names the position in the answer.
        pub fen: String,
        /// Before the opponent's move; the position itself where there was none.
        pub before: PositionView,
        /// The opponent's move.
        pub reply: Option<MoveView>,
        pub position: PositionView,
        /// The moves that lead there.
        pub moves: Vec<String>,
        /// It was never asked before.
        pub fresh: bool,
        /// How many are due, this one among them.
        pub due: u32,
    }
}
view! {
    /// `answerRepertoire {variant, side, fen, path?, helped, again}` → `RepertoireAnswer`; without a path the answer is shown.
    /// `again`: it was answered in this session already, and what is remembered stays.
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
    /// How an answer was.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireVerdict"))]
    pub struct RepertoireAnswer {
        pub right: bool,
        /// The move that was tried.
        pub played: Option<MoveView>,
        /// What the repertoire has; its main move first.
        pub answers: Vec<MoveView>,
        /// The position behind the move that was right, else behind the main one.
        pub position: PositionView,
        /// What is written beside that move.
        pub comment: String,
        /// Days until it is asked again.
        pub days: f64,
    }
}

/// What is remembered of the positions of a person's repertoires, by FEN.
pub(super) type Memories = HashMap<String, Memory>;

pub(super) fn memories(app: &App, variant: &str) -> Result<Memories, ApiError> {
    let reviews = app.store.repertoire_reviews(app.profile.id, variant)?.into_iter();
    Ok(reviews.map(|(fen, review)| (fen, memory_of(review))).collect())
}

/// How many positions may still be asked for the first time today.
pub(super) fn fresh_today(app: &App, memories: &Memories, zone: i32) -> usize {
    let today = day(app.now(), zone);
    let begun = memories
        .values()
        .filter(|memory| memory.times == 1 && day(memory.last, zone) == today);
    NEW_A_DAY.saturating_sub(begun.count())
}

/// Those of these positions that are due, and those that were never asked, the likeliest first and no more than may be begun.
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

/// How many positions of a game's repertoires are due today.
pub(crate) fn due(app: &App, variant: &str, zone: i32) -> Result<u32, ApiError> {
    let memories = memories(app, variant)?;
    let mut spots = Vec::new();
    for repertoire in Repertoire::all(app, variant, None)? {
        let positions = repertoire.positions();
        let weights = vec![0.0; positions.len()];
        spots.extend(repertoire.spots(&positions, &weights));
    }
    let fresh = fresh_today(app, &memories, zone);
    Ok(asked(app, spots.iter(), &memories, fresh).len() as u32)
}

/// How many moves deeper than a node another lies; none where it lies elsewhere.
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
        let fresh = fresh_today(app, &memories, self.zone);
        let spots = read.iter().flat_map(|(_, spots)| spots);
        let asked = asked(app, spots, &memories, fresh);
        let of = |spot: &Spot| {
            all.iter()
                .zip(&read)
                .find(|(one, _)| one.side == spot.position.turn())
        };
        // Deeper in the line that was just played, else where opponents lead most often.
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
