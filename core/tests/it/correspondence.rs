//! Correspondence games between two apps that exchange only lines.
use crate::common::app_at;
use damier_core::correspondence::{
    BeginCorrespondence, Correspond, CorrespondenceView, Correspondences, LetterAct, LineAnswer, LineRefusal,
    LineReminder, OpenCorrespondence, PlanReplies, ReceiveLine,
};
use damier_core::library::LibraryGame;
use damier_core::play::{DrawBallot, Handicap, OpenGame, PlayMove};
use damier_core::views::{BallotListView, SideView};
use damier_core::{App, ErrorKind};
use proptest::prelude::*;

const NOW: f64 = 1_795_219_200_000.0;
const DAY: f64 = 86_400_000.0;
const ID: &str = "0123456789abcdef";

fn app() -> App {
    app_at(NOW)
}

fn beginning(variant: &str, side: SideView) -> BeginCorrespondence {
    BeginCorrespondence {
        id: ID.into(),
        variant: variant.into(),
        side,
        name: "Anna".into(),
        opponent: "Bruno".into(),
        days: 3,
        handicap: Handicap::default(),
        removed: None,
        short: None,
        fen: None,
    }
}

fn act(app: &mut App, view: &CorrespondenceView, act: LetterAct) -> CorrespondenceView {
    let (game, ply) = (view.game.id, view.game.ply);
    app.run(Correspond { game, ply, act }, NOW).unwrap()
}

/// Plays a legal move by its notation.
fn play(app: &mut App, view: &CorrespondenceView, notation: &str) -> CorrespondenceView {
    let legal = &view.game.position.legal;
    let mv = legal.iter().find(|mv| mv.notation == notation).unwrap();
    act(
        app,
        view,
        LetterAct::Move {
            path: mv.routes[0].clone(),
        },
    )
}

fn receive(app: &mut App, line: &str, accept: bool) -> LineAnswer {
    let (line, accept) = (line.into(), Some(accept));
    app.run(ReceiveLine { line, accept }, NOW).unwrap()
}

fn arrived(app: &mut App, line: &str) -> CorrespondenceView {
    match receive(app, line, true) {
        LineAnswer::Arrived { game, .. } => game,
        other => panic!("{other:?}"),
    }
}

fn refused(app: &mut App, line: &str) -> LineRefusal {
    match receive(app, line, false) {
        LineAnswer::Refused { why, .. } => why,
        other => panic!("{other:?}"),
    }
}

fn code(view: &CorrespondenceView) -> String {
    view.code.clone().unwrap()
}

/// Text of the message that a player sends.
fn message(view: &CorrespondenceView) -> String {
    format!(
        "{} · https://example.org/#/link/{}\n\nSent from a phone",
        view.text.clone().unwrap(),
        code(view)
    )
}

#[test]
fn both_copies_of_a_game_name_its_drawn_opening() {
    let (mut anna, mut bruno) = (app(), app());
    let draw = DrawBallot {
        variant: "english".into(),
        list: BallotListView::ThreeMove,
        seed: 7,
    };
    let drawn = anna.run(draw, NOW).unwrap();
    let mut beginning = beginning("english", SideView::White);
    beginning.fen = Some(drawn.position.fen);
    let begun = anna.run(beginning, NOW).unwrap();
    let notation = begun.game.position.legal[0].notation.clone();
    let first = play(&mut anna, &begun, &notation);
    let there = arrived(&mut bruno, &message(&first));
    for (app, view) in [(&mut anna, first), (&mut bruno, there)] {
        let game = app.run(LibraryGame { id: view.game.id }, NOW).unwrap();
        let tag = game.tags.iter().find(|tag| tag.name == "Ballot").unwrap();
        assert_eq!(tag.value, drawn.choice.number);
    }
}

#[test]
fn a_game_travels_as_lines() {
    let (mut anna, mut bruno) = (app(), app());
    let begun = anna
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    assert!(begun.my_turn && begun.code.is_none() && begun.deadline.is_none());
    let first = play(&mut anna, &begun, "32-28");
    assert_eq!(first.text.as_deref(), Some("Damier · Anna – Bruno · 1. 32-28"));
    assert!(first.unsent && !first.my_turn);
    // Nothing is stored until the game is accepted.
    let LineAnswer::Unknown { offer } = receive(&mut bruno, &message(&first), false) else {
        panic!("it is not here")
    };
    assert_eq!((offer.side, offer.ply, offer.days), (SideView::Black, 1, 3));
    assert!(bruno.run(Correspondences {}, NOW).unwrap().is_empty());
    let there = arrived(&mut bruno, &message(&first));
    assert!(there.my_turn && there.side == SideView::Black && there.white == "Anna");
    assert_eq!(there.deadline, Some(NOW + 3.0 * DAY));
    assert_eq!(
        there.game.position,
        first.game.position.clone().into_legal(&there)
    );
    // The answer, with an offer that is accepted.
    let answer = play(&mut bruno, &there, "19-23");
    let answer = act(&mut bruno, &answer, LetterAct::Offer { on: true });
    assert_eq!(
        answer.text.as_deref(),
        Some("Damier · Anna – Bruno · 1. … 19-23 (=)")
    );
    let back = arrived(&mut anna, &code(&answer));
    assert!(back.offered);
    let agreed = act(&mut anna, &back, LetterAct::Agree);
    assert_eq!(
        agreed.text.as_deref(),
        Some("Damier · Anna – Bruno · 1. … 19-23 · 1-1")
    );
    let over = arrived(&mut bruno, &code(&agreed));
    assert_eq!(over.game.outcome.unwrap().result, "1-1");
    // The same line again is old.
    assert_eq!(
        refused(&mut bruno, &code(&agreed)),
        LineRefusal::Old { here: 2, there: 2 }
    );
}

/// Takes over the legal moves, which depend on the viewer.
trait IntoLegal {
    fn into_legal(self, view: &CorrespondenceView) -> Self;
}

impl IntoLegal for damier_core::views::PositionView {
    fn into_legal(self, view: &CorrespondenceView) -> Self {
        Self {
            legal: view.game.position.legal.clone(),
            ..self
        }
    }
}

#[test]
fn a_line_that_does_not_fit_is_refused_with_its_reason() {
    let (mut anna, mut bruno) = (app(), app());
    let begun = anna
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    let first = play(&mut anna, &begun, "32-28");
    let there = arrived(&mut bruno, &code(&first));
    let second = play(&mut bruno, &there, "19-23");
    let here = arrived(&mut anna, &code(&second));
    let third = play(&mut anna, &here, "28x19");
    arrived(&mut bruno, &code(&third));
    assert_eq!(
        refused(&mut bruno, &code(&first)),
        LineRefusal::Old { here: 3, there: 1 }
    );
    assert_eq!(refused(&mut anna, &code(&first)), LineRefusal::Own);
    // Another first move, in a copy of the game.
    let mut other = app();
    let begun = other
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    let line = play(&mut other, &begun, "33-28");
    assert_eq!(
        refused(&mut bruno, &code(&line)),
        LineRefusal::Diverged {
            ply: 0,
            here: "32-28".into(),
            there: "33-28".into()
        }
    );
    // Another variant with the same id.
    let mut other = app();
    let begun = other.run(beginning("russian", SideView::White), NOW).unwrap();
    let mv = begun.game.position.legal[0].notation.clone();
    let line = play(&mut other, &begun, &mv);
    assert_eq!(refused(&mut bruno, &code(&line)), LineRefusal::Altered);
    let foreign = bruno.run(
        ReceiveLine {
            line: "https://example.org".into(),
            accept: None,
        },
        NOW,
    );
    assert_eq!(foreign.unwrap_err().kind, ErrorKind::LinkForeign);
    let lesson = anna.run(
        damier_core::link::MakeLink {
            what: damier_core::link::Linked::Lesson { id: "mazette".into() },
        },
        NOW,
    );
    assert_eq!(refused(&mut bruno, &lesson.unwrap().code), LineRefusal::OtherLink);
}

#[test]
fn no_letter_of_a_line_can_be_changed() {
    let (mut anna, mut bruno) = (app(), app());
    let begun = anna
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    let line = code(&play(&mut anna, &begun, "32-28"));
    for at in 0..line.len() {
        for letter in ['A', 'b', '0', '-'] {
            let mut altered = line.clone();
            altered.replace_range(at..=at, &letter.to_string());
            if altered == line {
                continue;
            }
            let answer = bruno.run(
                ReceiveLine {
                    line: altered,
                    accept: Some(true),
                },
                NOW,
            );
            let kind = answer.unwrap_err().kind;
            assert!(
                matches!(kind, ErrorKind::LinkDamaged | ErrorKind::LinkForeign),
                "{at} {letter} {kind:?}"
            );
        }
    }
    assert!(bruno.run(Correspondences {}, NOW).unwrap().is_empty());
}

#[test]
fn a_conditional_reply_is_played_when_the_line_comes() {
    let (mut anna, mut bruno) = (app(), app());
    let begun = anna
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    let first = play(&mut anna, &begun, "32-28");
    let (game, ply) = (first.game.id, 1);
    let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut plan = |replies: Vec<Vec<String>>| anna.run(PlanReplies { game, ply, replies }, NOW);
    assert_eq!(plan(vec![line("19-23")]).unwrap_err().kind, ErrorKind::BadParams);
    assert_eq!(
        plan(vec![line("19-23 31-27")]).unwrap_err().kind,
        ErrorKind::IllegalMove
    );
    let two = vec![
        line("17-22 28x17 11x22 37-32"),
        line("17-22 28x17 12x21 31-26"),
        line("17-22 28x17 11x22 31-27"),
    ];
    assert_eq!(plan(two).unwrap_err().kind, ErrorKind::BadParams);
    let planned = vec![
        line("19-23 28x19 14x23 33-28"),
        line("19-23 28x19 13x24 33-28"),
        line("17-22 28x17"),
    ];
    assert_eq!(plan(planned.clone()).unwrap().replies, planned);
    let there = arrived(&mut bruno, &code(&first));
    let second = play(&mut bruno, &there, "19-23");
    let LineAnswer::Arrived { game: here, replied } = receive(&mut anna, &code(&second), false) else {
        panic!("it fits")
    };
    assert_eq!((replied.as_deref(), here.game.ply), (Some("28x19"), 3));
    assert_eq!(here.replies, [line("14x23 33-28"), line("13x24 33-28")]);
    assert!(here.unsent);
    // An unsent move can be taken back.
    let back = act(&mut anna, &here, LetterAct::TakeBack);
    assert!(back.my_turn && back.game.ply == 2);
    let again = play(&mut anna, &back, "28x19");
    let there = arrived(&mut bruno, &code(&again));
    assert_eq!(there.game.ply, 3);
}

#[test]
fn the_last_line_restores_the_game_on_a_new_device() {
    let (mut anna, mut bruno) = (app(), app());
    let begun = anna.run(beginning("frisian", SideView::Black), NOW).unwrap();
    // An invitation: the opponent moves first.
    assert!(begun.unsent && begun.code.is_some());
    let mut there = arrived(&mut bruno, &code(&begun));
    let mut here = begun;
    for _ in 0..6 {
        let mv = there.game.position.legal[0].notation.clone();
        there = play(&mut bruno, &there, &mv);
        here = arrived(&mut anna, &code(&there));
        let mv = here.game.position.legal[0].notation.clone();
        here = play(&mut anna, &here, &mv);
        if here.game.ply < 12 {
            there = arrived(&mut bruno, &code(&here));
        }
    }
    let mut new = app();
    let rebuilt = arrived(&mut new, &code(&here));
    assert_eq!(rebuilt.game.moves, here.game.moves);
    assert_eq!(
        (rebuilt.side, &rebuilt.white),
        (SideView::White, &"Bruno".to_owned())
    );
    // His old device is one move behind, and continues with the same line.
    assert_eq!(arrived(&mut bruno, &code(&here)).game.moves, here.game.moves);
    // Her second device lacks her own moves, and asks.
    let mut second = app();
    second.run(beginning("frisian", SideView::Black), NOW).unwrap();
    assert!(matches!(
        receive(&mut second, &code(&there), false),
        LineAnswer::Ahead { .. }
    ));
    assert_eq!(arrived(&mut second, &code(&there)).game.ply, 11);
}

#[test]
fn a_sent_move_cannot_be_changed() {
    let mut anna = app();
    let begun = anna
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    let first = play(&mut anna, &begun, "32-28");
    let sent = act(&mut anna, &first, LetterAct::Sent);
    assert!(!sent.unsent && sent.code == first.code);
    let mut later = |wanted, now| {
        let (game, ply) = (sent.game.id, 1);
        anna.run(
            Correspond {
                game,
                ply,
                act: wanted,
            },
            now,
        )
    };
    for refused in [
        LetterAct::TakeBack,
        LetterAct::Offer { on: true },
        LetterAct::Agree,
        LetterAct::Claim,
    ] {
        assert_eq!(later(refused, NOW).unwrap_err().kind, ErrorKind::BadParams);
    }
    assert_eq!(
        later(
            LetterAct::Move {
                path: vec![19, 23].into()
            },
            NOW
        )
        .unwrap_err()
        .kind,
        ErrorKind::BadParams
    );
    let won = later(LetterAct::Claim, NOW + 3.1 * DAY).unwrap();
    assert_eq!(won.game.outcome.as_ref().unwrap().winner, Some(SideView::White));
    let mut bruno = app();
    let there = arrived(&mut bruno, &code(&sent));
    assert_eq!(there.word, Some(damier_core::correspondence::LetterWord::Moves));
    assert_eq!(
        arrived(&mut bruno, &code(&won)).game.outcome.unwrap().winner,
        Some(SideView::White)
    );
}

#[test]
fn a_resignation_stands_even_if_a_move_has_crossed() {
    let (mut anna, mut bruno) = (app(), app());
    let begun = anna
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    let first = play(&mut anna, &begun, "32-28");
    let there = arrived(&mut bruno, &code(&first));
    play(&mut bruno, &there, "19-23");
    let resigned = act(&mut anna, &first, LetterAct::Resign);
    assert_eq!(
        resigned.text.as_deref(),
        Some("Damier · Anna – Bruno · 1. 32-28 · 0-2")
    );
    let over = arrived(&mut bruno, &code(&resigned));
    assert_eq!(over.game.outcome.unwrap().winner, Some(SideView::Black));
}

#[test]
fn other_calls_cannot_move_in_a_correspondence_game() {
    let mut anna = app();
    let begun = anna
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    let (game, ply, path) = (begun.game.id, 0, vec![32, 28].into());
    let refused = anna.run(PlayMove { game, ply, path }, NOW);
    assert_eq!(refused.unwrap_err().kind, ErrorKind::BadParams);
    play(&mut anna, &begun, "32-28");
    // The current game of this board is another.
    assert_eq!(
        anna.run(OpenGame { id: None }, NOW).unwrap_err().kind,
        ErrorKind::NotFound
    );
    assert_eq!(anna.run(Correspondences {}, NOW).unwrap().len(), 1);
    let view = anna.run(OpenCorrespondence { game }, NOW).unwrap();
    let reminder = anna
        .run(
            LineReminder {
                game,
                title: "Bruno".into(),
            },
            NOW,
        )
        .unwrap();
    assert!(reminder.text.contains("DTSTART:20261124T000000Z") && view.unsent);
}

#[test]
fn a_backup_keeps_a_game_as_it_is() {
    let (mut anna, mut new) = (app(), app());
    let begun = anna
        .run(beginning("international", SideView::White), NOW)
        .unwrap();
    let first = play(&mut anna, &begun, "32-28");
    let mut backup = anna.call("beginBackup", "{}", NOW).unwrap();
    let mut text = String::new();
    loop {
        let part: serde_json::Value = serde_json::from_str(&backup).unwrap();
        text += part["text"].as_str().unwrap();
        if part["done"] == true {
            break;
        }
        backup = anna
            .call("exportStep", &format!("{{\"export\":{}}}", part["export"]), NOW)
            .unwrap();
    }
    let restore: serde_json::Value =
        serde_json::from_str(&new.call("beginRestore", "{}", NOW).unwrap()).unwrap();
    let mut push = serde_json::json!({ "restore": restore["restore"], "text": text, "last": true });
    for _ in 0..100 {
        let done: serde_json::Value =
            serde_json::from_str(&new.call("restoreChunk", &push.to_string(), NOW).unwrap()).unwrap();
        if done["done"] == true {
            break;
        }
        push["text"] = "".into();
    }
    let games = new.run(Correspondences {}, NOW).unwrap();
    let there = new.run(OpenCorrespondence { game: games[0].game }, NOW).unwrap();
    assert_eq!((there.code, there.unsent), (first.code, true));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Two devices play random moves. Each always has the moves that the other sent, and a third rebuilds the game
    /// from one line.
    #[test]
    fn both_copies_stay_equal_in_random_games(which in 0..18_usize, choices in prop::collection::vec(any::<usize>(), 1..40)) {
        let variant = draughts::Variant::ALL[which].key();
        let (mut apps, mut new) = ([app(), app()], app());
        let side = if draughts::Variant::ALL[which].start().turn() == draughts::Side::White { SideView::White } else { SideView::Black };
        let mut view = apps[0].run(beginning(variant, side), NOW).unwrap();
        for (ply, choice) in choices.iter().enumerate() {
            let legal = &view.game.position.legal;
            if legal.is_empty() {
                break;
            }
            let path = legal[choice % legal.len()].routes[0].clone();
            let mover = &mut apps[ply % 2];
            let moved = act(mover, &view, LetterAct::Move { path });
            view = arrived(&mut apps[1 - ply % 2], &code(&moved));
            prop_assert_eq!(&view.game.moves, &moved.game.moves);
            prop_assert_eq!(&view.game.outcome, &moved.game.outcome);
            if ply + 1 == choices.len() {
                prop_assert_eq!(arrived(&mut new, &code(&moved)).game.moves, moved.game.moves);
            }
        }
    }
}
