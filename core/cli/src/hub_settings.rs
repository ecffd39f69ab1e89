//! What another program may set by Hub, and what the engine says of itself. Knows no search.
use draughts::Variant;
use draughts::engine::Level;
use draughts::notation::hub;

/// The settings of a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Table size as other engines count it: the logarithm of its number of 16-byte entries.
    tt_size: u32,
    /// To play weaker; full strength without.
    pub(crate) level: Option<Level>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tt_size: 22,
            level: None,
        }
    }
}

const TT_SIZE: std::ops::RangeInclusive<u32> = 16..=30;

impl Settings {
    pub(crate) fn table_bytes(&self) -> usize {
        16 << self.tt_size
    }

    /// Everything from `id` to `wait`.
    pub(crate) fn greeting(&self) -> String {
        let levels: Vec<&str> = Level::all(Variant::International)
            .iter()
            .map(|level| level.key)
            .collect();
        let levels = hub::value(&format!("full {}", levels.join(" ")));
        [
            format!(
                "id name=Damier version={} author={} country=FR",
                env!("CARGO_PKG_VERSION"),
                hub::value("the Damier authors")
            ),
            "param name=variant value=normal type=enum values=normal".into(),
            "param name=book value=false type=bool".into(),
            "param name=ponder value=false type=bool".into(),
            "param name=threads value=1 type=int min=1 max=1".into(),
            format!(
                "param name=tt-size value={} type=int min={} max={}",
                self.tt_size,
                TT_SIZE.start(),
                TT_SIZE.end()
            ),
            "param name=bb-size value=0 type=int min=0 max=0".into(),
            format!(
                "param name=level value={} type=enum values={levels}",
                self.level.map_or("full", |level| level.key)
            ),
            "wait".into(),
        ]
        .join("\n")
    }

    /// Sets one; what the engine does not have (a book, endgame tables, threads) it says.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let refused = || Err(format!("{name} cannot be {value:?}"));
        match (name, value) {
            ("variant", "normal") | ("book", "false") | ("ponder", "true" | "false") => Ok(()),
            ("threads", "1") | ("bb-size", "0") => Ok(()),
            ("book-ply" | "book-margin", _) => Ok(()),
            ("tt-size", value) => match value.parse() {
                Ok(size) if TT_SIZE.contains(&size) => {
                    self.tt_size = size;
                    Ok(())
                }
                _ => refused(),
            },
            ("level", "full") => {
                self.level = None;
                Ok(())
            }
            ("level", key) => match Level::by_key(Variant::International, key) {
                Some(level) => {
                    self.level = Some(level);
                    Ok(())
                }
                None => refused(),
            },
            ("variant" | "book" | "ponder" | "threads" | "bb-size", _) => refused(),
            _ => Err(format!("no parameter is named {name:?}")),
        }
    }
}
