//! Calls that keep a game at a real board: it is filed in the library after every action, and goes on after a break.
use super::board::ActionView;
use super::game::played;
use crate::app::App;
use crate::call::{Call, Done};
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::stored_game::open;
use crate::views::view;
use damier_store::GameText;
use draughts::notation::pdn::{self, Tags};
use draughts::notation::tree::{GameTree, NodeId, Note};
use serde::{Deserialize, Serialize};

/// Maximum length of a name, in characters.
const LONGEST_NAME: usize = 100;
/// Maximum number of comments.
const MOST_COMMENTS: usize = 1000;
/// The settings with unfinished games have keys with this beginning, followed by the variant.
pub(crate) const KEPT: &str = "otbGame:";

view! {
    /// `keepOtbGame` → `KeptOtbGame`: files a game at a real board in the library and keeps it to go on; a finished one
    /// is only filed. With `id` it replaces the game that was filed under this id.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct KeepOtbGame {
        pub id: Option<i64>,
        pub journal: OtbJournal,
    }
}
view! {
    /// A game at a real board with everything needed to go on.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct OtbJournal {
        pub variant: String,
        pub fen: Option<String>,
        pub arbiter: bool,
        /// All actions, the newest last.
        pub actions: Vec<ActionView>,
        pub white: String,
        pub black: String,
        /// State of the clock, as `arbiterClock` returned it.
        pub clock: Option<String>,
        /// Irregularities and decisions in sentences, which become comments.
        pub comments: Vec<OtbComment>,
    }
}
view! {
    /// A comment on a game at a real board.
    pub struct OtbComment {
        /// Number of actions done when it was made.
        pub done: u32,
        /// Number of moves before it.
        pub ply: u32,
        pub text: String,
    }
}
view! {
    /// A game at a real board in the library.
    pub struct KeptOtbGame { pub id: i64 }
}
view! {
    /// `unfinishedOtbGame {variant}` → `UnfinishedOtbGame?`: the game at a real board that was not finished.
    pub struct ShowUnfinishedOtbGame { pub variant: String }
}
view! {
    /// An unfinished game at a real board.
    pub struct UnfinishedOtbGame { pub id: i64, pub journal: OtbJournal }
}
view! {
    /// `leaveOtbGame {variant}` → `{}`: forgets the unfinished game; what was filed stays in the library.
    pub struct LeaveOtbGame { pub variant: String }
}

/// The stored form of an unfinished game.
#[derive(Serialize, Deserialize)]
struct Kept {
    id: i64,
    journal: OtbJournal,
}

impl Call for KeepOtbGame {
    type Reply = KeptOtbGame;

    fn run(self, app: &mut App) -> Result<KeptOtbGame, ApiError> {
        let Self { id, journal } = self;
        let bad = |what: &str| ApiError::new(ErrorKind::BadParams, what);
        let long = |name: &String| name.chars().count() > LONGEST_NAME;
        if long(&journal.white) || long(&journal.black) || journal.comments.len() > MOST_COMMENTS {
            return Err(bad("a name or the list of comments is too long"));
        }
        let variant = convert::variant(&journal.variant)?;
        let text = filed(app, &journal)?;
        let is_over = text.result != damier_store::GameResult::Open;
        let (facts, body) = text.to_kept(0);
        let now = app.now();
        let known = id.and_then(|id| open(app, id).ok());
        let id = match known {
            Some(opened) => {
                let id = opened.row.id;
                app.store
                    .update_game(id, opened.row.revision, &facts, &body, now)?;
                app.close_game(|open| open == id);
                id
            }
            // The first time, or the game was deleted meanwhile.
            None => app.store.insert_game(&facts, &body, now)?,
        };
        let written = if is_over {
            String::new()
        } else {
            let kept = serde_json::to_string(&Kept { id, journal });
            kept.map_err(|e| ApiError::new(ErrorKind::Internal, e.to_string()))?
        };
        let key = format!("{KEPT}{}", variant.key());
        app.store.set_setting(app.profile.id, &key, &written)?;
        Ok(KeptOtbGame { id })
    }
}

/// The game as it is filed: its moves, with the irregularities as comments.
fn filed(app: &App, journal: &OtbJournal) -> Result<GameText, ApiError> {
    let played = played(
        &journal.variant,
        journal.fen.as_deref(),
        journal.arbiter,
        &journal.actions,
    )?;
    let game = played.table().game();
    let mut tree = GameTree::of(game);
    // A place after each move: corrections of the position stand between two moves.
    let mut places = vec![NodeId::ROOT];
    for node in tree.main_line().collect::<Vec<_>>() {
        match tree.node(node).step().and_then(|step| step.as_move()) {
            Some(_) => places.push(node),
            None => *places.last_mut().expect("it begins with the root") = node,
        }
    }
    for comment in &journal.comments {
        let text: String = comment.text.chars().take(pdn::LONGEST_COMMENT).collect();
        if let Some(place) = places.get(comment.ply as usize) {
            tree.note(*place, Note::After(text));
        }
    }
    let mut tags = Tags::default();
    tags.push("Date", app.day().to_string().replace('-', "."));
    for (name, value) in [("White", journal.white.trim()), ("Black", journal.black.trim())] {
        if !value.is_empty() {
            tags.push(name, value);
        }
    }
    tags.push("Mode", "OTB");
    Ok(GameText {
        tags,
        result: pdn::GameResult::from(played.table().outcome()).into(),
        tree,
    })
}

impl Call for ShowUnfinishedOtbGame {
    type Reply = Option<UnfinishedOtbGame>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let key = format!("{KEPT}{}", convert::variant(&self.variant)?.key());
        let settings = app.store.settings(app.profile.id)?;
        // An unreadable journal is ignored: the page begins a new game.
        let kept = settings
            .get(&key)
            .and_then(|kept| serde_json::from_str::<Kept>(kept).ok());
        Ok(kept.map(|Kept { id, journal }| UnfinishedOtbGame { id, journal }))
    }
}

impl Call for LeaveOtbGame {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        let key = format!("{KEPT}{}", convert::variant(&self.variant)?.key());
        app.store.set_setting(app.profile.id, &key, "")?;
        Ok(Done {})
    }
}
