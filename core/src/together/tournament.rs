//! Views of a tournament: players, pairings, standings. The host pairs.
use super::terms::TableTerms;

message! {
    /// Pairing system.
    #[derive(Copy, Eq)]
    pub enum TournamentSystem {
        /// Everybody meets everybody once, by the Berger tables.
        RoundRobin,
        /// Each round pairs players with equal points who have not met.
        Monrad,
    }
}
message! {
    /// Result of a pairing.
    #[derive(Copy, Eq)]
    pub enum GameScore {
        WhiteWins,
        Draw,
        BlackWins,
        /// White wins without play.
        WhiteUnplayed,
        BlackUnplayed,
        /// Neither plays nor wins.
        Unplayed,
    }
}
shape! {
    /// Summary of a tournament.
    #[derive(Copy, Eq)]
    pub struct TournamentLine { pub system: TournamentSystem, pub round: u32, pub rounds: u32 }
}
shape! {
    /// A tournament.
    pub struct TournamentView {
        pub system: TournamentSystem,
        pub terms: TableTerms,
        /// Number of rounds; 0 before a round robin is closed for entries.
        pub rounds: u32,
        /// `true` if the next round can be paired.
        pub ready: bool,
        /// Players by number.
        pub players: Vec<EntrantView>,
        /// Pairings of each round so far.
        pub pairings: Vec<Vec<PairingView>>,
    }
}
shape! {
    /// A player, with points and tie-breaks so far.
    pub struct EntrantView {
        /// Number, from 1.
        pub number: u32,
        pub name: String,
        /// `true` if the player has a device here.
        pub here: bool,
        /// The person who asks to be this player: has the name, and waits for the host's word.
        pub asks: Option<u32>,
        /// `true` unless the player has left the tournament.
        pub plays: bool,
        /// `true` if the player left before half of the games, which then do not count.
        pub struck: bool,
        pub rank: u32,
        pub games: u32,
        pub points: u32,
        /// First tie-break: Sonneborn-Berger in a round robin, Solkoff in the Monrad system.
        pub first_tie_break: f64,
        /// Second tie-break: wins in a round robin, Sonneborn-Berger in the Monrad system.
        pub second_tie_break: f64,
    }
}
shape! {
    /// A pairing, by players' numbers.
    pub struct PairingView {
        pub white: u32,
        /// Absent for a bye.
        pub black: Option<u32>,
        pub score: Option<GameScore>,
        /// Table of the game.
        pub table: Option<u32>,
        /// `true` if both players are free, so that the game can start.
        pub can_begin: bool,
    }
}
