//! Calls that show a person's repertoires and extend them.
use super::drill::{fresh_today, memories};
use super::tree::{Repertoire, merge, place};
use crate::call::Call;
use crate::convert::{side_word, variant};
use crate::days::Zones;
use crate::library::change;
use crate::stored_game::open;
use crate::views::{BoardView, SideView, view};
use crate::{ApiError, App, ErrorKind};
use damier_store::{GameResult, GameText};
use draughts::notation::pdn::{self, PdnSplitter, Tags};
use draughts::notation::tree::{GameTree, NodeId};
use draughts::{Side, Variant};
use std::collections::HashSet;

/// Maximum size of a text with lines, in bytes; more would take too long in one call.
const LARGEST: usize = 256 << 10;
/// Maximum number of moves in a repertoire.
const MOST_MOVES: usize = 20_000;

view! {
    /// `repertoire {variant, zone}` → `RepertoireView`: the person's repertoires, by colour.
    pub struct ShowRepertoire { pub variant: String, pub zone: i32 }
}
view! {
    /// A person's repertoires in a variant.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Repertoires"))]
    pub struct RepertoireView {
        pub board: BoardView,
        /// White's first.
        pub sides: Vec<RepertoireSideView>,
        /// Number of new positions that may still be asked today.
        pub fresh_today: u32,
    }
}
view! {
    /// The repertoire of one colour.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RepertoireState"))]
    pub struct RepertoireSideView {
        pub side: SideView,
        /// Library game with the tree; null before the first move.
        pub game: Option<i64>,
        /// Number of moves in the tree.
        pub moves: u32,
        /// Number of positions with a choice and an answer.
        pub positions: u32,
        /// Number of these that are due, and that are new; the others are remembered.
        pub due: u32,
        pub fresh: u32,
    }
}
view! {
    /// `addToRepertoire {variant, side, name, game?, node?, whole, text?}` → `AddedView`: adds the line of a library
    /// game up to a node, a whole game with its variations, or all games of a PDN text. Without any of these it
    /// creates the tree if needed. `name` is the name of a new tree. `badPosition` if nothing starts from the start
    /// position.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct AddToRepertoire {
        pub variant: String,
        pub side: SideView,
        pub name: String,
        pub game: Option<i64>,
        pub node: Option<u32>,
        pub whole: bool,
        pub text: Option<String>,
    }
}
view! {
    /// Moves added to a repertoire.
    #[cfg_attr(feature = "uniffi", uniffi(name = "AddedToRepertoire"))]
    pub struct AddedView {
        /// Library game with the tree.
        pub game: i64,
        /// Number of new moves.
        pub added: u32,
        /// Last added node, as the tree's game numbers it; null at the start.
        pub node: Option<u32>,
    }
}

impl Call for ShowRepertoire {
    type Reply = RepertoireView;

    fn run(self, app: &mut App) -> Result<RepertoireView, ApiError> {
        let of = variant(&self.variant)?;
        let memories = memories(app, &self.variant)?;
        let mut sides = Vec::new();
        for side in Side::ALL {
            let mut view = RepertoireSideView {
                side: side.into(),
                game: None,
                moves: 0,
                positions: 0,
                due: 0,
                fresh: 0,
            };
            if let Some(repertoire) = Repertoire::of(app, &self.variant, side)? {
                let positions = repertoire.positions();
                view.game = Some(repertoire.opened.row.id);
                view.moves = positions.len() as u32 - 1;
                let spots = repertoire.spots(&positions, &vec![0.0; positions.len()]);
                for spot in spots.iter().filter(|spot| spot.has_choice()) {
                    view.positions += 1;
                    match memories.get(&spot.fen) {
                        None => view.fresh += 1,
                        Some(memory) if memory.due <= app.now() => view.due += 1,
                        Some(_) => {}
                    }
                }
            }
            sides.push(view);
        }
        Ok(RepertoireView {
            board: BoardView::of(of),
            sides,
            fresh_today: fresh_today(app, &memories, &Zones::of(app, self.zone)?) as u32,
        })
    }
}

/// Games of a text that start from the variant's start position.
fn trees_of(text: &str, of: Variant) -> Result<Vec<GameTree>, ApiError> {
    if text.len() > LARGEST {
        let message = format!("a text of {} bytes; at most {LARGEST} are read", text.len());
        return Err(ApiError::new(ErrorKind::BadParams, message));
    }
    let mut splitter = PdnSplitter::new();
    splitter.push(text.as_bytes());
    splitter.finish();
    let mut trees = Vec::new();
    while let Some(game) = splitter.next_game() {
        let tree = pdn::read_game(&game, Some(of)).tree;
        if *tree.start() == of.start() && tree.len() > 1 {
            trees.push(tree);
        }
    }
    Ok(trees)
}

impl AddToRepertoire {
    /// Trees to add, and the nodes of the first; `None` for all nodes.
    fn sources(&self, app: &App, of: Variant) -> Result<(Vec<GameTree>, Option<HashSet<NodeId>>), ApiError> {
        let foreign = || {
            ApiError::new(
                ErrorKind::BadPosition,
                "no game starts from the start position of this variant",
            )
        };
        if let Some(text) = &self.text {
            let trees = trees_of(text, of)?;
            return if trees.is_empty() {
                Err(foreign())
            } else {
                Ok((trees, None))
            };
        }
        let Some(game) = self.game else {
            return Ok((Vec::new(), None));
        };
        let tree = open(app, game)?.text.tree;
        if *tree.start() != of.start() {
            return Err(foreign());
        }
        if self.whole {
            return Ok((vec![tree], None));
        }
        let mut line = HashSet::new();
        let node = self
            .node
            .map(|node| tree.walk().nth(node as usize + 1).map(|(id, _)| id));
        let missing = || ApiError::new(ErrorKind::BadParams, "the game has no such node");
        let mut at = node.map(|node| node.ok_or_else(missing)).transpose()?;
        while let Some(id) = at {
            line.insert(id);
            at = tree.parent(id);
        }
        Ok((vec![tree], Some(line)))
    }

    /// The game with the tree, created if needed.
    fn game(&self, app: &mut App, of: Variant) -> Result<i64, ApiError> {
        let side = side_word(self.side.into());
        if let Some(id) = app.store.repertoire(app.profile.id, &self.variant, side)? {
            return Ok(id);
        }
        let mut tags = Tags::default();
        let name: String = self.name.trim().chars().take(120).collect();
        for (tag, value) in [
            ("Event", name),
            ("Date", app.day().to_string().replace('-', ".")),
            ("Mode", "repertoire".into()),
            ("Repertoire", side.into()),
        ] {
            if !value.is_empty() {
                tags.push(tag, value);
            }
        }
        let text = GameText {
            tags,
            result: GameResult::Open,
            tree: GameTree::new(of.start()),
        };
        let (facts, body) = text.to_kept(0);
        let now = app.now();
        let id = app.store.insert_game(&facts, &body, now)?;
        app.store
            .set_repertoire(app.profile.id, &self.variant, side, id)?;
        Ok(id)
    }
}

impl Call for AddToRepertoire {
    type Reply = AddedView;

    fn run(self, app: &mut App) -> Result<AddedView, ApiError> {
        let of = variant(&self.variant)?;
        let (trees, line) = self.sources(app, of)?;
        let id = self.game(app, of)?;
        let mut opened = open(app, id)?;
        let (mut added, mut last) = (0, NodeId::ROOT);
        for tree in &trees {
            let wanted = |node: NodeId| line.as_ref().is_none_or(|line| line.contains(&node));
            let (more, end) = merge(&mut opened.text.tree, tree, wanted);
            (added, last) = (added + more, end);
        }
        if opened.text.tree.len() > MOST_MOVES {
            let message = format!("a repertoire has at most {MOST_MOVES} moves");
            return Err(ApiError::new(ErrorKind::BadParams, message));
        }
        let now = opened.text.to_kept(opened.row.facts.themes);
        change(app, id, opened.row.revision, (opened.row.facts, opened.body), now)?;
        Ok(AddedView {
            game: id,
            added,
            node: place(&opened.text.tree, last),
        })
    }
}
