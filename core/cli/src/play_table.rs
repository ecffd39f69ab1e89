//! `damier play --table`: events at a real board, one line of JSON each.
use crate::Status;
use crate::game::Rules;
use crate::moves::line;
use crate::play::{Standing, beginning};
use draughts::notation::{Numbering, fen, movetext, squares};
use draughts::over_the_board::{
    Action, ActionError, Authority, Irregularity, Label, Note, OtbGame, Place, Who,
};
use draughts::{Game, Move, Position, ResultStyle, Role, Side, Variant};
use serde::Serialize;
use std::io::{self, Write};

/// A fault as printed.
#[derive(Serialize)]
struct Fault {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    also: Option<&'static str>,
    article: &'static str,
    edition: &'static str,
    by: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    /// The legal moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    instead: Vec<String>,
}

/// An action that was refused.
#[derive(Serialize)]
struct Refused {
    why: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<&'static str>,
}

#[derive(Serialize)]
struct Line<'a> {
    event: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    irregularities: Vec<Fault>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incorrections: Vec<Fault>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused>,
    fen: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inactive: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uncrowned: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    to_lift: Vec<String>,
    /// Decisions that are pending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pending: Vec<&'static str>,
    #[serde(flatten)]
    standing: Standing,
}

/// Names of squares.
#[derive(Clone, Copy)]
struct Names {
    variant: Variant,
    numbering: Numbering,
}

impl Names {
    fn of(self, place: Place) -> String {
        match (place.square(self.variant), self.numbering) {
            (None, _) => place.name(self.variant),
            (Some(square), Numbering::TopLeft) => square.to_string(),
            (Some(square), Numbering::Native) => squares::square_name(self.variant, square),
        }
    }

    fn list(self, places: impl IntoIterator<Item = Place>) -> Vec<String> {
        places.into_iter().map(|place| self.of(place)).collect()
    }

    fn mv(self, position: &Position, mv: &Move) -> String {
        movetext::write_numbered(position, mv, &[*mv], self.numbering)
    }

    /// Parses a place at the start of a text and returns it with the length of its name: a square of the variant, or
    /// any square by file and rank.
    fn take(self, text: &[u8]) -> Option<(Place, usize)> {
        if let Ok((square, read)) = squares::take(self.variant, self.numbering, text) {
            return Some((Place::of(self.variant, square), read));
        }
        let (columns, rows) = self.variant.rules().board.size();
        let column = text.first()?.to_ascii_lowercase().checked_sub(b'a')?;
        let digits = text[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let rank: u8 = std::str::from_utf8(&text[1..=digits]).ok()?.parse().ok()?;
        let row = rows.checked_sub(rank).filter(|_| rank > 0)?;
        (column < columns).then_some((Place { column, row }, 1 + digits))
    }

    /// Parses places in sequence, with at most one of these signs between them.
    fn path(self, text: &str, signs: &[u8]) -> Option<Vec<Place>> {
        let mut rest = text.as_bytes();
        let mut path = Vec::new();
        while !rest.is_empty() {
            let (place, read) = self.take(rest)?;
            path.push(place);
            rest = &rest[read..];
            if rest.first().is_some_and(|sign| signs.contains(sign)) {
                rest = &rest[1..];
            }
        }
        Some(path).filter(|path| !path.is_empty())
    }

    fn one(self, text: &str) -> Option<Place> {
        match self.path(text, b"")?[..] {
            [place] => Some(place),
            _ => None,
        }
    }

    /// Parses a word: the action, and its doer if named.
    fn read(self, word: &str) -> Option<(Option<Who>, Action)> {
        let doers = [
            ("white:", Who::Player(Side::White)),
            ("w:", Who::Player(Side::White)),
            ("black:", Who::Player(Side::Black)),
            ("b:", Who::Player(Side::Black)),
            ("arbiter:", Who::Arbiter),
        ];
        let named = doers
            .into_iter()
            .find_map(|(name, who)| word.strip_prefix(name).map(|event| (Some(who), event)));
        let (who, event) = named.unwrap_or((None, word));
        let pair = |text: &str| match self.path(text, b"-")?[..] {
            [from, to] => Some((from, to)),
            _ => None,
        };
        let action = match event {
            "adjust" | "adoube" | "j'adoube" => Action::Adjust,
            "permit" => Action::Permit,
            "release" => Action::Release,
            "lift:all" => Action::LiftAll,
            "pause" => Action::Pause,
            "done" => Action::Done,
            "setup-wrong" => Action::SetupWrong,
            "board-turned" => Action::BoardTurned,
            "take-back" | "takeback" => Action::TakeBack,
            "correct" => Action::Correct(None),
            "accept" => Action::Accept,
            "refuse" => Action::Refuse,
            "claim" => Action::Claim,
            "stop" => Action::Stop,
            "resign" => Action::Resign,
            "draw" => Action::AgreeDraw,
            "time" => Action::Time,
            "refuse-to-play" => Action::RefuseToPlay,
            "upset-board" => Action::UpsetBoard,
            _ => match event.split_once(':') {
                Some(("touch", place)) => Action::Touch(self.one(place)?),
                Some(("lift", place)) => Action::Lift(self.one(place)?),
                Some(("crown", place)) => Action::Crown(self.one(place)?),
                Some(("refuse-crown", place)) => Action::RefuseCrown(self.one(place)?),
                Some(("correct", places)) => Action::Correct(Some(self.path(places, b",")?)),
                Some(("misplace", places)) => pair(places).map(|(from, to)| Action::Misplace(from, to))?,
                Some(("knock", places)) => match self.path(places, b"-")?[..] {
                    [from] => Action::Knock(from, None),
                    [from, to] => Action::Knock(from, Some(to)),
                    _ => return None,
                },
                _ => {
                    let (text, hold) = event
                        .strip_suffix("..")
                        .map_or((event, false), |text| (text, true));
                    let path = self.path(text, b"-x:").filter(|path| path.len() > 1)?;
                    if hold {
                        Action::Hold(path)
                    } else {
                        Action::Move(path)
                    }
                }
            },
        };
        Some((who, action))
    }
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// Plays events. Returns a bad status if a word is no event or its action is impossible.
pub(crate) fn play_at_table(
    out: &mut impl Write,
    rules: &Rules,
    game: Game,
    arbiter: bool,
    style: ResultStyle,
    words: &[&str],
) -> io::Result<Status> {
    let authority = if arbiter {
        Authority::Arbiter
    } else {
        Authority::Opponent
    };
    let mut table = OtbGame::from_game(game).with_authority(authority);
    let names = Names {
        variant: rules.variant,
        numbering: rules.numbering.into(),
    };
    let mut status = Status::Good;
    for (index, word) in words.iter().enumerate() {
        let Some((who, action)) = names.read(word) else {
            out.flush()?;
            eprintln!(
                "error: event {}, {:?}: neither a move nor an event",
                index + 1,
                beginning(word)
            );
            return Ok(Status::BadInput);
        };
        let is_move = matches!(action, Action::Move(_) | Action::Release);
        let before = table.position();
        let mut done = table.act(who, action);
        // Captured pieces are lifted automatically unless the following words say otherwise.
        let told = words
            .get(index + 1)
            .and_then(|next| names.read(next))
            .is_some_and(|(_, next)| {
                matches!(
                    next,
                    Action::Lift(_) | Action::LiftAll | Action::Pause | Action::Done
                )
            });
        if let Ok(notes) = &mut done
            && is_move
            && !told
            && !table.to_lift().is_empty()
            && let Ok(lifted) = table.act(None, Action::LiftAll)
        {
            notes.extend(lifted);
        }
        if let Err(error) = &done
            && error.label(rules.variant).is_none()
        {
            status = Status::BadInput;
        }
        line(out, &told_of(&table, names, style, word, &before, done))?;
    }
    Ok(status)
}

fn told_of<'a>(
    table: &OtbGame,
    names: Names,
    style: ResultStyle,
    event: &'a str,
    before: &Position,
    done: Result<Vec<Note>, ActionError>,
) -> Line<'a> {
    let variant = names.variant;
    let (notes, refused) = match done {
        Ok(notes) => (notes, None),
        Err(error) => {
            let label = error.label(variant);
            let squares = match &error {
                ActionError::HalfCorrection(missing) => names.list(missing.clone()),
                ActionError::NothingThere(place)
                | ActionError::OffBoard(place)
                | ActionError::Occupied(place)
                | ActionError::NotToCrown(place) => vec![names.of(*place)],
                _ => Vec::new(),
            };
            let refused = Refused {
                why: error.key(),
                text: error.to_string(),
                squares,
                article: label.map(|label| label.article),
                edition: label.map(|label| label.edition.name()),
            };
            (Vec::new(), Some(refused))
        }
    };
    let fault = |kind, also, label: Label, by, squares, instead| Fault {
        kind,
        also,
        article: label.article,
        edition: label.edition.name(),
        by: colour(by),
        squares,
        instead,
    };
    let irregular = |what: &Irregularity| {
        let instead = what.duty.iter().map(|mv| names.mv(before, mv)).collect();
        fault(
            what.kind.key(),
            what.also.map(|kind| kind.key()),
            what.kind.label(variant),
            what.by,
            names.list(what.places.clone()),
            instead,
        )
    };
    let irregularities = notes.iter().filter_map(|note| match note {
        Note::Irregular(what) => Some(irregular(what)),
        _ => None,
    });
    let incorrections = notes.iter().filter_map(|note| match note {
        Note::Incorrect(what, by, place) => Some(fault(
            what.key(),
            None,
            what.label(variant),
            *by,
            vec![names.of(*place)],
            Vec::new(),
        )),
        _ => None,
    });
    let inactive = table.inactive().into_iter().map(|(place, piece)| {
        let role = if piece.role == Role::King { "K" } else { "" };
        format!("{}{role}{}", piece.side.letter(), names.of(place))
    });
    Line {
        event,
        irregularities: irregularities.collect(),
        incorrections: incorrections.collect(),
        notes: notes
            .iter()
            .filter_map(|note| said(names, before, note))
            .collect(),
        refused,
        fen: fen::write_numbered(&table.position(), names.numbering),
        inactive: inactive.collect(),
        uncrowned: names.list(table.uncrowned()),
        to_lift: names.list(table.to_lift().to_vec()),
        pending: table.pending().map(|what| what.kind.key()).collect(),
        standing: Standing::of(table.game(), table.outcome(), style),
    }
}

/// A note as text; irregularities have their own fields.
fn said(names: Names, before: &Position, note: &Note) -> Option<String> {
    let kinds = |kinds: &[draughts::over_the_board::IrregularityKind]| {
        kinds.iter().map(|kind| kind.key()).collect::<Vec<_>>().join(" ")
    };
    Some(match note {
        Note::Irregular(_) | Note::Incorrect(..) => return None,
        Note::Played(mv) => format!("played {}", names.mv(before, mv)),
        Note::Accepted(what) => format!("accepted {}", kinds(what)),
        Note::Corrected(what) => format!("corrected {}", kinds(what)),
        Note::MustPlay(place) => format!("must play {}", names.of(*place)),
        Note::MayLeave(place) => format!("need not play {}", names.of(*place)),
        Note::MayAdjust(side) => format!("{} may adjust", colour(*side)),
        Note::AsksToAdjust(side) => format!("{} asks to adjust", colour(*side)),
        Note::InHand(place) => format!("in hand at {}", names.of(*place)),
        Note::Lifted(place) => format!("lifted {}", names.of(*place)),
        Note::AllLifted => "all lifted".into(),
        Note::Crowned(place) => format!("crowned {}", names.of(*place)),
        Note::SetUpAgain => "set up again".into(),
        Note::NoConsequence => "no consequence".into(),
    })
}
