use super::*;
use crate::notation::fen;
use crate::rules::Variant;

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

#[test]
fn published_messages_are_read_and_written_the_same() {
    let quiet = MoveMade {
        seconds: 1,
        from: square(6),
        to: square(11),
        captured: Vec::new(),
    };
    let capture = MoveMade {
        seconds: 12,
        from: square(5),
        to: square(25),
        captured: [22, 12, 23, 20].map(square).to_vec(),
    };
    let request = GameRequest {
        version: 1,
        name: "A program".into(),
        follower: Side::Black,
        minutes: 5,
        moves: 75,
        position: None,
    };
    for (text, message) in [
        ("M0001061100", Message::Move(quiet)),
        ("M001205250422122320", Message::Move(capture)),
        ("E20", Message::End(End::Draw, false)),
        ("E11", Message::End(End::Lost, true)),
        ("Chello there", Message::Chat("hello there".into())),
        ("B012W", Message::BackRequest(12, Side::White)),
        ("K1", Message::BackAnswer(1)),
        (
            "AThe other                       0",
            Message::Accept("The other".into(), Answer::Accepted),
        ),
        (
            "R01A program                       Z005075A",
            Message::Request(request.clone()),
        ),
    ] {
        assert_eq!(Message::read(text.as_bytes()), Ok(message.clone()), "{text}");
        assert_eq!(message.write(), text);
    }
    let position = write_position(&Variant::International.start());
    let set_up = Message::Request(GameRequest {
        position: Some(position),
        ..request
    });
    assert_eq!(Message::read(set_up.write().as_bytes()), Ok(set_up.clone()));
    assert_eq!(set_up.write().len(), 43 + 51);
}

#[test]
fn invalid_messages_are_refused() {
    for bytes in [
        &b""[..],
        b"X",
        b"M",
        b"M00010611",
        b"M000106110",
        b"M0001061101",
        b"M0001005100",
        b"M0001061100x",
        b"M0001061100 1",
        b"M000106aa00",
        b"E",
        b"E9",
        b"E4 0",
        b"R",
        b"R01",
        b"B12",
        b"B012X",
        b"A",
        b"\xff\xfe",
        b"K",
        &[b'C'; 128],
    ] {
        assert!(
            Message::read(bytes).is_err(),
            "{:?}",
            String::from_utf8_lossy(bytes)
        );
    }
    // Only a text that is meant as a move stops a game.
    for (bytes, text) in [
        (&b"M00010611"[..], "M00010611"),
        (b"M0001061100x ", "M0001061100x"),
    ] {
        assert_eq!(Message::read(bytes), Err(DxpError::Move(text.into())));
    }
    assert!(!matches!(Message::read(b"Merci"), Err(DxpError::Move(_))));
    // Every written message can be read again.
    let odd = Message::Chat(format!("é\n{}", "x".repeat(300)));
    assert!(Message::read(odd.write().as_bytes()).is_ok());
    let odd = Message::Accept("ij\u{133}".repeat(40), Answer::None);
    assert!(Message::read(odd.write().as_bytes()).is_ok());
}

#[test]
fn names_and_chat_may_have_accents() {
    let utf8 = "R01Zoé Łukaszewicz".to_owned() + &" ".repeat(17) + "Z005075A";
    let latin = b"R01Zo\xe9                             Z005075A".to_vec();
    for (bytes, name) in [
        (utf8.into_bytes(), "Zoé Łukaszewicz"),
        (latin, "Zoé"),
        // 32 bytes of UTF-8, and a name that is not padded.
        (format!("R01Zoé{}Z005075A", " ".repeat(28)).into_bytes(), "Zoé"),
        (b"R01ZoeZ005075A".to_vec(), "Zoe"),
    ] {
        let Ok(Message::Request(request)) = Message::read(&bytes) else {
            panic!("{}", String::from_utf8_lossy(&bytes))
        };
        assert_eq!(
            (request.name.as_str(), request.follower, request.moves),
            (name, Side::Black, 75)
        );
    }
    let set_up = [
        b"R01Andr\xe9                           Z005075BW",
        &[b'w'; 50][..],
    ]
    .concat();
    assert!(matches!(Message::read(&set_up), Ok(Message::Request(request)) if request.name == "André"));
    for (bytes, message) in [
        (
            &b"CBonne chance \xe0 l'\xe9l\xe8ve"[..],
            Message::Chat("Bonne chance à l'élève".into()),
        ),
        ("CУдачи!".as_bytes(), Message::Chat("Удачи!".into())),
        (
            b"Ctwo\tlines\r\nof\x01it\r\n",
            Message::Chat("two lines  of it".into()),
        ),
        (
            b"ABj\xf6rn                           0",
            Message::Accept("Björn".into(), Answer::Accepted),
        ),
        (b"ABjorn0", Message::Accept("Bjorn".into(), Answer::Accepted)),
    ] {
        assert_eq!(Message::read(bytes), Ok(message));
    }
}

#[test]
fn names_and_chat_are_written_plain() {
    let written = |text: &str| Message::Chat(text.into()).write();
    assert_eq!(
        written(" Très joli – l’ÉTÉ, Straße, Œuvre "),
        "CTres joli - l'ETE, Strasse, OEuvre"
    );
    assert_eq!(written("Удачи\n!"), "C??????!");
    // A cut leaves no blank at the end.
    let cut = written(&("x".repeat(125) + " y"));
    assert_eq!(cut.len(), 126);
    let accept = Message::Accept("Zoé Müller".into(), Answer::Accepted).write();
    assert_eq!(accept, "AZoe Muller                      0");
}

#[test]
fn blanks_around_a_message_are_ignored() {
    for text in [
        "E10",
        "M0001061100",
        "M001205250422122320",
        "K1",
        "B012W",
        "R01A test                          Z005075A",
    ] {
        let message = Message::read(text.as_bytes());
        assert!(message.is_ok(), "{text}");
        for odd in [
            format!("{text}  "),
            format!("{text}\r\n"),
            format!("\n{text}"),
            format!("{text:130}"),
        ] {
            assert_eq!(Message::read(odd.as_bytes()), message, "{odd:?}");
        }
    }
    assert_eq!(Message::read(b" \r\n"), Err(DxpError::Empty));
}

#[test]
fn positions_and_moves_go_there_and_back() {
    for text in [
        "W:W31-50:B1-20",
        "B:W18,24,27,K28,K33:B12,16,20,K22,K25",
        "W:WK3:B8,10,18,27",
    ] {
        let position = fen::read(Variant::International, text).unwrap();
        assert_eq!(
            read_position(Variant::International, &write_position(&position)),
            Ok(position)
        );
        for mv in position.legal_moves() {
            assert_eq!(MoveMade::of(&mv, 0).find(&position), Ok(mv));
        }
    }
    let start = Variant::International.start();
    let illegal = MoveMade {
        seconds: 0,
        from: square(1),
        to: square(2),
        captured: vec![square(3)],
    };
    assert!(matches!(illegal.find(&start), Err(DxpError::Illegal(_))));
    for bad in ["", "W", "X", &"W".repeat(51), &format!("W{}", "?".repeat(50))] {
        assert!(read_position(Variant::International, bad).is_err(), "{bad}");
    }
}
