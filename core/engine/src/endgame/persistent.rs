//! The tables that a person has the app build and keep: the file, and the work on it in the background. Knows no clock
//! and no words.
use super::{Build, BuildObserver, Class, FileError, Table, TableFile, Tables, TooLarge};
use crate::EngineAssets;
use draughts::Variant;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};

/// How far kept tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersistentState {
    /// Nothing is there.
    Nothing,
    /// Some classes are there: building goes on from them.
    Part,
    /// They are being built.
    Building,
    /// All are there, and asked.
    Ready,
}

/// What there is to say of the tables.
#[derive(Clone, Debug)]
pub struct Report {
    /// How far they are.
    pub state: PersistentState,
    /// How much of the work is done, 0 to 1.
    pub done: f64,
    /// The length of the file, in bytes.
    pub bytes: u64,
    /// The file that could not be used, under the name it has been given.
    pub aside: Option<PathBuf>,
    /// Why the last work on it ended too early.
    pub error: Option<String>,
}

/// Tables of one game in one file, there or being built.
#[derive(Debug)]
pub struct PersistentTables(Arc<Work>);

/// What the thread that builds shares with who asks.
#[derive(Debug)]
struct Work {
    path: PathBuf,
    variant: Variant,
    pieces: u8,
    /// Where the tables are to be found once they are built.
    assets: EngineAssets,
    stop: AtomicBool,
    /// Slots looked at since building began.
    looked_at: AtomicU64,
    now: Mutex<Now>,
}

#[derive(Debug, Default)]
struct Now {
    building: bool,
    /// Slots of the classes in the file, and of all.
    there: u64,
    all: u64,
    aside: Option<PathBuf>,
    error: Option<String>,
}

impl PersistentTables {
    /// Looks at the file and adds its tables to these assets. One that cannot be used (of another kind or version, or
    /// damaged) is set aside under a new name.
    pub fn open(path: &Path, variant: Variant, pieces: u8, assets: EngineAssets) -> PersistentTables {
        let kept = PersistentTables(Arc::new(Work {
            path: path.to_owned(),
            variant,
            pieces,
            assets,
            stop: AtomicBool::new(false),
            looked_at: AtomicU64::new(0),
            now: Mutex::default(),
        }));
        let mut now = kept.0.now();
        if let Ok(nothing) = kept.0.build(Tables::empty(variant)) {
            now.all = nothing.slots_left();
        }
        if path.exists() {
            match kept.0.open_file(&mut now) {
                Ok((_, tables)) => kept.0.take_over(&mut now, tables),
                Err(error) => now.error = Some(error.to_string()),
            }
        }
        drop(now);
        kept
    }

    /// How far they are.
    pub fn report(&self) -> Report {
        let now = self.0.now();
        let looked_at = if now.building {
            self.0.looked_at.load(Ordering::Relaxed)
        } else {
            0
        };
        let state = if now.building {
            PersistentState::Building
        } else if now.there == now.all {
            PersistentState::Ready
        } else if now.there > 0 {
            PersistentState::Part
        } else {
            PersistentState::Nothing
        };
        Report {
            state,
            done: ((now.there + looked_at) as f64 / now.all.max(1) as f64).min(1.0),
            bytes: fs::metadata(&self.0.path).map_or(0, |file| file.len()),
            aside: now.aside.clone(),
            error: now.error.clone(),
        }
    }

    /// Begins to build what is missing, in the background and on so many threads. Where that goes on already, or
    /// nothing is missing, nothing is done.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn begin(&self, threads: usize) -> io::Result<()> {
        let mut now = self.0.now();
        if now.building || now.there == now.all {
            return Ok(());
        }
        self.0.stop.store(false, Ordering::Relaxed);
        self.0.looked_at.store(0, Ordering::Relaxed);
        let work = Arc::clone(&self.0);
        std::thread::Builder::new()
            .name("endgame tables".into())
            .spawn(move || work.run(threads))?;
        (now.building, now.error) = (true, None);
        Ok(())
    }

    /// Ends the building soon. What is solved stays, and building goes on from there.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Deletes the file; its tables are no longer asked. Nothing while they are being built.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn delete(&self) -> io::Result<()> {
        let mut now = self.0.now();
        if now.building {
            return Ok(());
        }
        match fs::remove_file(&self.0.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        (now.there, now.aside, now.error) = (0, None, None);
        self.0.assets.set_built(None);
        Ok(())
    }
}

impl Drop for PersistentTables {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Work {
    fn now(&self) -> MutexGuard<'_, Now> {
        // Each field is whole by itself.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn build(&self, tables: Tables) -> Result<Build, TooLarge> {
        Build::new(tables, (2..=self.pieces).flat_map(Class::all))
    }

    /// The file and what it holds; nothing where it had to be set aside.
    fn open_file(&self, now: &mut Now) -> Result<(TableFile, Tables), FileError> {
        match TableFile::open(&self.path, self.variant) {
            Err(FileError::Content(_) | FileError::Variant(_)) => {
                now.aside = Some(set_aside(&self.path)?);
                TableFile::open(&self.path, self.variant)
            }
            opened => opened,
        }
    }

    /// Tables that are in the file are asked from now on.
    fn take_over(&self, now: &mut Now, tables: Tables) {
        match self.build(tables) {
            Ok(build) => {
                now.there = now.all - build.slots_left();
                self.assets.set_built((now.there > 0).then(|| build.finish()));
            }
            Err(error) => now.error = Some(error.to_string()),
        }
    }

    /// The whole work, on the thread that does it.
    fn run(&self, threads: usize) {
        let opened = self.open_file(&mut self.now());
        let ended = opened.and_then(|(file, tables)| {
            let mut build = self.build(tables).map_err(io::Error::other)?;
            let writer = Writer {
                work: self,
                file: Mutex::new((file, Ok(()))),
            };
            while build.step(threads, &writer) {}
            let (_, written) = writer.file.into_inner().unwrap_or_else(PoisonError::into_inner);
            written?;
            Ok(build.finish())
        });
        let mut now = self.now();
        now.building = false;
        match ended {
            Ok(tables) => self.take_over(&mut now, tables),
            Err(error) => now.error = Some(error.to_string()),
        }
    }
}

/// Writes what is solved; ends the build where the disk refuses.
struct Writer<'a> {
    work: &'a Work,
    file: Mutex<(TableFile, io::Result<()>)>,
}

impl BuildObserver for Writer<'_> {
    fn goes_on(&self, slots: u64) -> bool {
        self.work.looked_at.fetch_add(slots, Ordering::Relaxed);
        !self.work.stop.load(Ordering::Relaxed)
    }

    fn solved(&self, pair: &[Table]) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.0.append(pair) {
            file.1 = Err(error);
            self.work.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Gives a file a name that is free, and answers it.
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
    use crate::endgame::build;

    /// A file of its own for each test. The tables are those of a game that no other test asks at hand.
    fn kept(name: &str) -> (PathBuf, PathBuf) {
        let folder = std::env::temp_dir().join(format!("damier-tables-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        (folder.join("endgame.bin"), folder)
    }

    fn wait(kept: &PersistentTables) -> Report {
        loop {
            let report = kept.report();
            if report.state != PersistentState::Building {
                return report;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn tables_are_built_kept_and_asked() {
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
        // The next start.
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
    fn who_is_killed_or_stops_goes_on_from_what_was_whole() {
        let (path, folder) = kept("stopped");
        let whole = build(Variant::Canadian, 2).unwrap();
        let pairs: Vec<Vec<u8>> = [&["0m1k v 0m1k"][..], &["0m1k v 1m0k", "1m0k v 0m1k"]]
            .iter()
            .map(|pair| {
                let mut some = build(Variant::Canadian, 2).unwrap();
                let some: Vec<Table> = pair
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

    #[test]
    fn what_cannot_be_used_is_set_aside() {
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
