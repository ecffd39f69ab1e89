//! A running game at a real board with its irregularities and the result of the last action. Knows no language.
use super::board::{
    ActionView, IrregularityView, OtbGameView, OtbPieceView, OtbRefusalView, action_of, places,
};
use super::words::Says;
use crate::error::ApiError;
use crate::views::{MoveView, OutcomeView, RoleView};
use draughts::over_the_board::{Action, ActionError, Authority, Irregularity, Note, OtbGame, Place, Who};
use draughts::{Position, Role, Variant};

/// A real board with everything to report about it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    table: OtbGame,
    /// Irregularities, with the position before each.
    seen: Vec<(Irregularity, Position)>,
    /// Results of the last action, and the position before it.
    notes: Vec<Note>,
    before: Position,
    refused: Option<ActionError>,
    done: u32,
}

impl Played {
    pub(crate) fn new(table: OtbGame) -> Self {
        Self {
            before: table.position(),
            table,
            seen: Vec::new(),
            notes: Vec::new(),
            refused: None,
            done: 0,
        }
    }

    /// Number of actions done.
    pub(crate) fn done(&self) -> u32 {
        self.done
    }

    pub(crate) fn table(&self) -> &OtbGame {
        &self.table
    }

    /// Performs an action. Returns `false` if it is refused; the view then shows why.
    ///
    /// # Errors
    /// `BadParams` if the number of places is wrong.
    pub(crate) fn act(&mut self, who: Option<Who>, action: &ActionView) -> Result<bool, ApiError> {
        let action = action_of(action)?;
        self.before = self.table.position();
        match self.table.act(who, action) {
            Ok(notes) => {
                self.seen.extend(notes.iter().filter_map(|note| match note {
                    Note::Irregular(what) => Some((what.clone(), self.before)),
                    _ => None,
                }));
                self.notes = notes;
                self.refused = None;
                self.done += 1;
            }
            Err(error) => {
                self.notes.clear();
                self.refused = Some(error);
            }
        }
        Ok(self.refused.is_none())
    }

    /// Ends the game for a reason away from the board; no effect if it is over.
    pub(crate) fn end(&mut self, who: Who, how: Action) {
        // A finished game stays as it is.
        drop(self.table.act(Some(who), how));
    }

    pub(crate) fn view(&self, words: &Says<'_>) -> OtbGameView {
        let table = &self.table;
        let start = table.game().start();
        let pending: Vec<IrregularityView> = table
            .pending()
            .map(|what| {
                let before = self.seen.iter().rev().find(|(known, _)| known == what);
                words.irregularity(before.map_or(start, |(_, before)| before), what)
            })
            .collect();
        let by_opponent = table.authority() == Authority::Opponent;
        let decides = table.pending().next().map(|what| what.by.other().into());
        OtbGameView {
            pieces: table
                .pieces()
                .map(|(place, piece)| OtbPieceView {
                    place: place.into(),
                    side: piece.side.into(),
                    role: match piece.role {
                        Role::Man => RoleView::Man,
                        Role::King => RoleView::King,
                    },
                })
                .collect(),
            turn: table.turn().into(),
            held: places(table.in_hand()),
            held_whole: is_whole(table),
            to_lift: places(table.to_lift()),
            uncrowned: places(&table.uncrowned()),
            pending,
            decides: decides.filter(|_| by_opponent),
            notes: self
                .notes
                .iter()
                .map(|note| words.note(&self.before, note))
                .collect(),
            done: self.done,
            refused: self.refused.as_ref().map(|error| refusal(error, table.variant())),
            begun: table.has_started(),
            outcome: table
                .outcome()
                .map(|outcome| OutcomeView::of(table.variant(), outcome)),
            moves: table
                .game()
                .moves()
                .iter()
                .zip(table.game().positions())
                .map(|(mv, before)| MoveView::of(before, mv))
                .collect(),
        }
    }
}

/// True if the path of the piece in the hand is a legal move that no other move continues.
fn is_whole(table: &OtbGame) -> bool {
    let (held, position) = (table.in_hand(), table.position());
    let ways: Vec<Vec<Place>> = position
        .legal_moves()
        .iter()
        .flat_map(|mv| position.routes(mv))
        .map(|route| {
            route
                .iter()
                .map(|square| Place::of(table.variant(), *square))
                .collect()
        })
        .collect();
    let longer = |way: &Vec<Place>| way.len() > held.len() && way.starts_with(held);
    ways.iter().any(|way| way == held) && !ways.iter().any(longer)
}

fn refusal(error: &ActionError, variant: Variant) -> OtbRefusalView {
    let label = error.label(variant);
    OtbRefusalView {
        why: error.key().to_owned(),
        article: label.map(|label| label.article.to_owned()),
        edition: label.map(|label| label.edition.key().to_owned()),
    }
}
