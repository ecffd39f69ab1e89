//! The theme detectors: lines with the mechanism, and lines that only look like it. Every row names all themes of its
//! line, so each row is a negative case of every other theme.
use draughts::notation::{fen, movetext};
use draughts::{Move, Position, Variant};
use draughts_puzzles::{PuzzleLine, Theme, detect, main_line, read_solution};
use std::collections::HashSet;

/// FEN, moves, themes in the order of `Theme::ALL`.
const LINES: &[(&str, &str, &str)] = &[
    // The king on 33 is stopped by 38, which it took; it also took 44, behind the taker.
    (
        "W:W30,33,38,39,44,46:B12,22,26,K21",
        "33-29 21x33 39x8",
        "turkish-stroke take-the-king free-tempo majority direct-shot many-sacrifices",
    ),
    // The king is stopped by the taker itself, whose support it took.
    (
        "W:W17,19,24,30,32:B9,18,K25",
        "19-13 25x19 24x4",
        "half-turkish take-the-king king-shot free-tempo direct-shot many-sacrifices",
    ),
    // The king is stopped by a man that it took; the taker never needed support.
    (
        "W:W13,23,29,32,34,42:BK2",
        "32-27 2x18 23x12",
        "swiss-stroke take-the-king free-tempo majority direct-shot many-sacrifices",
    ),
    // The king takes two and is taken at the edge: no stroke.
    (
        "W:W23,40,45:BK1",
        "40-34 1x40 45x34",
        "take-the-king free-tempo direct-shot kings-ending",
    ),
    // The taker comes from elsewhere: two for one, but no mazette.
    (
        "W:W25,30,42:B10,28,29",
        "30-24 29x20 25x5",
        "king-shot direct-shot two-for-one men-ending",
    ),
    (
        "W:W28,32,37:B10,17,19",
        "28-22 17x28 32x5",
        "king-shot mazette direct-shot men-ending",
    ),
    // The taker takes two, so White gives more than one man.
    (
        "W:W31,37,47:B22,23,33",
        "31-27 22x42 47x18",
        "direct-shot men-ending",
    ),
    // A man walks through.
    ("W:W8:B40", "8-2", "breakthrough men-ending"),
    // No capture is pending, so there is no free tempo; no smaller capture, so no majority.
    ("W:W32,37:B19", "32-28 19-23 28x19", "men-ending"),
    (
        "W:W28,32,33,37,38:B8,9,18,19",
        "28-23 19x39 38-33 39x28 32x14",
        "pass-the-row recall majority many-sacrifices",
    ),
    // The same man captures twice, but goes on instead of back: no recall.
    ("W:W31,32,47:B21,22", "32-27 21x32 31-27 22x31", "men-ending"),
    (
        "W:W27,28,32,33,34,35,36,37,38,39,40,41,42,43,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,13,14,15,16,18,19,21,23,25",
        "27-22 18x27 34-30 25x34 40x18 13x22 28x26",
        "ricochet double-two many-sacrifices",
    ),
    (
        "W:W27,28,30,33,35,39:B4,14,18,19,24",
        "27-22 18x27 28-23 19x28 30x10 4x15 33x31",
        "double-two many-sacrifices",
    ),
    (
        "W:W27,32,34,36,38,40,45:B6,11,12,16,18,23,25",
        "27-22 18x27 32x21 16x27 34-30 25x34 40x16",
        "philippe exchange many-sacrifices",
    ),
    (
        "W:W27,28,32,38,39,40,45:B12,13,14,18,19,23,24",
        "27-22 18x27 32x21 23x34 40x7",
        "royal exchange many-sacrifices long-capture",
    ),
    // The captured man on 31 stays there for a move.
    (
        "W:W27,31,32,37,38,42,48:B9,10,16,18,22,23,28",
        "31-26 22x31 26-21 16x27 37x26 28x37 42x15",
        "pass-the-row trapdoor exchange many-sacrifices long-capture",
    ),
    (
        "W:W22,28,32,33,34,37,39:B9,11,17,19,23,24",
        "34-29 23x43 33-29 24x33 28x48 17x28 32x3",
        "king-shot heel many-sacrifices",
    ),
    (
        "W:W27,29,32,33,44,50:B12,16,18,20,22,24,35",
        "27-21 16x38 33x42 24x33 44-40 35x44 50x8",
        "heel many-sacrifices",
    ),
    (
        "W:W27,28,33,37,38,39:B8,10,16,19,20,26",
        "37-31 26x37 27-21 16x27 28-22 27x18 38-32 37x28 33x4",
        "king-shot recall weiss many-sacrifices long-capture",
    ),
    (
        "W:W26,28,29,31,36:B9,16,17,18,19",
        "29-23 18x29 28-22 17x28 26-21 16x27 31x4",
        "king-shot napoleon many-sacrifices long-capture",
    ),
    (
        "W:W20,27,28,32,38,49:B9,16,17,18,19,23,26",
        "27-21 16x27 32x12 23x43 12x3",
        "king-shot bomb majority many-sacrifices",
    ),
    // The man is crowned by its first capture and captures again as a king: no bomb.
    (
        "W:W19,20,32,45:B10,16,23,28",
        "20-14 28x37 14x5 23x14 5x41",
        "king-shot stick-move free-tempo exchange men-ending",
    ),
    (
        "W:W27,28,32,37,38,42,43:B11,13,14,18,19,23,24",
        "27-22 18x27 32x21 23x41 21-17 11x22 42-37 41x32 38x29",
        "springer exchange opposition many-sacrifices long-capture",
    ),
    // The man on 41 stood there from the start; no capture from 23 brought it: no Springer.
    (
        "W:W38,42,43:B22,41",
        "42-37 41x32 38x18",
        "direct-shot two-for-one men-ending",
    ),
    (
        "W:W27,28,32,33,34,37,38,48,49:B12,13,16,17,19,21,23,24,26",
        "34-29 23x34 28-23 19x39 37-31 26x28 49-44 21x43 44x11 16x7 48x17",
        "raphael stick-move free-tempo majority opposition many-sacrifices long-capture",
    ),
    (
        "W:W25,30,33,34,37,38,39,41,43,49:B8,9,10,12,18,19,22,23,27",
        "30-24 19x30 34-29 23x34 38-32 27x29 43-38 34x32 37x17 12x21 25x5",
        "king-shot bonnard exchange many-sacrifices long-capture",
    ),
    (
        "W:W27,29,33,37,38,43,44:B12,13,14,18,20,22,24",
        "33-28 22x22 43-39 24x33 39x10",
        "merry-go-round free-tempo majority many-sacrifices long-capture",
    ),
    // A king is drawn back, not a man: sent and caught.
    (
        "W:W31,36,37,39,43:B6,11,13,16,21,30",
        "39-34 30x48 31-26 48x31 26x17 11x22 36x9",
        "take-the-king send-to-king stick-move exchange many-sacrifices",
    ),
    (
        "W:W30,41,42,48:B22,23,25,31",
        "41-36 25x34 36x40",
        "stick-move free-tempo men-ending",
    ),
    // The king stood there, is lured by a quiet move and taken: a king trap.
    (
        "W:WK4,K32,48:BK26,35",
        "32-37 26x42 48x37",
        "take-the-king king-trap direct-shot kings-ending",
    ),
    // A man captures over its promotion row and stays a man.
    (
        "W:W28,31,33,35,38,42,43,44,45,46,48,49,50:B1,2,3,5,6,8,9,10,14,16,18,20,21",
        "28-23 18x29 33x13",
        "pass-the-row direct-shot",
    ),
    // The man on 36 has nowhere to go.
    ("W:W46,47:B36", "46-41", "shut-in men-ending"),
    // The wing is locked: 24 and 25 hold 30, 34, 35 and 40.
    (
        "W:W30,34,35,40,46,47,48,49:B1,2,3,4,19,24,25",
        "46-41 2-7",
        "lock",
    ),
    // White has one man too few: no lock.
    ("W:W30,34,35,46,47,48,49:B1,2,3,4,19,24,25", "46-41 2-7", ""),
    // White gives one man to walk through.
    (
        "W:W12,32:B22",
        "32-27 22x31 12-7 31-36 7-2",
        "breakthrough run-through men-ending",
    ),
    (
        "W:W26,31,32,43:B9,17,19,38",
        "26-21 17x28 43x3",
        "king-shot majority many-sacrifices men-ending",
    ),
];

/// Proved trees: FEN, solution, themes. Only these know the value of other moves.
const TREES: &[(&str, &str, &str)] = &[
    // The king takes a man and a king, and only three of the landing squares win.
    (
        "B:W22,K44,48:B25,29,K46",
        "29-33 44x28 46x14 (46x19) (46x23)",
        "take-the-king king-trap landing direct-shot kings-ending",
    ),
    // Both black men may capture, and both captures lose.
    (
        "B:W27,28,33,37,38,39,40,41,42,48,50:B2,6,7,8,9,10,12,14,16,18,25",
        "18-22 27x18 (28x17 12x45) 12x45",
        "mazette fork direct-shot long-capture",
    ),
    // Over 27 or over 37: the same origin and target, different men.
    (
        "W:W31:B19,27,28,29,32,37,38",
        "31x22x33x24x13",
        "napoleon two-ways",
    ),
];

fn at(text: &str) -> Position {
    fen::read(Variant::International, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn moves(position: &Position, text: &str) -> Vec<Move> {
    let mut here = *position;
    text.split_whitespace()
        .map(|word| {
            let m = movetext::read(&here, word).unwrap_or_else(|e| panic!("{text}: {e}"));
            here = here.play(&m).unwrap();
            m
        })
        .collect()
}

fn keys(position: &Position, text: &str) -> String {
    let line = PuzzleLine::new(position, &moves(position, text)).unwrap();
    detect(&line)
        .iter()
        .map(|t| t.key())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn each_line_has_its_themes_and_no_other() {
    let mut wrong = String::new();
    for (position, line, themes) in LINES {
        let found = keys(&at(position), line);
        if found != *themes {
            wrong += &format!("{position} {line}\n  wanted {themes}\n  found  {found}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_proved_tree_has_themes_that_a_line_cannot_have() {
    for (position, solution, themes) in TREES {
        let position = at(position);
        let tree = read_solution(&position, solution).unwrap();
        let named = |line: PuzzleLine| {
            let found: Vec<&str> = detect(&line).iter().map(|t| t.key()).collect();
            found.join(" ")
        };
        assert_eq!(
            named(PuzzleLine::of(&position, &tree).unwrap()),
            *themes,
            "{solution}"
        );
        let line = named(PuzzleLine::new(&position, &main_line(&tree)).unwrap());
        for theme in ["landing", "fork", "two-ways"] {
            assert!(!line.split(' ').any(|word| word == theme), "{solution}");
        }
    }
}

#[test]
fn each_theme_has_a_line_with_it() {
    let all = LINES.iter().chain(TREES);
    let named: HashSet<&str> = all.flat_map(|(.., themes)| themes.split(' ')).collect();
    for theme in Theme::ALL {
        assert!(named.contains(theme.key()), "{}", theme.key());
    }
}

/// Returns the position and line with the colours swapped and the board rotated.
fn turned(position: &str, line: &str) -> (String, String) {
    let numbers = |text: &str| {
        let mut out = String::new();
        let mut number = String::new();
        for c in text.chars().chain(" ".chars()) {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            if !number.is_empty() {
                out += &(51 - number.parse::<u8>().unwrap()).to_string();
                number.clear();
            }
            out.push(c);
        }
        out.trim_end().to_owned()
    };
    let colours = |c| match c {
        'W' => 'B',
        'B' => 'W',
        other => other,
    };
    (numbers(position).chars().map(colours).collect(), numbers(line))
}

#[test]
fn black_makes_the_same_shots() {
    for (position, line, themes) in LINES {
        let (position, line) = turned(position, line);
        assert_eq!(keys(&at(&position), &line), *themes, "{position} {line}");
    }
}

#[test]
fn men_given_and_the_largest_capture_are_counted() {
    let count = |position: &str, line: &str| {
        let position = at(position);
        let line = PuzzleLine::new(&position, &moves(&position, line)).unwrap();
        (line.sacrificed(), line.largest_capture())
    };
    assert_eq!(count("W:W25,30,42:B10,28,29", "30-24 29x20 25x5"), (1, 2));
    assert_eq!(count("W:W31,37,47:B22,23,33", "31-27 22x42 47x18"), (2, 3));
    assert_eq!(count("W:W8:B40", "8-2"), (0, 0));
    let royal = "W:W27,28,32,38,39,40,45:B12,13,14,18,19,23,24";
    assert_eq!(count(royal, "27-22 18x27 32x21 23x34 40x7"), (4, 5));
}

#[test]
fn an_illegal_line_is_refused() {
    let position = at("W:W28,32,37:B10,17,19");
    let line = moves(&position, "28-22 17x28");
    assert!(PuzzleLine::new(&position, &line[1..]).is_none());
}
