//! The call for the page of a player: results by colour, opponent, event, year and opening.
use super::convert::beginning;
use crate::app::App;
use crate::call::Call;
use crate::views::{SideView, VariantKey, view};
use crate::{ApiError, ErrorKind};
use damier_store::{GameResult, openings};
use draughts::{Side, Variant};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

view! {
    /// `playerPage {name}` → `PlayerPageView`: the games of the player with exactly this name. `notFound` if there
    /// is none.
    pub struct PlayerPage { pub name: String }
}
view! {
    /// Games of a player. Games without a result count in `games` only.
    #[derive(Copy, Default)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "Tally"))]
    pub struct TallyView { pub games: u32, pub won: u32, pub drawn: u32, pub lost: u32 }
}
view! {
    /// Games with one value of something: an opponent, an event, a year.
    #[cfg_attr(feature = "uniffi", uniffi(name = "NamedTally"))]
    pub struct NamedTallyView {
        /// Name of the opponent or event; empty if unknown.
        pub name: String,
        /// Last year of these games, if known.
        pub year: Option<u16>,
        pub tally: TallyView,
    }
}
view! {
    /// Games with an opening.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OpeningTally"))]
    pub struct OpeningTallyView {
        /// Key of the opening; see `openings`.
        pub opening: String,
        pub variant: VariantKey,
        /// The player's colour.
        pub side: SideView,
        pub tally: TallyView,
    }
}
view! {
    /// A player's games in numbers.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PlayerSummary"))]
    pub struct PlayerPageView {
        pub name: String,
        pub white: TallyView,
        pub black: TallyView,
        /// Draughts games played, most games first.
        pub variants: Vec<VariantKey>,
        /// Oldest first; games without a year are left out.
        pub years: Vec<NamedTallyView>,
        /// Most games first; at most fifty.
        pub opponents: Vec<NamedTallyView>,
        /// Newest first; at most fifty.
        pub events: Vec<NamedTallyView>,
        /// Most games first; at most fifty. Openings without a name are left out.
        pub openings: Vec<OpeningTallyView>,
        /// Other names that may be of the same player, with the number of their games.
        pub alike: Vec<NamedTallyView>,
    }
}
/// Maximum number of rows of a list.
const MOST_ROWS: usize = 50;

impl TallyView {
    pub(super) fn count(&mut self, side: Side, result: GameResult) {
        self.games += 1;
        match (result, side) {
            (GameResult::WhiteWins, Side::White) | (GameResult::BlackWins, Side::Black) => self.won += 1,
            (GameResult::WhiteWins | GameResult::BlackWins | GameResult::BothLose, _) => self.lost += 1,
            (GameResult::Draw, _) => self.drawn += 1,
            (GameResult::Open, _) => {}
        }
    }
}

pub(super) fn not_found(what: &str, name: &str) -> ApiError {
    ApiError::new(ErrorKind::NotFound, format!("no game has the {what} {name:?}"))
}

pub(super) fn known(year: u16) -> Option<u16> {
    (year > 0).then_some(year)
}

/// Sums up games by name, with the last year of each.
#[derive(Default)]
struct ByName(BTreeMap<String, (u16, TallyView)>);

impl ByName {
    fn count(&mut self, name: &str, year: u16, side: Side, result: GameResult) {
        let row = self.0.entry(name.to_owned()).or_default();
        row.0 = row.0.max(year);
        row.1.count(side, result);
    }

    fn sorted<K: Ord>(self, by: impl Fn(&NamedTallyView) -> K) -> Vec<NamedTallyView> {
        let rows = self.0.into_iter().map(|(name, (year, tally))| NamedTallyView {
            name: beginning(&name).into(),
            year: known(year),
            tally,
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by_key(by);
        rows
    }
}

impl Call for PlayerPage {
    type Reply = PlayerPageView;

    fn run(self, app: &mut App) -> Result<PlayerPageView, ApiError> {
        let games = app.store.games_of_player(&self.name)?;
        if games.is_empty() {
            return Err(not_found("player", &self.name));
        }
        let (mut white, mut black) = (TallyView::default(), TallyView::default());
        let (mut years, mut opponents, mut events) =
            (ByName::default(), ByName::default(), ByName::default());
        let mut variants: HashMap<Variant, u32> = HashMap::new();
        let mut by_opening: HashMap<(Variant, u16, bool), TallyView> = HashMap::new();
        for game in &games {
            let (side, result, year) = (game.side, game.result, game.year);
            match side {
                Side::White => white.count(side, result),
                Side::Black => black.count(side, result),
            }
            opponents.count(&game.opponent, year, side, result);
            if year > 0 {
                years.count(&year.to_string(), year, side, result);
            }
            if !game.event.is_empty() {
                events.count(&game.event, year, side, result);
            }
            let Ok(variant) = game.variant.parse::<Variant>() else {
                continue;
            };
            *variants.entry(variant).or_default() += 1;
            let row = by_opening.entry((variant, game.opening, side == Side::White));
            row.or_default().count(side, result);
        }
        let mut variants: Vec<_> = variants.into_iter().collect();
        variants.sort_by_key(|(variant, games)| (Reverse(*games), variant.key()));
        let mut of_openings: Vec<_> = by_opening
            .into_iter()
            .filter_map(|((variant, number, white), tally)| {
                let opening = openings(variant).find(|opening| opening.number == number)?;
                Some(OpeningTallyView {
                    opening: opening.key.clone(),
                    variant: variant.into(),
                    side: if white { SideView::White } else { SideView::Black },
                    tally,
                })
            })
            .collect();
        of_openings.sort_by_key(|row| {
            (
                Reverse(row.tally.games),
                row.opening.clone(),
                row.side == SideView::Black,
            )
        });
        of_openings.truncate(MOST_ROWS);
        let mut opponents = opponents.sorted(|row| Reverse(row.tally.games));
        opponents.truncate(MOST_ROWS);
        let mut events = events.sorted(|row| Reverse(row.year));
        events.truncate(MOST_ROWS);
        let alike = app.store.names_like(&self.name)?.into_iter().take(MOST_ROWS);
        Ok(PlayerPageView {
            name: self.name,
            white,
            black,
            variants: variants.into_iter().map(|(variant, _)| variant.into()).collect(),
            years: years.sorted(|row| row.year),
            opponents,
            events,
            openings: of_openings,
            alike: alike
                .map(|(name, games)| NamedTallyView {
                    name,
                    year: None,
                    tally: TallyView {
                        games,
                        ..TallyView::default()
                    },
                })
                .collect(),
        })
    }
}
