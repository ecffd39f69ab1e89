//! The app's state between calls: the store, the person, the open game.
use super::calls::{Call, dispatch};
use super::error::{ApiError, ErrorKind};
use super::game::OpenGame;
use super::library::Work;
use super::puzzle_sets::Digging;
use super::views::GameView;
use damier_store::{Profile, Store};
#[cfg(not(target_arch = "wasm32"))]
use draughts_engine::endgame::PersistentTables;
use draughts_lessons::{Engine, School, Thinker, Unthought};
use std::sync::Arc;

/// The app of one person at a time: every call goes through it.
#[derive(Debug)]
pub struct App {
    /// What is kept.
    pub(crate) store: Store,
    /// Who plays.
    pub(crate) profile: Profile,
    /// The game last used, so that a move need not replay it.
    pub(crate) open: Option<OpenGame>,
    /// The lessons, those of one's own among them; read when they are first asked for.
    school: Option<Arc<School>>,
    /// Who plays for the computer in lessons and endings.
    thinker: Arc<dyn Thinker>,
    /// Searches, imports and exports that go on from call to call.
    pub(crate) library: Work,
    /// Games being looked through for shots, and how often that was begun.
    pub(crate) digging: Option<Digging>,
    pub(crate) diggings: u32,
    /// The endgame tables that are built and kept here.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) tables: Option<PersistentTables>,
    now: f64,
}

impl App {
    /// The app over this store, for the person last seen. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn new(store: Store, now: f64) -> Result<Self, ApiError> {
        Self::with_thinker(store, now, Arc::new(Engine))
    }

    /// The app where somebody else searches.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn with_thinker(store: Store, now: f64, thinker: Arc<dyn Thinker>) -> Result<Self, ApiError> {
        let profile = store.profile(now)?;
        Ok(Self {
            store,
            profile,
            open: None,
            school: None,
            thinker,
            library: Work::default(),
            digging: None,
            diggings: 0,
            #[cfg(not(target_arch = "wasm32"))]
            tables: None,
            now,
        })
    }

    /// The app for a person, who goes on in memory where the file refuses the very first row.
    ///
    /// # Errors
    /// Where the store fails otherwise.
    pub fn going_on(mut store: Store, now: f64, thinker: Arc<dyn Thinker>) -> Result<Self, ApiError> {
        if let Err(why) = store.profile(now) {
            if !why.passes() {
                return Err(why.into());
            }
            store.go_on_in_memory(why)?;
        }
        Self::with_thinker(store, now, thinker)
    }

    /// The same app, where endgame tables can be built and kept: on a machine with files and threads.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn keeping(mut self, tables: PersistentTables) -> Self {
        self.tables = Some(tables);
        self
    }

    /// The time of the running call, milliseconds since 1970: the core reads no clock.
    pub(crate) fn now(&self) -> f64 {
        self.now
    }

    /// The lessons that come with the program, and those of one's own.
    ///
    /// # Errors
    /// Where the store fails.
    pub(crate) fn school(&mut self) -> Result<Arc<School>, ApiError> {
        if let Some(school) = &self.school {
            return Ok(Arc::clone(school));
        }
        let own = self.store.own_lessons()?;
        let school = if own.is_empty() {
            School::shared()
        } else {
            let files = own.iter().map(|(id, source)| (id.as_str(), source.as_str()));
            // A file that a newer version of the program no longer reads is left out; it stays in the store.
            Arc::new(School::with_own(files).0)
        };
        Ok(Arc::clone(self.school.insert(school)))
    }

    /// Who plays for the computer in lessons and endings.
    pub(crate) fn thinker(&self) -> Arc<dyn Thinker> {
        Arc::clone(&self.thinker)
    }

    /// The lessons have changed: they are read again when they are next asked for.
    pub(crate) fn forget_school(&mut self) {
        self.school = None;
    }

    /// Runs the call of this name, JSON in and JSON out; `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// See [`dispatch`].
    pub fn call(&mut self, name: &str, params: &str, now: f64) -> Result<String, ApiError> {
        self.now = now;
        // Whoever was told goes on in memory.
        #[cfg(not(target_family = "wasm"))]
        if name != "goOnInMemory" {
            self.store.expect_file()?;
        }
        dispatch(self, name, params)
    }

    /// How many rows were written so far: a call that failed and left it as it was can be made again.
    pub fn written(&self) -> u64 {
        self.store.written()
    }

    /// The store is another now: what was read of it is read again.
    pub(crate) fn begin_again(&mut self) -> Result<(), ApiError> {
        self.open = None;
        self.profile = self.store.profile(self.now)?;
        Ok(())
    }

    /// Runs a call; `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// What the call answers.
    pub fn run<C: Call>(&mut self, call: C, now: f64) -> Result<C::Reply, ApiError> {
        self.now = now;
        call.run(self)
    }

    /// The game of this id, opened where it is not yet.
    ///
    /// # Errors
    /// `NotFound`, or `GameDamaged` where it cannot be replayed.
    pub(crate) fn game(&mut self, id: i64) -> Result<&mut OpenGame, ApiError> {
        if self.open.as_ref().is_none_or(|open| open.id() != id) {
            let row = self
                .store
                .game(id)?
                .filter(|row| row.start.profile == self.profile.id);
            let row = row.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no game {id}")))?;
            self.open = Some(OpenGame::read(row)?);
        }
        Ok(self.open.as_mut().expect("the game was opened above"))
    }

    /// Changes a game and writes it, in one transaction; the game is then as `change` left it, or as it was.
    ///
    /// # Errors
    /// What `change` or the store answers; `Stale` where another window was faster.
    pub(crate) fn change(
        &mut self,
        id: i64,
        change: impl FnOnce(&mut OpenGame) -> Result<(), ApiError>,
    ) -> Result<GameView, ApiError> {
        let now = self.now;
        change(self.game(id)?)?;
        let open = self.open.as_mut().expect("the game was opened above");
        if let Err(error) = open.save(&self.store, now) {
            // Memory is ahead of the store: the next call reads the game again.
            self.open = None;
            return Err(error);
        }
        Ok(open.view(now))
    }
}

impl From<Unthought> for ApiError {
    fn from(error: Unthought) -> Self {
        Self::new(ErrorKind::SearchWanted, error.to_string())
    }
}
