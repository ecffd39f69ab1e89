//! Endings to train against the best defence of the endgame tables. Each ending is generated from a seed, and
//! its value is known at every move.
use super::judge::best_move;
use super::{SearchPending, SearchProvider};
use draughts::notation::path;
use draughts::raw::Rng;
use draughts::{Game, Move, Piece, Position, Role, Setup, Side, Variant};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::{Tables, Value};
use std::sync::Arc;
use value::{after, defence, left, preserves, value_in_time};

#[cfg(test)]
mod tests;
mod value;

pub use value::{Truth, truth};

/// A kind of ending. The learner plays White and has the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingKind {
    /// Id: "four-kings".
    pub key: &'static str,
    /// The learner's men and kings.
    pub ours: (u8, u8),
    /// The other side's men and kings.
    pub theirs: (u8, u8),
    /// `true` if the learner must win, `false` if he must hold the draw.
    pub win: bool,
    /// Alternative piece counts of the learner and the other side; empty for a kind with fixed counts. In
    /// endings with alternatives exactly one move preserves the result.
    pub others: &'static [EndingCounts],
}

/// Men and kings of the learner, and of the other side.
pub type EndingCounts = ((u8, u8), (u8, u8));

const fn kind(key: &'static str, ours: (u8, u8), theirs: (u8, u8), win: bool) -> EndingKind {
    EndingKind {
        key,
        ours,
        theirs,
        win,
        others: &[],
    }
}

/// Endings that are frequent in games, most of them with men.
const ONE_MOVE_WINS: EndingKind = EndingKind {
    others: &[
        ((1, 1), (1, 0)),
        ((1, 1), (2, 0)),
        ((1, 1), (1, 1)),
        ((0, 2), (1, 1)),
        ((2, 0), (2, 0)),
        ((0, 1), (2, 0)),
    ],
    ..kind("one-move-wins", (2, 0), (1, 0), true)
};
const ONE_MOVE_HOLDS: EndingKind = EndingKind {
    others: &[
        ((1, 1), (0, 2)),
        ((2, 0), (0, 2)),
        ((2, 0), (1, 1)),
        ((2, 0), (2, 0)),
        ((1, 0), (2, 0)),
        ((1, 0), (1, 1)),
        ((0, 1), (2, 0)),
    ],
    ..kind("one-move-holds", (2, 0), (0, 1), false)
};

const FOUR_KINGS: EndingKind = kind("four-kings", (0, 4), (0, 1), true);
const THREE_KINGS: EndingKind = kind("three-kings", (0, 3), (0, 1), true);
const THREE_KINGS_TRAP: EndingKind = kind("three-kings-trap", (0, 3), (0, 1), true);
const THREE_KINGS_HOLD: EndingKind = kind("three-kings-hold", (0, 1), (0, 3), false);
const TWO_KINGS: EndingKind = kind("two-kings", (0, 2), (0, 1), true);
const TWO_KINGS_TRAP: EndingKind = kind("two-kings-trap", (0, 2), (0, 1), true);
const TWO_KINGS_HOLD: EndingKind = kind("two-kings-hold", (0, 1), (0, 2), false);
const TWO_KINGS_KING_MAN: EndingKind = kind("two-kings-king-man", (0, 2), (1, 1), true);
const OPPOSITION: EndingKind = kind("opposition", (1, 0), (1, 0), true);
const KING_MAN: EndingKind = kind("king-man", (0, 1), (1, 0), true);
const MAN_KING: EndingKind = kind("man-king", (1, 0), (0, 1), false);

/// The technique first, then the traps to set and to avoid, then the men.
const INTERNATIONAL: &[EndingKind] = &[
    FOUR_KINGS,
    TWO_KINGS_TRAP,
    TWO_KINGS_HOLD,
    THREE_KINGS_TRAP,
    THREE_KINGS_HOLD,
    OPPOSITION,
    KING_MAN,
    MAN_KING,
    ONE_MOVE_WINS,
    ONE_MOVE_HOLDS,
];
/// On 144 squares four kings against one need a table of five pieces, which is too large to include.
const CANADIAN: &[EndingKind] = &[
    TWO_KINGS_TRAP,
    TWO_KINGS_HOLD,
    THREE_KINGS_TRAP,
    THREE_KINGS_HOLD,
    OPPOSITION,
    KING_MAN,
    MAN_KING,
];
/// Long kings on 64 squares: three win against one that does not hold the main road.
const LONG_KINGS: &[EndingKind] = &[
    THREE_KINGS,
    THREE_KINGS_HOLD,
    TWO_KINGS_TRAP,
    TWO_KINGS_HOLD,
    OPPOSITION,
    KING_MAN,
    MAN_KING,
    ONE_MOVE_WINS,
    ONE_MOVE_HOLDS,
];
/// Short kings: two win against one in any corner.
const SHORT_KINGS: &[EndingKind] = &[
    TWO_KINGS,
    TWO_KINGS_KING_MAN,
    OPPOSITION,
    KING_MAN,
    MAN_KING,
    ONE_MOVE_WINS,
    ONE_MOVE_HOLDS,
];
/// Two kings have seven moves to catch one, and a king beside a man may make three moves in a row.
const FRISIAN: &[EndingKind] = &[
    kind("two-kings-seven", (0, 2), (0, 1), true),
    kind("king-march", (1, 1), (0, 1), true),
    OPPOSITION,
    KING_MAN,
    MAN_KING,
    // The tables do not include a king and a man on each side, nor endings that lead there.
    EndingKind {
        others: &[((1, 1), (1, 0)), ((0, 2), (1, 1)), ((0, 1), (2, 0))],
        ..ONE_MOVE_WINS
    },
    EndingKind {
        others: &[
            ((1, 1), (0, 2)),
            ((2, 0), (0, 2)),
            ((1, 0), (2, 0)),
            ((1, 0), (1, 1)),
            ((0, 1), (2, 0)),
        ],
        ..ONE_MOVE_HOLDS
    },
];
const TURKISH: &[EndingKind] = &[
    TWO_KINGS,
    TWO_KINGS_HOLD,
    TWO_KINGS_KING_MAN,
    ONE_MOVE_WINS,
    ONE_MOVE_HOLDS,
];

/// Minimum number of legal moves if exactly one preserves the result; fewer are no choice.
const CHOICES: usize = 4;

/// Number of moves after which a held draw counts as held, if no draw rule ends the game before.
const HELD: usize = 12;
/// Maximum number of positions tried for a seed. The rarest kind is found once in some hundreds.
const TRIES: usize = 200_000;

/// Why an ending cannot be trained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// No kind has this id.
    #[error("no ending is called {0:?}")]
    Unknown(String),
    /// The variant has no tables, or they are not loaded yet.
    #[error("the endgame tables are not loaded")]
    NoTables,
    /// The newest move cannot be played.
    #[error("{0}")]
    Path(#[from] path::PathError),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A search must be done first.
    #[error("{0}")]
    SearchPending(#[from] SearchPending),
}

/// Verdict on the newest move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingVerdict {
    /// The move preserves the result.
    GoOn,
    /// The game is won, or the draw is held.
    Done,
    /// The move loses the win or the draw.
    LetGo,
    /// A draw rule ended the game before the win.
    TooLate,
}

/// Judgement of the newest move.
#[derive(Clone, Debug)]
pub struct EndingJudgement {
    /// The verdict.
    pub verdict: EndingVerdict,
    /// Position before the move.
    pub before: Position,
    /// The move and the reply.
    pub played: Vec<Move>,
    /// Position where the learner continues: after the reply, or after a mistake the position before it.
    pub position: Position,
    /// Value of that position for the learner.
    pub value: Truth,
    /// The learner's moves that count, to be sent again with the next one appended.
    pub kept: Vec<Vec<u8>>,
    /// `true` for a mistake that would have won without the draw rule.
    pub too_slow: bool,
    /// After a mistake: the moves that would have preserved the result.
    pub better: Vec<Move>,
}

/// Returns the kinds of endings of a variant; none without tables.
pub fn ending_kinds(variant: Variant) -> &'static [EndingKind] {
    match variant {
        Variant::International => INTERNATIONAL,
        Variant::Canadian => CANADIAN,
        Variant::Brazilian | Variant::Russian | Variant::Spanish => LONG_KINGS,
        Variant::English | Variant::Italian => SHORT_KINGS,
        Variant::Turkish => TURKISH,
        Variant::Frisian => FRISIAN,
        _ => &[],
    }
}

/// Returns the ending of this kind and seed, with its value. At least one move spoils the result, except with
/// four kings against one. In a kind with alternative counts exactly one move preserves it.
///
/// # Errors
/// If there is no such kind or no table.
pub fn ending(
    variant: Variant,
    key: &str,
    seed: u64,
    assets: &EngineAssets,
) -> Result<(Position, Truth), EndingError> {
    let (kind, tables) = find(variant, key, assets)?;
    // Uses only bundled tables, so that a seed gives the same ending everywhere.
    let everywhere = assets.bundled_tables(variant).ok_or(EndingError::NoTables)?;
    let mut rng = Rng::new(seed);
    for _ in 0..TRIES {
        if let Some(found) = try_ending(variant, kind, &everywhere, &mut rng) {
            let truth = Truth::of(&tables, &Game::from_position(found));
            return Ok((found, truth));
        }
    }
    // Every kind comes up within a thousand tries.
    Err(EndingError::NoTables)
}

fn find(
    variant: Variant,
    key: &str,
    assets: &EngineAssets,
) -> Result<(&'static EndingKind, Arc<Tables>), EndingError> {
    let kind = ending_kinds(variant).iter().find(|kind| kind.key == key);
    let kind = kind.ok_or_else(|| EndingError::Unknown(key.to_owned()))?;
    Ok((kind, assets.tables(variant).ok_or(EndingError::NoTables)?))
}

fn try_ending(variant: Variant, kind: &EndingKind, tables: &Tables, rng: &mut Rng) -> Option<Position> {
    let mut squares: Vec<_> = variant.start().all_squares().collect();
    rng.shuffle(&mut squares);
    let mut setup = Setup::empty(Side::White);
    let mut free = squares.into_iter();
    // Draws no number without a choice, so that existing seeds keep their endings.
    let (ours, theirs) = match kind.others {
        [] => (kind.ours, kind.theirs),
        others => others
            .get(rng.below(others.len() + 1))
            .copied()
            .unwrap_or((kind.ours, kind.theirs)),
    };
    for (side, (men, kings)) in [(Side::White, ours), (Side::Black, theirs)] {
        for number in 0..men + kings {
            let role = if number < men { Role::Man } else { Role::King };
            setup.put(free.next()?, Piece { side, role });
        }
    }
    let position = Position::from_setup(variant, &setup).ok()?;
    // Quiet for both sides: no capture decides the ending at once.
    let threatened = position.with_turn(Side::Black).must_capture();
    if !position.can_move() || position.must_capture() || threatened {
        return None;
    }
    let game = Game::from_position(position);
    // A rule may end it as a draw at once.
    if game.outcome().is_some() {
        return None;
    }
    let left = left(&game);
    let wanted = match value_in_time(tables, &position, left)? {
        Value::Win(_) => kind.win,
        Value::Draw => !kind.win,
        Value::Loss(_) => false,
    };
    let moves = position.legal_moves();
    let good = moves
        .iter()
        .filter(|mv| preserves(tables, &position, mv, kind, left))
        .count();
    let asks = if kind.others.is_empty() {
        good < moves.len() || kind.ours.1 == 4
    } else {
        good == 1 && moves.len() >= CHOICES
    };
    (wanted && asks).then_some(position)
}

/// Returns the game after these moves of the learner, each answered by the best defence.
fn played(
    start: Position,
    paths: &[Vec<u8>],
    kind: &EndingKind,
    tables: &Tables,
) -> Result<Game, EndingError> {
    let mut game = Game::from_position(start);
    for path in paths {
        let mv = path::read(game.position(), path)?;
        game.play(&mv).map_err(|_| EndingError::Over)?;
        if let Some(reply) = defence(tables, &game, kind) {
            game.play(&reply).map_err(|_| EndingError::Over)?;
        }
    }
    Ok(game)
}

/// Judges the newest of the learner's moves.
///
/// # Errors
/// If there is no such ending or the newest path is not a legal move.
pub fn judge_ending(
    variant: Variant,
    key: &str,
    seed: u64,
    paths: &[Vec<u8>],
    assets: &EngineAssets,
) -> Result<EndingJudgement, EndingError> {
    let (kind, tables) = find(variant, key, assets)?;
    let (start, _) = ending(variant, key, seed, assets)?;
    let (newest, earlier) = paths.split_last().ok_or(EndingError::Over)?;
    let mut game = played(start, earlier, kind, &tables)?;
    let (before, left) = (*game.position(), left(&game));
    let worth = Truth::of(&tables, &game);
    let mv = path::read(&before, newest)?;
    game.play(&mv).map_err(|_| EndingError::Over)?;
    let mut judgement = EndingJudgement {
        verdict: EndingVerdict::GoOn,
        before,
        played: vec![mv],
        position: before,
        value: worth,
        kept: earlier.to_vec(),
        too_slow: false,
        better: Vec::new(),
    };
    let reply = match game.outcome() {
        None => defence(&tables, &game, kind),
        Some(_) => None,
    };
    if let Some(reply) = reply {
        game.play(&reply).map_err(|_| EndingError::Over)?;
        judgement.played.push(reply);
    }
    if !preserves(&tables, &before, &mv, kind, left) {
        let legal = before.legal_moves().into_iter();
        judgement.better = legal
            .filter(|mv| preserves(&tables, &before, mv, kind, left))
            .collect();
        judgement.too_slow = preserves(&tables, &before, &mv, kind, None);
        judgement.verdict = EndingVerdict::LetGo;
        return Ok(judgement);
    }
    judgement.kept.push(newest.clone());
    judgement.position = *game.position();
    let winner = game.outcome().map(|outcome| outcome.winner);
    judgement.verdict = match winner {
        Some(Some(Side::White)) => EndingVerdict::Done,
        Some(Some(Side::Black)) => EndingVerdict::LetGo,
        Some(None) if kind.win => EndingVerdict::TooLate,
        Some(None) => EndingVerdict::Done,
        None if !kind.win && paths.len() >= HELD => EndingVerdict::Done,
        None => EndingVerdict::GoOn,
    };
    if judgement.verdict == EndingVerdict::TooLate {
        // The game is over, so the ending starts again.
        judgement.position = start;
        judgement.kept.clear();
    }
    judgement.value = match winner {
        Some(Some(Side::White)) => Truth::plain(Value::Win(Some(0))),
        Some(Some(Side::Black)) => Truth::plain(Value::Loss(Some(0))),
        // A draw by rule.
        Some(None) if judgement.verdict == EndingVerdict::Done => Truth::plain(Value::Draw),
        // The ending starts again.
        Some(None) => Truth::of(&tables, &Game::from_position(start)),
        None => Truth::of(&tables, &game),
    };
    Ok(judgement)
}

/// Returns a move that preserves the result: the fastest win if the tables know the distance, otherwise the
/// best of these moves by search.
///
/// # Errors
/// If there is no such ending, the moves so far are not legal, or the search is not done yet.
pub fn ending_hint(
    variant: Variant,
    key: &str,
    seed: u64,
    kept: &[Vec<u8>],
    provider: &dyn SearchProvider,
    assets: &EngineAssets,
) -> Result<Option<Move>, EndingError> {
    let (kind, tables) = find(variant, key, assets)?;
    let game = played(ending(variant, key, seed, assets)?.0, kept, kind, &tables)?;
    let (position, left) = (*game.position(), left(&game));
    let mut good = position.legal_moves();
    good.retain(|mv| preserves(&tables, &position, mv, kind, left));
    let distance = |mv: &Move| match after(&tables, &position, mv, left) {
        Some(Value::Win(Some(plies))) => plies,
        _ => u16::MAX,
    };
    let fastest = good.iter().min_by_key(|mv| distance(mv)).copied();
    Ok(match fastest {
        Some(mv) if distance(&mv) < u16::MAX => Some(mv),
        None => None,
        other => best_move(&game, provider)?
            .filter(|mv| good.contains(mv))
            .or(other),
    })
}
