//! Games as PDN 3.0 text, written strictly. Knows no file and no store.
use super::{GameResult, Tags, write_game};
use crate::notation::tree::GameTree;
use crate::rules::Game;

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

/// A game that was played here, with the tags that say something.
pub fn write(game: &Game, tags: &PdnTags) -> String {
    let (year, month, day) = civil(tags.date);
    let kind = |player: &PdnPlayer| if player.program { "program" } else { "human" };
    let mut all = Tags::default();
    all.push("Date", format!("{year:04}.{month:02}.{day:02}"));
    all.push("White", tags.white.name.as_str());
    all.push("Black", tags.black.name.as_str());
    all.push("WhiteType", kind(&tags.white));
    all.push("BlackType", kind(&tags.black));
    all.push("PlyCount", game.moves().len().to_string());
    let result = game.outcome().map_or(GameResult::Unknown, |outcome| {
        outcome.winner.map_or(GameResult::Draw, GameResult::Win)
    });
    write_game(&all, result, &GameTree::of(game))
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
    use crate::notation::{fen, movetext};
    use crate::rules::Variant;

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
