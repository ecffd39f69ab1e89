//! Messages between guests and the host. The host decides which are allowed when.
use super::refusal::Refusal;
use super::shot::{SharedShotView, ShotChoice};
use super::terms::TableTerms;
use super::tournament::{GameScore, TournamentLine, TournamentSystem, TournamentView};
use crate::over_the_board::{ActionKind, OtbGameView};
use crate::play::RealRuleView;
use crate::views::{BoardView, ClockView, GameView, PlaceView, PositionView, RefusalView, SideView, Squares};

message! {
    /// A message of a guest. The first on a connection is `enter` or `resume`.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(export))]
    pub enum GuestMessage {
        /// Enters with the key of the address and a name.
        Enter { key: String, name: String },
        /// Returns after a lost connection.
        Resume { key: String, token: String },
        /// Opens a table and waits for an opponent.
        OpenTable { terms: TableTerms },
        /// Closes a table at which no game goes on. Host: any such table, and one that both players have left.
        CloseTable { table: u32 },
        /// Sits down at an open table, which starts the game.
        Sit { table: u32 },
        /// Watches a table.
        Watch { table: u32 },
        /// Returns to the lobby; a running game waits.
        Leave {},
        /// Returns to the own running game.
        Return { table: u32 },
        /// Plays a move: origin, landing squares, target.
        Play { table: u32, ply: u32, path: Squares },
        /// Removes a piece that missed a capture, by the historic rule.
        Huff { table: u32, ply: u32, square: u8 },
        /// Acts at a real board on which `done` actions were done.
        Act { table: u32, done: u32, what: ActionKind, places: Vec<PlaceView> },
        OfferDraw { table: u32 },
        AnswerDraw { table: u32, accept: bool },
        AskTakeBack { table: u32 },
        AnswerTakeBack { table: u32, accept: bool },
        Resign { table: u32 },
        /// Ends the game against an opponent who has been away for ten minutes.
        Claim { table: u32 },
        /// Asks for another game with colours exchanged; it starts when both ask.
        Again { table: u32 },
        /// Asks for the position after `ply` moves.
        LookAt { table: u32, ply: u32 },
        /// Asks why a move is refused.
        AskWhy { table: u32, origin: u8, target: Option<u8> },
        /// Asks whether the federation's rules allow the move that led to `ply`, in a game with a house rule.
        AskRule { table: u32, ply: u32 },
        /// Sets the guest's language, for messages of the real board.
        Speak { language: String },
        /// Asks for the game as a file.
        TakeHome { table: u32 },
        /// Host: pairs all free people at random.
        PairAll {
            terms: TableTerms,
            /// The host takes part too.
            #[serde(default)]
            host_plays: bool,
        },
        /// Host: plays all free people in a simultaneous exhibition.
        PlayAll { terms: TableTerms },
        /// Host: goes to the next board that waits for a move.
        NextBoard {},
        /// Host: shows all boards at once.
        LookAround {},
        /// Host: seats two people at a table.
        PairTwo { white: u32, black: u32, terms: TableTerms },
        /// Opens the tournament's page.
        LookAtTournament {},
        /// Host: starts a tournament with all free people. A round robin sets its own number of rounds.
        BeginTournament {
            system: TournamentSystem,
            rounds: u32,
            terms: TableTerms,
            /// The host takes part too.
            #[serde(default)]
            host_plays: bool,
        },
        /// Host: adds a player: a person who is here, or a name without a device.
        AddPlayer { name: String, person: Option<u32> },
        /// Host: sets whether a player continues in the tournament.
        SetPlaying { number: u32, plays: bool },
        /// Host: pairs the next round.
        NextRound {},
        /// Host: starts the game of a pairing of this round, if both players are present.
        SeatPairing { board: u32 },
        /// Host: enters or corrects a result; `None` deletes it. Rounds and boards count from 0.
        SetScore { round: u32, board: u32, score: Option<GameScore> },
        /// Host: confirms that this person is that player, who plays on the person's device from now on.
        ConfirmPlayer { number: u32, person: u32 },
        /// Host: confirms all who ask to be a player of their name.
        ConfirmPlayers {},
        /// Host: changes a person's name.
        Rename { person: u32, name: String },
        /// Host: gives a person's seat and name to the device of another one.
        HandOver { person: u32, to: u32 },
        /// Host: shows a person out.
        Remove { person: u32 },
        /// Host: ends the tournament.
        EndTournament {},
        /// Host: shows a position to everybody, to find the shot.
        SendShot { shot: ShotChoice },
        /// Tries a move in the shown position, after `found` right moves.
        TryShot { shot: u32, found: u32, path: Squares },
        /// Opens the page of the shown position.
        LookAtShot {},
        /// Host: shows the solution to everybody.
        ShowSolution {},
        /// Host: removes the position.
        EndShot {},
    }
}
impl GuestMessage {
    /// Parses a message.
    ///
    /// # Errors
    /// `Unreadable`.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        serde_json::from_str(text).map_err(|_| Refusal::Unreadable)
    }
}

shape! {
    /// A person who is or was present.
    pub struct PersonView {
        pub id: u32,
        pub name: String,
        pub here: bool,
        /// `true` for the host of the evening.
        pub host: bool,
    }
}
shape! {
    /// Summary of a table.
    pub struct TableLine {
        pub id: u32,
        pub terms: TableTerms,
        pub white: Option<String>,
        pub black: Option<String>,
        /// Number of moves played; absent before a game.
        pub ply: Option<u32>,
        /// Result, "2-0", once the game is over.
        pub result: Option<String>,
        /// `true` if the recipient has a seat there.
        pub yours: bool,
    }
}
shape! {
    /// People and tables.
    pub struct LobbyView {
        pub people: Vec<PersonView>,
        pub tables: Vec<TableLine>,
        pub tournament: Option<TournamentLine>,
        /// `true` while a position is shown to everybody.
        pub shot: bool,
        /// The recipient's pairing of this round, until it has a result.
        pub pairing: Option<OwnPairing>,
    }
}
shape! {
    /// The pairing of the recipient.
    pub struct OwnPairing {
        /// Round, from 1.
        pub round: u32,
        /// Board, from 1.
        pub board: u32,
        pub side: SideView,
        /// Absent for a bye.
        pub opponent: Option<String>,
    }
}
shape! {
    /// The person on one side of a table.
    pub struct SeatView {
        pub name: String,
        pub here: bool,
        /// Milliseconds since the person left.
        pub away: f64,
    }
}
shape! {
    /// A table as a player or spectator sees it.
    pub struct TableView {
        pub id: u32,
        pub terms: TableTerms,
        pub white: Option<SeatView>,
        pub black: Option<SeatView>,
        /// Side of the recipient.
        pub you: Option<SideView>,
        /// Absent before a game.
        pub game: Option<GameView>,
        /// State of the real board, if it is one.
        pub board: Option<OtbGameView>,
        /// Side that offers a draw.
        pub draw: Option<SideView>,
        /// Side that asks to take back a move.
        pub take_back: Option<SideView>,
        /// Side that asks for another game.
        pub again: Option<SideView>,
        /// Number of other boards that wait for the recipient's move.
        pub waiting: u32,
        /// `true` for a game of a tournament: it has no rematch.
        pub tournament: bool,
    }
}
shape! {
    /// A table in the overview of all boards.
    pub struct SmallBoard {
        pub table: u32,
        pub board: BoardView,
        pub position: PositionView,
        pub white: String,
        pub black: String,
        /// The clock, if the game has one.
        pub clock: Option<ClockView>,
        /// Result, "2-0", once the game is over.
        pub result: Option<String>,
        /// `true` if it waits for the recipient's move.
        pub waits: bool,
    }
}
message! {
    /// A message of the host.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(export))]
    pub enum HostMessage {
        /// The guest's id, and the token with which to return.
        Entered { club: String, id: u32, name: String, token: String, host: bool },
        Lobby { lobby: LobbyView },
        Table { table: Box<TableView> },
        Boards { boards: Vec<SmallBoard> },
        Position { table: u32, ply: u32, position: PositionView },
        Why { table: u32, refusal: Option<RefusalView> },
        Rule { table: u32, rule: Box<RealRuleView> },
        Home { table: u32, name: String, text: String },
        Tournament { tournament: Box<TournamentView> },
        Shot { shot: Box<SharedShotView> },
        Refused { refusal: Refusal },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_in_its_form_and_in_no_other() {
        let read = GuestMessage::read(r#"{"kind":"play","table":3,"ply":0,"path":[32,28]}"#);
        assert_eq!(
            read,
            Ok(GuestMessage::Play {
                table: 3,
                ply: 0,
                path: vec![32, 28].into()
            })
        );
        assert_eq!(
            GuestMessage::read(r#"{"kind":"leave"}"#),
            Ok(GuestMessage::Leave {})
        );
        for bad in [
            "",
            "null",
            "[]",
            r#"{"kind":"erase"}"#,
            r#"{"kind":"play","table":3,"ply":0,"path":[32,28],"more":1}"#,
            r#"{"kind":"play","table":-3,"ply":0,"path":[32,28]}"#,
            r#"{"kind":"play","table":3,"ply":0,"path":[3200]}"#,
            r#"{"kind":"resign","table":3,"file":"/etc/passwd"}"#,
            r#"{"kind":"openTable","terms":{"variant":"international"}}"#,
        ] {
            assert_eq!(GuestMessage::read(bad), Err(Refusal::Unreadable), "{bad}");
        }
    }
}
