//! The result of reading a game, and the functions that read one.
use super::Reader;
use super::header::Header;
use crate::notation::pdn::problem::PdnProblem;
use crate::notation::pdn::result::GameResult;
use crate::notation::pdn::split::{GameText, PdnSplitter};
use crate::notation::pdn::tags::Tags;
use crate::notation::tree::{GameTree, Step};
use crate::rules::{Game, Position, Variant};

/// The result of reading a game.
///
/// ```
/// use draughts::{Variant, notation::pdn};
///
/// let game = pdn::read_first("[GameType \"25\"]\n1. c3-d4 f6-g5 2. b2-c3 *", None).unwrap();
/// assert_eq!(game.variant, Variant::Russian);
/// assert!(game.whole && game.failure().is_none());
/// assert_eq!(game.game().moves().len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PdnGame {
    /// Tags as written; those that the reader knows in the standard's spelling.
    pub tags: Tags,
    /// Variant.
    pub variant: Variant,
    /// Result by its tag, or else after the moves.
    pub result: GameResult,
    /// Moves and annotations.
    pub tree: GameTree,
    /// Problems in the order of the text.
    pub problems: Vec<PdnProblem>,
    /// True if the start and every move of the main line could be read and are legal.
    pub whole: bool,
    /// Index of the problem that broke off the main line.
    pub(super) failure: Option<usize>,
}

impl PdnGame {
    /// Returns true if there is no tag, no move and no word.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.tree.is_empty()
    }

    /// Plays the main line. A result that does not follow from the moves counts as agreed or resigned. Moves after
    /// the end of a game by its rules are left out, as is text that could not be read.
    #[must_use]
    pub fn game(&self) -> Game {
        let options = self.tags.options(self.variant);
        let mut game = Game::from_position(*self.tree.start()).with_options(options);
        for id in self.tree.main_line() {
            match self.tree.node(id).step() {
                Some(Step::Move(mv)) if game.play(mv).is_ok() => {}
                Some(Step::Setup(position)) => game.amend(**position),
                _ => break,
            }
        }
        match self.result {
            GameResult::Win(side) => game.resign(side.other()),
            GameResult::Draw => game.agree_draw(),
            GameResult::BothLose | GameResult::Unknown => {}
        }
        game
    }

    /// Returns the problem that broke off the main line.
    pub fn failure(&self) -> Option<&PdnProblem> {
        self.failure.and_then(|index| self.problems.get(index))
    }
}

/// Reads a game. Without a GameType tag the variant is the expected one, or else one that squares and moves allow,
/// international first.
#[must_use]
pub fn read_game(text: &GameText<'_>, expected: Option<Variant>) -> PdnGame {
    let header = Header::read(text);
    let candidates = header.variants(text, expected);
    let mut best: Option<PdnGame> = None;
    for variant in candidates {
        let game = Reader::new(text, &header, variant).read();
        if game.whole {
            return game;
        }
        // If all break off, take the one that gets farthest.
        if best
            .as_ref()
            .is_none_or(|best| game.tree.main_line().count() > best.tree.main_line().count())
        {
            best = Some(game);
        }
    }
    best.expect("there is at least one variant to try")
}

/// Reads the first game of a text like [`read_game`]; `None` if the text holds no game.
#[must_use]
pub fn read_first(text: &str, expected: Option<Variant>) -> Option<PdnGame> {
    let mut splitter = PdnSplitter::new();
    splitter.push(text.as_bytes());
    splitter.finish();
    Some(read_game(&splitter.next_game()?, expected))
}

/// Reads moves from a position, in PDN or French style, with comments and variations but without tags.
#[must_use]
pub fn read_moves(start: &Position, text: &str) -> PdnGame {
    let text = GameText::whole(text.as_bytes());
    let header = Header::default();
    let mut reader = Reader::new(&text, &header, start.variant());
    reader.has_fen = true;
    reader.start_at(*start);
    reader.read()
}
