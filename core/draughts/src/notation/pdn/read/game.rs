//! A game as it was read, and the ways to ask for one. Reads no word itself.
use super::Reader;
use super::header::Header;
use crate::notation::pdn::problem::PdnProblem;
use crate::notation::pdn::result::GameResult;
use crate::notation::pdn::split::{GameText, PdnSplitter};
use crate::notation::pdn::tags::Tags;
use crate::notation::tree::{GameTree, Step};
use crate::rules::{Game, Position, Variant};

/// A game as it was read.
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
    /// Its tags, as they stand there; those that the reader knows in the standard's letters.
    pub tags: Tags,
    /// Its rules.
    pub variant: Variant,
    /// The result by its tag, or else by what stands behind the moves.
    pub result: GameResult,
    /// Its moves, and all that was written about them.
    pub tree: GameTree,
    /// What was not as it should be, in the order of the text.
    pub problems: Vec<PdnProblem>,
    /// Whether the start and every move of the main line could be read and are legal.
    pub whole: bool,
    /// Which of the problems broke off the main line.
    pub(super) failure: Option<usize>,
}

impl PdnGame {
    /// Whether there is nothing of a game in it: no tag, no move, no word.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.tree.is_empty()
    }

    /// Its main line, played; a result that the moves do not give was agreed upon or given up. What stands behind the
    /// end of a game by its rules is left out, as is what could not be read.
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

    /// Why the main line breaks off, where it does.
    pub fn failure(&self) -> Option<&PdnProblem> {
        self.failure.and_then(|index| self.problems.get(index))
    }
}

/// Reads a game. Without a GameType tag the variant is what the caller expects, or where it expects nothing what
/// squares and moves allow: international first.
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
        // Of those that break off, the one that goes farthest.
        if best
            .as_ref()
            .is_none_or(|best| game.tree.main_line().count() > best.tree.main_line().count())
        {
            best = Some(game);
        }
    }
    best.expect("there is at least one variant to try")
}

/// The first game of a text, read as [`read_game`] does; `None` where the text holds none.
#[must_use]
pub fn read_first(text: &str, expected: Option<Variant>) -> Option<PdnGame> {
    let mut splitter = PdnSplitter::new();
    splitter.push(text.as_bytes());
    splitter.finish();
    Some(read_game(&splitter.next_game()?, expected))
}

/// Reads moves that are played from a position, in PDN or French style, with comments and variations; no tags.
#[must_use]
pub fn read_moves(start: &Position, text: &str) -> PdnGame {
    let text = GameText::whole(text.as_bytes());
    let header = Header::default();
    let mut reader = Reader::new(&text, &header, start.variant());
    reader.has_fen = true;
    reader.start_at(*start);
    reader.read()
}
