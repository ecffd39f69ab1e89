//! Calls that export games as PDN or JSON, or everything as a backup, in pieces.
use super::evaluations::with_evaluations;
use super::find::finding;
use crate::analysis::kept_review_of;
use crate::app::App;
use crate::call::Call;
use crate::files::file_name;
use crate::views::view;
use crate::{ApiError, ErrorKind};
use damier_store::{Backup, GameText, Store};
use draughts::notation::tree::{GameTree, NodeId, Note, Step};
use draughts::notation::{fen, movetext, pdn};
use serde_json::{Map, Value, json};

view! {
    /// Format of an export.
    pub enum ExportFormat {
        /// Games as PDN 3.0.
        Pdn,
        /// Games as one JSON object with a list.
        Json,
    }
}
view! {
    /// `beginExport {format, search?, games?, evaluations?}` → `ExportStepView`: exports the games of a search, the
    /// listed games, or all games. Call `exportStep` until `done` and concatenate the texts. With `evaluations`, a
    /// PDN holds the stored evaluations in comments.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginExport {
        pub format: ExportFormat,
        pub search: Option<u32>,
        pub games: Option<Vec<i64>>,
        pub evaluations: Option<bool>,
    }
}
view! {
    /// `exportStep {export}` → `ExportStepView`: the next piece.
    pub struct ExportStep { pub export: u32 }
}
view! {
    /// A piece of a file.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ExportProgress"))]
    pub struct ExportStepView {
        pub export: u32,
        /// File name: "Ada-Bea-2026.11.21.pdn" for one game, else "damier-2026-11-21.pdn".
        pub name: String,
        pub text: String,
        pub done: bool,
        pub progress: f64,
    }
}
view! {
    /// `beginBackup {}` → `ExportStepView`: exports the whole store, with people and progress, as a text file for
    /// `restoreChunk`. Continue with `exportStep`.
    pub struct BeginBackup {}
}

/// Number of games per call.
const STEP: u32 = 64;
/// Maximum number of open exports.
const OPEN: usize = 4;

#[derive(Debug)]
enum Games {
    /// Listed games, and the number written.
    These(Vec<i64>, usize),
    /// All games after this id, their number and the number written.
    All(i64, u32, u32),
}

#[derive(Debug)]
enum What {
    /// Games, with or without evaluations.
    Games(ExportFormat, Games, bool),
    Everything(Box<Backup>),
}

/// Open exports, oldest first.
type Exports = Vec<Exporting>;

/// An open export.
#[derive(Debug)]
struct Exporting {
    number: u32,
    name: String,
    what: What,
}

/// Name of the file: one game is called by its players and its date, everything else by the day.
fn name_of(app: &App, ending: &str, what: &What) -> Result<String, ApiError> {
    let otherwise = format!("damier-{}", app.day());
    let one = match what {
        What::Games(_, Games::These(games, _), _) if games.len() == 1 => app.store.library_row(games[0])?,
        _ => None,
    };
    let facts = one.map(|row| row.facts);
    let facts =
        facts.filter(|facts| !(facts.white.is_empty() && facts.black.is_empty() && facts.event.is_empty()));
    Ok(match facts {
        Some(facts) => {
            let date = super::convert::date(facts.date);
            let players = [facts.white.as_str(), facts.black.as_str(), date.as_str()];
            let known = !(facts.white.is_empty() && facts.black.is_empty());
            let parts: &[&str] = if known {
                &players
            } else {
                &[facts.event.as_str(), date.as_str()]
            };
            file_name(parts, &otherwise, ending)
        }
        None => format!("{otherwise}.{ending}"),
    })
}

fn begin(app: &mut App, ending: &str, what: What) -> Result<ExportStepView, ApiError> {
    let (number, name) = (app.states.number(), name_of(app, ending, &what)?);
    let exports: &mut Exports = app.states.of();
    exports.push(Exporting { number, name, what });
    if exports.len() > OPEN {
        exports.remove(0);
    }
    ExportStep { export: number }.run(app)
}

impl Call for BeginExport {
    type Reply = ExportStepView;

    fn run(self, app: &mut App) -> Result<ExportStepView, ApiError> {
        let games = match (self.search, self.games) {
            (Some(search), _) => {
                let finding = finding(app.states.of(), search)?;
                if !finding.is_done() {
                    return Err(ApiError::new(
                        ErrorKind::BadParams,
                        "the search is not done: call findMore",
                    ));
                }
                Games::These(finding.found().to_vec(), 0)
            }
            (None, Some(games)) => Games::These(games, 0),
            (None, None) => Games::All(0, app.store.index_state()?.games, 0),
        };
        let ending = match self.format {
            ExportFormat::Pdn => "pdn",
            ExportFormat::Json => "json",
        };
        let evaluations = self.evaluations == Some(true);
        begin(app, ending, What::Games(self.format, games, evaluations))
    }
}

impl Call for BeginBackup {
    type Reply = ExportStepView;

    fn run(self, app: &mut App) -> Result<ExportStepView, ApiError> {
        let backup = Box::new(Backup::new(app.now()));
        begin(app, "damier", What::Everything(backup))
    }
}

impl Call for ExportStep {
    type Reply = ExportStepView;

    fn run(self, app: &mut App) -> Result<ExportStepView, ApiError> {
        let exports: &mut Exports = app.states.of();
        let place = exports.iter().position(|export| export.number == self.export);
        let place =
            place.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no export {}", self.export)))?;
        let exporting = &mut exports[place];
        let mut text = String::new();
        let (done, progress) = match &mut exporting.what {
            What::Games(format, games, evaluations) => {
                step(&app.store, *format, *evaluations, games, &mut text)?
            }
            What::Everything(backup) => (backup.step(&app.store, &mut text)?, backup.progress()),
        };
        let view = ExportStepView {
            export: self.export,
            name: exporting.name.clone(),
            text,
            done,
            progress: if done { 1.0 } else { progress },
        };
        if done {
            exports.remove(place);
        }
        Ok(view)
    }
}

/// Writes the next games; returns whether they were the last, and the progress.
fn step(
    store: &Store,
    format: ExportFormat,
    evaluations: bool,
    games: &mut Games,
    text: &mut String,
) -> Result<(bool, f64), ApiError> {
    let (first, ids, done, progress) = match games {
        Games::These(ids, at) => {
            let first = *at == 0;
            let these: Vec<i64> = ids.iter().skip(*at).take(STEP as usize).copied().collect();
            *at += these.len();
            (
                first,
                these,
                *at == ids.len(),
                *at as f64 / ids.len().max(1) as f64,
            )
        }
        Games::All(after, all, at) => {
            let first = *after == 0;
            let these = store.ids_after(*after, STEP)?;
            *after = these.last().copied().unwrap_or(*after).max(1);
            *at += these.len() as u32;
            (
                first,
                these.clone(),
                these.len() < STEP as usize,
                f64::from(*at) / f64::from((*all).max(1)),
            )
        }
    };
    if first && format == ExportFormat::Json {
        text.push_str("{\"format\":\"damier-games\",\"version\":1,\"games\":[");
    }
    let mut begun = !first;
    for id in ids {
        let (Some(row), Some(body)) = (store.library_row(id)?, store.body(id)?) else {
            continue;
        };
        // An unreadable game must not stop the export of the others.
        match (GameText::of(&row.facts, &body), format) {
            (Ok((mut game, _)), ExportFormat::Pdn) => {
                if let Some(kept) = evaluations
                    .then(|| kept_review_of(store, id))
                    .transpose()?
                    .flatten()
                {
                    game.tree = with_evaluations(&game.tree, &kept);
                }
                text.push_str(&game.to_pdn());
            }
            (Ok((game, _)), ExportFormat::Json) => {
                text.push_str(if begun { ",\n" } else { "\n" });
                begun = true;
                text.push_str(&to_json(&game).to_string());
            }
            (Err(error), ExportFormat::Pdn) => text.push_str(&format!("% game {id}: {error}\n\n")),
            (Err(_), ExportFormat::Json) => {}
        }
    }
    if done && format == ExportFormat::Json {
        text.push_str("\n]}\n");
    }
    Ok((done, progress))
}

/// A game as a JSON object. Its moves are a flat list, each with the index of its predecessor (0 is the start), so
/// that a reader needs no recursion.
fn to_json(game: &GameText) -> Value {
    let tree = &game.tree;
    let start = tree.start();
    let mut places = vec![0; tree.len()];
    let mut positions = vec![*start; tree.len()];
    let mut nodes = Vec::new();
    for (place, (id, _)) in tree.walk().enumerate() {
        places[id.index()] = place;
        let mut node = Map::new();
        if let Some(parent) = tree.parent(id) {
            let before = positions[parent.index()];
            node.insert("after".into(), places[parent.index()].into());
            match tree.node(id).step() {
                Some(Step::Move(mv)) => node.insert("move".into(), movetext::write(&before, mv).into()),
                Some(Step::Setup(position)) => node.insert("setup".into(), fen::write(position).into()),
                None => None,
            };
            positions[id.index()] = tree.after(&before, id);
        }
        say(tree, id, &mut node);
        nodes.push(Value::Object(node));
    }
    let tags: Vec<Value> = game
        .tags
        .iter()
        .map(|(name, value)| json!([name, value]))
        .collect();
    let result = pdn::GameResult::from(game.result).write(start.variant());
    json!({ "variant": start.variant().key(), "result": result, "start": fen::write(start), "tags": tags, "nodes": nodes })
}

/// Adds comments and signs of a move.
fn say(tree: &GameTree, id: NodeId, node: &mut Map<String, Value>) {
    let signs = tree.node(id).signs();
    if !signs.is_empty() {
        node.insert("signs".into(), signs.to_string().into());
    }
    let notes: Vec<Value> = tree
        .node(id)
        .notes()
        .iter()
        .map(|note| match note {
            Note::Before(text) => json!({ "before": text }),
            Note::After(text) => json!({ "comment": text }),
            Note::Nag(nag) => json!({ "nag": nag }),
            Note::Unread(text) => json!({ "unread": text }),
        })
        .collect();
    if !notes.is_empty() {
        node.insert("notes".into(), notes.into());
    }
}
