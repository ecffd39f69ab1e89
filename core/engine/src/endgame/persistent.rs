//! The endgame tables that the user has the app build: the file, and the building in the background. Knows no clock
//! and no user-visible text.
use super::generate::slots_of;
use super::{Build, BuildObserver, Class, ClassTable, FileError, TableFile, Tables, TooLarge};
use crate::EngineAssets;
use draughts::Variant;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};

/// Maximum number of pieces with distances; larger tables would take too much space and hold packed results.
const WITH_DISTANCES: u8 = 4;
/// Number of slots that are packed in the time in which one is solved.
const PACKED_PER_SOLVED: u64 = 8;

/// The state of persistent tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersistentState {
    /// A large file is being read; its state is not known yet.
    Reading,
    /// There are no tables.
    Nothing,
    /// Some classes are solved; building continues from them.
    Part,
    /// The tables are being built.
    Building,
    /// The tables are complete and in use.
    Ready,
}

/// A report on the tables.
#[derive(Clone, Debug)]
pub struct Report {
    /// How far they are.
    pub state: PersistentState,
    /// The part of the work that is done, 0 to 1.
    pub done: f64,
    /// The length of the file, in bytes.
    pub bytes: u64,
    /// The new path of a file that could not be used and was set aside.
    pub aside: Option<PathBuf>,
    /// The error that ended the last work on it early.
    pub error: Option<String>,
}

/// Tables of one game in one file, complete or being built.
#[derive(Debug)]
pub struct PersistentTables(Arc<Work>);

/// The state shared by the building thread and its callers.
#[derive(Debug)]
struct Work {
    path: PathBuf,
    variant: Variant,
    pieces: u8,
    /// `true` if the results are packed once all classes are solved.
    packed: bool,
    /// The assets that receive the finished tables.
    assets: EngineAssets,
    stop: AtomicBool,
    /// Number of slots processed since building began.
    processed: AtomicU64,
    /// Held while the file is opened, so that only one thread sets a damaged file aside.
    opening: Mutex<()>,
    now: Mutex<Progress>,
}

#[derive(Debug, Default)]
struct Progress {
    building: bool,
    reading: bool,
    /// Number of requests so far; results read before the last request are ignored.
    requests: u64,
    /// Slots of the classes in the file, and of all classes.
    solved_slots: u64,
    total_slots: u64,
    aside: Option<PathBuf>,
    error: Option<String>,
}

impl PersistentTables {
    /// Examines the file and adds its tables to these assets. A file that cannot be used (of another kind or version,
    /// or damaged) is set aside under a new name.
    ///
    /// Tables up to four pieces have distances. Larger ones hold results, which are packed once all classes are
    /// solved and used only then. Such a file is large, so it is read in the background.
    pub fn open(path: &Path, variant: Variant, pieces: u8, assets: EngineAssets) -> PersistentTables {
        PersistentTables::open_as(path, variant, pieces, pieces > WITH_DISTANCES, assets)
    }

    fn open_as(
        path: &Path,
        variant: Variant,
        pieces: u8,
        packed: bool,
        assets: EngineAssets,
    ) -> PersistentTables {
        let work = Arc::new(Work {
            path: path.to_owned(),
            variant,
            pieces,
            packed,
            assets,
            stop: AtomicBool::new(false),
            processed: AtomicU64::new(0),
            opening: Mutex::default(),
            now: Mutex::default(),
        });
        let mut now = work.now();
        if let Ok(nothing) = work.build(Tables::empty(variant)) {
            now.total_slots = nothing.slots_left() + work.packing_work();
        }
        if packed && TableFile::begins_packed(path) {
            now.solved_slots = now.total_slots;
        }
        now.reading = path.exists();
        drop(now);
        if path.exists() {
            let reader = Arc::clone(&work);
            let in_background = packed
                && std::thread::Builder::new()
                    .name("endgame tables".into())
                    .spawn(move || reader.read())
                    .is_ok();
            if !in_background {
                work.read();
            }
        }
        PersistentTables(work)
    }

    /// Returns the number of pieces of the tables.
    pub fn pieces(&self) -> u8 {
        self.0.pieces
    }

    /// Returns a report on the tables.
    pub fn report(&self) -> Report {
        let now = self.0.now();
        let processed = if now.building {
            self.0.processed.load(Ordering::Relaxed)
        } else {
            0
        };
        let state = if now.building {
            PersistentState::Building
        } else if now.solved_slots == now.total_slots {
            PersistentState::Ready
        } else if now.reading {
            PersistentState::Reading
        } else if now.solved_slots > 0 {
            PersistentState::Part
        } else {
            PersistentState::Nothing
        };
        Report {
            state,
            done: ((now.solved_slots + processed) as f64 / now.total_slots.max(1) as f64).min(1.0),
            bytes: fs::metadata(&self.0.path).map_or(0, |file| file.len()),
            aside: now.aside.clone(),
            error: now.error.clone(),
        }
    }

    /// Begins to build the missing tables in the background on `threads` threads. Does nothing if that is already
    /// going on, or nothing is missing.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn begin(&self, threads: usize) -> io::Result<()> {
        let mut now = self.0.now();
        if now.building || now.solved_slots == now.total_slots {
            return Ok(());
        }
        now.requests += 1;
        self.0.stop.store(false, Ordering::Relaxed);
        self.0.processed.store(0, Ordering::Relaxed);
        let work = Arc::clone(&self.0);
        std::thread::Builder::new()
            .name("endgame tables".into())
            .spawn(move || work.run(threads))?;
        (now.building, now.error) = (true, None);
        Ok(())
    }

    /// Ends the building soon. Solved classes stay, and building can continue from them.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Deletes the file and stops using its tables. Does nothing while they are being built.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn delete(&self) -> io::Result<()> {
        let mut now = self.0.now();
        if now.building {
            return Ok(());
        }
        now.requests += 1;
        match fs::remove_file(&self.0.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        (now.solved_slots, now.aside, now.error) = (0, None, None);
        self.0.assets.set_larger(self.0.variant, self.0.pieces, None);
        Ok(())
    }
}

impl Drop for PersistentTables {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Work {
    fn now(&self) -> MutexGuard<'_, Progress> {
        // A panic cannot leave a field inconsistent.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn build(&self, tables: Tables) -> Result<Build, TooLarge> {
        Build::new(tables, (2..=self.pieces).flat_map(Class::all))
    }

    /// Opens the file and reads its tables. Sets a file that cannot be used aside and starts a new one. Slow for a
    /// large file, so it runs in the background.
    fn open_file(&self) -> Result<(TableFile, Tables), FileError> {
        let _alone = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        match TableFile::open(&self.path, self.variant) {
            Err(FileError::Content(_) | FileError::Variant(_)) => {
                let aside = set_aside(&self.path)?;
                let mut now = self.now();
                (now.solved_slots, now.aside) = (0, Some(aside));
                drop(now);
                TableFile::open(&self.path, self.variant)
            }
            opened => opened,
        }
    }

    /// Returns the work of packing, in slots that could be solved in the same time.
    fn packing_work(&self) -> u64 {
        let slots = |class| slots_of(self.variant, class) / PACKED_PER_SOLVED;
        let classes = Class::all(self.pieces).into_iter();
        if self.packed { classes.map(slots).sum() } else { 0 }
    }

    /// Reads the file and uses its tables from now on.
    fn read(&self) {
        let requests = self.now().requests;
        let opened = self.open_file();
        let mut now = self.now();
        now.reading = false;
        if now.requests != requests {
            return;
        }
        match opened {
            Ok((_, tables)) => self.adopt(&mut now, tables),
            Err(error) => now.error = Some(error.to_string()),
        }
    }

    /// Uses the tables in the file from now on.
    fn adopt(&self, now: &mut Progress, tables: Tables) {
        if self.packed {
            let here = |class| tables.table(class).is_some_and(ClassTable::is_packed);
            if Class::all(self.pieces).into_iter().all(here) {
                now.solved_slots = now.total_slots;
                self.assets.set_larger(self.variant, self.pieces, Some(tables));
                return;
            }
        }
        match self.build(tables) {
            Ok(build) => {
                now.solved_slots = now.total_slots - build.slots_left() - self.packing_work();
                if !self.packed {
                    let tables = (now.solved_slots > 0).then(|| build.finish());
                    self.assets.set_larger(self.variant, self.pieces, tables);
                }
            }
            Err(error) => now.error = Some(error.to_string()),
        }
    }

    /// Does the whole work, on the building thread.
    fn run(&self, threads: usize) {
        let opened = self.open_file();
        let ended = opened.and_then(|(file, tables)| {
            let mut build = self.build(tables).map_err(io::Error::other)?;
            let writer = Writer {
                work: self,
                file: Mutex::new((file, Ok(()))),
            };
            while build.step(threads, &writer) {}
            let (_, written) = writer.file.into_inner().unwrap_or_else(PoisonError::into_inner);
            written?;
            let solved = build.left() == 0;
            let tables = build.finish();
            if self.packed && solved {
                self.pack(tables)
            } else {
                Ok(tables)
            }
        });
        let mut now = self.now();
        now.building = false;
        match ended {
            Ok(tables) => self.adopt(&mut now, tables),
            Err(error) => now.error = Some(error.to_string()),
        }
    }

    /// Replaces the file by the packed results. If this is interrupted, the solved classes stay.
    fn pack(&self, mut solved: Tables) -> Result<Tables, FileError> {
        let mut packed = Vec::new();
        for class in Class::all(self.pieces) {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(solved);
            }
            packed.extend(solved.pack(class).expect("every class is solved"));
            let slots = solved.slots(class) / PACKED_PER_SOLVED;
            self.processed.fetch_add(slots, Ordering::Relaxed);
        }
        drop(solved);
        TableFile::replace(&self.path, &packed)?;
        Ok(Tables::read(packed)?)
    }
}

/// Writes solved classes; ends the build if the disk refuses.
struct Writer<'a> {
    work: &'a Work,
    file: Mutex<(TableFile, io::Result<()>)>,
}

impl BuildObserver for Writer<'_> {
    fn goes_on(&self, slots: u64) -> bool {
        self.work.processed.fetch_add(slots, Ordering::Relaxed);
        !self.work.stop.load(Ordering::Relaxed)
    }

    fn solved(&self, pair: &[ClassTable]) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.0.append(pair) {
            file.1 = Err(error);
            self.work.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Renames a file to a free name, and returns that.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let aside = (1..)
        .map(|number| {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".damaged-{number}"));
            PathBuf::from(name)
        })
        .find(|aside| !aside.exists())
        .expect("some number is free");
    fs::rename(path, &aside)?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::{Value, build};

    /// Returns a folder and file for one test. Each test uses tables of a game that no other test probes.
    fn kept(name: &str) -> (PathBuf, PathBuf) {
        let folder = std::env::temp_dir().join(format!("damier-tables-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        (folder.join("endgame.bin"), folder)
    }

    /// Waits until the tables are neither read nor built, and returns the report.
    fn wait(kept: &PersistentTables) -> Report {
        loop {
            let report = kept.report();
            if !matches!(report.state, PersistentState::Reading | PersistentState::Building) {
                return report;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn tables_are_built_saved_and_probed() {
        let (path, folder) = kept("built");
        let first = PersistentTables::open(&path, Variant::Canadian, 2, EngineAssets::bundled());
        assert_eq!(
            (first.report().state, first.report().bytes),
            (PersistentState::Nothing, 0)
        );
        first.begin(2).unwrap();
        let report = wait(&first);
        assert_eq!(
            (report.state, report.done),
            (PersistentState::Ready, 1.0),
            "{report:?}"
        );
        assert!(report.bytes > 1000);
        assert!(fs::read_dir(&folder).unwrap().count() == 1);
        drop(first);
        // The next start of the program.
        let next = PersistentTables::open(&path, Variant::Canadian, 2, EngineAssets::bundled());
        assert_eq!(next.report().state, PersistentState::Ready);
        next.delete().unwrap();
        assert_eq!(
            (next.report().state, path.exists()),
            (PersistentState::Nothing, false)
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_interrupted_build_resumes_from_complete_classes() {
        let (path, folder) = kept("stopped");
        let whole = build(Variant::Canadian, 2).unwrap();
        let pairs: Vec<Vec<u8>> = [&["0m1k v 0m1k"][..], &["0m1k v 1m0k", "1m0k v 0m1k"]]
            .iter()
            .map(|pair| {
                let mut some = build(Variant::Canadian, 2).unwrap();
                let some: Vec<ClassTable> = pair
                    .iter()
                    .map(|class| some.take(class.parse().unwrap()).unwrap())
                    .collect();
                Tables::write_some(Variant::Canadian, &some)
            })
            .collect();
        for cut in [0, 1, 17, 30, pairs[1].len() - 1] {
            fs::write(&path, [&pairs[0][..], &pairs[1][..cut]].concat()).unwrap();
            let kept = PersistentTables::open(&path, Variant::Canadian, 2, EngineAssets::bundled());
            let report = kept.report();
            assert_eq!(report.state, PersistentState::Part, "{cut}");
            assert_eq!(report.aside, None);
            assert!(report.done > 0.2 && report.done < 0.4, "{}", report.done);
            kept.begin(1).unwrap();
            kept.stop();
            wait(&kept);
            kept.begin(1).unwrap();
            assert_eq!(wait(&kept).state, PersistentState::Ready);
            let tables = TableFile::read(&path).unwrap();
            for class in Class::all(2) {
                assert_eq!(tables.counts(class), whole.counts(class), "{class}");
            }
        }
        fs::remove_dir_all(folder).unwrap();
    }

    fn packed(path: &Path, assets: &EngineAssets) -> PersistentTables {
        PersistentTables::open_as(path, Variant::Canadian, 2, true, assets.clone())
    }

    fn uses_packed(assets: &EngineAssets) -> bool {
        let tables = assets.tables(Variant::Canadian).unwrap();
        let mut classes = Class::all(2).into_iter();
        classes.all(|class| tables.table(class).unwrap().is_packed())
    }

    /// Waits for the background thread to read a large file.
    fn wait_for_packed(assets: &EngineAssets) {
        while !uses_packed(assets) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn results_are_packed_once_every_class_is_solved() {
        let (path, folder) = kept("packed");
        let whole = build(Variant::Canadian, 2).unwrap();
        let assets = EngineAssets::bundled();
        let first = packed(&path, &assets);
        first.begin(1).unwrap();
        let report = wait(&first);
        assert_eq!(
            (report.state, report.done),
            (PersistentState::Ready, 1.0),
            "{report:?}"
        );
        assert!(uses_packed(&assets));
        assert!(report.bytes < whole.write(true, |_| true).len() as u64);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let tables = assets.tables(Variant::Canadian).unwrap();
        for class in Class::all(2) {
            for slot in 0..whole.slots(class) {
                if let Some(position) = whole.position_at(class, slot) {
                    let known = whole.probe(&position).map(Value::without_distance);
                    let found = tables.probe(&position).map(Value::without_distance);
                    assert_eq!(found, known, "{class} {slot}");
                }
            }
        }
        drop(first);
        // The next start of the program.
        let assets = EngineAssets::bundled();
        let next = packed(&path, &assets);
        assert_eq!(next.report().state, PersistentState::Ready);
        wait_for_packed(&assets);
        next.delete().unwrap();
        assert!(!uses_packed(&assets) && !path.exists());
        assert_eq!(next.report().state, PersistentState::Nothing);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn solved_classes_stay_until_they_are_packed() {
        let (path, folder) = kept("half-packed");
        let whole = build(Variant::Canadian, 2).unwrap();
        for write in [0, 1, 2] {
            // Tables with no class, a pair of classes, all classes.
            let mut some = whole.clone();
            let mirrored: Class = "0m1k v 0m1k".parse().unwrap();
            some.retain(|class| write == 2 || class == mirrored);
            let bytes = if write == 0 {
                Vec::new()
            } else {
                some.write(true, |_| true)
            };
            fs::write(&path, bytes).unwrap();
            let assets = EngineAssets::bundled();
            let kept = packed(&path, &assets);
            let part = if write == 0 {
                PersistentState::Nothing
            } else {
                PersistentState::Part
            };
            assert_eq!(wait(&kept).state, part);
            kept.begin(1).unwrap();
            kept.stop();
            let stopped = wait(&kept);
            assert!(stopped.aside.is_none() && stopped.error.is_none(), "{stopped:?}");
            kept.begin(1).unwrap();
            assert_eq!(wait(&kept).state, PersistentState::Ready, "{write}");
            assert!(uses_packed(&assets));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_damaged_packed_file_is_set_aside() {
        let (path, folder) = kept("packed-aside");
        let mut whole = build(Variant::Canadian, 2).unwrap();
        let mut bytes: Vec<u8> = Class::all(2)
            .into_iter()
            .flat_map(|class| whole.pack(class).unwrap())
            .collect();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, &bytes).unwrap();
        let kept = packed(&path, &EngineAssets::bundled());
        while kept.report().aside.is_none() {
            std::thread::yield_now();
        }
        assert_eq!(wait(&kept).state, PersistentState::Nothing);
        kept.begin(1).unwrap();
        assert_eq!(wait(&kept).state, PersistentState::Ready);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn unusable_files_are_set_aside() {
        let (path, folder) = kept("aside");
        let mut tables = build(Variant::Canadian, 2).unwrap().write(true, |_| true);
        let newer = [&tables[..8], &[9], &tables[9..]].concat();
        let of_another_game = build(Variant::Russian, 2).unwrap().write(true, |_| true);
        *tables.last_mut().unwrap() ^= 1;
        for (number, bad) in [b"something else".to_vec(), tables, newer, of_another_game]
            .iter()
            .enumerate()
        {
            fs::write(&path, bad).unwrap();
            let kept = PersistentTables::open(&path, Variant::Canadian, 2, EngineAssets::bundled());
            let report = kept.report();
            let aside = folder.join(format!("endgame.bin.damaged-{}", number + 1));
            assert_eq!(
                (report.state, report.aside),
                (PersistentState::Nothing, Some(aside.clone()))
            );
            assert_eq!(fs::read(aside).unwrap(), *bad);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
