//! Why the host refuses what a guest asks.

message! {
    /// Why something was not done.
    #[derive(Copy, Eq)]
    pub enum Refusal {
        /// The message is none, or has another form.
        Unreadable,
        /// The message is longer than any has to be.
        TooLong,
        /// Messages come too fast; this one was not heard.
        TooFast,
        /// The address is of another evening, or wrong.
        WrongKey,
        /// Whoever was away too long, or never was here.
        UnknownToken,
        /// Nobody has said who it is.
        NotEntered,
        /// Nothing is left of the name.
        NoName,
        /// No more people, tables or lines.
        Full,
        /// The same person is here on another line now.
        Elsewhere,
        NoSuchTable,
        /// Somebody else sat down first.
        Taken,
        /// One game at a time.
        PlaysAlready,
        /// Not at this table, or not this side.
        NotYours,
        /// The game has gone on since.
        Stale,
        IllegalMove,
        GameOver,
        /// The game goes on.
        GoesOn,
        /// Nothing was asked that could be answered.
        NothingAsked,
        /// It was asked already.
        AskedAlready,
        /// Nothing is taken back in a serious game.
        Serious,
        /// There is no move to take back.
        NoMove,
        /// The opponent is here, or has not been away for ten minutes.
        NotAway,
        /// No game can be played so.
        BadTerms,
        /// Only whoever holds the evening may.
        HostOnly,
        /// Too few people are here who do not play.
        NobodyFree,
        /// No other board waits for a move.
        NoBoard,
        /// There is no tournament.
        NoTournament,
        /// There is one already.
        TournamentAlready,
        /// Games of this round have no result yet.
        RoundGoesOn,
        /// All rounds were paired.
        NoMoreRounds,
        /// A tournament needs two who play on.
        TooFewPlayers,
        /// Somebody of this name takes part.
        NameTaken,
        /// A round robin that has begun has no free place.
        NoFreePlace,
        /// There is no such player or pairing.
        NoSuchPairing,
        /// One of the two is not here, or plays elsewhere.
        NotBothHere,
        /// No position was sent, or another one since.
        NoShot,
        /// The position cannot be read, or nobody can move in it.
        BadPosition,
        /// The solution was shown already, or one has found it.
        ShotIsOver,
        /// The host cannot keep the game.
        NotKept,
        /// The host was turned off.
        Closed,
    }
}
