//! What guests say and what they are told. Shapes alone: what may be said when, the host knows.
use super::refusal::Refusal;
use super::shot::{SharedShotView, ShotChoice};
use super::terms::TableTerms;
use super::tournament::{GameScore, TournamentLine, TournamentSystem, TournamentView};
use crate::over_the_board::{ActionKind, OtbGameView};
use crate::play::RealRuleView;
use crate::views::{BoardView, GameView, PlaceView, PositionView, RefusalView, SideView, Squares};

message! {
    /// What a guest says. The first message of a line is `enter` or `resume`.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(export))]
    pub enum GuestMessage {
        /// Somebody comes, with the key of the address and a name.
        Enter { key: String, name: String },
        /// Somebody comes back.
        Resume { key: String, token: String },
        /// Opens a table, and waits there for whoever comes.
        OpenTable { terms: TableTerms },
        /// Closes a table at which nobody plays.
        CloseTable { table: u32 },
        /// Sits down at an open table: the game begins.
        Sit { table: u32 },
        /// Looks on at a table.
        Watch { table: u32 },
        /// Back to the lobby; a game that goes on waits.
        Leave {},
        /// Back to one's own game that goes on.
        Return { table: u32 },
        /// Plays a move: origin, landings, target.
        Play { table: u32, ply: u32, path: Squares },
        /// Takes off a piece that missed a capture, by the historic rule.
        Huff { table: u32, ply: u32, square: u8 },
        /// Does something at a real board at which so many things were done.
        Act { table: u32, done: u32, what: ActionKind, places: Vec<PlaceView> },
        OfferDraw { table: u32 },
        AnswerDraw { table: u32, accept: bool },
        AskTakeBack { table: u32 },
        AnswerTakeBack { table: u32, accept: bool },
        Resign { table: u32 },
        /// Ends the game of an opponent who has been away for ten minutes.
        Claim { table: u32 },
        /// Wants another game, colours changed; it begins once both do.
        Again { table: u32 },
        /// Asks for the position after so many moves.
        LookAt { table: u32, ply: u32 },
        /// Asks why a move is refused.
        AskWhy { table: u32, origin: u8, target: Option<u8> },
        /// Asks what the rules say of the move that led to `ply`, in a game by a house rule.
        AskRule { table: u32, ply: u32 },
        /// The language that a guest reads: of what is judged at a real board.
        Speak { language: String },
        /// Asks for the game as a file.
        TakeHome { table: u32 },
        /// The host seats everybody who is free in random pairs.
        PairAll { terms: TableTerms },
        /// The host plays everybody who is free, one against all.
        PlayAll { terms: TableTerms },
        /// The host goes to the next board that waits for a move.
        NextBoard {},
        /// The host looks at all boards at once.
        LookAround {},
        /// The host seats these two at a table.
        PairTwo { white: u32, black: u32, terms: TableTerms },
        /// Looks at the tournament.
        LookAtTournament {},
        /// The host opens a tournament: whoever is here and free takes part. Of so many rounds; a round robin has as many as its
        /// field needs.
        BeginTournament { system: TournamentSystem, rounds: u32, terms: TableTerms },
        /// The host enters somebody by name, who need have no device.
        AddPlayer { name: String },
        /// The host says whether an entrant plays on.
        SetPlaying { number: u32, plays: bool },
        /// The host pairs the next round.
        NextRound {},
        /// The host begins the game of a pairing of this round whose players are both here.
        SeatPairing { board: u32 },
        /// The host enters a result, or corrects it; `None` where there is none yet. Rounds and boards from 0.
        SetScore { round: u32, board: u32, score: Option<GameScore> },
        /// The host puts the tournament away.
        EndTournament {},
        /// The host shows everybody a position: who finds the shot?
        SendShot { shot: ShotChoice },
        /// A move tried in it: after so many that were found.
        TryShot { shot: u32, found: u32, path: Squares },
        /// Looks at the position that was sent to all.
        LookAtShot {},
        /// The host shows everybody the solution.
        ShowSolution {},
        /// The host puts the position away.
        EndShot {},
    }
}
impl GuestMessage {
    /// The message of a text.
    ///
    /// # Errors
    /// `Unreadable`.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        serde_json::from_str(text).map_err(|_| Refusal::Unreadable)
    }
}

shape! {
    /// Somebody who is here or was.
    pub struct PersonView {
        pub id: u32,
        pub name: String,
        pub here: bool,
        /// Who holds the evening.
        pub host: bool,
    }
}
shape! {
    /// A table in one line.
    pub struct TableLine {
        pub id: u32,
        pub terms: TableTerms,
        pub white: Option<String>,
        pub black: Option<String>,
        /// How many moves were played; absent while nobody plays.
        pub ply: Option<u32>,
        /// The result, "2-0", once there is one.
        pub result: Option<String>,
        /// Whoever asks has a seat there.
        pub yours: bool,
    }
}
shape! {
    /// Who is here, and the tables.
    pub struct LobbyView {
        pub people: Vec<PersonView>,
        pub tables: Vec<TableLine>,
        pub tournament: Option<TournamentLine>,
        /// A position was sent to all.
        pub shot: bool,
    }
}
shape! {
    /// Who sits on one side of a table.
    pub struct SeatView {
        pub name: String,
        pub here: bool,
        /// Milliseconds since the person left.
        pub away: f64,
    }
}
shape! {
    /// A table as whoever sits or looks on sees it.
    pub struct TableView {
        pub id: u32,
        pub terms: TableTerms,
        pub white: Option<SeatView>,
        pub black: Option<SeatView>,
        /// The side of whoever is told.
        pub you: Option<SideView>,
        /// Absent while nobody plays.
        pub game: Option<GameView>,
        /// What stands on the board, where it is a real one.
        pub board: Option<OtbGameView>,
        /// The side that offers a draw.
        pub draw: Option<SideView>,
        /// The side that asks to take back its move.
        pub take_back: Option<SideView>,
        /// The side that wants another game.
        pub again: Option<SideView>,
        /// So many other boards wait for a move of whoever is told.
        pub waiting: u32,
    }
}
shape! {
    /// A table as it is shown among all.
    pub struct SmallBoard {
        pub table: u32,
        pub board: BoardView,
        pub position: PositionView,
        pub white: String,
        pub black: String,
        /// The result, "2-0", once there is one.
        pub result: Option<String>,
        /// It waits for a move of whoever is told.
        pub waits: bool,
    }
}
message! {
    /// What a guest is told.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(export))]
    pub enum HostMessage {
        /// Who the guest is, and the token with which to come back.
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
