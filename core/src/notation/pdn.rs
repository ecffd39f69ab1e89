//! Games as PDN 3.0 text, written strictly. Knows no file and no store.
use super::{fen, movetext};
use crate::rules::{Game, Variant};
use std::fmt::Write as _;

/// Who played a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnPlayer {
    /// The name; "?" is written where it is empty.
    pub name: String,
    /// A program, not a person.
    pub program: bool,
}

/// What a game's tags say beside its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PdnTags {
    /// White.
    pub white: PdnPlayer,
    /// Black.
    pub black: PdnPlayer,
    /// When it began, in milliseconds since 1970 (UTC).
    pub date: f64,
}

/// A game with its roster of seven tags, the others that say something, and its moves; ends with `*` and a blank line.
pub fn write(game: &Game, tags: &PdnTags) -> String {
    let mut text = String::new();
    let result = game.outcome().map_or("*", |outcome| outcome.result());
    let (year, month, day) = civil(tags.date);
    let mut tag = |name: &str, value: &str| {
        // Inside a tag a quote is escaped, and a line does not end.
        let value: String = value
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(text, "[{name} \"{value}\"]").expect("a String takes any text");
    };
    let name = |player: &PdnPlayer| {
        if player.name.is_empty() {
            "?".into()
        } else {
            player.name.clone()
        }
    };
    let kind = |player: &PdnPlayer| if player.program { "program" } else { "human" };
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", &format!("{year:04}.{month:02}.{day:02}"));
    tag("Round", "?");
    tag("White", &name(&tags.white));
    tag("Black", &name(&tags.black));
    tag("Result", result);
    tag("GameType", game_type(game.variant()));
    tag("WhiteType", kind(&tags.white));
    tag("BlackType", kind(&tags.black));
    if *game.start() != game.variant().start() {
        tag("FEN", &fen::write(game.start()));
    }
    tag("PlyCount", &game.moves().len().to_string());
    text.push('\n');

    // Whoever moves first in the variant has the first half of a number.
    let first = game.variant().rules().first;
    let late = usize::from(game.start().turn() != first);
    for (ply, (mv, before)) in game.moves().iter().zip(game.positions()).enumerate() {
        let number = (ply + late) / 2 + 1;
        if before.turn() == first {
            write!(text, "{number}. ").expect("a String takes any text");
        } else if ply == 0 {
            write!(text, "{number}... ").expect("a String takes any text");
        }
        text.push_str(&movetext::write(before, mv));
        text.push(' ');
    }
    text.push_str("*\n\n");
    text
}

/// The number that PDN gives a variant, with its board and notation.
const fn game_type(variant: Variant) -> &'static str {
    match variant {
        Variant::English => "21",
        Variant::Italian => "22",
        Variant::Pool => "23",
        Variant::Spanish => "24",
        Variant::Russian => "25",
        Variant::Brazilian => "26",
        Variant::Canadian => "27",
        Variant::Portuguese => "28",
        Variant::Czech => "29",
        Variant::Turkish => "30",
        Variant::Thai => "31",
        Variant::Frisian => "40",
        Variant::Breakthrough => "96",
        Variant::Frysk => "97",
        Variant::Antidraughts => "98",
        // Those without a number of their own are written as the game they resemble, with a tag that names them.
        Variant::International | Variant::Killer => "20",
        Variant::Srilankan => "27",
    }
}

/// The day of a time in milliseconds since 1970, by the Gregorian calendar: year, month, day.
pub fn civil(millis: f64) -> (i64, u32, u32) {
    // Counted from 1 March of the year 0, so that a leap day is the last of its year; 146 097 days are 400 years.
    let days = (millis / 86_400_000.0).floor() as i64 + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month as u32, day as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;

    fn tags() -> PdnTags {
        PdnTags {
            white: PdnPlayer {
                name: "Ada \"l'as\"".into(),
                program: false,
            },
            black: PdnPlayer {
                name: String::new(),
                program: true,
            },
            date: 1_795_238_400_000.0,
        }
    }

    fn play(game: &mut Game, moves: &[&str]) {
        for text in moves {
            let mv = movetext::read(game.position(), text).unwrap();
            game.play(&mv).unwrap();
        }
    }

    #[test]
    fn a_game_from_the_start() {
        let mut game = Game::new(Variant::International);
        play(&mut game, &["32-28", "19-23", "28x19"]);
        game.resign(Side::Black);
        let text = write(&game, &tags());
        let tail = "[PlyCount \"3\"]\n\n1. 32-28 19-23 2. 28x19 *\n\n";
        assert!(
            text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"?\"]\n"),
            "{text}"
        );
        assert!(
            text.contains(
                "[White \"Ada \\\"l'as\\\"\"]\n[Black \"?\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n"
            )
        );
        assert!(text.contains("[WhiteType \"human\"]\n[BlackType \"program\"]\n"));
        assert!(!text.contains("FEN") && text.ends_with(tail), "{text}");
    }

    #[test]
    fn a_set_up_game_that_black_begins() {
        let start = fen::read(Variant::International, "B:W31-50:B1-20").unwrap();
        let mut game = Game::from_position(start);
        play(&mut game, &["19-23", "32-28", "23x32"]);
        let text = write(&game, &tags());
        assert!(
            text.contains("[Result \"*\"]") && text.contains("[FEN \"B:W31-50:B1-20\"]"),
            "{text}"
        );
        assert!(text.ends_with("1... 19-23 2. 32-28 23x32 *\n\n"), "{text}");
    }

    #[test]
    fn days_by_the_calendar() {
        for (millis, day) in [
            (0.0, (1970, 1, 1)),
            (-1.0, (1969, 12, 31)),
            (951_782_400_000.0, (2000, 2, 29)),
            (951_868_800_000.0, (2000, 3, 1)),
            (1_795_219_200_000.0, (2026, 11, 21)),
            (4_107_456_000_000.0, (2100, 2, 28)),
            (4_107_542_400_000.0, (2100, 3, 1)),
        ] {
            assert_eq!(civil(millis), day);
        }
    }
}
