//! What another program may set by Hub, and what the engine says of itself. Knows no search.
use draughts::Variant;
use draughts::engine::Level;
use draughts::notation::hub;

/// The settings of a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Table size as other engines count it: the logarithm of its number of 16-byte entries.
    tt_size: u32,
    /// The game.
    pub(crate) variant: Variant,
    /// To play weaker; full strength without.
    pub(crate) level: Option<Level>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tt_size: 22,
            variant: Variant::International,
            level: None,
        }
    }
}

/// The games on 50 squares, as other engines name them.
const VARIANTS: [(&str, Variant); 6] = [
    ("normal", Variant::International),
    ("killer", Variant::Killer),
    ("bt", Variant::Breakthrough),
    ("frisian", Variant::Frisian),
    ("losing", Variant::Antidraughts),
    ("frysk", Variant::Frysk),
];

const TT_SIZE: std::ops::RangeInclusive<u32> = 16..=30;

impl Settings {
    pub(crate) fn table_bytes(&self) -> usize {
        16 << self.tt_size
    }

    /// Everything from `id` to `wait`.
    pub(crate) fn greeting(&self) -> String {
        let levels: Vec<&str> = Level::all(self.variant).iter().map(|level| level.key).collect();
        let levels = hub::value(&format!("full {}", levels.join(" ")));
        let variants = hub::value(&VARIANTS.map(|(name, _)| name).join(" "));
        let variant = VARIANTS.iter().find(|(_, variant)| *variant == self.variant);
        [
            format!(
                "id name=Damier version={} author={} country=FR",
                env!("CARGO_PKG_VERSION"),
                hub::value("the Damier authors")
            ),
            format!(
                "param name=variant value={} type=enum values={variants}",
                variant.map_or("normal", |(name, _)| name)
            ),
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
            ("variant", name) => match VARIANTS.iter().find(|(known, _)| *known == name) {
                Some((_, variant)) => {
                    self.variant = *variant;
                    // A level is one of its game.
                    self.level = self.level.and_then(|level| Level::by_key(*variant, level.key));
                    Ok(())
                }
                None => refused(),
            },
            ("book", "false") | ("ponder", "true" | "false") => Ok(()),
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
            ("level", key) => match Level::by_key(self.variant, key) {
                Some(level) => {
                    self.level = Some(level);
                    Ok(())
                }
                None => refused(),
            },
            ("book" | "ponder" | "threads" | "bb-size", _) => refused(),
            _ => Err(format!("no parameter is named {name:?}")),
        }
    }
}
