//! The call for the page of an event: its table and its games.
use super::convert::date;
use super::params::GameResultView;
use super::player::{TallyView, known, not_found};
use crate::ApiError;
use crate::app::App;
use crate::call::Call;
use crate::views::view;
use damier_store::EventGame;
use draughts::Side;
use std::cmp::Reverse;

view! {
    /// `eventPage {name, year?}` → `EventPageView`: the games of the event with exactly this name, of one year or of
    /// the last. `notFound` if there is none.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct EventPage { pub name: String, pub year: Option<u16> }
}
view! {
    /// A player of an event.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EventPlayer"))]
    pub struct EventPlayerView {
        /// Empty if unknown.
        pub name: String,
        /// As written; empty if unknown.
        pub rating: String,
        /// 2 for a win, 1 for a draw.
        pub points: u32,
        pub tally: TallyView,
    }
}
view! {
    /// A game of an event. Players are numbered as in the list of players.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EventGame"))]
    pub struct EventGameView {
        pub id: i64,
        pub white: u32,
        pub black: u32,
        pub result: GameResultView,
        /// As written; empty if unknown.
        pub round: String,
        /// "1998.05.03", "1998" if only the year is known, or empty.
        pub date: String,
    }
}
view! {
    /// An event: its players and its games.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EventSummary"))]
    pub struct EventPageView {
        pub name: String,
        /// The year shown; null if no game has one.
        pub year: Option<u16>,
        /// All years with games, oldest first.
        pub years: Vec<u16>,
        /// Most points first, then fewest games.
        pub players: Vec<EventPlayerView>,
        /// By round, date and number; at most 2000.
        pub games: Vec<EventGameView>,
    }
}
/// Maximum number of games of an event.
const MOST_GAMES: u32 = 2_000;

/// A round for sorting: its number, then its text ("9" before "10").
fn round_of(text: &str) -> (u32, String) {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    (digits.parse().unwrap_or(u32::MAX), text.to_owned())
}

impl Call for EventPage {
    type Reply = EventPageView;

    fn run(self, app: &mut App) -> Result<EventPageView, ApiError> {
        let mut games = app.store.games_of_event(&self.name, MOST_GAMES)?;
        if games.is_empty() {
            return Err(not_found("event", &self.name));
        }
        let year_of = |game: &EventGame| known((game.date / 10_000) as u16);
        let mut years: Vec<u16> = games.iter().filter_map(year_of).collect();
        years.sort_unstable();
        years.dedup();
        let year = self.year.or(years.last().copied());
        games.retain(|game| year_of(game).is_none() || year_of(game) == year);
        games.sort_by_key(|game| (round_of(&game.round), game.date, game.id));

        let mut players: Vec<EventPlayerView> = Vec::new();
        let mut number = |name: &str, rating: &str| {
            let at = players.iter().position(|player| player.name == name);
            let at = at.unwrap_or_else(|| {
                players.push(EventPlayerView {
                    name: name.to_owned(),
                    rating: String::new(),
                    points: 0,
                    tally: TallyView::default(),
                });
                players.len() - 1
            });
            if players[at].rating.is_empty() {
                rating.clone_into(&mut players[at].rating);
            }
            at
        };
        let pairs: Vec<[usize; 2]> = games
            .iter()
            .map(|game| {
                [
                    number(&game.white, &game.white_rating),
                    number(&game.black, &game.black_rating),
                ]
            })
            .collect();
        for (game, [white, black]) in games.iter().zip(&pairs) {
            players[*white].tally.count(Side::White, game.result);
            players[*black].tally.count(Side::Black, game.result);
        }
        for player in &mut players {
            player.points = 2 * player.tally.won + player.tally.drawn;
        }
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by_key(|at| (Reverse(players[*at].points), players[*at].tally.games));
        let place_of = |at: usize| order.iter().position(|one| *one == at).unwrap_or_default() as u32;
        let games = games
            .into_iter()
            .zip(&pairs)
            .map(|(game, [white, black])| EventGameView {
                id: game.id,
                white: place_of(*white),
                black: place_of(*black),
                result: game.result.into(),
                round: game.round,
                date: date(game.date),
            })
            .collect();
        Ok(EventPageView {
            name: self.name,
            year,
            years,
            games,
            players: order.iter().map(|at| players[*at].clone()).collect(),
        })
    }
}
