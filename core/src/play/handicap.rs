//! Proposes a fair handicap for two unequal players: from their games, or else from the measured table.
use super::level_for;
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::puzzles::rating_kind;
use crate::terms;
use crate::views::view;
use damier_store::{ComputerResult, PeopleResult, folded};
use draughts::{Handicap, Position, Side, Square, Variant};
use draughts_engine::{Level, handicap_table};
use serde::{Deserialize, Serialize};

/// Two unequal players, the first and the second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "HandicapPair"))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs, reason = "the variants say what their fields are")]
pub enum PairView {
    /// The person, and a level of the computer by its key.
    Level { level: String },
    /// Two people at one board, by their names.
    People { first: String, second: String },
}
view! {
    /// `proposeHandicap {variant, pair}` → `HandicapProposal`: a handicap for an even game, and the games so far.
    pub struct ProposeHandicap { pub variant: String, pub pair: PairView }
}
view! {
    /// Reason for a handicap.
    pub enum HandicapReason {
        /// No data: an even game.
        NoGames,
        /// The first plays like a level that was measured against the second's.
        Measured,
        /// As in the last game.
        AsBefore,
        /// The first won twice in a row: one man less for them.
        TwoWins,
        /// The first lost twice in a row: one man more for them.
        TwoLosses,
        /// The first of two people won the last game: fewer men for them.
        Won,
        /// The first of two people lost the last game: more men for them.
        Lost,
    }
}
view! {
    /// A handicap for an even game.
    pub struct HandicapProposal {
        /// Men that the second gives the first; negative if the first gives them.
        pub men: i8,
        pub reason: HandicapReason,
        /// Level that the first plays like, if the table was used.
        pub like: Option<String>,
        /// Measured score of the first with this handicap, in percent with its error, and the number of games.
        pub measured: Option<MeasuredView>,
        /// Finished games of the two in this variant, oldest first, at most 200.
        pub series: Vec<SeriesGame>,
    }
}
view! {
    /// A game of two unequal players.
    #[derive(Copy)]
    pub struct SeriesGame {
        /// Men that the second gave the first; negative if the first gave them.
        pub men: i8,
        /// Score of the first: 1, 0.5 or 0.
        pub points: f64,
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
        let (games, found) = match &self.pair {
            PairView::Level { level } => {
                let results = app
                    .store
                    .results_against_computer(app.profile.id, variant.key(), LAST)?;
                let all: Vec<(String, Played)> = results
                    .iter()
                    .map(|row| (row.level.clone(), Played::of(variant, row)))
                    .collect();
                let against = |key: &str| -> Vec<Played> {
                    let these = all.iter().filter(|(level, _)| level == key);
                    these.map(|(_, game)| *game).collect()
                };
                let games = against(level);
                let found = from_games(&games)
                    .or_else(|| between(variant, like(variant, &all)?, &Level::by_key(variant, level)?));
                (games, found)
            }
            PairView::People { first, second } => {
                let results = app.store.results_between_people(variant.key(), LAST)?;
                let games: Vec<Played> = results
                    .iter()
                    .filter_map(|row| Played::of_people(variant, row, first, second))
                    .collect();
                let found = match last_of(&games) {
                    Some(proposal) => Some(proposal),
                    None => match (known(app, variant, first)?, known(app, variant, second)?) {
                        (Some(first), Some(second)) => between(variant, first, second),
                        _ => None,
                    },
                };
                (games, found)
            }
        };
        let series = games.iter().rev().map(|game| SeriesGame {
            men: game.men,
            points: f64::from(game.points) / 2.0,
        });
        Ok(HandicapProposal {
            series: series.collect(),
            ..found.unwrap_or_else(|| proposed(0, HandicapReason::NoGames))
        })
    }
}

fn proposed(men: i8, reason: HandicapReason) -> HandicapProposal {
    let most = Handicap::MOST as i8;
    HandicapProposal {
        men: men.clamp(-most, most),
        reason,
        like: None,
        measured: None,
        series: Vec::new(),
    }
}

/// A game of the two, as the first sees it.
#[derive(Clone, Copy, Debug)]
struct Played {
    /// Men in the first's favour.
    men: i8,
    /// Half points of the first.
    points: u8,
    /// Pieces that the winner had more at the end; 0 if unknown.
    margin: usize,
}

impl Played {
    fn of(variant: Variant, row: &ComputerResult) -> Played {
        let own = if row.person_white {
            Side::White
        } else {
            Side::Black
        };
        Played {
            men: given(variant, &row.removed, own),
            points: points(row.winner.as_deref(), own),
            margin: 0,
        }
    }

    /// `None` for a game of others.
    fn of_people(variant: Variant, row: &PeopleResult, first: &str, second: &str) -> Option<Played> {
        let names = terms::read(Some(&row.terms)).names?;
        let [white, black] = [&names.white, &names.black].map(|name| folded(name.trim()));
        let [first, second] = [first, second].map(|name| folded(name.trim()));
        let own = match () {
            () if (&white, &black) == (&first, &second) => Side::White,
            () if (&white, &black) == (&second, &first) => Side::Black,
            () => return None,
        };
        let last = convert::position(variant, &row.fen).ok();
        let count = |side: Side| last.as_ref().map_or(0, |position| pieces_of(position, side));
        Some(Played {
            men: given(variant, &row.removed, own),
            points: points(row.winner.as_deref(), own),
            margin: count(own).abs_diff(count(own.other())),
        })
    }
}

fn pieces_of(position: &Position, side: Side) -> usize {
    position.pieces().filter(|(_, piece)| piece.side == side).count()
}

/// Men that the other side began without, less those that this one did.
fn given(variant: Variant, removed: &[u8], own: Side) -> i8 {
    let start = variant.start();
    let missing = |side: Side| {
        let gone = removed.iter().filter_map(|&number| Square::new(number));
        let of = gone.filter(|&square| start.piece_at(square).is_some_and(|piece| piece.side == side));
        of.count() as i8
    };
    missing(own.other()) - missing(own)
}

/// Half points of a side.
fn points(winner: Option<&str>, own: Side) -> u8 {
    match winner {
        None => 1,
        Some(winner) if (winner == "white") == (own == Side::White) => 2,
        Some(_) => 0,
    }
}

/// The last handicap of two people, changed after each game that one of them won.
fn last_of(games: &[Played]) -> Option<HandicapProposal> {
    let last = games.first()?;
    let reason = match last.points {
        2 => HandicapReason::Won,
        0 => HandicapReason::Lost,
        _ => HandicapReason::AsBefore,
    };
    let men = handicap_table::followed(last.men, last.points, last.margin);
    Some(proposed(men, reason))
}

/// The last handicap against a level, changed by one man after two wins or two losses in a row. A game without a
/// handicap counts only after two such results.
fn from_games(games: &[Played]) -> Option<HandicapProposal> {
    let last = games.first()?;
    let before = games.get(1).filter(|game| game.men == last.men);
    Some(match (last.points, before.map(|game| game.points)) {
        (2, Some(2)) => proposed(last.men - 1, HandicapReason::TwoWins),
        (0, Some(0)) => proposed(last.men + 1, HandicapReason::TwoLosses),
        _ if last.men == 0 => return None,
        _ => proposed(last.men, HandicapReason::AsBefore),
    })
}

/// Strongest level that the person holds in even games.
fn like(variant: Variant, games: &[(String, Played)]) -> Option<&'static Level> {
    let holds = |level: &&Level| {
        let mut tally = handicap_table::Tally::default();
        let even = games
            .iter()
            .filter(|(key, game)| game.men == 0 && key == level.key);
        even.for_each(|(_, game)| tally.add(game.points));
        tally.games() >= ENOUGH && tally.score() >= 0.5
    };
    Level::all(variant).iter().rev().find(holds)
}

/// The level that a person of this device plays like, by the rating in puzzles; `None` for others.
fn known(app: &App, variant: Variant, name: &str) -> Result<Option<&'static Level>, ApiError> {
    let people = app.store.people()?;
    let Some(person) = people
        .iter()
        .find(|row| folded(&row.profile.name) == folded(name.trim()))
    else {
        return Ok(None);
    };
    let rating = app.store.rating(person.profile.id, &rating_kind(variant))?;
    Ok(rating.map(|own| level_for(variant, own.rating)))
}

/// The measured handicap closest to even between two levels. The table holds the international game; elsewhere the men
/// are a like share of the army, and nothing is said of scores.
fn between(variant: Variant, first: &Level, second: &Level) -> Option<HandicapProposal> {
    if first.number == second.number {
        return None;
    }
    let gives = second.number > first.number;
    let (stronger, weaker) = if gives { (second, first) } else { (first, second) };
    let measured = handicap_table::measured(Variant::International);
    let distance = |cell: &handicap_table::Cell| {
        let number =
            |key: &str| Level::by_key(Variant::International, key).map_or(0, |level| i32::from(level.number));
        (number(&cell.stronger) - i32::from(stronger.number)).abs()
            + (number(&cell.weaker) - i32::from(weaker.number)).abs()
    };
    let nearest = measured.iter().map(distance).min()?;
    let off = |cell: &&handicap_table::Cell| (cell.tally().score() - 0.5).abs();
    let cell = measured
        .iter()
        .filter(|cell| distance(cell) == nearest)
        .min_by(|a, b| off(a).total_cmp(&off(b)))?;
    let exact = variant == Variant::International && nearest == 0;
    let army = |variant: Variant| pieces_of(&variant.start(), Side::White);
    let share = army(variant) as f64 / army(Variant::International) as f64;
    let men = (f64::from(cell.men) * share).round().max(1.0) as i8;
    let score = cell.tally().score();
    Some(HandicapProposal {
        like: Some(first.key.into()),
        measured: exact.then(|| MeasuredView {
            percent: 100.0 * if gives { 1.0 - score } else { score },
            error: 100.0 * cell.tally().error(),
            games: cell.tally().games(),
        }),
        ..proposed(if gives { men } else { -men }, HandicapReason::Measured)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::{PairNames, TermsView};

    fn played(men: i8, points: u8) -> Played {
        Played {
            men,
            points,
            margin: 0,
        }
    }

    fn against_level(games: &[Played]) -> Option<(i8, HandicapReason)> {
        from_games(games).map(|proposal| (proposal.men, proposal.reason))
    }

    #[test]
    fn two_of_a_kind_against_a_level_move_it_by_a_step() {
        assert_eq!(against_level(&[]), None);
        assert_eq!(
            against_level(&[played(2, 2)]),
            Some((2, HandicapReason::AsBefore))
        );
        assert_eq!(
            against_level(&[played(2, 2), played(2, 2)]),
            Some((1, HandicapReason::TwoWins))
        );
        assert_eq!(
            against_level(&[played(0, 0), played(0, 0)]),
            Some((1, HandicapReason::TwoLosses))
        );
        assert_eq!(
            against_level(&[played(2, 2), played(3, 2)]),
            Some((2, HandicapReason::AsBefore))
        );
        assert_eq!(against_level(&[played(0, 2)]), None);
        assert_eq!(
            against_level(&[played(10, 0), played(10, 0)]),
            Some((10, HandicapReason::TwoLosses))
        );
    }

    #[test]
    fn every_game_between_two_people_moves_it() {
        let after = |game: Played| last_of(&[game]).map(|proposal| (proposal.men, proposal.reason));
        assert_eq!(after(played(0, 0)), Some((1, HandicapReason::Lost)));
        assert_eq!(after(played(2, 2)), Some((1, HandicapReason::Won)));
        assert_eq!(after(played(2, 1)), Some((2, HandicapReason::AsBefore)));
        let clear = Played {
            margin: 8,
            ..played(0, 0)
        };
        assert_eq!(after(clear), Some((2, HandicapReason::Lost)));
        assert!(last_of(&[]).is_none());
    }

    #[test]
    fn games_of_two_people_are_known_by_their_names() {
        let names = PairNames {
            white: "Léa".into(),
            black: "Papa".into(),
        };
        let terms = TermsView {
            names: Some(names),
            ..TermsView::default()
        };
        let row = PeopleResult {
            terms: serde_json::to_string(&terms).expect("terms"),
            winner: Some("black".into()),
            removed: vec![1, 2],
            fen: "W:W31:B1,2,3,4,5,6,7,8,9".into(),
        };
        let of = |first: &str, second: &str| {
            Played::of_people(Variant::International, &row, first, second)
                .map(|game| (game.men, game.points, game.margin))
        };
        assert_eq!(of("léa ", "PAPA"), Some((2, 0, 8)));
        assert_eq!(of("Papa", "Lea"), Some((-2, 2, 8)));
        assert_eq!(of("Léa", "Maman"), None);
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
        let games = [("3", 0, 2), ("3", 0, 0), ("4", 0, 0), ("6", 2, 2), ("6", 2, 2)];
        let games = games.map(|(key, men, points)| (key.to_owned(), played(men, points)));
        let like = like(Variant::International, &games);
        assert_eq!(like.map(|level| level.key), Some("3"));
    }

    #[test]
    fn the_table_speaks_for_every_game() {
        for variant in Variant::ALL {
            let levels = Level::all(variant);
            let (weak, strong) = (&levels[2], &levels[levels.len() - 3]);
            let given = between(variant, weak, strong).map(|proposal| proposal.men);
            assert!(given.is_some_and(|men| men > 0), "{variant:?}");
            let taken = between(variant, strong, weak).map(|proposal| proposal.men);
            assert_eq!(taken, given.map(|men| -men), "{variant:?}");
            assert!(between(variant, weak, weak).is_none());
        }
    }
}
