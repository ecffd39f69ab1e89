//! The library through the calls: import, search, reading, editing, export, restore.
use crate::common::{NOW, app};
use base64::Engine as _;
use damier_core::{App, ErrorKind};
use damier_store::GameText;
use draughts::notation::pdn::{GameResult, Tags};
use draughts::notation::tree::{GameTree, NodeId, Step};
use draughts::{Position, Variant};
use serde_json::{Value, json};

struct Library(App);

impl Library {
    fn new() -> Self {
        Self(app())
    }

    fn call(&mut self, name: &str, params: Value) -> Value {
        self.try_call(name, params)
            .unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn try_call(&mut self, name: &str, params: Value) -> Result<Value, damier_core::ApiError> {
        let reply = self.0.call(name, &params.to_string(), NOW)?;
        Ok(serde_json::from_str(&reply).unwrap())
    }

    /// Imports a text in chunks of `part` bytes.
    fn import(&mut self, text: &[u8], part: usize, duplicates: &str) -> Value {
        let reply = self.try_import(text, part, duplicates).unwrap();
        assert_eq!(reply["done"], true);
        reply
    }

    fn try_import(
        &mut self,
        text: &[u8],
        part: usize,
        duplicates: &str,
    ) -> Result<Value, damier_core::ApiError> {
        let begun = self.call(
            "beginImport",
            json!({"name": "test.pdn", "bytes": text.len(), "duplicates": duplicates}),
        );
        let mut parts = text.chunks(part).peekable();
        let mut reply = begun.clone();
        while let Some(bytes) = parts.next() {
            let data = base64::engine::general_purpose::STANDARD.encode(bytes);
            let last = parts.peek().is_none();
            reply = self.try_call(
                "importChunk",
                json!({"import": begun["import"], "data": data, "last": last}),
            )?;
        }
        Ok(reply)
    }

    /// Ids that a filter finds.
    fn find(&mut self, filter: Value) -> Vec<i64> {
        self.rows(filter, "added")
            .iter()
            .map(|row| row["id"].as_i64().unwrap())
            .collect()
    }

    fn rows(&mut self, filter: Value, order: &str) -> Vec<Value> {
        let mut search = self.call("findGames", json!({"filter": filter, "order": order}));
        while search["done"] == false {
            search = self.call("findMore", json!({"search": search["search"]}));
        }
        let mut rows = Vec::new();
        for from in (0..search["found"].as_u64().unwrap()).step_by(100) {
            let page = self.call(
                "foundGames",
                json!({"search": search["search"], "from": from, "limit": 100}),
            );
            rows.extend(page.as_array().unwrap().clone());
        }
        rows
    }

    /// Text of an export or a backup.
    fn export(&mut self, call: &str, params: Value) -> String {
        let mut step = self.call(call, params);
        let mut text = step["text"].as_str().unwrap().to_owned();
        while step["done"] == false {
            step = self.call("exportStep", json!({"export": step["export"]}));
            text.push_str(step["text"].as_str().unwrap());
        }
        text
    }

    fn index(&mut self) -> Value {
        loop {
            let step = self.call("indexStep", json!({}));
            if step["done"] == true {
                return step;
            }
        }
    }
}

const GAMES: &str = r#"
[Event "World Cup"]
[Date "1998.05.03"]
[Round "1"]
[White "Müller, Jörg"]
[Black "Ada"]
[Result "2-0"]
[Mine "kept"]

{Before} 1. 32-28! 19-23 {[%clk 0:59:58] good} (1... 18-23 2. 33-29 23x32) 2. 28x19 14x23 2-0

[Event "Club"]
[Date "2004.??.??"]
[White "Ada"]
[Black "Bea"]
[Result "1-1"]

1. 33-29 20-25 2. 39-33 1-1

[White "Bea"]
[Black "Ada"]
[Result "0-2"]
[GameType "21"]

1. 11-15 23-19 2. 8-11 22-17 0-1
"#;

#[test]
fn games_are_found_by_their_tags() {
    let mut library = Library::new();
    let report = library.import(GAMES.as_bytes(), 50, "skip");
    assert_eq!(report["stored"], 3, "{report}");
    let [first, second, third] = [1, 2, 3];
    for (filter, found) in [
        (json!({}), vec![third, second, first]),
        (json!({"player": "muller jorg"}), vec![first]),
        (json!({"player": "ADA"}), vec![third, second, first]),
        (json!({"player": "ada", "opponent": "bea"}), vec![third, second]),
        (json!({"white": "ada"}), vec![second]),
        (json!({"black": "ada"}), vec![third, first]),
        (json!({"event": "cup"}), vec![first]),
        (json!({"yearFrom": 1999}), vec![second]),
        (json!({"yearTo": 1998}), vec![first]),
        (json!({"yearFrom": 1998, "yearTo": 2004}), vec![second, first]),
        (json!({"result": "draw"}), vec![second]),
        (json!({"variant": "english"}), vec![third]),
        (json!({"pliesTo": 3}), vec![second]),
        (json!({"pliesFrom": 4}), vec![third, first]),
        (json!({"opening": "raphael-symmetrical"}), vec![first]),
        (
            json!({"ending": {"whiteMen": 19, "whiteKings": 0, "blackMen": 19, "blackKings": 0}}),
            vec![first],
        ),
        (json!({"played": true}), vec![]),
        (json!({"source": report["source"]}), vec![third, second, first]),
        (json!({"player": "nobody"}), vec![]),
    ] {
        assert_eq!(library.find(filter.clone()), found, "{filter}");
    }
    let dated: Vec<i64> = library
        .rows(json!({}), "date")
        .iter()
        .map(|row| row["id"].as_i64().unwrap())
        .collect();
    assert_eq!(dated, [second, first, third]);
    for (filter, kind) in [
        (json!({"theme": "no-such"}), ErrorKind::NotFound),
        (json!({"opening": "no-such"}), ErrorKind::NotFound),
        (json!({"position": "nonsense"}), ErrorKind::BadPosition),
        (
            json!({"pattern": [{"square": 51, "content": "empty"}]}),
            ErrorKind::BadParams,
        ),
    ] {
        assert_eq!(
            library
                .try_call("findGames", json!({"filter": filter}))
                .unwrap_err()
                .kind,
            kind
        );
    }
    let names = library.call(
        "libraryNames",
        json!({"kind": "player", "text": "mull", "limit": 5}),
    );
    assert_eq!(names, json!([{"name": "Müller, Jörg"}]));
}

#[test]
fn positions_and_patterns_are_found_from_either_colour() {
    let mut library = Library::new();
    library.import(GAMES.as_bytes(), 4096, "skip");
    let rows = library.rows(json!({"position": "B:W28,31,33-50:B1-20"}), "added");
    assert_eq!(
        (rows.len(), &rows[0]["id"], &rows[0]["at"], &rows[0]["turned"]),
        (1, &json!(1), &json!(1), &json!(false))
    );
    // The same with colours exchanged: Black has played 19-23, White is to move.
    let rows = library.rows(json!({"position": "W:W31-50:B1-18,20,23"}), "added");
    assert_eq!((rows.len(), &rows[0]["turned"]), (1, &json!(true)));
    let pattern = json!([
        {"square": 23, "content": "blackMan"}, {"square": 28, "content": "empty"}, {"square": 14, "content": "empty"}
    ]);
    let rows = library.rows(json!({"pattern": pattern}), "added");
    assert_eq!(
        (rows.len(), &rows[0]["at"], &rows[0]["turned"]),
        (1, &json!(4), &json!(false))
    );
}

#[test]
fn boards_manoeuvres_and_comments_are_found() {
    let mut library = Library::new();
    library.import(GAMES.as_bytes(), 4096, "skip");
    // 28x19: only White captures like this; Black does with colours exchanged.
    let takes = |mirrored: bool, side: &str| {
        let manoeuvre = json!({"kind": "takes", "side": side, "from": 28, "to": 19});
        json!({"manoeuvre": manoeuvre, "mirrored": mirrored})
    };
    let rows = library.rows(takes(false, "white"), "added");
    assert_eq!(
        (rows.len(), &rows[0]["id"], &rows[0]["at"]),
        (1, &json!(1), &json!(2))
    );
    let fen = rows[0]["position"]["fen"].as_str().unwrap();
    assert!(fen.starts_with("W:W28,"), "the board before it is taken: {fen}");
    assert_eq!(library.find(takes(true, "black")), [0_i64; 0]);
    let other = |number: u8| {
        let manoeuvre = json!({"kind": "takes", "side": "black", "from": 23, "to": number});
        json!({"manoeuvre": manoeuvre})
    };
    assert_eq!(library.rows(other(32), "added")[0]["turned"], true);
    assert_eq!(library.find(other(33)), [0_i64; 0]);
    for refused in [
        json!({"manoeuvre": {"kind": "route", "squares": [28]}}),
        json!({"manoeuvre": {"kind": "route", "squares": [28, 51]}}),
        json!({"manoeuvre": {"kind": "takes", "from": 0}}),
        json!({"patternOr": [{"square": 51, "content": "man"}]}),
    ] {
        let begun = library.try_call("findGames", json!({"filter": refused, "order": "added"}));
        assert_eq!(begun.unwrap_err().kind, ErrorKind::BadParams, "{refused}");
    }
    assert_eq!(library.find(json!({"comment": "BEFÓRE"})), [1]);
    assert_eq!(library.find(json!({"comment": "oo", "player": "ada"})), [1]);
    assert_eq!(
        library.find(json!({"comment": "kept"})),
        [0_i64; 0],
        "a tag is no comment"
    );
    assert_eq!(
        library.find(json!({"comment": "good", "pattern": [{"square": 23, "content": "black"}]})),
        [1]
    );
}

#[test]
fn a_game_is_read_changed_and_restored() {
    let mut library = Library::new();
    library.import(GAMES.as_bytes(), 4096, "skip");
    let game = library.call("libraryGame", json!({"id": 1}));
    assert_eq!(game["comment"], "Before");
    let nodes = game["nodes"].as_array().unwrap();
    let notation: Vec<&str> = nodes
        .iter()
        .map(|node| node["notation"].as_str().unwrap())
        .collect();
    assert_eq!(
        notation,
        ["32-28", "19-23", "28x19", "14x23", "18-23", "33-29", "23x32"]
    );
    assert_eq!(
        (&nodes[0]["signs"], &nodes[0]["next"]),
        (&json!("!"), &json!([1, 4]))
    );
    assert_eq!(
        (&nodes[1]["clock"], &nodes[1]["comment"]),
        (&json!("0:59:58"), &json!("good"))
    );
    let position = library.call("libraryPosition", json!({"id": 1, "node": 4}));
    assert_eq!(
        (
            &position["turn"],
            position["legal"].as_array().unwrap().is_empty()
        ),
        (&json!("white"), false)
    );

    let mut revision = game["revision"].clone();
    let mut edit = |library: &mut Library, edit: Value| {
        let edited = library.call("editGame", json!({"id": 1, "revision": revision, "edit": edit}));
        revision = edited["game"]["revision"].clone();
        edited
    };
    let said = edit(
        &mut library,
        json!({"kind": "comment", "node": 1, "text": "better"}),
    );
    assert_eq!(said["game"]["nodes"][1]["comment"], "better");
    assert_eq!(said["game"]["nodes"][1]["clock"], "0:59:58", "the clock stays");
    let signed = edit(&mut library, json!({"kind": "signs", "node": 1, "signs": "?!"}));
    assert_eq!(signed["game"]["nodes"][1]["signs"], "?!");
    let played = edit(&mut library, json!({"kind": "play", "node": 0, "path": [20, 25]}));
    assert_eq!(
        played["game"]["nodes"][played["node"].as_u64().unwrap() as usize]["notation"],
        "20-25"
    );
    assert_eq!(played["game"]["nodes"][0]["next"].as_array().unwrap().len(), 3);
    let promoted = edit(&mut library, json!({"kind": "promote", "node": played["node"]}));
    assert_eq!(promoted["game"]["nodes"][1]["notation"], "20-25");
    edit(&mut library, json!({"kind": "cut", "node": 1}));
    edit(
        &mut library,
        json!({"kind": "tag", "name": "White", "value": "Carla"}),
    );
    edit(&mut library, json!({"kind": "result", "result": "draw"}));
    assert_eq!(library.find(json!({"white": "carla", "result": "draw"})), [1]);
    assert_eq!(library.find(json!({"white": "muller"})), Vec::<i64>::new());

    let stale = library.try_call(
        "editGame",
        json!({"id": 1, "revision": 0, "edit": {"kind": "cut", "node": 1}}),
    );
    assert_eq!(stale.unwrap_err().kind, ErrorKind::Stale);
    for (edit, kind) in [
        (
            json!({"kind": "signs", "node": 1, "signs": "nice"}),
            ErrorKind::BadParams,
        ),
        (json!({"kind": "cut", "node": 99}), ErrorKind::BadParams),
        (
            json!({"kind": "play", "node": null, "path": [32, 27, 28]}),
            ErrorKind::IllegalMove,
        ),
        (
            json!({"kind": "tag", "name": "bad name", "value": "x"}),
            ErrorKind::BadParams,
        ),
    ] {
        let refused = library.try_call("editGame", json!({"id": 1, "revision": revision, "edit": edit}));
        assert_eq!(refused.unwrap_err().kind, kind, "{edit}");
    }
    let mut last = library.call("libraryGame", json!({"id": 1}));
    while last["canUndo"] == true {
        last = library.call("undoEdit", json!({"id": 1, "revision": last["revision"]}));
    }
    for field in ["nodes", "tags", "result", "comment"] {
        assert_eq!(last[field], game[field]);
    }
}

#[test]
fn deleted_games_can_be_restored_until_they_are_purged() {
    let mut library = Library::new();
    library.import(GAMES.as_bytes(), 4096, "skip");
    let favourites = library.call("addCollection", json!({"name": "Favourites"}));
    let collected = library.call(
        "collect",
        json!({"collection": favourites["id"], "games": [1, 3, 77], "put": true}),
    );
    assert_eq!(collected["games"], 2);
    library.call("setNote", json!({"id": 1, "text": "study this"}));
    assert_eq!(library.find(json!({"collection": favourites["id"]})), [3, 1]);

    let deletion = library.call("deleteGames", json!({"games": [1]}));
    assert_eq!(
        (library.find(json!({})), &deletion["games"]),
        (vec![3, 2], &json!(1))
    );
    assert_eq!(
        library
            .try_call("libraryGame", json!({"id": 1}))
            .unwrap_err()
            .kind,
        ErrorKind::NotFound
    );
    while library.call("undoDelete", json!({"deletion": deletion["id"]}))["done"] == false {}
    assert_eq!(library.find(json!({"collection": favourites["id"]})), [3, 1]);
    let game = library.call("libraryGame", json!({"id": 1}));
    assert_eq!(
        (&game["note"], &game["collections"]),
        (&json!("study this"), &json!([favourites["id"]]))
    );

    let search = library.call("findGames", json!({"filter": {"player": "bea"}}));
    let deleted = library.call("deleteFound", json!({"search": search["search"], "from": 0}));
    assert_eq!(
        (&deleted["done"], &deleted["deletion"]["games"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(
        library.call("libraryState", json!({}))["deletions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    while library.call("emptyTrash", json!({}))["done"] == false {}
    assert_eq!(library.find(json!({})), [1]);
    assert!(
        library.call("libraryState", json!({}))["deletions"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    library.call("deleteCollection", json!({"id": favourites["id"]}));
    assert_eq!(library.find(json!({})), [1], "a collection's games outlive it");
}

#[test]
fn games_left_out_are_listed_and_taken_in_by_their_number() {
    let mut library = Library::new();
    let text = "[White \"Ada\"]\n[Date \"17 april 2009\"]\n1. 32-28 19-23 *\n\n[GameType \"41\"]\n1. c3-d4 *\n\n\
                [White \"Bea\"]\n[Date \"03.07.20\"]\n1. 33-29 *\n";
    let first = library.import(text.as_bytes(), 4096, "skip");
    assert_eq!((&first["stored"], &first["refused"]), (&json!(2), &json!(1)));
    let faults: Vec<&Value> = first["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["fault"])
        .collect();
    assert_eq!(faults, [&json!("noBoard"), &json!("date")]);
    let again = library.import(text.as_bytes(), 4096, "skip");
    assert_eq!(again["leftOut"][0]["date"], "2009.04.17");
    assert_eq!(
        (&again["leftOut"][1]["game"], &again["leftOut"][1]["white"]),
        (&json!(3), &json!("Bea"))
    );
    let begun = library.call(
        "beginImport",
        json!({"name": "test.pdn", "duplicates": "keep", "only": [3]}),
    );
    let data = base64::engine::general_purpose::STANDARD.encode(text);
    let taken = library.call(
        "importChunk",
        json!({"import": begun["import"], "data": data, "last": true}),
    );
    assert_eq!((&taken["stored"], &taken["leftOut"]), (&json!(1), &json!([])));
    assert_eq!(library.find(json!({})).len(), 3);
    // A file of nothing but such games is reported, not refused as no file of games.
    let foreign = library.import(b"[Variant \"Dameo\"]\n1. a1-b2 *", 4096, "skip");
    assert_eq!(
        (&foreign["refused"], &foreign["problems"][0]["what"]),
        (&json!(1), &json!("Dameo"))
    );
}

#[test]
fn exported_games_are_recognised_when_imported_again() {
    let mut library = Library::new();
    library.import(GAMES.as_bytes(), 4096, "skip");
    let text = library.export("beginExport", json!({"format": "pdn"}));
    let again = library.import(text.as_bytes(), 100, "skip");
    assert_eq!(
        (&again["stored"], &again["duplicates"]),
        (&json!(0), &json!(3)),
        "{again}"
    );
    let kept = library.import(text.as_bytes(), 100, "keep");
    assert_eq!(kept["stored"], 3);
    // The same moves with a new comment are no duplicate.
    let richer = text.replacen("{Before}", "{Before all}", 1);
    assert_eq!(library.import(richer.as_bytes(), 4096, "skip")["stored"], 1);

    let mut other = Library::new();
    other.import(text.as_bytes(), 33, "skip");
    assert_eq!(other.export("beginExport", json!({"format": "pdn"})), text);
    let search = other.call("findGames", json!({"filter": {"event": "club"}}));
    let one = other.export(
        "beginExport",
        json!({"format": "json", "search": search["search"]}),
    );
    let one: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(one["games"].as_array().unwrap().len(), 1);
    assert_eq!(one["games"][0]["nodes"][1]["move"], "33-29");
    let undone = {
        let begun = other.call("beginImport", json!({"name": "x"}));
        let data = base64::engine::general_purpose::STANDARD
            .encode("[White \"Zoe\"]\n1. 31-26 *\n\n[White \"Y\"]\n1.");
        other.call(
            "importChunk",
            json!({"import": begun["import"], "data": data, "last": false}),
        );
        assert_eq!(other.find(json!({"white": "zoe"})).len(), 1);
        other.call("cancelImport", json!({"import": begun["import"], "undo": true}))
    };
    assert_eq!(undone["done"], true);
    assert!(other.find(json!({"white": "zoe"})).is_empty());
}

#[test]
fn a_backup_restores_everything_on_another_device() {
    let mut library = Library::new();
    library.call("setProfile", json!({"name": "Ada", "experience": "inAClub"}));
    library.call("setSetting", json!({"key": "language", "value": "nl"}));
    library.import(GAMES.as_bytes(), 4096, "skip");
    let human = json!({"kind": "human"});
    let none = json!({"white": 0, "black": 0});
    let game = library.call(
        "newGame",
        json!({"variant": "international", "white": human, "black": human, "handicap": none}),
    );
    library.call(
        "playMove",
        json!({"game": game["id"], "ply": 0, "path": [32, 28]}),
    );
    let favourites = library.call("addCollection", json!({"name": "Favourites"}));
    library.call(
        "collect",
        json!({"collection": favourites["id"], "games": [1], "put": true}),
    );
    library.call("setNote", json!({"id": 1, "text": "study this"}));
    let backup = library.export("beginBackup", json!({}));

    let restore = |other: &mut Library, text: &str| {
        let begun = other.call("beginRestore", json!({"bytes": text.len()}));
        let mut from = 0;
        loop {
            let mut to = (from + 100).min(text.len());
            while !text.is_char_boundary(to) {
                to += 1;
            }
            let last = to == text.len();
            let params = json!({"restore": begun["restore"], "text": &text[from..to], "last": last});
            let reply = other.try_call("restoreChunk", params)?;
            if last {
                return Ok::<Value, damier_core::ApiError>(reply);
            }
            from = to;
        }
    };
    let mut other = Library::new();
    let done: Value = restore(&mut other, &backup).unwrap();
    assert_eq!((&done["games"], &done["known"]), (&json!(4), &json!(0)));
    let home = other.call("home", json!({}));
    assert_eq!(
        (&home["profile"]["name"], &home["settings"]["language"]),
        (&json!("Ada"), &json!("nl"))
    );
    assert_eq!(home["current"]["ply"], 1, "the game begun there goes on here");
    assert_eq!(
        other.export("beginExport", json!({"format": "pdn"})),
        library.export("beginExport", json!({"format": "pdn"}))
    );
    let favourites = other.call("collections", json!({}))[0].clone();
    assert_eq!(favourites["games"], 1);
    let again: Value = restore(&mut other, &backup).unwrap();
    assert_eq!(
        (&again["games"], &again["known"]),
        (&json!(0), &json!(4)),
        "done again it adds nothing"
    );

    let refused = |text: &str| restore(&mut Library::new(), text).unwrap_err().kind;
    assert_eq!(refused("hello\n"), ErrorKind::FileText);
    assert_eq!(
        refused(&backup.replacen("\"version\":9", "\"version\":99", 1)),
        ErrorKind::FileFromNewerApp
    );
    // A partial backup restores its rows and reports the missing ones.
    let part = |text: &str| restore(&mut Library::new(), text).unwrap();
    let games: Vec<usize> = backup.match_indices("{\"game\":").map(|(at, _)| at).collect();
    let cut = part(&backup[..games[3] + 40]);
    assert_eq!(
        (&cut["games"], &cut["cut"], &cut["bad"]),
        (&json!(3), &json!(true), &json!(1))
    );
    let without = [&backup[..games[1]], &backup[games[2]..]].concat();
    let less = part(&without);
    assert_eq!(
        (&less["games"], &less["missing"], &less["cut"]),
        (&json!(3), &json!(1), &json!(false))
    );
    assert_eq!(
        (&done["bad"], &done["missing"], &done["cut"]),
        (&json!(0), &json!(0), &json!(false))
    );

    assert_eq!(
        other
            .try_call("eraseEverything", json!({"sure": "no"}))
            .unwrap_err()
            .kind,
        ErrorKind::BadParams
    );
    other.call("eraseEverything", json!({"sure": "erase"}));
    assert!(other.find(json!({})).is_empty());
    assert_eq!(other.call("home", json!({}))["profile"]["name"], "");
    assert!(!other.export("beginBackup", json!({})).contains("Ada"));
}

/// Random games, and the positions of some of them.
fn games(count: usize) -> (String, Vec<Vec<Position>>) {
    let mut lot = 1_u64;
    let hand = "B:W26,28,33-50:B1-16,18,20";
    let hand = draughts::notation::fen::read(Variant::International, hand).unwrap();
    let (mut text, mut lines) = (String::new(), Vec::new());
    for number in 0..count {
        let variant = if number % 9 == 8 {
            Variant::English
        } else {
            Variant::International
        };
        let mut tree = GameTree::new(variant.start());
        let mut line = vec![*tree.start()];
        let mut at = NodeId::ROOT;
        while line.len() < 40 {
            let legal = line[line.len() - 1].legal_moves();
            if legal.is_empty() {
                break;
            }
            lot = lot
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mv = legal[(lot >> 33) as usize % legal.len().min(3)];
            // Some games continue from a position that was set up.
            let set_up = number % 9 == 6 && line.len() == 20;
            let step = if set_up {
                Step::Setup(Box::new(hand))
            } else {
                Step::Move(mv)
            };
            at = tree.add(at, step);
            line.push(tree.after(&line[line.len() - 1], at));
        }
        let mut tags = Tags::default();
        tags.push("White", format!("W{number}"));
        let result = GameResult::Unknown.into();
        text.push_str(&GameText { tags, result, tree }.to_pdn());
        lines.push(line);
    }
    (text, lines)
}

#[test]
fn the_index_agrees_with_a_full_scan() {
    let (text, lines) = games(600);
    let mut library = Library::new();
    assert_eq!(library.import(text.as_bytes(), 60_000, "keep")["stored"], 600);
    let fen = |position: &Position| draughts::notation::fen::write(position);
    let questions: Vec<Value> = [(0, 0), (0, 1), (0, 2), (3, 4), (400, 20), (599, 38), (8, 6), (6, 20), (6, 30)]
        .iter()
        .map(|&(game, ply)| {
            let position = lines[game][ply];
            json!({"position": fen(&position), "variant": position.variant().key()})
        })
        .chain([
            json!({"pattern": [{"square": 28, "content": "whiteMan"}, {"square": 23, "content": "blackMan"}, {"square": 24, "content": "empty"}]}),
            json!({"pattern": [{"square": 10, "content": "white"}], "variant": "english"}),
            json!({"pattern": [{"square": 1, "content": "whiteKing"}]}),
            json!({"position": fen(&lines[0][1]), "player": "w7"}),
            json!({"position": fen(&lines[3][4]), "mirrored": false}),
            json!({
                "pattern": [{"square": 28, "content": "man"}], "turn": "black",
                "patternOr": [{"square": 19, "content": "blackMan"}, {"square": 24, "content": "white"}],
                "patternExclude": [{"square": 37, "content": "whiteMan"}, {"square": 38, "content": "empty"}],
                "fewest": {"whiteMen": 12, "whiteKings": 0, "blackMen": 0, "blackKings": 0},
                "most": {"whiteMen": 18, "whiteKings": 0, "blackMen": 20, "blackKings": 1}
            }),
            json!({"manoeuvre": {"kind": "takes", "side": "white", "least": 2}}),
            json!({"manoeuvre": {"kind": "takes", "side": "black", "from": 19}, "pattern": [{"square": 28, "content": "white"}]}),
            json!({"manoeuvre": {"kind": "gives", "least": 2}}),
            json!({"manoeuvre": {"kind": "crowns", "side": "white"}, "mirrored": false}),
            json!({"manoeuvre": {"kind": "route", "squares": [37, 32, 28]}}),
            json!({"manoeuvre": {"kind": "takes", "least": 2}, "variant": "english"}),
        ])
        .collect();
    let before: Vec<Vec<Value>> = questions
        .iter()
        .map(|question| library.rows(question.clone(), "added"))
        .collect();
    assert_eq!(before[0].len(), 600 - 600 / 9, "every game has the start");
    assert!(before.iter().filter(|rows| !rows.is_empty()).count() >= 18);
    let state = library.index();
    assert_eq!((&state["games"], &state["indexed"]), (&json!(600), &json!(600)));
    for (question, before) in questions.iter().zip(&before) {
        let after: Vec<Value> = library.rows(question.clone(), "added");
        let ids = |rows: &[Value]| rows.iter().map(|row| row["id"].clone()).collect::<Vec<_>>();
        assert_eq!(ids(&after), ids(before), "{question}");
        assert_eq!(
            after.iter().map(|row| &row["at"]).collect::<Vec<_>>(),
            before.iter().map(|row| &row["at"]).collect::<Vec<_>>()
        );
        let shows = |row: &Value| {
            row["position"]["pieces"]
                .as_array()
                .is_some_and(|pieces| !pieces.is_empty())
        };
        assert!(after.iter().all(shows), "each shows where it was found");
    }
    // A changed game is found as changed, a deleted one is not found, a restored one is found again.
    let first = before[4][0].clone();
    let id = first["id"].as_i64().unwrap();
    let game = library.call("libraryGame", json!({"id": id}));
    let cut = library.call(
        "editGame",
        json!({"id": id, "revision": game["revision"], "edit": {"kind": "cut", "node": 5}}),
    );
    assert!(!library.find(questions[4].clone()).contains(&id));
    library.call("undoEdit", json!({"id": id, "revision": cut["game"]["revision"]}));
    assert!(library.find(questions[4].clone()).contains(&id));
    let deletion = library.call("deleteGames", json!({"games": [id]}));
    assert!(!library.find(questions[4].clone()).contains(&id));
    while library.call("undoDelete", json!({"deletion": deletion["id"]}))["done"] == false {}
    assert!(library.find(questions[4].clone()).contains(&id));
    let deletion = library.call("deleteGames", json!({"games": [id]}));
    while library.call("emptyTrash", json!({"deletion": deletion["id"]}))["done"] == false {}
    assert!(!library.find(questions[4].clone()).contains(&id));
    assert_eq!(library.find(questions[0].clone()).len(), before[0].len() - 1);
}

#[test]
fn a_game_played_in_the_app_is_in_the_library_with_its_comments() {
    let mut library = Library::new();
    library.call("setProfile", json!({"name": "Ada"}));
    let params = json!({"variant": "international", "white": {"kind": "human"}, "black": {"kind": "computer", "level": "3"},
                        "handicap": {"white": 0, "black": 0}});
    let game = library.call("newGame", params);
    let id = game["id"].clone();
    for (ply, path) in [[32, 28], [19, 23], [28, 19], [14, 23]].iter().enumerate() {
        library.call("playMove", json!({"game": id, "ply": ply, "path": path}));
    }
    let row = library.rows(json!({"player": "damier", "played": true}), "added")[0].clone();
    assert_eq!(
        (&row["white"], &row["result"], &row["plies"]),
        (&json!("Ada"), &json!("open"), &json!(4))
    );
    let view = library.call("libraryGame", json!({"id": id}));
    assert_eq!(view["goingOn"], true);
    let comment = json!({"kind": "comment", "node": 0, "text": "my first move"});
    let edit = json!({"id": id, "revision": view["revision"], "edit": comment});
    assert_eq!(
        library.try_call("editGame", edit.clone()).unwrap_err().kind,
        ErrorKind::GoingOn
    );
    // Drawings made during a game stay with the move, also in the file.
    let drawn = json!({"kind": "marks", "node": 1, "marks": [{"origin": 33, "target": 29, "tone": 2}]});
    let edit = json!({"id": id, "revision": view["revision"], "edit": drawn});
    assert_eq!(library.call("editGame", edit.clone())["game"]["canUndo"], false);
    assert_eq!(
        library.try_call("editGame", edit).unwrap_err().kind,
        ErrorKind::Stale
    );
    library.call("playMove", json!({"game": id, "ply": 4, "path": [31, 26]}));
    library.call("takeBack", json!({"game": id, "ply": 5}));
    library.call("playMove", json!({"game": id, "ply": 4, "path": [31, 26]}));
    library.call("playMove", json!({"game": id, "ply": 5, "path": [10, 14]}));
    let export = json!({"format": "pdn", "games": [id]});
    let text = library.call("beginExport", export)["text"].clone();
    assert!(text.as_str().unwrap().contains("[%cal R3329]"), "{text}");
    library.call("resign", json!({"game": id, "side": "black"}));
    let row = library.rows(
        json!({"result": "whiteWins", "opening": "raphael-symmetrical"}),
        "added",
    )[0]
    .clone();
    assert_eq!(row["id"], id);
    let view = library.call("libraryGame", json!({"id": id}));
    let said = library.call(
        "editGame",
        json!({"id": id, "revision": view["revision"], "edit": comment}),
    );
    assert_eq!(said["game"]["nodes"][0]["comment"], "my first move");
    // Comments stay with a move that was taken back and played again.
    library.call("takeBack", json!({"game": id, "ply": 6}));
    let view = library.call("libraryGame", json!({"id": id}));
    assert_eq!(
        (
            view["nodes"].as_array().unwrap().len(),
            &view["nodes"][0]["comment"]
        ),
        (4, &json!("my first move"))
    );
}

#[test]
fn ten_thousand_nested_variations_are_imported_and_exported() {
    let mut text = String::from("[White \"Deep\"]\n1. 32-28 ");
    for depth in 0..10_000 {
        text.push_str(["(1. 33-28 ", "(1. 32-28 "][depth % 2]);
    }
    text.push_str(&")".repeat(10_000));
    text.push_str(" 19-23 *\n");
    let mut library = Library::new();
    let report = library.import(text.as_bytes(), 60_000, "skip");
    assert_eq!(report["stored"], 1, "{report}");
    let game = library.call("libraryGame", json!({"id": 1}));
    assert!(game["nodes"].as_array().unwrap().len() > 2);
    let out = library.export("beginExport", json!({"format": "pdn"}));
    assert!(out.contains("32-28"));
    serde_json::from_str::<Value>(&library.export("beginExport", json!({"format": "json"}))).unwrap();
}

#[test]
fn garbage_is_refused_or_kept_in_part_without_a_panic() {
    let mut library = Library::new();
    let mut lot = 3_u64;
    let mut noise = |length: usize| -> Vec<u8> {
        (0..length)
            .map(|_| {
                lot = lot
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (lot >> 56) as u8
            })
            .collect()
    };
    for bytes in [
        noise(10),
        noise(100_000),
        vec![b'('; 100_000],
        vec![b'{'; 100_000],
        vec![0; 100_000],
    ] {
        let error = library.try_import(&bytes, 30_000, "skip").unwrap_err();
        let kind = error.kind;
        assert!(
            matches!(kind, ErrorKind::FileUnknown | ErrorKind::FileText),
            "{error}"
        );
    }
    let half = b"[White \"".repeat(10_000);
    match library.try_import(&half, 30_000, "skip") {
        Ok(report) => assert_eq!(report["read"], half.len() as f64),
        Err(error) => assert_eq!(error.kind, ErrorKind::FileText),
    }
    let mut long = b"[White \"Long\"]\n1. 32-28 {".to_vec();
    long.extend(b"word ".repeat(800_000));
    long.extend(b"} 19-23 *\n");
    let report = library.import(&long, 200_000, "skip");
    assert_eq!(report["stored"], 1);
    assert!(
        report["problemCount"].as_u64().unwrap() > 0,
        "the comment's length is told"
    );
    assert_eq!(library.find(json!({"white": "long", "pliesFrom": 2})).len(), 1);
    let latin = b"[White \"J\xf6rg\"]\n1. 32-28 *";
    library.import(latin, 3, "skip");
    assert_eq!(library.find(json!({"white": "jorg"})).len(), 1);
    let params = json!({"import": 99, "data": "AAAA", "last": true});
    assert_eq!(
        library.try_call("importChunk", params).unwrap_err().kind,
        ErrorKind::NotFound
    );
}

#[test]
fn deleted_games_are_purged_after_thirty_days() {
    const DAY: f64 = 86_400_000.0;
    let mut library = Library::new();
    library.import(GAMES.as_bytes(), 4096, "skip");
    let games = library.find(json!({}));
    library.call("deleteGames", json!({"games": [games[0]]}));
    for (days, kept) in [(29.9, 1), (30.1, 0)] {
        loop {
            let step = library.0.call("indexStep", "{}", NOW + days * DAY).unwrap();
            if serde_json::from_str::<Value>(&step).unwrap()["done"] == true {
                break;
            }
        }
        let state = library.call("libraryState", json!({}));
        assert_eq!(
            state["deletions"].as_array().unwrap().len(),
            kept,
            "after {days} days"
        );
    }
    assert_eq!(library.find(json!({})).len(), games.len() - 1);
}

#[test]
fn a_game_without_a_move_is_not_listed() {
    let mut library = Library::new();
    let human = json!({"kind": "human"});
    let new = json!({"variant": "international", "white": human, "black": human, "handicap": {"white": 0, "black": 0}});
    let game = library.call("newGame", new);
    assert!(library.find(json!({})).is_empty());
    assert_eq!(library.call("libraryState", json!({}))["games"], 0);
    library.call(
        "playMove",
        json!({"game": game["id"], "ply": 0, "path": [32, 28]}),
    );
    assert_eq!(library.find(json!({})), [game["id"].as_i64().unwrap()]);
    assert_eq!(library.call("libraryState", json!({}))["games"], 1);
    // Games in the trash do not count either.
    library.import(GAMES.as_bytes(), 4096, "skip");
    let last = library.rows(json!({}), "added")[0]["id"].clone();
    library.call("deleteGames", json!({"games": [last]}));
    assert_eq!(library.call("libraryState", json!({}))["games"], 3);
}

#[test]
fn a_large_import_is_undone_in_steps() {
    let mut library = Library::new();
    let begun = library.call("beginImport", json!({"name": "many.pdn"}));
    let mut stored = 0;
    for part in 0..9 {
        let games: String = (0..500)
            .map(|game| format!("[White \"P{part} {game}\"]\n1. 32-28 *\n\n"))
            .collect();
        let data = base64::engine::general_purpose::STANDARD.encode(games);
        let chunk = json!({"import": begun["import"], "data": data, "last": false});
        stored = library.call("importChunk", chunk)["stored"].as_u64().unwrap();
    }
    assert!(stored > 4_400, "{stored}");
    let cancel = json!({"import": begun["import"], "undo": true});
    let first = library.call("cancelImport", cancel.clone());
    assert_eq!(first["done"], false);
    let chunk = json!({"import": begun["import"], "data": "", "last": true});
    assert_eq!(
        library.try_call("importChunk", chunk).unwrap_err().kind,
        ErrorKind::BadParams
    );
    while library.call("cancelImport", cancel.clone())["done"] == false {}
    assert!(library.find(json!({})).is_empty());
    let deletions = library.call("libraryState", json!({}))["deletions"].clone();
    assert_eq!(
        deletions.as_array().unwrap().len(),
        1,
        "one deletion, to be undone at once"
    );
    assert_eq!(deletions[0]["games"].as_u64(), Some(stored));
}

#[test]
fn remarks_of_an_import_name_the_fault_and_its_place() {
    let mut library = Library::new();
    let report = library.import(b"[White \"Ada\"]\n1. 32-28 19-23 2. 28-17 blah *", 4096, "skip");
    let problem = &report["problems"][0];
    assert_eq!(
        (&problem["fault"], &problem["what"]),
        (&json!("move"), &json!("28-17"))
    );
    assert_eq!((&problem["game"], &problem["line"]), (&json!(1), &json!(2)));
}

/// A game of `plies` plies: kings moving to and fro.
fn long_line(plies: usize) -> String {
    let moves = ["50-45", "1-6", "45-50", "6-1"];
    let mut text = "[White \"Long\"]\n[FEN \"W:WK50:BK1\"]\n\n".to_owned();
    for ply in 0..plies {
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += moves[ply % 4];
        text.push(if ply % 16 == 15 { '\n' } else { ' ' });
    }
    text + "*\n"
}

/// A game with `count` variations after its first move.
fn many_variations(count: usize) -> String {
    let mut text = "[White \"Wide\"]\n\n1. 32-28 19-23 ".to_owned();
    let lines = [
        "18-22 2. 37-32",
        "20-25 2. 34-29",
        "16-21 2. 31-26",
        "17-22 2. 28x17 11x22",
    ];
    for number in 0..count {
        text += &format!("(1... {} {{{number}}})\n", lines[number % 4]);
    }
    text + "2. 28x19 14x23 *\n"
}

#[test]
fn a_running_search_lists_the_newest_games_first() {
    let mut library = Library::new();
    let text: String = (0..3_000)
        .map(|number| format!("[White \"W{number}\"]\n1. 32-28 19-23 *\n\n"))
        .collect();
    library.import(text.as_bytes(), 60_000, "keep");
    let pattern = json!({"pattern": [{"square": 28, "content": "whiteMan"}]});
    let newest = |rows: &Value| {
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["id"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    for filter in [json!({}), pattern] {
        let mut search = library.call("findGames", json!({"filter": filter, "order": "added"}));
        assert_eq!(
            search["done"], false,
            "three thousand games are more than one step"
        );
        let first = json!({"search": search["search"], "from": 0, "limit": 100});
        let rows = library.call("foundGames", first.clone());
        assert_eq!(newest(&rows), (2_901..=3_000).rev().collect::<Vec<_>>());
        let mut before = search["found"].as_u64().unwrap();
        while search["done"] == false {
            search = library.call("findMore", json!({"search": search["search"]}));
            let found = search["found"].as_u64().unwrap();
            assert!(found >= before, "what was found stays");
            before = found;
        }
        assert_eq!(before, 3_000);
        assert_eq!(
            library.call("foundGames", first),
            rows,
            "nothing came before them later"
        );
    }
}

#[test]
fn a_long_game_is_read_once_and_stepped_through() {
    let mut library = Library::new();
    let report = library.import(long_line(4_000).as_bytes(), 60_000, "keep");
    assert_eq!(
        (&report["stored"], &report["problemCount"]),
        (&json!(1), &json!(0))
    );
    let game = library.call("libraryGame", json!({"id": 1}));
    assert_eq!(game["nodes"].as_array().unwrap().len(), 4_000);
    let at = |library: &mut Library, node: Value| {
        library.call("libraryPosition", json!({"id": 1, "node": node}))["fen"].clone()
    };
    assert_eq!(at(&mut library, json!(3_999)), at(&mut library, Value::Null));
    // A change is visible at once.
    let edit = json!({"kind": "cut", "node": 3});
    library.call(
        "editGame",
        json!({"id": 1, "revision": game["revision"], "edit": edit}),
    );
    let game = library.call("libraryGame", json!({"id": 1}));
    assert_eq!(game["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(
        library
            .try_call("libraryPosition", json!({"id": 1, "node": 3_999}))
            .unwrap_err()
            .kind,
        ErrorKind::BadParams
    );
}

#[test]
fn long_names_are_cut_in_lists_and_whole_in_their_game() {
    let name = "É".repeat(2_000);
    let mut library = Library::new();
    library.import(
        format!("[White \"{name}\"]\n1. 32-28 *\n").as_bytes(),
        60_000,
        "keep",
    );
    let row = &library.rows(json!({}), "added")[0];
    assert_eq!(row["white"].as_str().unwrap(), format!("{}…", "É".repeat(120)));
    let game = library.call("libraryGame", json!({"id": 1}));
    let tags = game["tags"].as_array().unwrap();
    let white = tags.iter().find(|tag| tag["name"] == "White").unwrap();
    assert_eq!(white["value"], name);
}

#[test]
#[ignore = "prints figures: what it costs to view the largest games"]
#[allow(clippy::disallowed_methods, reason = "no browser runs this")]
fn figures_of_the_largest_games() {
    for (what, text) in [
        ("40 000 plies", long_line(40_000)),
        ("10 000 variations", many_variations(10_000)),
    ] {
        let mut library = Library::new();
        library.import(text.as_bytes(), 60_000, "keep");
        for (name, params) in [
            ("libraryGame", json!({"id": 1})),
            ("libraryGame", json!({"id": 1})),
            ("libraryPosition", json!({"id": 1, "node": 19_000})),
        ] {
            let begun = std::time::Instant::now();
            let reply = library.0.call(name, &params.to_string(), NOW).unwrap();
            println!("{what}: {name} {:?}, {} bytes", begun.elapsed(), reply.len());
        }
    }
}
