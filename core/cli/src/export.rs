//! `damier export`: games of a library as PDN or JSON, by the same calls as the app.
use crate::import::refused;
use crate::{Status, clock};
use clap::{Args, ValueEnum};
use damier_core::library::{
    BeginBackup, BeginExport, ExportFormat, ExportStep, ExportStepView, FindGames, FindMore, GameResultView,
    LibraryFilter, LibraryOrder,
};
use damier_core::{ApiError, App, Assets};
use damier_store::Store;
use draughts::Variant;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Write games of a library as PDN or JSON, or everything as a backup
///
/// Without a filter, writes every game. Names match by a part, ignoring accents and capitals.
#[derive(Args)]
pub(crate) struct Export {
    /// The library's file
    #[arg(long)]
    db: PathBuf,
    /// The output file; by default standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Pdn)]
    format: Format,
    /// A player of either colour
    #[arg(long)]
    player: Option<String>,
    /// The other player
    #[arg(long)]
    opponent: Option<String>,
    /// White's name
    #[arg(long)]
    white: Option<String>,
    /// Black's name
    #[arg(long)]
    black: Option<String>,
    /// The event
    #[arg(long)]
    event: Option<String>,
    /// First year
    #[arg(long)]
    from: Option<u16>,
    /// Last year
    #[arg(long)]
    to: Option<u16>,
    /// Result
    #[arg(long, value_enum)]
    result: Option<Outcome>,
    /// Variant
    #[arg(long, value_parser = crate::game::variant)]
    variant: Option<Variant>,
    /// Key of an opening: "roozenburg"
    #[arg(long)]
    opening: Option<String>,
    /// Key of a theme: "turkish-stroke"
    #[arg(long)]
    theme: Option<String>,
    /// Fewest plies
    #[arg(long)]
    plies_from: Option<u32>,
    /// Most plies
    #[arg(long)]
    plies_to: Option<u32>,
    /// A position that the game holds, as FEN, from either colour
    #[arg(long)]
    position: Option<String>,
    /// As PDN: add the scores of saved reviews after each move, "[%eval 0.35]"
    #[arg(long)]
    evaluations: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Pdn,
    Json,
    /// Everything the store holds, for `restore`; takes no filter
    Backup,
}

#[derive(Clone, Copy, ValueEnum)]
enum Outcome {
    White,
    Black,
    Draw,
    Open,
}

impl Export {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        if !self.db.exists() {
            return Err(io::Error::other(format!("no library at {}", self.db.display())));
        }
        // A library that has no person yet gets one with its first call.
        let opened = Store::open(&self.db).and_then(|store| store.profile(clock::today()).map(|_| store));
        let store = match opened {
            // Reading needs neither free space nor write permission.
            Err(why) if why.passes() => {
                let store = Store::open_to_read(&self.db).map_err(|_| refused(why))?;
                eprintln!(
                    "note: {} cannot be written, and is read as it is",
                    self.db.display()
                );
                store
            }
            opened => opened.map_err(refused)?,
        };
        let mut app = App::new(store, Assets::bundled(), clock::today()).map_err(failed)?;
        match &self.output {
            Some(path) => {
                let mut file = BufWriter::new(File::create(path)?);
                self.write(&mut app, &mut file)?;
                file.flush()?;
            }
            None => self.write(&mut app, out)?,
        }
        Ok(Status::Good)
    }

    fn write(&self, app: &mut App, out: &mut impl Write) -> io::Result<()> {
        let mut step = self.begin(app).map_err(failed)?;
        loop {
            out.write_all(step.text.as_bytes())?;
            if step.done {
                return Ok(());
            }
            step = app
                .run(ExportStep { export: step.export }, clock::today())
                .map_err(failed)?;
        }
    }

    fn begin(&self, app: &mut App) -> Result<ExportStepView, ApiError> {
        let now = clock::today();
        let format = match self.format {
            Format::Backup => return app.run(BeginBackup {}, now),
            Format::Pdn => ExportFormat::Pdn,
            Format::Json => ExportFormat::Json,
        };
        let filter = self.filter();
        if filter == LibraryFilter::default() {
            let all = BeginExport {
                format,
                search: None,
                games: None,
                evaluations: Some(self.evaluations),
            };
            return app.run(all, now);
        }
        let order = LibraryOrder::Added;
        let mut found = app.run(
            FindGames {
                filter,
                order,
                reversed: false,
            },
            now,
        )?;
        while !found.done {
            found = app.run(FindMore { search: found.search }, now)?;
        }
        let search = Some(found.search);
        app.run(
            BeginExport {
                format,
                search,
                games: None,
                evaluations: Some(self.evaluations),
            },
            now,
        )
    }

    fn filter(&self) -> LibraryFilter {
        LibraryFilter {
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            year_from: self.from,
            year_to: self.to,
            result: self.result.map(|result| match result {
                Outcome::White => GameResultView::WhiteWins,
                Outcome::Black => GameResultView::BlackWins,
                Outcome::Draw => GameResultView::Draw,
                Outcome::Open => GameResultView::Open,
            }),
            variant: self.variant.map(Into::into),
            opening: self.opening.clone(),
            theme: self.theme.clone(),
            plies_from: self.plies_from,
            plies_to: self.plies_to,
            position: self.position.clone(),
            ..LibraryFilter::default()
        }
    }
}

fn failed(error: ApiError) -> io::Error {
    io::Error::other(error)
}
