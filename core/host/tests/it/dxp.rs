//! DamExchange sessions of the window over localhost: two windows play each other, a person plays, and every protocol
//! error gets its fault.
use damier_core::together::{DxpAct, DxpFault, DxpState, DxpView, DxpWay, DxpWish};
use damier_core::views::SideView;
use damier_host::dxp::{Fault, Home, Proposal, Role, Room, Session};
use damier_store::Store;
use draughts::notation::dxp::Message;
use draughts::{Side, Variant};
use draughts_engine::EngineAssets;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// A window with its library.
struct Window {
    session: Session,
    told: Receiver<DxpView>,
}

impl Window {
    fn open(library: &Path, name: &str, wish: DxpWish) -> Self {
        let (tell, told) = channel();
        let home = Home {
            store: Store::open(library).unwrap(),
            name: name.into(),
            assets: EngineAssets::bundled(),
            network: None,
        };
        let session = Session::begin(home, wish, move |view| drop(tell.send(view))).unwrap();
        Self { session, told }
    }

    /// Returns the first state that matches.
    fn until(&self, wanted: impl Fn(&DxpView) -> bool) -> DxpView {
        loop {
            let view = self.told.recv_timeout(PATIENCE).unwrap();
            if wanted(&view) {
                return view;
            }
            assert!(view.state != (DxpState::Over {}), "{view:?}");
        }
    }

    /// The address that it listens on.
    fn address(&self) -> String {
        match self
            .until(|view| matches!(view.state, DxpState::Waiting { .. }))
            .state
        {
            DxpState::Waiting { address } => address,
            other => panic!("{other:?}"),
        }
    }

    fn fault(&self) -> DxpFault {
        let over = self.until(|view| view.state == (DxpState::Over {}));
        over.fault.unwrap()
    }
}

fn wish(way: DxpWay) -> DxpWish {
    DxpWish {
        proposes: matches!(way, DxpWay::Call { .. }),
        way,
        variant: "international".into(),
        colour: SideView::White,
        minutes: 5,
        moves: 8,
        games: 1,
        level: None,
        take_back: false,
    }
}

fn waits() -> DxpWish {
    wish(DxpWay::Wait {
        port: 0,
        others: false,
    })
}

fn calls(address: &str) -> DxpWish {
    wish(DxpWay::Call {
        address: address.into(),
    })
}

fn by_level(wish: DxpWish) -> DxpWish {
    DxpWish {
        level: Some("1".into()),
        ..wish
    }
}

/// The test as the other program.
struct Program(TcpStream);

impl Program {
    fn call(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self(stream)
    }

    fn say(&mut self, text: &str) {
        self.say_bytes(text.as_bytes());
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
        self.0.write_all(&[0]).unwrap();
    }

    fn hear(&mut self) -> Option<String> {
        let (mut message, mut byte) = (Vec::new(), [0]);
        loop {
            match self.0.read(&mut byte) {
                Ok(1) if byte[0] == 0 => return String::from_utf8(message).ok(),
                Ok(1) => message.push(byte[0]),
                _ => return None,
            }
        }
    }
}

/// Asks the window to play Black.
const REQUEST: &str = "R01A test                          Z005075A";

#[test]
fn two_windows_play_two_games_and_both_save_them() {
    let folder = tempfile::tempdir().unwrap();
    let (here, there) = (folder.path().join("here.db"), folder.path().join("there.db"));
    let two = |wish| DxpWish {
        games: 2,
        ..by_level(wish)
    };
    let waiting = Window::open(&here, "Ann", two(waits()));
    let calling = Window::open(&there, "Bram", two(calls(&waiting.address())));
    let ends = [&waiting, &calling].map(|window| {
        let first = window.until(|view| view.ended);
        let last = window.until(|view| view.state == (DxpState::Over {}));
        assert_eq!((last.fault, last.number), (None, 2));
        assert_ne!(first.own, last.own, "colours change");
        [first.game.unwrap(), last.game.unwrap()]
    });
    for (one, other) in ends[0].iter().zip(&ends[1]) {
        let written = |game: &damier_core::views::GameView| {
            let moves = game.moves.iter().map(|mv| mv.notation.clone());
            moves.collect::<Vec<_>>()
        };
        assert_eq!(written(one), written(other));
        assert!(one.ply > 8, "{}", one.ply);
    }
    let kept = Store::open(&here).unwrap();
    let row = kept.library_row(1).unwrap().unwrap();
    assert_eq!(row.facts.plies, ends[1][0].ply);
}

#[test]
fn a_person_plays_chats_and_resigns() {
    let folder = tempfile::tempdir().unwrap();
    let window = Window::open(&folder.path().join("games.db"), "Ann", waits());
    let mut program = Program::call(&window.address());
    program.say("CGood evening");
    program.say(REQUEST);
    assert!(program.hear().unwrap().starts_with("AAnn "));
    let begun = window.until(|view| view.game.is_some());
    assert_eq!((begun.own, begun.opponent.as_str()), (SideView::Black, "A test"));
    assert_eq!(begun.said.last().unwrap().text, "Good evening");
    // Not our turn: the move is ignored.
    window.session.act(DxpAct::Play {
        ply: 0,
        path: vec![32, 28].into(),
    });
    program.say("M0003322800");
    let game = window.until(|view| view.game.as_ref().is_some_and(|game| game.ply == 1));
    assert_eq!(game.game.unwrap().clock.unwrap().running, Some(SideView::Black));
    // A stale move, an illegal one, and a legal one.
    for (ply, path) in [(0, vec![19, 23]), (1, vec![20, 21]), (1, vec![19, 23])] {
        window.session.act(DxpAct::Play {
            ply,
            path: path.into(),
        });
    }
    assert_eq!(program.hear().unwrap(), "M0000192300");
    program.say("M0002281901 23".replace(' ', "").as_str());
    window.until(|view| view.game.as_ref().is_some_and(|game| game.ply == 3));
    window.session.act(DxpAct::Say {
        text: " Très joli – bravo\u{1f600} ".into(),
    });
    assert_eq!(program.hear().unwrap(), "CTres joli - bravo?");
    window.session.act(DxpAct::Resign {});
    assert!(program.hear().unwrap().starts_with("E1"));
    program.say("E31");
    let over = window.until(|view| view.state == (DxpState::Over {}));
    let outcome = over.game.unwrap().outcome.unwrap();
    assert_eq!((over.fault, outcome.winner), (None, Some(SideView::White)));
}

#[test]
fn a_text_that_is_no_message_is_passed_over_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let window = Window::open(&folder.path().join("games.db"), "Zoé", waits());
    let mut program = Program::call(&window.address());
    program.say("");
    program.say_bytes(b"R01Andr\xe9                           Z005075A\r\n");
    assert_eq!(program.hear().unwrap(), format!("AZoe{}0", " ".repeat(29)));
    window.until(|view| view.opponent == "André" && view.unread == 1);
    for text in [
        &b""[..],
        b"hello",
        b"Q1",
        b"E9",
        b"\xff\xfe",
        &[b'C'; 5000],
        b"CBonne chance \xe0 l'\xe9l\xe8ve",
    ] {
        program.say_bytes(text);
    }
    let told = window.until(|view| {
        view.said
            .last()
            .is_some_and(|said| said.text == "Bonne chance à l'élève")
    });
    assert_eq!((told.unread, told.fault), (7, None));
    program.say("M0003322800   ");
    window.until(|view| view.game.as_ref().is_some_and(|game| game.ply == 1));
    window.session.act(DxpAct::Play {
        ply: 1,
        path: vec![19, 23].into(),
    });
    assert_eq!(program.hear().unwrap(), "M0000192300");
}

#[test]
fn a_draw_needs_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    for (answer, drawn) in [("E21", true), ("E01", false)] {
        let window = Window::open(&folder.path().join("games.db"), "Ann", waits());
        let mut program = Program::call(&window.address());
        program.say(REQUEST);
        program.hear().unwrap();
        program.say("M0003322800");
        window.until(|view| view.game.as_ref().is_some_and(|game| game.ply == 1));
        window.session.act(DxpAct::ProposeDraw {});
        assert!(program.hear().unwrap().starts_with("E2"));
        program.say(answer);
        let over = window.until(|view| view.state == (DxpState::Over {}));
        assert!(over.ended);
        assert_eq!(over.game.unwrap().outcome.is_some(), drawn, "{answer}");
    }
}

#[test]
fn every_error_has_its_fault() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("games.db");
    let open = |wish| Window::open(&library, "Ann", wish);
    // During a game: an illegal move, an unreadable move, a closed connection.
    let illegal = |text: &str| DxpFault::Illegal { text: text.into() };
    for (wrong, fault) in [
        (Some("M0000010200"), illegal("1-2")),
        (Some("M00003228"), illegal("M00003228")),
        (None, DxpFault::Gone {}),
    ] {
        let window = open(waits());
        let mut program = Program::call(&window.address());
        program.say(REQUEST);
        program.hear().unwrap();
        window.until(|view| view.game.is_some());
        if let Some(wrong) = wrong {
            program.say(wrong);
        } else {
            drop(program);
        }
        assert_eq!(window.fault(), fault);
    }
    // The proposal is declined in three ways.
    for (code, fault) in [
        (1, DxpFault::OtherVersion { name: "Other".into() }),
        (2, DxpFault::OtherGame { name: "Other".into() }),
        (3, DxpFault::Declined { name: "Other".into() }),
    ] {
        let door = TcpListener::bind("127.0.0.1:0").unwrap();
        let window = open(calls(&door.local_addr().unwrap().to_string()));
        let mut program = Program(door.accept().unwrap().0);
        let asked = program.hear().unwrap();
        assert!(
            matches!(Message::read(asked.as_bytes()), Ok(Message::Request(_))),
            "{asked}"
        );
        program.say(&format!("A{:32}{code}", "Other"));
        assert_eq!(window.fault(), fault);
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let busy = open(wish(DxpWay::Wait { port, others: false }));
    assert_eq!(busy.fault(), DxpFault::NoPort { port });
    let wrong = |change: fn(&mut DxpWish)| {
        let mut wish = waits();
        change(&mut wish);
        open(wish).fault()
    };
    assert_eq!(
        wrong(|wish| wish.variant = "russian".into()),
        DxpFault::NoBoard {}
    );
    assert_eq!(wrong(|wish| wish.variant = "chess".into()), DxpFault::NotKept {});
    assert_eq!(wrong(|wish| wish.level = Some("99".into())), DxpFault::NoLevel {});
    let nowhere = open(calls("no such machine"));
    assert!(matches!(nowhere.fault(), DxpFault::BadAddress { .. }));
}

#[test]
fn connecting_is_retried_until_our_side_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let window = Window::open(&folder.path().join("games.db"), "Ann", calls(&address));
    let again = window.until(|view| matches!(view.state, DxpState::Calling { calls: 2, .. }));
    let second = DxpState::Calling {
        address,
        calls: 2,
        pause: Some(2),
    };
    assert_eq!(again.state, second);
    let Window { session, told } = window;
    drop(session);
    let last = std::iter::from_fn(|| told.recv_timeout(PATIENCE).ok())
        .last()
        .unwrap();
    assert_eq!((last.state, last.fault), (DxpState::Over {}, None));
}

#[test]
fn a_stray_caller_does_not_end_the_wait_and_leaving_frees_the_port() {
    let folder = tempfile::tempdir().unwrap();
    let window = Window::open(&folder.path().join("games.db"), "Ann", waits());
    let address = window.address();
    let mut browser = Program::call(&address);
    browser.say(&format!(
        "GET / HTTP/1.1\r\nHost: {address}\r\nUser-Agent: {}\r\n\r\n",
        "x".repeat(300)
    ));
    while browser.hear().is_some() {}
    let view = window.until(|view| view.fault.is_some() && matches!(view.state, DxpState::Waiting { .. }));
    assert_eq!(view.fault, Some(DxpFault::Nonsense {}));
    let mut program = Program::call(&address);
    program.say(REQUEST);
    assert!(program.hear().unwrap().ends_with('0'));
    assert_eq!(window.until(|view| view.game.is_some()).fault, None);
    drop(window);
    assert!(TcpListener::bind(&address).is_ok());
}

#[test]
fn take_backs_are_granted_if_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let wish = DxpWish {
        take_back: true,
        ..by_level(waits())
    };
    let window = Window::open(&folder.path().join("games.db"), "Ann", wish);
    let mut program = Program::call(&window.address());
    program.say(REQUEST);
    program.hear().unwrap();
    program.say("M0003322800");
    assert!(program.hear().unwrap().starts_with('M'));
    program.say("B001W");
    assert_eq!(program.hear().unwrap(), "K0");
    let back = window.until(|view| view.game.as_ref().is_some_and(|game| game.ply == 2));
    assert_eq!(back.number, 1);
    window.until(|view| view.game.as_ref().is_some_and(|game| game.ply == 0));
}

#[test]
fn waiting_for_a_silent_program_ends() {
    struct SilentSeat;
    impl damier_host::dxp::Seat for SilentSeat {
        fn hear(&mut self, _: damier_host::dxp::SessionEvent<'_>) -> Result<(), Fault> {
            Ok(())
        }
        fn turn(&mut self, _: &draughts::Game, _: draughts_engine::Limits) {}
        fn act(&mut self) -> Option<damier_host::dxp::Act> {
            None
        }
        fn rest(&mut self) {}
        fn is_busy(&self) -> bool {
            false
        }
    }
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(door.local_addr().unwrap()).unwrap();
    let mut room = Room::new(Proposal {
        name: "Ann".into(),
        variant: Variant::International,
        start: Variant::International.start(),
        colour: Side::White,
        minutes: 5,
        moves: 0,
        games: None,
        take_back: false,
        patience: Some(Duration::from_millis(100)),
    })
    .unwrap();
    let ended = room.session(stream, Role::Initiator, &mut SilentSeat);
    assert!(matches!(ended, Err(Fault::Silent)));
}
