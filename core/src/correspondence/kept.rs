//! State of a correspondence game beside its moves: whose turn it is, the deadline, and the line to send.
use crate::convert;
use crate::correspondence::letter::{Letter, Start, Word};
use crate::correspondence::params::{CorrespondenceSummary, CorrespondenceView, LetterWord, LineOffer};
use crate::error::{ApiError, ErrorKind};
use crate::link;
use crate::play::LoadedGame;
use crate::views::{BoardView, OutcomeView, PositionView, SideView};
use damier_store::GameRow;
use draughts::notation::movetext;
use draughts::{EndReason, Game, Outcome, Position, Side};
use serde::{Deserialize, Serialize};

const MINUTE: f64 = 60_000.0;
const DAY: f64 = 24.0 * 60.0 * MINUTE;

/// The last line of either side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Last {
    pub(super) by: SideView,
    /// Minutes since 1970.
    pub(super) sent: u32,
    pub(super) word: Word,
}

/// State of a correspondence game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Kept {
    /// Side played here.
    pub(super) side: SideView,
    pub(super) days: u8,
    /// White's name and Black's.
    pub(super) players: [String; 2],
    pub(super) last: Option<Last>,
    /// The last line before an own line that is not yet sent.
    pub(super) before: Option<Last>,
    /// `true` if the own last line was sent.
    pub(super) sent: bool,
    /// Conditional replies: lines of moves, the opponent's first.
    pub(super) replies: Vec<Vec<String>>,
}

/// Converts milliseconds to minutes since 1970.
pub(super) fn minutes(now: f64) -> u32 {
    (now / MINUTE) as u32
}

impl Kept {
    /// Reads the state of a game.
    ///
    /// # Errors
    /// `NotFound` if it is no correspondence game, `GameDamaged` if the state cannot be read.
    pub(super) fn of(open: &LoadedGame) -> Result<Self, ApiError> {
        let none = || ApiError::new(ErrorKind::NotFound, "the game is not played by correspondence");
        Self::read(&open.letter().ok_or_else(none)?.state)
    }

    pub(super) fn read(state: &str) -> Result<Self, ApiError> {
        serde_json::from_str(state).map_err(|e| ApiError::new(ErrorKind::GameDamaged, e.to_string()))
    }

    pub(super) fn text(&self) -> Result<String, ApiError> {
        serde_json::to_string(self).map_err(|e| ApiError::new(ErrorKind::Internal, e.to_string()))
    }

    /// Side played here.
    pub(super) fn mine(&self) -> Side {
        self.side.into()
    }

    /// Makes an own line the last.
    pub(super) fn say(&mut self, word: Word, now: f64) {
        self.before = self.last;
        self.last = Some(Last {
            by: self.side,
            sent: minutes(now),
            word,
        });
        self.sent = false;
        self.replies.clear();
    }

    /// The last line, if it is the own.
    pub(super) fn own_line(&self) -> Option<Last> {
        self.last.filter(|last| last.by == self.side)
    }

    /// Returns `true` if the own last line was not sent.
    pub(super) fn is_unsent(&self) -> bool {
        self.own_line().is_some() && !self.sent
    }

    /// Returns `true` if the opponent offered a draw with the last line.
    pub(super) fn is_offered(&self) -> bool {
        self.last
            .is_some_and(|last| last.by != self.side && last.word == Word::Offers)
    }

    /// Deadline of the side to move.
    pub(super) fn deadline(&self) -> Option<f64> {
        let last = self.last.filter(|_| self.days > 0)?;
        Some(f64::from(last.sent) * MINUTE + f64::from(self.days) * DAY)
    }

    /// Refuses a move out of turn.
    pub(super) fn expect_my_turn(&self, open: &LoadedGame) -> Result<(), ApiError> {
        open.expect_going()?;
        match open.position().turn() == self.mine() {
            true => Ok(()),
            false => Err(ApiError::new(ErrorKind::BadParams, "it is the other's turn")),
        }
    }
}

/// Parses the id of a game.
///
/// # Errors
/// `BadParams`.
pub(super) fn id_of(text: &str) -> Result<u64, ApiError> {
    let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = u64::from_str_radix(text, 16).ok().filter(|_| digits);
    id.ok_or_else(|| ApiError::new(ErrorKind::BadParams, "an id has 16 hexadecimal digits"))
}

/// Id as the store holds it.
pub(super) fn id_text(id: u64) -> String {
    format!("{id:016x}")
}

/// Own last line: the text before the link, and the link's code.
fn line(open: &LoadedGame, kept: &Kept) -> Result<Option<(String, String)>, ApiError> {
    let (Some(last), Some(letter)) = (kept.own_line(), open.letter()) else {
        return Ok(None);
    };
    let game = open.game();
    let letter = Letter {
        id: id_of(&letter.id)?,
        days: kept.days,
        sent: last.sent,
        sender: kept.mine(),
        word: last.word,
        players: kept.players.clone(),
        start: Start::of(game.start(), &open.start().removed),
        game: game.clone(),
    };
    let code = link::seal_letter(&letter.write())?;
    Ok(Some((text_of(&letter), code)))
}

/// Text for people: "Damier · Anna – Bruno · 12. 32-28".
fn text_of(letter: &Letter) -> String {
    let game = &letter.game;
    let [white, black] = &letter.players;
    let mut text = format!("Damier · {white} – {black}");
    if let (Some(mv), [.., before, _]) = (game.moves().last(), game.positions()) {
        let first = game.start().turn();
        let ply = game.moves().len() + usize::from(first != game.variant().start().turn());
        let dots = if before.turn() == game.variant().start().turn() {
            ""
        } else {
            "… "
        };
        text += &format!(" · {}. {dots}{}", ply.div_ceil(2), movetext::write(before, mv));
    }
    if letter.word == Word::Offers {
        text += " (=)";
    }
    if let Some(outcome) = game.outcome() {
        text += &format!(" · {}", OutcomeView::of(game.variant(), outcome).result);
    }
    text
}

/// View of a correspondence game.
pub(super) fn view(open: &LoadedGame, now: f64) -> Result<CorrespondenceView, ApiError> {
    let kept = Kept::of(open)?;
    let over = open.game().outcome().is_some();
    let my_turn = !over && open.position().turn() == kept.mine();
    let deadline = kept.deadline().filter(|_| !over);
    let (text, code) = line(open, &kept)?.unzip();
    let word = |last: super::kept::Last| match last.word {
        Word::Moves => LetterWord::Moves,
        Word::Offers => LetterWord::Offers,
        Word::Agrees => LetterWord::Agrees,
        Word::Resigns => LetterWord::Resigns,
        Word::Claims => LetterWord::Claims,
    };
    let [white, black] = kept.players.clone();
    Ok(CorrespondenceView {
        game: open.view(now),
        white,
        black,
        side: kept.side,
        days: kept.days,
        my_turn,
        word: kept.last.map(word),
        by: kept.last.map(|last| last.by),
        since: kept.last.map(|last| f64::from(last.sent) * MINUTE),
        deadline,
        offered: my_turn && kept.is_offered(),
        claimable: !over && !my_turn && kept.sent && deadline.is_some_and(|until| until < now),
        unsent: kept.is_unsent(),
        text,
        code,
        replies: kept.replies,
    })
}

/// Summary of a correspondence game, from its row alone.
///
/// # Errors
/// If the row cannot be read.
pub(super) fn summary(row: &GameRow) -> Result<CorrespondenceSummary, ApiError> {
    let damaged = |why: &str| ApiError::new(ErrorKind::GameDamaged, format!("game {}: {why}", row.id));
    let letter = row.start.letter.as_ref();
    let kept = Kept::read(&letter.ok_or_else(|| damaged("no letter"))?.state)?;
    let variant = convert::variant(&row.start.variant)?;
    let position = convert::position(variant, &row.fen)?;
    let outcome = match &row.end {
        None => None,
        Some(end) => Some(Outcome {
            winner: end
                .winner
                .as_deref()
                .map(|side| if side == "white" { Side::White } else { Side::Black }),
            reason: EndReason::from_key(&end.reason).ok_or_else(|| damaged("no such end"))?,
        }),
    };
    let my_turn = outcome.is_none() && position.turn() == kept.mine();
    let [white, black] = kept.players.clone();
    Ok(CorrespondenceSummary {
        game: row.id,
        variant: variant.into(),
        white,
        black,
        side: kept.side,
        ply: row.ply,
        my_turn,
        unsent: kept.is_unsent(),
        offered: my_turn && kept.is_offered(),
        deadline: kept.deadline().filter(|_| outcome.is_none()),
        outcome: outcome.map(|outcome| OutcomeView::of(variant, outcome)),
        board: BoardView::of(variant),
        position: PositionView::still(&position),
    })
}

/// The game that a line offers, for a side.
pub(super) fn offer(letter: &Letter, side: Side) -> LineOffer {
    let game: &Game = &letter.game;
    let position: &Position = game.position();
    let [white, black] = letter.players.clone();
    LineOffer {
        variant: game.variant().into(),
        white,
        black,
        side: side.into(),
        days: letter.days,
        ply: game.moves().len() as u32,
        board: BoardView::of(game.variant()),
        position: PositionView::still(position),
    }
}
