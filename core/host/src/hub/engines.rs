//! The list of added engines, in a file, and the running ones. Pages know engines by name; only the system's file
//! dialog chooses a program.
use super::engine::{Engine, Found, Limit, Progress};
use super::fault::HubFault;
use super::process::KillHandle;
use super::setting::{Setting, SettingKind};
use crate::clock;
use damier_core::analysis::ForeignWord;
use damier_core::search::{LimitsView, SearchInfo, SearchParams, SearchResult};
use damier_core::together::{EngineSetting, EngineSettingKind, EngineView};
use damier_core::{ApiError, ErrorKind};
use draughts::Game;
use draughts_engine::StopFlag;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// File name.
const FILE: &str = "engines.json";
/// Default and maximum thinking time for a move, in milliseconds.
const MILLIS: u32 = 1000;
const MOST_MILLIS: u32 = 3_600_000;
/// Time after which an idle engine is ended. The next request starts it again.
const IDLE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedEngine {
    name: String,
    author: String,
    program: PathBuf,
    arguments: Vec<String>,
    /// As declared when it was added.
    settings: Vec<Setting>,
    /// Values that differ from the engine's defaults.
    #[serde(default)]
    chosen: BTreeMap<String, String>,
    #[serde(default = "usual_millis")]
    millis: u32,
}

const fn usual_millis() -> u32 {
    MILLIS
}

/// A running engine without a task.
#[derive(Debug)]
struct IdleEngine {
    name: String,
    engine: Engine,
    since: f64,
}

/// The engines of this window.
#[derive(Debug)]
pub struct Engines {
    file: PathBuf,
    saved: Mutex<Vec<SavedEngine>>,
    idle_list: Arc<Mutex<Vec<IdleEngine>>>,
    /// Handles to end all started engines.
    started: Mutex<Vec<KillHandle>>,
    idle: Duration,
}

impl Engines {
    /// Reads the list in this folder. Sets an unreadable file aside, so that adding an engine does not overwrite it.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Self {
        let file = folder.join(FILE);
        let saved = std::fs::read(&file).map(|bytes| serde_json::from_slice(&bytes));
        if let Ok(Err(_)) = saved {
            // If the rename fails, the next addition overwrites the file.
            drop(std::fs::rename(&file, file.with_extension("json.damaged")));
        }
        Self {
            saved: Mutex::new(saved.ok().and_then(Result::ok).unwrap_or_default()),
            file,
            idle_list: Arc::default(),
            started: Mutex::default(),
            idle: IDLE,
        }
    }

    /// Sets the time after which an idle engine is ended.
    #[must_use]
    pub fn ending_after(self, idle: Duration) -> Self {
        Self { idle, ..self }
    }

    /// All engines.
    #[must_use]
    pub fn all(&self) -> Vec<EngineView> {
        self.saved().iter().map(view).collect()
    }

    /// Tests a program, first with the argument `hub` as most engines want it, then without, and adds it.
    ///
    /// # Errors
    /// [`HubFault::NotStarted`], [`HubFault::NoHub`], [`HubFault::Silent`], [`HubFault::NotKept`].
    pub fn add(&self, program: &Path) -> Result<EngineView, HubFault> {
        let arguments = vec!["hub".to_owned()];
        let (engine, arguments) = match Engine::start(program, &arguments) {
            Ok(engine) => (engine, arguments),
            Err(HubFault::NoHub | HubFault::Silent) => (Engine::start(program, &[])?, Vec::new()),
            Err(fault) => return Err(fault),
        };
        let mut saved = self.saved();
        let told = &engine.identity().name;
        let is_free = |name: &str| saved.iter().all(|one| one.name != name);
        let numbered = (2..).map(|number| format!("{told} ({number})"));
        let mut names = std::iter::once(told.clone()).chain(numbered);
        let new = SavedEngine {
            name: names
                .find(|name| is_free(name))
                .expect("one of all numbers is free"),
            author: engine.identity().author.clone(),
            program: program.into(),
            arguments,
            settings: engine.settings(),
            chosen: BTreeMap::new(),
            millis: MILLIS,
        };
        let shown = view(&new);
        self.change(&mut saved, |saved| saved.push(new))?;
        Ok(shown)
    }

    /// Sets an engine's thinking time and settings. Settings not named return to the engine's defaults.
    ///
    /// # Errors
    /// [`HubFault::Unknown`], [`HubFault::Setting`], [`HubFault::NotKept`].
    pub fn set(
        &self,
        name: &str,
        millis: u32,
        settings: BTreeMap<String, String>,
    ) -> Result<EngineView, HubFault> {
        let mut saved = self.saved();
        let at = place(&saved, name)?;
        let mut chosen = BTreeMap::new();
        for (name, value) in settings {
            let known = saved[at].settings.iter().find(|setting| setting.name == name);
            match known {
                Some(setting) if setting.usual == value => {}
                Some(setting) if setting.takes(&value) => {
                    chosen.insert(name, value);
                }
                _ => return Err(HubFault::Setting(name, value)),
            }
        }
        self.change(&mut saved, |saved| {
            saved[at].millis = millis.clamp(10, MOST_MILLIS);
            saved[at].chosen = chosen;
        })?;
        // The settings take effect at the next start.
        self.idle_engines().retain(|one| one.name != name);
        Ok(view(&saved[at]))
    }

    /// Removes an engine.
    ///
    /// # Errors
    /// [`HubFault::Unknown`], [`HubFault::NotKept`].
    pub fn forget(&self, name: &str) -> Result<(), HubFault> {
        let mut saved = self.saved();
        let at = place(&saved, name)?;
        self.change(&mut saved, |saved| drop(saved.remove(at)))?;
        self.idle_engines().retain(|one| one.name != name);
        Ok(())
    }

    /// Searches the current position of a game, starting the engine if necessary. Without a limit the engine's own
    /// thinking time applies.
    ///
    /// # Errors
    /// Any [`HubFault`]; the engine is then ended.
    pub fn search(
        &self,
        name: &str,
        game: &Game,
        limit: Option<Limit>,
        stop: &StopFlag,
        on_progress: impl FnMut(&Progress),
    ) -> Result<Found, HubFault> {
        let saved = {
            let saved = self.saved();
            saved[place(&saved, name)?].clone()
        };
        let limit = limit.unwrap_or(Limit::Time(f64::from(saved.millis)));
        let mut engine = match self.take_idle(name, game) {
            Some(engine) => engine,
            None => {
                let mut engine = Engine::start(&saved.program, &saved.arguments)?;
                let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
                started.retain(KillHandle::may_run);
                started.push(engine.kill_handle());
                drop(started);
                engine.prepare(game.variant(), &saved.chosen)?;
                engine
            }
        };
        let found = engine.search(game, limit, stop, on_progress)?;
        self.keep_idle(name, engine);
        Ok(found)
    }

    /// Searches with the parameters and results of our own engine. A level stands for the engine's own thinking time.
    ///
    /// # Errors
    /// [`HubFault::Question`] if the position is invalid or the game is over; otherwise as [`Engines::search`].
    pub fn answer(
        &self,
        name: &str,
        params: &SearchParams,
        stop: &StopFlag,
        mut on_info: impl FnMut(SearchInfo),
    ) -> Result<SearchResult, HubFault> {
        let game = params.game()?;
        if game.outcome().is_some() {
            let over = ApiError::new(ErrorKind::GameOver, "the game is over");
            return Err(HubFault::Question(over));
        }
        let limit = match params.limits {
            LimitsView::Level { .. } | LimitsView::School { .. } => None,
            LimitsView::Time { millis } | LimitsView::Strongest { millis, .. } => {
                Some(Limit::Time(f64::from(millis)))
            }
            LimitsView::Depth { depth } => Some(Limit::Depth(depth)),
            LimitsView::Nodes { nodes } => Some(Limit::Nodes(u64::from(nodes))),
            LimitsView::Infinite => Some(Limit::Infinite),
        };
        let position = game.position();
        let found = self.search(name, &game, limit, stop, |progress| {
            on_info(word(progress).info(position));
        })?;
        Ok(word(&found.progress).result(position, &found.best))
    }

    /// Ends all engines, even during a search.
    pub fn end(&self) {
        self.idle_engines().clear();
        let started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        started.iter().for_each(KillHandle::kill);
    }

    /// Takes an idle engine that is ready for this variant.
    fn take_idle(&self, name: &str, game: &Game) -> Option<Engine> {
        let mut idle_engines = self.idle_engines();
        let at = idle_engines
            .iter()
            .position(|one| one.name == name && one.engine.variant() == Some(game.variant()))?;
        Some(idle_engines.swap_remove(at).engine)
    }

    /// Keeps an idle engine running for a while, one for each name.
    fn keep_idle(&self, name: &str, engine: Engine) {
        let since = clock::ticks();
        let mut idle_engines = self.idle_engines();
        idle_engines.retain(|one| one.name != name);
        idle_engines.push(IdleEngine {
            name: name.into(),
            engine,
            since,
        });
        let (all, idle) = (Arc::downgrade(&self.idle_list), self.idle);
        // Without a thread the engine rests until the window closes.
        let sleeper = std::thread::Builder::new()
            .name("engine-idle".into())
            .spawn(move || {
                std::thread::sleep(idle);
                if let Some(all) = all.upgrade() {
                    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                    all.retain(|one| one.since > since);
                }
            });
        drop(sleeper);
    }

    fn change(
        &self,
        saved: &mut Vec<SavedEngine>,
        change: impl FnOnce(&mut Vec<SavedEngine>),
    ) -> Result<(), HubFault> {
        let mut changed = saved.clone();
        change(&mut changed);
        let folder = self.file.parent().unwrap_or(&self.file);
        // Written to a new file first, so that a failure leaves the old one whole.
        let new = self.file.with_extension("json.new");
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| serde_json::to_vec_pretty(&changed).map_err(Into::into))
            .and_then(|bytes| std::fs::write(&new, bytes))
            .and_then(|()| std::fs::rename(&new, &self.file));
        written.map_err(HubFault::NotKept)?;
        *saved = changed;
        Ok(())
    }

    fn saved(&self) -> MutexGuard<'_, Vec<SavedEngine>> {
        // A panic elsewhere cannot leave the list half changed.
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle_engines(&self) -> MutexGuard<'_, Vec<IdleEngine>> {
        self.idle_list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn word(progress: &Progress) -> ForeignWord {
    ForeignWord {
        depth: progress.depth,
        score: (progress.score * 100.0).round() as i32,
        nodes: progress.nodes,
        millis: progress.millis,
        line: progress.line.clone(),
    }
}

fn place(saved: &[SavedEngine], name: &str) -> Result<usize, HubFault> {
    let at = saved.iter().position(|one| one.name == name);
    at.ok_or_else(|| HubFault::Unknown(name.into()))
}

fn view(saved: &SavedEngine) -> EngineView {
    let setting = |setting: &Setting| EngineSetting {
        name: setting.name.clone(),
        value: saved.chosen.get(&setting.name).unwrap_or(&setting.usual).clone(),
        usual: setting.usual.clone(),
        may_be: match &setting.kind {
            SettingKind::Bool => EngineSettingKind::Bool {},
            SettingKind::Int { min, max } => EngineSettingKind::Int { min: *min, max: *max },
            SettingKind::Real { min, max } => EngineSettingKind::Real { min: *min, max: *max },
            SettingKind::Choice(values) => EngineSettingKind::Choice {
                values: values.clone(),
            },
            SettingKind::Text => EngineSettingKind::Text {},
        },
    };
    let program = saved.program.file_name().unwrap_or_default();
    EngineView {
        name: saved.name.clone(),
        author: saved.author.clone(),
        program: program.to_string_lossy().into_owned(),
        millis: saved.millis,
        settings: saved.settings.iter().map(setting).collect(),
    }
}
