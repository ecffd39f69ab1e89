//! A fair handicap for this person against this level: from the games they played, else from the measured table.
//! Knows how to choose, not how strong anybody is.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::views::view;
use damier_store::ComputerResult;
use draughts::{Handicap, Side, Square, Variant};
use draughts_engine::{Level, handicap_table};

view! {
    /// `proposeHandicap {variant, level}` → `HandicapProposal`: what would make the person's next game against this level even.
    pub struct ProposeHandicap { pub variant: String, pub level: String }
}
view! {
    /// Why a handicap is proposed.
    pub enum HandicapReason {
        /// There is nothing to go by yet: an even game.
        NoGames,
        /// The person plays about as a level does that was measured against this one.
        Measured,
        /// As last time: the games since did not go one way.
        AsBefore,
        /// The person won twice in a row: a man less in the own favour.
        TwoWins,
        /// The person lost twice in a row: a man more in the own favour.
        TwoLosses,
    }
}
view! {
    /// A handicap that should make a game even.
    pub struct HandicapProposal {
        /// Men that the computer plays without; below nothing, those that the person plays without.
        pub men: i8,
        pub reason: HandicapReason,
        /// The level that the person plays like, where the table was asked.
        pub like: Option<String>,
        /// Points in a hundred games that a player of that level made with this handicap, with their error, and how many
        /// games were played.
        pub measured: Option<MeasuredView>,
    }
}
view! {
    /// A measured score.
    #[derive(Copy)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "MeasuredHandicap"))]
    pub struct MeasuredView { pub percent: f64, pub error: f64, pub games: u32 }
}

/// Games looked at.
const LAST: u32 = 200;
/// Even games against a level before they say anything.
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

/// A game as the proposal sees it.
#[derive(Clone, Debug)]
struct Played {
    level: String,
    /// Men in the person's favour.
    men: i8,
    /// Half points of the person's.
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

/// The handicap last played against this level, moved by a step after two wins or two losses in a row with it. A game
/// without one says nothing until it was won or lost twice.
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

/// The strongest level that the person holds in even games.
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

/// The measured handicap between the level that the person plays like and this one that came nearest to even.
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
