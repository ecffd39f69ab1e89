//! Real boards and house rules between two devices.
use crate::evening::{Evening, MINUTE, evening, last, refused, terms};
use damier_host::ConnectionId;
use proptest::prelude::*;
use serde_json::{Value, json};

fn act(evening: &mut Evening, line: ConnectionId, done: u32, what: &str, places: Value) -> Value {
    let told = evening.say(
        line,
        json!({"kind": "act", "table": 1, "done": done, "what": what, "places": places}),
    );
    last(&told).clone()
}

#[test]
fn at_a_real_board_the_opponent_decides() {
    let mut terms = terms();
    terms["realBoard"] = json!(true);
    let mut evening = evening();
    evening.game(terms);
    evening.say(2, json!({"kind": "speak", "language": "fr"}));
    // 32-28. Board coordinates: rows from the top, columns from the left.
    let told = act(&mut evening, 1, 0, "move", json!([[3, 6], [4, 5]]));
    assert_eq!(told["table"]["game"]["ply"], 1, "{told}");
    assert_eq!(told["table"]["board"]["notes"][0]["kind"], "played");
    // A repeated action is stale.
    assert_eq!(
        act(&mut evening, 1, 0, "move", json!([[5, 6], [6, 5]])),
        refused("stale")
    );
    // 19-23 allows White to capture. White makes another move, which Black may have corrected.
    act(&mut evening, 2, 1, "move", json!([[6, 3], [5, 4]]));
    let told = act(&mut evening, 1, 2, "move", json!([[1, 6], [0, 5]]));
    assert_eq!(
        told["table"]["board"]["pending"][0]["key"], "missed-capture",
        "{told}"
    );
    assert_eq!(told["table"]["board"]["decides"], "black");
    // The offender has no say.
    let told = act(&mut evening, 1, 3, "accept", json!([]));
    assert_eq!(
        told["table"]["board"]["refused"]["why"], "not-yours-to-decide",
        "{told}"
    );
    assert_eq!(told["table"]["game"]["ply"], 2);
    let told = act(&mut evening, 2, 3, "correct", json!([]));
    assert_eq!(told["table"]["board"]["pending"], json!([]));
    assert_eq!(told["table"]["board"]["turn"], "white");
    let text = told["table"]["board"]["notes"][0]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        text.contains("prise"),
        "in the language that this guest reads: {text}"
    );
    // White repeats it and Black lets it stand: the piece stays, and it is Black's turn.
    act(&mut evening, 1, 4, "move", json!([[1, 6], [0, 5]]));
    let told = act(&mut evening, 2, 5, "accept", json!([]));
    assert_eq!(told["table"]["board"]["turn"], "black", "{told}");
    assert_eq!(told["table"]["game"]["position"]["turn"], "black");
    let kept = told["table"]["game"]["position"]["fen"].clone();
    // Legal-move input has no effect at a real board, and a player cannot overturn it remotely.
    assert_eq!(evening.play(2, 2, &[14, 19]), refused("illegalMove"));
    for what in [
        "knock",
        "boardTurned",
        "misplace",
        "setupWrong",
        "agreeDraw",
        "resign",
        "liftAll",
    ] {
        assert_eq!(
            act(&mut evening, 2, 6, what, json!([[0, 1]])),
            refused("illegalMove"),
            "{what}"
        );
    }
    // The game ends as any other and can be exported.
    evening.say(1, json!({"kind": "offerDraw", "table": 1}));
    let told = evening.say(2, json!({"kind": "answerDraw", "table": 1, "accept": true}));
    assert_eq!(last(&told)["table"]["game"]["outcome"]["reason"], "agreement");
    let home = evening.say(1, json!({"kind": "takeHome", "table": 1}));
    let text = last(&home)["text"].as_str().unwrap().to_owned();
    assert!(
        text.contains("[Mode \"OTB\"]") && text.contains(kept.as_str().unwrap()),
        "{text}"
    );
}

#[test]
fn a_player_cannot_act_for_the_opponent() {
    let mut terms = terms();
    terms["realBoard"] = json!(true);
    terms["clock"] = json!({"minutes": 5, "increment": 0});
    let mut evening = evening();
    evening.game(terms);
    act(&mut evening, 1, 0, "hold", json!([[3, 6], [4, 5]]));
    for (what, places) in [("release", json!([])), ("hold", json!([[4, 5], [5, 4]]))] {
        assert_eq!(
            act(&mut evening, 2, 1, what, places),
            refused("illegalMove"),
            "{what}"
        );
    }
    evening.pass(10_000.0);
    let told = act(&mut evening, 1, 1, "release", json!([]));
    assert_eq!(told["table"]["game"]["clock"]["running"], "black", "{told}");
    // An irregular move presses the clock; once it is corrected, the offender's clock runs again.
    evening.pass(10_000.0);
    act(&mut evening, 2, 2, "move", json!([[6, 3], [6, 4]]));
    let told = act(&mut evening, 1, 3, "correct", json!([]));
    assert_eq!(told["table"]["game"]["clock"]["running"], "black", "{told}");
    evening.pass(5.0 * MINUTE);
    let told = evening.told(1);
    assert_eq!(
        last(&told)["table"]["game"]["outcome"]["reason"],
        "time",
        "{told:?}"
    );
    assert_eq!(last(&told)["table"]["game"]["outcome"]["winner"], "white");
}

#[test]
fn playing_on_accepts_an_irregularity_and_take_backs_need_a_ruling() {
    let mut terms = terms();
    terms["realBoard"] = json!(true);
    let mut evening = evening();
    evening.game(terms);
    act(&mut evening, 1, 0, "move", json!([[3, 6], [5, 4]]));
    // Black captures the man where it was put.
    let told = act(&mut evening, 2, 1, "move", json!([[6, 3], [4, 5]]));
    assert_eq!(told["table"]["board"]["pending"], json!([]), "{told}");
    assert_eq!(told["table"]["board"]["turn"], "white");
    // Only the capturer lifts the pieces.
    assert_eq!(
        act(&mut evening, 1, 2, "liftAll", json!([])),
        refused("illegalMove")
    );
    act(&mut evening, 2, 2, "liftAll", json!([]));
    let ask = json!({"kind": "askTakeBack", "table": 1});
    assert_eq!(last(&evening.say(2, ask)), &refused("noMove"));
    let told = act(&mut evening, 2, 3, "takeBack", json!([]));
    assert_eq!(told["table"]["board"]["decides"], "white", "{told}");
    let told = act(&mut evening, 1, 4, "accept", json!([]));
    assert_eq!(told["table"]["board"]["turn"], "black", "{told}");
    assert_eq!(told["table"]["board"]["pieces"].as_array().unwrap().len(), 40);
    // A rematch with colours reversed, also at a real board.
    evening.say(1, json!({"kind": "resign", "table": 1}));
    evening.say(1, json!({"kind": "again", "table": 1}));
    let told = evening.say(2, json!({"kind": "again", "table": 1}));
    assert_eq!(last(&told)["table"]["you"], "white");
    assert_eq!(last(&told)["table"]["board"]["done"], 0);
}

#[test]
fn a_real_board_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damier.db");
    let mut terms = terms();
    terms["realBoard"] = json!(true);
    let mut evening = Evening::at(&path);
    let [token, _] = evening.game(terms);
    // White moves a man two squares too far, and Black lets it stand before any regular move.
    act(&mut evening, 1, 0, "move", json!([[3, 6], [5, 4]]));
    act(&mut evening, 2, 1, "accept", json!([]));
    act(&mut evening, 2, 2, "move", json!([[6, 3], [4, 5]]));
    act(&mut evening, 2, 3, "liftAll", json!([]));
    act(&mut evening, 1, 4, "move", json!([[5, 6], [3, 4]]));
    let told = act(&mut evening, 1, 5, "liftAll", json!([]));
    let before = told["table"]["board"]["pieces"].clone();
    let key = evening.club.key();
    drop(evening);
    let mut evening = Evening::at(&path);
    assert_eq!(evening.club.key(), key);
    let told = evening.resume(1, &token);
    let table = &last(&told)["table"];
    assert_eq!(table["board"]["pieces"], before, "{table}");
    assert_eq!(table["game"]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(table["board"]["turn"], "black");
}

#[test]
fn house_rules_apply_and_the_standard_rule_is_shown() {
    let mut terms = terms();
    terms["houseRule"] = json!("huffing");
    let mut evening = evening();
    evening.game(terms);
    evening.play(1, 0, &[32, 28]);
    evening.play(2, 1, &[19, 23]);
    let told = evening.play(1, 2, &[37, 32]);
    assert_eq!(told["table"]["game"]["huffable"], json!([28]), "{told}");
    let huff = json!({"kind": "huff", "table": 1, "ply": 3, "square": 28});
    assert_eq!(last(&evening.say(1, huff.clone())), &refused("notYours"));
    let told = evening.say(2, huff);
    assert_eq!(last(&told)["table"]["game"]["huffed"], json!([3]));
    assert_eq!(last(&told)["table"]["game"]["position"]["turn"], "black");
    let rule = |evening: &mut Evening, ply: u32| {
        let told = evening.say(1, json!({"kind": "askRule", "table": 1, "ply": ply}));
        last(&told).clone()
    };
    assert_eq!(rule(&mut evening, 2)["rule"]["refusal"], Value::Null);
    let told = rule(&mut evening, 3);
    assert_eq!(told["rule"]["refusal"]["rule"], "mustTake", "{told}");
    assert_eq!(told["rule"]["refusal"]["allowed"][0]["notation"], "28x19");
    assert_eq!(rule(&mut evening, 9), refused("noMove"));
    assert_eq!(rule(&mut evening, 0), refused("noMove"));
    let home = evening.say(1, json!({"kind": "takeHome", "table": 1}));
    assert!(
        last(&home)["text"]
            .as_str()
            .unwrap()
            .contains("[HouseRule \"huffing\"]")
    );
}

#[test]
fn men_may_agree_to_capture_forwards_only() {
    let mut forward = terms();
    forward["houseRule"] = json!("menForward");
    let mut evening = evening();
    evening.game(forward.clone());
    evening.play(1, 0, &[32, 28]);
    let told = evening.play(2, 1, &[19, 23]);
    assert_eq!(told["table"]["game"]["position"]["mustTake"], true);
    // A real board allows only the standard rules.
    forward["realBoard"] = json!(true);
    evening.enter(3, "Cleo");
    let told = evening.say(3, json!({"kind": "openTable", "terms": forward}));
    assert_eq!(last(&told), &refused("badTerms"));
}

/// Random actions: mostly moves between nearby squares, and rulings on them.
fn tried() -> impl Strategy<Value = (ConnectionId, &'static str, Vec<[u8; 2]>)> {
    let place = || (0..11_u8, 0..11_u8).prop_map(|(column, row)| [column, row]);
    let near = (0..10_u8, 0..10_u8, -2..3_i8, -2..3_i8).prop_map(|(column, row, right, down)| {
        let to = |at: u8, by: i8| at.saturating_add_signed(by).min(9);
        vec![[column, row], [to(column, right), to(row, down)]]
    });
    let carried = (prop_oneof![3 => Just("move"), 1 => Just("hold")], near);
    let pointed = (
        prop_oneof![Just("touch"), Just("lift"), Just("crown"), Just("move")],
        place().prop_map(|place| vec![place]),
    );
    let said = prop_oneof![
        4 => Just("accept"),
        4 => Just("correct"),
        2 => Just("takeBack"),
        2 => Just("liftAll"),
        1 => Just("release"),
        1 => Just("done"),
        1 => Just("pause"),
        1 => Just("refuse"),
        1 => Just("claim"),
        1 => Just("adjust"),
        1 => Just("permit"),
    ]
    .prop_map(|what| (what, Vec::new()));
    (1..3_u64, prop_oneof![6 => carried, 1 => pointed, 4 => said])
        .prop_map(|(line, (what, places))| (line, what, places))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_hands_do_the_game_that_is_kept_is_the_one_that_was_shown(hands in prop::collection::vec(tried(), 1..60)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damier.db");
        let mut terms = terms();
        terms["realBoard"] = json!(true);
        let mut evening = Evening::at(&path);
        let [token, _] = evening.game(terms);
        let mut done = 0;
        let mut shown = Value::Null;
        for (line, what, places) in hands {
            let told = act(&mut evening, line, done, what, json!(places));
            if told["kind"] == "table" {
                done = told["table"]["board"]["done"].as_u64().unwrap() as u32;
                shown = told["table"].clone();
            }
        }
        prop_assume!(!shown.is_null() && shown["game"]["outcome"].is_null());
        drop(evening);
        let told = Evening::at(&path).resume(1, &token);
        let table = &last(&told)["table"];
        prop_assert_eq!(&table["game"]["position"]["fen"], &shown["game"]["position"]["fen"]);
        prop_assert_eq!(&table["game"]["moves"], &shown["game"]["moves"]);
        prop_assert_eq!(&table["board"]["turn"], &shown["game"]["position"]["turn"]);
    }
}
