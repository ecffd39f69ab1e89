//! Converts games between their text form and their stored form. Some tags become columns, the others stay
//! tags.
use super::StoreError;
use super::library::{Body, Ending, Facts, GameKind, GameResult, tags_from_bytes};
use super::names::folded;
use super::openings::opening_of;
use super::tree::{self, TreeError};
use draughts::notation::fen;
use draughts::notation::pdn::{self, PdnGame, Tags};
use draughts::notation::tree::{GameTree, NodeId};
use draughts::{Move, Position, Side, Variant};
use rusqlite::Connection;

impl From<pdn::GameResult> for GameResult {
    fn from(result: pdn::GameResult) -> Self {
        match result {
            pdn::GameResult::Win(Side::White) => Self::WhiteWins,
            pdn::GameResult::Win(Side::Black) => Self::BlackWins,
            pdn::GameResult::Draw => Self::Draw,
            pdn::GameResult::BothLose => Self::BothLose,
            pdn::GameResult::Unknown => Self::Open,
        }
    }
}

impl From<GameResult> for pdn::GameResult {
    fn from(result: GameResult) -> Self {
        match result {
            GameResult::WhiteWins => Self::Win(Side::White),
            GameResult::BlackWins => Self::Win(Side::Black),
            GameResult::Draw => Self::Draw,
            GameResult::BothLose => Self::BothLose,
            GameResult::Open => Self::Unknown,
        }
    }
}

/// A complete game, read from a file or edited.
#[derive(Clone, Debug, PartialEq)]
pub struct GameText {
    /// The PDN tags.
    pub tags: Tags,
    /// The result.
    pub result: GameResult,
    /// The moves with variations and comments.
    pub tree: GameTree,
}

impl From<PdnGame> for GameText {
    fn from(game: PdnGame) -> Self {
        Self {
            tags: game.tags,
            result: game.result.into(),
            tree: game.tree,
        }
    }
}

/// Why a stored game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameTextError {
    /// This version does not know the variant.
    #[error("variant {0:?} is not known")]
    Variant(String),
    /// The FEN of the start is invalid.
    #[error("the start: {0}")]
    Start(#[from] fen::FenError),
}

impl GameText {
    /// Reads a stored game. If the tree is damaged, returns what could be read and the error.
    ///
    /// # Errors
    /// If the variant or the starting position cannot be read.
    pub fn of(facts: &Facts, body: &Body) -> Result<(Self, Option<TreeError>), GameTextError> {
        let variant: Variant = facts
            .variant
            .parse()
            .map_err(|_| GameTextError::Variant(facts.variant.clone()))?;
        let start = match &body.start {
            Some(text) => fen::read(variant, text)?,
            None => variant.start(),
        };
        let (tree, error) = tree::decode(&start, &body.tree);
        let mut tags = Tags::default();
        let own = |name: &str| body.tags.iter().any(|(tag, _)| tag == name);
        for (name, value) in [
            ("Event", &facts.event),
            ("White", &facts.white),
            ("Black", &facts.black),
        ] {
            if !value.is_empty() {
                tags.push(name, value.as_str());
            }
        }
        if facts.date != 0 && !own("Date") {
            tags.push("Date", written_date(facts.date));
        }
        body.tags
            .iter()
            .for_each(|(name, value)| tags.push(name.as_str(), value.as_str()));
        let result = facts.result;
        Ok((Self { tags, result, tree }, error))
    }

    /// Returns the rows to store. `themes` are those detected when the game was indexed.
    pub fn to_kept(&self, themes: u64) -> (Facts, Body) {
        let start = self.tree.start();
        let variant = start.variant();
        let moves: Vec<Move> = self.tree.main_moves().copied().collect();
        let mut last = *start;
        let mut nodes = 1;
        for id in self.tree.main_line() {
            last = self.tree.after(&last, id);
            nodes += 1;
        }
        let said =
            |id: NodeId| !self.tree.node(id).notes().is_empty() || !self.tree.node(id).signs().is_empty();
        let annotated = self.tree.len() > nodes || said(NodeId::ROOT) || self.tree.main_line().any(said);
        let date = self
            .tags
            .get("Date")
            .map_or(0, |date| pdn::read_date(date).number);
        let name = |tag| self.tags.get(tag).map(str::trim).unwrap_or_default().to_owned();
        let (white, black) = (name("White"), name("Black"));
        let own_start = *start == variant.start();
        let facts = Facts {
            variant: variant.key().into(),
            event: name("Event"),
            date,
            result: self.result,
            plies: moves.len() as u32,
            opening: if own_start {
                opening_of(variant, &moves).map_or(0, |opening| opening.number)
            } else {
                0
            },
            ending: ending(&last),
            themes,
            annotated,
            fingerprint: fingerprint(start, &moves, &white, &black),
            white,
            black,
        };
        let body = Body {
            start: (!own_start).then(|| fen::write(start)),
            tree: tree::encode(&self.tree, self.tags.options(variant)),
            tags: self.other_tags(&facts, own_start),
        };
        (facts, body)
    }

    /// Returns the tags that have no column.
    fn other_tags(&self, facts: &Facts, own_start: bool) -> Vec<(String, String)> {
        let first_of =
            |index: usize, name: &str| self.tags.iter().position(|(tag, _)| tag == name) == Some(index);
        let said = |index: usize, name: &str, value: &str| match name {
            _ if value.is_empty() => true,
            "Event" => first_of(index, name) && (value == facts.event || value == "?"),
            "White" => first_of(index, name) && (value == facts.white || value == "?"),
            "Black" => first_of(index, name) && (value == facts.black || value == "?"),
            "Date" => first_of(index, name) && (value == written_date(facts.date)),
            "Result" => {
                let first = self.tree.start().variant().rules().first;
                first_of(index, name)
                    && pdn::GameResult::read(value, first) == Some(facts.result.into())
                    && !pdn::GameResult::is_uneven_draw(value)
            }
            "GameType" | "Variant" | "SetUp" => first_of(index, name),
            "FEN" => first_of(index, name) && !own_start,
            _ => false,
        };
        self.tags
            .iter()
            .enumerate()
            .filter(|(index, (name, value))| !said(*index, name, value))
            .map(|(_, (name, value))| (name.to_owned(), value.to_owned()))
            .collect()
    }

    /// Writes the game as PDN 3.0.
    pub fn to_pdn(&self) -> String {
        pdn::write_game(&self.tags, self.result.into(), &self.tree)
    }
}

/// Derives the facts that the library lists from a game's moves.
pub(super) fn update_facts(connection: &Connection, id: i64) -> Result<(), StoreError> {
    let select = "SELECT variant.key, coalesce(white.name, ''), coalesce(black.name, ''), result, start, bytes, tags
         FROM game JOIN tree ON game_id = game.id JOIN variant ON variant.id = variant_id
         LEFT JOIN player AS white ON white.id = white_id LEFT JOIN player AS black ON black.id = black_id WHERE game.id = ?1";
    let mut select = connection.prepare_cached(select)?;
    let mut rows = select.query([id])?;
    let Some(row) = rows.next()? else { return Ok(()) };
    let variant: String = row.get(0)?;
    let Ok(variant) = variant.parse() else {
        return Ok(());
    };
    let body = Body {
        start: row.get(4)?,
        tree: row.get(5)?,
        tags: tags_from_bytes(row.get(6)?),
    };
    let facts = without_moves(variant, row.get(1)?, row.get(2)?, GameResult::of(row.get(3)?));
    let facts = with_moves(facts, &body);
    connection
        .prepare_cached("UPDATE game SET plies = ?2, opening = ?3, ending = ?4, annotated = ?5, fingerprint = ?6, kind = ?7 WHERE id = ?1")?
        .execute((id, facts.plies, facts.opening, facts.ending.packed(), facts.annotated, facts.fingerprint, GameKind::of(&body.tags) as u8))?;
    Ok(())
}

/// Builds the facts of a game without its moves.
pub(super) fn without_moves(variant: Variant, white: String, black: String, result: GameResult) -> Facts {
    Facts {
        variant: variant.key().into(),
        white,
        black,
        event: String::new(),
        date: 0,
        result,
        plies: 0,
        opening: 0,
        ending: Ending::default(),
        themes: 0,
        annotated: false,
        fingerprint: 0,
    }
}

/// Adds the facts derived from the moves, as far as they can be read.
pub(super) fn with_moves(facts: Facts, body: &Body) -> Facts {
    match GameText::of(&facts, body) {
        Ok((text, _)) => text.to_kept(0).0,
        Err(_) => facts,
    }
}

/// Counts the pieces left on a board.
fn ending(position: &Position) -> Ending {
    Ending {
        white: position.count(Side::White),
        black: position.count(Side::Black),
    }
}

/// Hashes players, start and moves. The result is stable across runs and versions.
fn fingerprint(start: &Position, moves: &[Move], white: &str, black: &str) -> i64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut add = |word: u64| {
        hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 32;
    };
    for name in [start.variant().key(), &folded(white), &folded(black)] {
        name.bytes().for_each(|byte| add(u64::from(byte)));
        add(256);
    }
    add(start.hash());
    for mv in moves {
        let captured = mv
            .captured()
            .iter()
            .fold(0, |sum: u64, square| sum * 73 + u64::from(square.number()));
        add(captured << 16 | u64::from(mv.origin().number()) << 8 | u64::from(mv.target().number()));
    }
    hash as i64
}

/// Formats a date of [`Facts`] as a PDN tag: 1998.05.??.
pub fn written_date(date: u32) -> String {
    let part = |number: u32, width: usize| match number {
        0 => "?".repeat(width),
        _ => format!("{number:0width$}"),
    };
    format!(
        "{}.{}.{}",
        part(date / 10_000, 4),
        part(date / 100 % 100, 2),
        part(date % 100, 2)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::notation::pdn::{GameText as PdnText, read_game};

    fn read(text: &str) -> GameText {
        read_game(&PdnText::whole(text.as_bytes()), None).into()
    }

    #[test]
    fn a_stored_game_reads_back_equal() {
        let text = "[Event \"Cup \\\"A\\\"\"]\n[Site \"Ici\"]\n[Date \"1998.??.??\"]\n[Round \"3\"]\n[White \"Ada\"]\n[Black \"Bea\"]\n\
                    [Result \"2-0\"]\n[GameType \"20\"]\n[Odd \"x\"]\n[Odd \"y\"]\n\n\
                    1. 32-28! {good} 19-23 (1... 18-23 2. 33-29) 2. 28x19 14x23 $140 *\n\n";
        let game = read(text);
        let (facts, body) = game.to_kept(0);
        assert_eq!(
            (
                facts.white.as_str(),
                facts.event.as_str(),
                facts.date,
                facts.plies
            ),
            ("Ada", "Cup \"A\"", 19_980_000, 4)
        );
        assert_eq!(facts.result, GameResult::WhiteWins);
        assert_eq!((facts.ending.white, facts.ending.black), ((19, 0), (19, 0)));
        assert!(facts.annotated && facts.opening != 0);
        assert_eq!(
            body.tags,
            [("Site", "Ici"), ("Round", "3"), ("Odd", "x"), ("Odd", "y")].map(|(a, b)| (a.into(), b.into()))
        );
        let (again, error) = GameText::of(&facts, &body).unwrap();
        assert_eq!(error, None);
        assert_eq!(again.tree, game.tree);
        assert_eq!(again.to_pdn(), game.to_pdn());
        assert_eq!(again.to_kept(0), (facts, body));
    }

    #[test]
    fn a_game_by_a_house_rule_reads_back_equal() {
        // The king may go from 25 to 3 by three captures or without capturing.
        let text = "[HouseRule \"capture_optional\"]\n[FEN \"W:WK25:B21,30,31,32\"]\n1. 25-3 30-34 *";
        let game = read(text);
        assert_eq!(game.tree.main_moves().filter(|mv| !mv.is_capture()).count(), 2);
        let (facts, body) = game.to_kept(0);
        let (again, error) = GameText::of(&facts, &body).unwrap();
        assert_eq!((again.to_pdn(), error), (game.to_pdn(), None));
        assert!(game.to_pdn().contains("[HouseRule \"capture_optional\"]"));
        assert!(game.to_pdn().contains("1. 25-3 30-34 *"));
    }

    #[test]
    fn unusual_dates_and_results_are_kept_verbatim() {
        let game = read("[Date \"circa 1950\"]\n[Result \"4-6\"]\n[White \"?\"]\n1. 32-28 *");
        let (facts, body) = game.to_kept(0);
        assert_eq!(
            (facts.date, facts.result, facts.white.as_str()),
            (0, GameResult::Open, "")
        );
        assert_eq!(body.tags.len(), 2, "{:?}", body.tags);
        let (again, _) = GameText::of(&facts, &body).unwrap();
        assert_eq!(again.to_pdn(), game.to_pdn());
    }

    #[test]
    fn a_date_in_another_form_is_kept_beside_its_number() {
        for (text, date) in [
            ("25.11.2000", 20_001_125),
            ("17 april 2009", 20_090_417),
            ("03.07.20", 0),
        ] {
            let game = read(&format!("[Date \"{text}\"]\n1. 32-28 *"));
            let (facts, body) = game.to_kept(0);
            assert_eq!(facts.date, date, "{text}");
            let (again, _) = GameText::of(&facts, &body).unwrap();
            assert_eq!(again.tags.get("Date"), Some(text));
        }
        assert_eq!(written_date(19_980_500), "1998.05.??");
    }

    #[test]
    fn duplicates_have_one_fingerprint() {
        let print = |text| read(text).to_kept(0).0.fingerprint;
        let one = print("[White \"Sijbrands, T.\"]\n[Black \"B\"]\n1. 32-28 19-23 *");
        assert_eq!(
            one,
            print(
                "[White \"sijbrands T\"]\n[Black \"b\"]\n[Event \"x\"]\n1.32-28 {x} 19-23 (1... 18-23) 2-0"
            )
        );
        assert_ne!(
            one,
            print("[White \"Sijbrands, T.\"]\n[Black \"C\"]\n1. 32-28 19-23 *")
        );
        assert_ne!(
            one,
            print("[White \"Sijbrands, T.\"]\n[Black \"B\"]\n1. 32-28 18-23 *")
        );
    }
}
