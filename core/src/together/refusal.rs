//! Reasons for which the host refuses a guest's message.

message! {
    /// Reason for a refusal.
    #[derive(Copy, Eq)]
    pub enum Refusal {
        /// Not a valid message.
        Unreadable,
        /// The message exceeds the length limit.
        TooLong,
        /// Messages come too fast; this one was ignored.
        TooFast,
        /// The key of the address is wrong or of another evening.
        WrongKey,
        /// The token is unknown or has expired.
        UnknownToken,
        /// The guest has not entered.
        NotEntered,
        /// The name is empty.
        NoName,
        /// Too many people, tables or connections.
        Full,
        /// The person has a newer connection.
        Elsewhere,
        NoSuchTable,
        /// Another person has taken the seat.
        Taken,
        /// The person is in another game.
        PlaysAlready,
        /// Not at this table, or not this side's turn.
        NotYours,
        /// The game has continued.
        Stale,
        IllegalMove,
        GameOver,
        /// The game is not over.
        GoesOn,
        /// There is no question to answer.
        NothingAsked,
        /// The question was asked before.
        AskedAlready,
        /// A serious game has no take-backs.
        Serious,
        /// There is no move to take back.
        NoMove,
        /// The opponent is present, or has been away for less than ten minutes.
        NotAway,
        /// Invalid terms.
        BadTerms,
        /// Only the host may do this.
        HostOnly,
        /// Too few people are free.
        NobodyFree,
        /// No other board waits for a move.
        NoBoard,
        /// There is no tournament.
        NoTournament,
        /// A tournament is running already.
        TournamentAlready,
        /// Games of this round have no result yet.
        RoundGoesOn,
        /// All rounds were paired.
        NoMoreRounds,
        /// A game of a tournament has no rematch.
        TournamentGame,
        /// A tournament needs at least two active players.
        TooFewPlayers,
        /// A player has this name.
        NameTaken,
        /// The round robin has started and has no free place.
        NoFreePlace,
        /// No such player or pairing.
        NoSuchPairing,
        /// A player is absent or in another game.
        NotBothHere,
        /// No position is shown, or another one.
        NoShot,
        /// The position is invalid, or has no legal move.
        BadPosition,
        /// The solution was shown, or the person has found it.
        ShotIsOver,
        /// The host cannot store the game.
        NotKept,
        /// The host's key opens on the host's own machine only.
        HostHereOnly,
        /// There is no such person, or no such device.
        NoSuchPerson,
        /// The host has shown this person out.
        Removed,
        /// The host was turned off.
        Closed,
    }
}
