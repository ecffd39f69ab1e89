//! Proposes a fair handicap for the person against a level: from their games, or else from the measured table.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::views::view;
use damier_store::ComputerResult;
use draughts::{Handicap, Side, Square, Variant};
use draughts_engine::{Level, handicap_table};

view! {
    /// `proposeHandicap {variant, level}` → `HandicapProposal`: a handicap for an even game against this level.
    pub struct ProposeHandicap { pub variant: String, pub level: String }
}
view! {
    /// Reason for a handicap.
    pub enum HandicapReason {
        /// No data: an even game.
        NoGames,
        /// The person plays like a level that was measured against this one.
        Measured,
        /// As in the last game: the results since are mixed.
        AsBefore,
        /// The person won twice in a row: one man less for them.
        TwoWins,
        /// The person lost twice in a row: one man more for them.
        TwoLosses,
    }
}
view! {
    /// A handicap for an even game.
    pub struct HandicapProposal {
        /// Men that the computer gives; negative if the person gives them.
        pub men: i8,
        pub reason: HandicapReason,
        /// Level that the person plays like, if the table was used.
        pub like: Option<String>,
        /// Measured score of that level with this handicap, in percent with its error, and the number of games.
        pub measured: Option<MeasuredView>,
    }
}
view! {
    /// A measured score.
    #[derive(Copy)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "MeasuredHandicap"))]
    pub struct MeasuredView { pub percent: f64, pub error: f64, pub games: u32 }
}

/// Number of recent games considered.
const LAST: u32 = 200;
/// Minimum number of even games against a level.
const ENOUGH: u32 = 2;

impl Call for ProposeHandicap {
    type Reply = HandicapProposal;

    fn run(self, app: &mut App) -> Result<HandicapProposal, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let results = app
            .store
            .results_against_computer(app.profile.id, variant.key(), LAST)?;
        let games: Vec<Played> = results.iter().map(|row| Played::of(variant, row)).collect();
        Ok(from_games(&games, &self.level)
            .or_else(|| from_table(variant, &games, &self.level))
            .unwrap_or(HandicapProposal {
                men: 0,
                reason: HandicapReason::NoGames,
                like: None,
                measured: None,
            }))
    }
}

/// A game of the person.
#[derive(Clone, Debug)]
struct Played {
    level: String,
    /// Men in the person's favour.
    men: i8,
    /// Half points of the person.
    points: u8,
}

impl Played {
    fn of(variant: Variant, row: &ComputerResult) -> Played {
        let person = if row.person_white {
            Side::White
        } else {
            Side::Black
        };
        let start = variant.start();
        let missing = |side: Side| {
            let gone = row.removed.iter().filter_map(|&number| Square::new(number));
            let own = gone.filter(|&square| start.piece_at(square).is_some_and(|piece| piece.side == side));
            own.count() as i8
        };
        let points = match row.winner.as_deref() {
            None => 1,
            Some(winner) if (winner == "white") == row.person_white => 2,
            Some(_) => 0,
        };
        Played {
            level: row.level.clone(),
            men: missing(person.other()) - missing(person),
            points,
        }
    }
}

/// The last handicap against this level, changed by one step after two wins or two losses in a row. A game without a
/// handicap counts only after two such results.
fn from_games(games: &[Played], level: &str) -> Option<HandicapProposal> {
    let mut against = games.iter().filter(|game| game.level == level);
    let last = against.next()?;
    let before = against.next().filter(|game| game.men == last.men);
    let (step, reason) = match (last.points, before.map(|game| game.points)) {
        (2, Some(2)) => (-1, HandicapReason::TwoWins),
        (0, Some(0)) => (1, HandicapReason::TwoLosses),
        _ if last.men == 0 => return None,
        _ => (0, HandicapReason::AsBefore),
    };
    let most = Handicap::MOST as i8;
    Some(HandicapProposal {
        men: (last.men + step).clamp(-most, most),
        reason,
        like: None,
        measured: None,
    })
}

/// Strongest level that the person holds in even games.
fn like(variant: Variant, games: &[Played]) -> Option<Level> {
    let holds = |level: &&Level| {
        let mut tally = handicap_table::Tally::default();
        let even = games
            .iter()
            .filter(|game| game.men == 0 && game.level == level.key);
        even.for_each(|game| tally.add(game.points));
        tally.games() >= ENOUGH && tally.score() >= 0.5
    };
    Level::all(variant).iter().rev().find(holds).copied()
}

/// The measured handicap closest to even, between the level that the person plays like and this one.
fn from_table(variant: Variant, games: &[Played], level: &str) -> Option<HandicapProposal> {
    let like = like(variant, games)?;
    let level = Level::by_key(variant, level)?;
    if like.number == level.number {
        return None;
    }
    let gives = level.number > like.number;
    let (stronger, weaker) = if gives {
        (level.key, like.key)
    } else {
        (like.key, level.key)
    };
    let cells = handicap_table::measured(variant)
        .iter()
        .filter(|cell| cell.stronger == stronger && cell.weaker == weaker);
    let off = |cell: &&handicap_table::Cell| (cell.tally().score() - 0.5).abs();
    let cell = cells.min_by(|a, b| off(a).total_cmp(&off(b)))?;
    let score = cell.tally().score();
    let men = cell.men as i8;
    Some(HandicapProposal {
        men: if gives { men } else { -men },
        reason: HandicapReason::Measured,
        like: Some(like.key.into()),
        measured: Some(MeasuredView {
            percent: 100.0 * if gives { 1.0 - score } else { score },
            error: 100.0 * cell.tally().error(),
            games: cell.tally().games(),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(level: &str, men: i8, points: u8) -> Played {
        Played {
            level: level.into(),
            men,
            points,
        }
    }

    fn proposed(games: &[Played]) -> Option<(i8, HandicapReason)> {
        from_games(games, "5").map(|proposal| (proposal.men, proposal.reason))
    }

    #[test]
    fn two_of_a_kind_move_it_by_a_step() {
        assert_eq!(proposed(&[]), None);
        assert_eq!(
            proposed(&[played("5", 2, 2)]),
            Some((2, HandicapReason::AsBefore))
        );
        let won = [played("5", 2, 2), played("4", 0, 0), played("5", 2, 2)];
        assert_eq!(proposed(&won), Some((1, HandicapReason::TwoWins)));
        let lost = [played("5", 0, 0), played("5", 0, 0)];
        assert_eq!(proposed(&lost), Some((1, HandicapReason::TwoLosses)));
        let apart = [played("5", 2, 2), played("5", 3, 2)];
        assert_eq!(proposed(&apart), Some((2, HandicapReason::AsBefore)));
        assert_eq!(proposed(&[played("5", 0, 2)]), None);
        assert_eq!(
            proposed(&[played("5", 10, 0), played("5", 10, 0)]),
            Some((10, HandicapReason::TwoLosses))
        );
    }

    #[test]
    fn men_are_counted_for_the_person() {
        let row = |person_white| ComputerResult {
            level: "5".into(),
            person_white,
            winner: Some("white".into()),
            removed: vec![1, 2, 48],
        };
        let (white, black) = (
            Played::of(Variant::International, &row(true)),
            Played::of(Variant::International, &row(false)),
        );
        assert_eq!((white.men, white.points, black.men, black.points), (1, 2, -1, 0));
    }

    #[test]
    fn a_person_plays_like_the_strongest_level_held() {
        let games = [
            played("3", 0, 2),
            played("3", 0, 0),
            played("4", 0, 0),
            played("6", 2, 2),
            played("6", 2, 2),
        ];
        let like = like(Variant::International, &games);
        assert_eq!(like.map(|level| level.key), Some("3"));
    }
}
