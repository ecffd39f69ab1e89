//! The call for a real board: everything that was done at it goes in, what stands on it and what was irregular comes
//! out. Keeps nothing; the rules judge.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::views::{OutcomeView, PlaceView, RoleView, SideView, view};
use draughts::notation::movetext;
use draughts::over_the_board::{
    Action, ActionError, Authority, Irregularity, IrregularityKind, Label, Note, OtbGame, Place, Who,
};
use draughts::{Game, Position, Role, Side, Variant};
use draughts_lessons::{School, Words};

/// Things done at one table, at most.
const LONGEST: usize = 1000;

view! {
    /// `otbGame {variant, fen?, arbiter, actions, language}` → `OtbGameView`: all that was done, the newest last. Without a
    /// FEN from the start. With an arbiter he decides about irregularities, else the opponent.
    #[cfg_attr(feature = "ts", ts(optional_fields = nullable))]
    pub struct ShowOtbGame {
        pub variant: String,
        pub fen: Option<String>,
        pub arbiter: bool,
        pub actions: Vec<ActionView>,
        pub language: String,
    }
}
view! {
    /// Something done at the table.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Action"))]
    pub struct ActionView {
        pub what: ActionKind,
        /// The places it is about: a piece's way, its own first; the piece lifted; from where to where.
        pub places: Vec<PlaceView>,
    }
}
view! {
    /// What can be done at a table.
    pub enum ActionKind {
        /// A piece is touched.
        Touch,
        /// "J'adoube."
        Adjust,
        /// The opponent allows to adjust.
        Permit,
        /// A piece is carried over these places and let go on the last.
        Move,
        /// The same, and it stays in the hand.
        Hold,
        /// The piece in the hand is let go.
        Release,
        /// A piece is taken off the board.
        Lift,
        /// All captured pieces are taken off, in order.
        LiftAll,
        /// A stop while capturing or lifting.
        Pause,
        /// No more pieces are lifted.
        Done,
        /// A man on the last row gets its crown.
        Crown,
        /// A piece is knocked to another place, or with one place off the board.
        Knock,
        /// Before the first move: a piece is set up on another square.
        Misplace,
        /// The wrong set-up is noticed.
        SetupWrong,
        /// It is noticed that the board lies the wrong way round.
        BoardTurned,
        /// The last move is taken back.
        TakeBack,
        /// The irregularity is put right.
        Correct,
        /// It is let stand.
        Accept,
        /// Who committed it does not submit.
        Refuse,
        /// The game is claimed for that.
        Claim,
        Resign,
        /// Both agree to a draw.
        AgreeDraw,
    }
}
view! {
    /// A piece on a real board, also on a square that is not played on.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbPiece"))]
    pub struct OtbPieceView { pub place: PlaceView, pub side: SideView, pub role: RoleView }
}
view! {
    /// What stands on the board and is still to be done or decided.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbGame"))]
    pub struct OtbGameView {
        pub pieces: Vec<OtbPieceView>,
        pub turn: SideView,
        /// The way of the piece in the hand, its own place first.
        pub held: Vec<PlaceView>,
        /// Captured pieces still to be lifted, the next first.
        pub to_lift: Vec<PlaceView>,
        /// Men that wait for their crowns.
        pub uncrowned: Vec<PlaceView>,
        /// What nobody has decided about yet.
        pub pending: Vec<IrregularityView>,
        /// Who decides about it: the side, or nobody where it is the arbiter.
        pub decides: Option<SideView>,
        /// What came of the newest action.
        pub notes: Vec<OtbNoteView>,
        /// How many of the actions were done: one less than were sent where the newest was refused.
        pub done: u32,
        /// Why the newest action could not be done.
        pub refused: Option<OtbRefusalView>,
        /// A move has been made.
        pub begun: bool,
        pub outcome: Option<OutcomeView>,
    }
}
view! {
    /// An irregularity, with its article.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Irregularity"))]
    pub struct IrregularityView {
        /// A word: "missed-capture".
        pub key: String,
        pub text: String,
        /// What else it was, in words.
        pub also: Option<String>,
        pub article: String,
        /// Whose rules, of what year: "international-2004".
        pub edition: String,
        pub by: SideView,
        pub places: Vec<PlaceView>,
        /// The moves that were in order, as written.
        pub instead: Vec<String>,
    }
}
view! {
    /// What came of a action.
    pub enum OtbNoteKind {
        /// A move in order: `text` is the move.
        Played,
        /// An irregularity: `text` names it.
        Irregular,
        /// A lesser fault without consequence: `text` names it.
        Incorrect,
        /// Irregularities were let stand; `text` names them.
        Accepted,
        /// They were put right; `text` names them.
        Corrected,
        /// The piece touched must be played.
        MustPlay,
        /// It cannot be played: touching it binds nobody.
        MayLeave,
        /// `side` may set pieces straight.
        MayAdjust,
        /// `side` asks whether it may.
        AsksToAdjust,
        /// The piece is in the hand: it may still go elsewhere.
        InHand,
        Lifted,
        AllLifted,
        Crowned,
        /// The set-up was put right, which is nobody's fault.
        SetUpAgain,
        NoConsequence,
    }
}
view! {
    /// A remark on what was done at the table, with the article that it rests on.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbNote"))]
    pub struct OtbNoteView {
        pub kind: OtbNoteKind,
        pub text: String,
        pub side: Option<SideView>,
        pub place: Option<PlaceView>,
        /// Of an irregularity or an incorrection: "5.4.6".
        pub article: Option<String>,
        pub edition: Option<String>,
    }
}
view! {
    /// Why something cannot be done at a table.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbRefusal"))]
    pub struct OtbRefusalView {
        /// A word: "occupied", "not-yours-to-decide".
        pub why: String,
        /// The article that refuses it; absent where it is the board.
        pub article: Option<String>,
        pub edition: Option<String>,
    }
}

impl Call for ShowOtbGame {
    type Reply = OtbGameView;

    fn run(self, app: &mut App) -> Result<OtbGameView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        if self.actions.len() > LONGEST {
            let what = format!("at most {LONGEST} things are done at a table");
            return Err(ApiError::new(ErrorKind::BadParams, what));
        }
        let start = match &self.fen {
            Some(fen) => convert::position(variant, fen)?,
            None => variant.start(),
        };
        let authority = match self.arbiter {
            true => Authority::Arbiter,
            false => Authority::Opponent,
        };
        app.assets.need_texts(&self.language)?;
        let school = app.school()?;
        let words = Says {
            school: &school,
            language: &self.language,
            variant,
        };
        let mut table = OtbGame::from_game(Game::from_position(start)).with_authority(authority);
        let mut seen = Vec::new();
        let (mut notes, mut refused, mut done) = (Vec::new(), None, 0);
        for action in &self.actions {
            let before = table.position();
            match table.act(self.who(action.what), action_of(action)?) {
                Ok(came) => {
                    notes = came.iter().map(|note| words.note(&before, note)).collect();
                    seen.extend(came.into_iter().filter_map(|note| match note {
                        Note::Irregular(what) => Some((what, before)),
                        _ => None,
                    }));
                    done += 1;
                }
                // What follows was done after something that was not.
                Err(error) => {
                    notes.clear();
                    refused = Some(refusal(&error, variant));
                    break;
                }
            }
        }
        let pending: Vec<IrregularityView> = table
            .pending()
            .map(|what| {
                let before = seen.iter().rev().find(|(known, _)| known == what);
                words.irregularity(before.map_or(&start, |(_, before)| before), what)
            })
            .collect();
        let decides = table.pending().next().map(|what| what.by.other().into());
        Ok(OtbGameView {
            pieces: table
                .pieces()
                .map(|(place, piece)| OtbPieceView {
                    place: place.into(),
                    side: piece.side.into(),
                    role: match piece.role {
                        Role::Man => RoleView::Man,
                        Role::King => RoleView::King,
                    },
                })
                .collect(),
            turn: table.turn().into(),
            held: places(table.in_hand()),
            to_lift: places(table.to_lift()),
            uncrowned: places(&table.uncrowned()),
            pending,
            decides: decides.filter(|_| !self.arbiter),
            notes,
            done,
            refused,
            begun: table.has_started(),
            outcome: table.outcome().map(|outcome| OutcomeView::of(variant, outcome)),
        })
    }
}

impl ShowOtbGame {
    /// Where there is an arbiter, he decides; all else is done by whoever mostly does it.
    fn who(&self, what: ActionKind) -> Option<Who> {
        let decision = matches!(what, ActionKind::Correct | ActionKind::Accept | ActionKind::Claim);
        (decision && self.arbiter).then_some(Who::Arbiter)
    }
}

fn places(places: &[Place]) -> Vec<PlaceView> {
    places.iter().copied().map(PlaceView::from).collect()
}

impl From<Place> for PlaceView {
    fn from(place: Place) -> Self {
        (place.column, place.row).into()
    }
}

impl From<PlaceView> for Place {
    fn from(place: PlaceView) -> Self {
        let (column, row) = place.into();
        Place { column, row }
    }
}

fn action_of(action: &ActionView) -> Result<Action, ApiError> {
    let way: Vec<Place> = action.places.iter().copied().map(Place::from).collect();
    let wrong = || {
        ApiError::new(
            ErrorKind::BadParams,
            format!("{:?}: not so many places", action.what),
        )
    };
    let one = || way.first().copied().ok_or_else(wrong);
    let pair = || match way[..] {
        [from, to] => Ok((from, to)),
        _ => Err(wrong()),
    };
    Ok(match action.what {
        ActionKind::Touch => Action::Touch(one()?),
        ActionKind::Adjust => Action::Adjust,
        ActionKind::Permit => Action::Permit,
        ActionKind::Move => Action::Move(way),
        ActionKind::Hold => Action::Hold(way),
        ActionKind::Release => Action::Release,
        ActionKind::Lift => Action::Lift(one()?),
        ActionKind::LiftAll => Action::LiftAll,
        ActionKind::Pause => Action::Pause,
        ActionKind::Done => Action::Done,
        ActionKind::Crown => Action::Crown(one()?),
        ActionKind::Knock => Action::Knock(one()?, way.get(1).copied()),
        ActionKind::Misplace => pair().map(|(from, to)| Action::Misplace(from, to))?,
        ActionKind::SetupWrong => Action::SetupWrong,
        ActionKind::BoardTurned => Action::BoardTurned,
        ActionKind::TakeBack => Action::TakeBack,
        ActionKind::Correct => Action::Correct(None),
        ActionKind::Accept => Action::Accept,
        ActionKind::Refuse => Action::Refuse,
        ActionKind::Claim => Action::Claim,
        ActionKind::Resign => Action::Resign,
        ActionKind::AgreeDraw => Action::AgreeDraw,
    })
}

fn refusal(error: &ActionError, variant: Variant) -> OtbRefusalView {
    let label = error.label(variant);
    OtbRefusalView {
        why: error.key().to_owned(),
        article: label.map(|label| label.article.to_owned()),
        edition: label.map(|label| label.edition.key().to_owned()),
    }
}

/// How things at a table are called in a language.
struct Says<'a> {
    school: &'a School,
    language: &'a str,
    variant: Variant,
}

impl Says<'_> {
    fn word(&self, key: &str) -> String {
        let words = Words::of(format!("irregularity.{key}"));
        self.school.texts.say(self.language, &words)
    }

    fn kinds(&self, kinds: &[IrregularityKind]) -> String {
        let named: Vec<String> = kinds.iter().map(|kind| self.word(kind.key())).collect();
        named.join("; ")
    }

    fn irregularity(&self, before: &Position, what: &Irregularity) -> IrregularityView {
        let Label { article, edition } = what.kind.label(self.variant);
        IrregularityView {
            key: what.kind.key().to_owned(),
            text: self.word(what.kind.key()),
            also: what.also.map(|kind| self.word(kind.key())),
            article: article.to_owned(),
            edition: edition.key().to_owned(),
            by: what.by.into(),
            places: places(&what.places),
            instead: what.duty.iter().map(|mv| movetext::write(before, mv)).collect(),
        }
    }

    fn note(&self, before: &Position, note: &Note) -> OtbNoteView {
        use OtbNoteKind as N;
        let plain = |kind| OtbNoteView {
            kind,
            text: String::new(),
            side: None,
            place: None,
            article: None,
            edition: None,
        };
        let at = |kind, place: Place| OtbNoteView {
            place: Some(place.into()),
            ..plain(kind)
        };
        let by = |kind, side: Side| OtbNoteView {
            side: Some(side.into()),
            ..plain(kind)
        };
        let labelled = |kind, word: &str, side, label: Label| OtbNoteView {
            text: self.word(word),
            article: Some(label.article.to_owned()),
            edition: Some(label.edition.key().to_owned()),
            ..by(kind, side)
        };
        match note {
            Note::Played(mv) => OtbNoteView {
                text: movetext::write(before, mv),
                ..plain(N::Played)
            },
            Note::Irregular(what) => labelled(
                N::Irregular,
                what.kind.key(),
                what.by,
                what.kind.label(self.variant),
            ),
            Note::Incorrect(what, side, place) => OtbNoteView {
                place: Some((*place).into()),
                ..labelled(N::Incorrect, what.key(), *side, what.label(self.variant))
            },
            Note::Accepted(kinds) => OtbNoteView {
                text: self.kinds(kinds),
                ..plain(N::Accepted)
            },
            Note::Corrected(kinds) => OtbNoteView {
                text: self.kinds(kinds),
                ..plain(N::Corrected)
            },
            Note::MustPlay(place) => at(N::MustPlay, *place),
            Note::MayLeave(place) => at(N::MayLeave, *place),
            Note::MayAdjust(side) => by(N::MayAdjust, *side),
            Note::AsksToAdjust(side) => by(N::AsksToAdjust, *side),
            Note::InHand(place) => at(N::InHand, *place),
            Note::Lifted(place) => at(N::Lifted, *place),
            Note::AllLifted => plain(N::AllLifted),
            Note::Crowned(place) => at(N::Crowned, *place),
            Note::SetUpAgain => plain(N::SetUpAgain),
            Note::NoConsequence => plain(N::NoConsequence),
        }
    }
}
