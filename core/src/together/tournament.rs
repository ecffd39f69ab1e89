//! A tournament as it is shown: who plays, the pairings, the table. Shapes alone: who meets whom, the host knows.
use super::terms::TableTerms;

message! {
    /// Who meets whom.
    #[derive(Copy, Eq)]
    pub enum TournamentSystem {
        /// Everybody meets everybody once, by the Berger tables.
        RoundRobin,
        /// Round after round, those meet who have as many points and have not met.
        Monrad,
    }
}
message! {
    /// The result of a pairing.
    #[derive(Copy, Eq)]
    pub enum GameScore {
        WhiteWins,
        Draw,
        BlackWins,
        /// White wins, and nobody played.
        WhiteUnplayed,
        BlackUnplayed,
        /// Nobody played, and neither wins.
        Unplayed,
    }
}
shape! {
    /// A tournament in one line.
    #[derive(Copy, Eq)]
    pub struct TournamentLine { pub system: TournamentSystem, pub round: u32, pub rounds: u32 }
}
shape! {
    /// A tournament.
    pub struct TournamentView {
        pub system: TournamentSystem,
        pub terms: TableTerms,
        /// How many rounds there are; 0 while a round robin waits for its field.
        pub rounds: u32,
        /// The next round can be paired.
        pub ready: bool,
        /// By their numbers.
        pub players: Vec<EntrantView>,
        /// Those of each round that was paired.
        pub pairings: Vec<Vec<PairingView>>,
    }
}
shape! {
    /// Somebody who takes part. Points and tie-breaks are those of the results so far.
    pub struct EntrantView {
        /// From 1.
        pub number: u32,
        pub name: String,
        /// Has a device here.
        pub here: bool,
        /// Has not left the tournament.
        pub plays: bool,
        /// Left before half of the games: they do not count.
        pub struck: bool,
        pub rank: u32,
        pub games: u32,
        pub points: u32,
        /// The first tie-break: Sonneborn-Berger in a round robin, Solkoff in the Monrad system.
        pub first_tie_break: f64,
        /// The second: wins in a round robin, Sonneborn-Berger in the Monrad system.
        pub second_tie_break: f64,
    }
}
shape! {
    /// A pairing, by the numbers of its players.
    pub struct PairingView {
        pub white: u32,
        /// Absent where White is free.
        pub black: Option<u32>,
        pub score: Option<GameScore>,
        /// Where it is played.
        pub table: Option<u32>,
        /// Both are here and free: the game can begin.
        pub can_begin: bool,
    }
}
