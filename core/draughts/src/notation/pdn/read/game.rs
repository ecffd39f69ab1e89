//! The result of reading a game, and the functions that read one.
use super::Reader;
use super::header::Header;
use crate::notation::game_type;
use crate::notation::pdn::problem::{PdnError, PdnProblem};
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
    /// True if the start and every move of the main line could be read and are legal. False for a game on a board that
    /// this program does not have.
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

    /// Returns true if it is a game on a board that this program does not have: `tree` and `variant` say nothing.
    pub fn is_refused(&self) -> bool {
        matches!(
            self.failure().map(|problem| &problem.error),
            Some(PdnError::NoBoard(_))
        )
    }

    /// Returns the problem that broke off the main line.
    pub fn failure(&self) -> Option<&PdnProblem> {
        self.failure.and_then(|index| self.problems.get(index))
    }
}

/// Fewest moves by which another game must go beyond the one that its tags name.
const CONTRADICTION: usize = 4;

/// Reads a game. The variant is the one that the tags name, unless its moves cannot be played to their end and those of
/// another game can. Without a GameType tag it is the expected one, or else the first that squares and moves allow to
/// the end, English and international first.
///
/// A game on a board that this program does not have keeps its tags and no moves; its failure is
/// [`PdnError::NoBoard`].
#[must_use]
pub fn read_game(text: &GameText<'_>, expected: Option<Variant>) -> PdnGame {
    let header = Header::read(text);
    if let Some(game) = game_type::foreign(header.tags.raw("GameType"), header.tags.get("Variant")) {
        return refused(text, header, game);
    }
    let plies = |game: &PdnGame| game.tree.main_line().count();
    let mut best: Option<PdnGame> = None;
    let said = header.said(expected);
    for &variant in &said {
        let game = Reader::new(text, &header, variant).read();
        if game.whole {
            return told(game, text, &header, &said);
        }
        if best.as_ref().is_none_or(|best| plies(best) < plies(&game)) {
            best = Some(game);
        }
    }
    // A position that was set up says little of the game: its tags count, or what was expected.
    let set_up = header.tags.get("FEN").is_some() || text.bytes().windows(4).any(|word| word == b"/FEN");
    if said.is_empty() || !set_up {
        let (possible, letters) = header.possible(text);
        for variant in possible {
            if said.contains(&variant) {
                continue;
            }
            let game = Reader::new(text, &header, variant).read();
            let ahead = best
                .as_ref()
                .map_or(0, |best| plies(&game).saturating_sub(plies(best)));
            // Letters say that a game whose squares have numbers is another, if it has no such move.
            let begins = best.as_ref().is_none_or(|best| plies(best) > 0);
            let enough = if letters && !begins { 1 } else { CONTRADICTION };
            if game.whole && (said.is_empty() || ahead >= enough) {
                return told(game, text, &header, &said);
            }
            // If all break off, take the one that gets farthest.
            if said.is_empty() && (best.is_none() || ahead > 0) {
                best = Some(game);
            }
        }
    }
    best.expect("there is at least one variant to try")
}

/// Adds the problem of tags that name another game.
fn told(mut game: PdnGame, text: &GameText<'_>, header: &Header, said: &[Variant]) -> PdnGame {
    let tags = &header.tags;
    let number = tags.raw("GameType");
    let by_number = game_type::named(number, None);
    let contradicted = if said.contains(&game.variant) {
        // Only the number is another game's; the usual one of the same board is no contradiction.
        by_number
            .first()
            .is_some_and(|other| other.rules().board != game.variant.rules().board)
    } else {
        // The expectation of a caller is no tag.
        !game_type::named(number, tags.get("Variant")).is_empty()
    };
    if contradicted {
        let name = tags.get("Variant").unwrap_or_default();
        let said = format!("{} {name}", number.unwrap_or_default());
        let error = PdnError::OtherGame {
            said: said.trim().into(),
            read: game.variant,
        };
        let place = text.place(header.type_at);
        game.problems.insert(0, PdnProblem { place, error });
    }
    game
}

/// A game of which only the tags can be read.
fn refused(text: &GameText<'_>, header: Header, name: String) -> PdnGame {
    let problem = PdnProblem {
        place: text.place(header.type_at),
        error: PdnError::NoBoard(name),
    };
    PdnGame {
        tags: header.tags,
        variant: Variant::International,
        result: GameResult::Unknown,
        tree: GameTree::new(Variant::International.start()),
        problems: vec![problem],
        whole: false,
        failure: Some(0),
    }
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
