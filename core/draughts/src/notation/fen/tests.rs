//! FEN texts that are read, written and refused.
use super::*;
use crate::rules::SetupReason;

fn read(text: &str) -> Result<Position, FenError> {
    super::read(Variant::International, text)
}

#[test]
fn one_position_has_one_text() {
    let start = "W:W31-50:B1-20";
    assert_eq!(write(&Variant::International.start()), start);
    for text in [
        start,
        "W:B1-20:W31-50",
        " w : w 31 - 50 : b 1-20 . ",
        "W:W31-50:B1-20:H0:F1",
        "W:H3:F12:W31-50:B1-20.",
        "W:W31,32,33,34,35-49,50,:B1-10,11-20\n",
    ] {
        assert_eq!(
            read(text).map(|position| write(&position)),
            Ok(start.to_string()),
            "{text}"
        );
    }
}

#[test]
fn every_game_is_written_as_its_players_do() {
    for (variant, start) in [
        (Variant::International, "W:W31-50:B1-20"),
        (Variant::Canadian, "W:W43-72:B1-30"),
        (Variant::English, "B:W21-32:B1-12"),
        (Variant::Italian, "W:W21-32:B1-12"),
        (Variant::Pool, "B:W21-32:B1-12"),
        (Variant::Spanish, "W:W1-12:B21-32"),
        (Variant::Portuguese, "W:W1-12:B21-32"),
        (Variant::Thai, "B:W1-8:B25-32"),
        (Variant::Frysk, "W:W46-50:B1-5"),
        (
            Variant::Russian,
            "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
        ),
    ] {
        assert_eq!(write(&variant.start()), start);
        assert_eq!(super::read(variant, start), Ok(variant.start()));
    }
    for variant in Variant::ALL {
        for numbering in [Numbering::Native, Numbering::TopLeft] {
            let start = variant.start();
            let text = write_numbered(&start, numbering);
            assert_eq!(read_numbered(variant, numbering, &text), Ok(start), "{text}");
        }
    }
    // Numbers are accepted in games with letters, and letters in games with numbers.
    let russian = super::read(Variant::Russian, "W:W21-32:B1-12");
    assert_eq!(russian, Ok(Variant::Russian.start()));
    assert_eq!(read("W:WKa1:BKj10"), read("W:WK46:BK5"));
    assert_eq!(
        super::read(Variant::Spanish, "W:W12-1:B21")
            .unwrap_err()
            .to_string(),
        "the range 12-1 runs backwards (at 3)"
    );
    assert_eq!(
        super::read(Variant::Russian, "W:Wa2:Bb8")
            .unwrap_err()
            .to_string(),
        "a2 is no square of the board (at 3)"
    );
}

#[test]
fn frisian_king_moves_are_kept() {
    let frisian = |text: &str| super::read(Variant::Frisian, text).unwrap();
    let text = "W:W40,K46:B6,K10:+210+146";
    assert_eq!(write(&frisian(text)), text);
    assert_eq!(frisian("W:W40,K46:B6,K10:H3:F9:+2+1"), frisian(text));
    assert_eq!(write(&frisian("W:W40,K46:B6,K10:+0+0")), "W:W40,K46:B6,K10");
    assert_eq!(
        write(&frisian("W:W40,K46,K47:B6,K10:+0+2")),
        "W:W40,K46,K47:B6,K10"
    );
    assert_eq!(write(&frisian("W:W40,K46:B6,K10:+9")), "W:W40,K46:B6,K10:+310+0");
}

#[test]
fn pieces_of_an_unfinished_capture_are_left_out() {
    assert_eq!(
        read("W:W31,G32:B1,P2,K3").map(|p| write(&p)),
        Ok("W:W31:B1,K3".into())
    );
    assert_eq!(read("?:W31:B1").map(|p| write(&p)), Ok("W:W31:B1".into()));
    // In games with letters G1 is a square.
    let russian = |text| super::read(Variant::Russian, text).map(|p| write(&p));
    assert_eq!(russian("W:W21,G18:B1,P14,12"), Ok("W:Wa3:Bb8,h6".into()));
    assert_eq!(russian("W:WG1:BB8"), Ok("W:Wg1:Bb8".into()));
}

#[test]
fn ranges_of_kings_and_empty_sides_are_read() {
    let text = |fen: &str| read(fen).map(|position| write(&position));
    assert_eq!(text("B:WK1-3:B"), Ok("B:WK1,K2,K3:B".to_string()));
    assert_eq!(text("B:WK1-K3:B"), Ok("B:WK1,K2,K3:B".to_string()));
    assert_eq!(
        text("W:W31,32:BK31-31,20"),
        Err(read("W:W31,32:BK31,20").unwrap_err())
    );
    assert_eq!(text("W:W:B"), Ok("W:W:B".to_string()));
    assert_eq!(text("W:B:W48,49,50,7"), Ok("W:W7,48-50:B".to_string()));
    assert_eq!(text("W:W48,49,K50:B"), Ok("W:W48,49,K50:B".to_string()));
}

#[test]
fn errors_name_the_place() {
    assert_eq!(read(""), Err(FenError::Empty));
    assert_eq!(read("  "), Err(FenError::Empty));
    assert_eq!(read("31-50"), Err(FenError::Turn { found: '3', at: 0 }));
    assert_eq!(read("é"), Err(FenError::Turn { found: 'é', at: 0 }));
    assert_eq!(read("WW31"), Err(FenError::Colon { at: 1 }));
    assert_eq!(read("W:W31"), Err(FenError::SideMissing(Side::Black)));
    assert_eq!(read("W"), Err(FenError::SideMissing(Side::White)));
    assert_eq!(
        read("W:W31:W32"),
        Err(FenError::SideTwice {
            side: Side::White,
            at: 6
        })
    );
    assert_eq!(
        read("W:W31,Q7:B2"),
        Err(FenError::Unexpected { found: 'Q', at: 6 })
    );
    assert_eq!(read("W:W31,,32:B2"), Err(FenError::Missing { at: 6 }));
    assert_eq!(read("W:W31-:B2"), Err(FenError::Missing { at: 6 }));
    assert_eq!(read("W:WK:B2"), Err(FenError::Missing { at: 4 }));
    let off = |number, at| {
        Err(FenError::OffBoard {
            number,
            squares: 50,
            at,
        })
    };
    assert_eq!(read("W:W31,51:B2"), off(51, 6));
    assert_eq!(read("W:W0:B2"), off(0, 3));
    assert_eq!(read("W:W306:B2"), off(306, 3));
    assert_eq!(read("W:W99999999999999999999:B2"), off(u32::MAX, 3));
    assert_eq!(
        read("W:W35-31:B2"),
        Err(FenError::Range {
            first: "35".into(),
            last: "31".into(),
            at: 3
        })
    );
}

#[test]
fn impossible_positions_are_refused_with_all_reasons() {
    let reasons = |text: &str| match read(text) {
        Err(FenError::Impossible { errors, .. }) => errors.reasons().collect::<Vec<_>>(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(reasons("W:W31:B31"), [SetupReason::TwoOnOneSquare]);
    assert_eq!(reasons("W:W5:B6"), [SetupReason::ManOnPromotionRow]);
    assert_eq!(reasons("W:W6:B46"), [SetupReason::ManOnPromotionRow]);
    assert_eq!(reasons("W:W30-50:B1"), [SetupReason::TooManyPieces]);
    assert_eq!(
        reasons("W:W5,31,31:BK1-21"),
        [
            SetupReason::TwoOnOneSquare,
            SetupReason::ManOnPromotionRow,
            SetupReason::TooManyPieces
        ]
    );
    assert!(read("W:WK5:BK46").is_ok());
    // Errors name the square in the numbering of the text.
    let says = |variant, text: &str| super::read(variant, text).unwrap_err().to_string();
    assert_eq!(
        says(Variant::Russian, "W:Wa1,h8:Bf8,f8"),
        "impossible position: two pieces on one square, a man on its promotion row (square f8, h8)"
    );
    assert_eq!(
        says(Variant::Spanish, "W:W32:B5"),
        "impossible position: a man on its promotion row (square 32)"
    );
}

#[test]
fn garbage_without_end_is_refused_quickly() {
    for garbage in ["7", "W:W31,", "W:", "31-50,", "K", ":W"] {
        assert!(read(&format!("W:W31-50:B{}", garbage.repeat(10 << 20))).is_err());
    }
}

#[test]
fn a_fen_is_read_as_people_copy_it() {
    let start = read("W:W28:B22").unwrap();
    for text in [
        "[FEN \"W:W28:B22\"]",
        "  [ FEN \"W:W28:B22.\" ]\n",
        "[fen \"W:W28:B22\"]",
        "[SetUp \"1\"]\r\n[FEN \"W:W28:B22\"]\r\n[Result \"*\"]",
        "[FEN W:W28:B22]",
        "[FEN “W:W28:B22”]",
        "/FEN \"W:W28:B22\"/",
        "FEN: W:W28:B22",
        "FEN W:W28:B22",
        "fen=W:W28:B22",
        "\"W:W28:B22\"",
        "'W:W28:B22'",
        "\u{feff}W:W28:B22",
        "„W:W28:B22“",
    ] {
        assert_eq!(read(text), Ok(start), "{text}");
    }
    let error = read("[FEN \"W:W51:B22\"]").unwrap_err();
    assert_eq!(
        error.to_string(),
        "square 51 is not on the board of 50 squares (at 9)"
    );
    assert_eq!(read("[FEN \"\"]"), Err(FenError::Empty));
    assert_eq!(read("[FEN"), Err(FenError::Empty));
    // A game is more than its start.
    for game in [
        "[FEN \"W:W28:B22\"]\n1. 28x17 *",
        "[GameType \"25\"]\n[FEN \"W:W28:B22\"]",
    ] {
        assert!(matches!(read(game), Err(FenError::Turn { .. })), "{game}");
    }
}

#[test]
fn lists_are_separated_as_people_type_them() {
    let read = |text| read(text).map(|position| write(&position));
    for text in [
        "W:W31,32,33:B1-3",
        "W:W31 32 33:B1 2 3",
        "W:W31;32;33;:B1;2;3",
        "W:W31–33:B1—3",
        "W:W31 − 33:B1 2, 3",
    ] {
        assert_eq!(read(text), Ok("W:W31-33:B1-3".into()), "{text}");
    }
    // Cyrillic letters that look like а, с and е.
    let cyrillic = super::read(Variant::Russian, "W:Wа1,с1,Е1:Bb8").unwrap();
    assert_eq!(write(&cyrillic), "W:Wa1,c1,e1:Bb8");
}
