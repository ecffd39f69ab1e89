//! Compares the variants by their rules.
use crate::app::App;
use crate::call::Call;
use crate::error::ApiError;
use crate::views::{BoardView, PositionView, SideView, view};
use draughts::rules::{Goal, King, Landing, Precedence, Promotion, Removal};
use draughts::{DirSet, Position, RuleOptions, Variant};
use draughts_lessons::Comparison;

view! {
    /// `compareGames {}` → `GameFactsView[]`, the international game first.
    pub struct CompareGames {}
}
view! {
    /// `comparePositions {language}` → `ComparisonView[]`: positions in which the rules of two games differ.
    pub struct ComparePositions { pub language: String }
}
view! {
    /// One position under the rules of two games.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Comparison"))]
    pub struct ComparisonView {
        /// The difference.
        pub text: String,
        /// The position in each of the two games.
        pub sides: Vec<ComparedView>,
    }
}
view! {
    /// A position in one of the games compared.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ComparedPosition"))]
    pub struct ComparedView { pub board: BoardView, pub position: PositionView }
}
view! {
    /// Dark corner of a player's side; `All` if all squares are playable.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DarkCorner"))]
    pub enum CornerView { Left, Right, All }
}
view! {
    /// Directions in which a man captures.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ManRule"))]
    pub enum ManTakesView { Forward, Back, Sideways, Eight }
}
view! {
    /// Range of a king, and the squares on which it lands.
    #[cfg_attr(feature = "uniffi", uniffi(name = "KingRule"))]
    pub enum KingView { Short, Long, LongBehind, LongBehindKing }
}
view! {
    /// Captures that have precedence.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PrecedenceRule"))]
    pub enum PrecedenceView { Free, Most, MostKings, KingFirst, Italian, Frisian }
}
view! {
    /// Rule for a man that reaches the last row during a capture.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PromotionRule"))]
    pub enum PromotionView { Pass, Stop, Continue }
}
view! {
    /// Goal of the game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameGoal"))]
    pub enum GameGoalView { Normal, Lose, FirstKing }
}
view! {
    /// A variant in a row of the comparison. The front end names it by its key.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameFacts"))]
    pub struct GameFactsView {
        pub key: String,
        pub columns: u8,
        pub rows: u8,
        pub squares: u8,
        /// Number of men of each side.
        pub men: u8,
        pub corner: CornerView,
        pub first: SideView,
        pub man_takes: ManTakesView,
        pub man_takes_king: bool,
        pub king: KingView,
        pub precedence: PrecedenceView,
        pub promotion: PromotionView,
        /// `true` if captured pieces are removed when they are jumped, `false` if at the end.
        pub removed_at_once: bool,
        /// Maximum number of quiet moves in a row by a king while its side has a man.
        pub king_move_limit: Option<u8>,
        /// Number of repetitions that draws the game; absent if repetition does not draw.
        pub repetition: Option<u8>,
        pub goal: GameGoalView,
    }
}

impl Call for ComparePositions {
    type Reply = Vec<ComparisonView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let side = |position: &Position| ComparedView {
            board: BoardView::of(position.variant()),
            position: PositionView::of(position),
        };
        let view = |one: &Comparison| {
            Ok(ComparisonView {
                text: app.assets.text(&self.language, one.text_key())?,
                sides: one.sides.iter().map(side).collect(),
            })
        };
        app.assets.comparisons()?.iter().map(view).collect()
    }
}

impl Call for CompareGames {
    type Reply = Vec<GameFactsView>;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        Ok(Variant::ALL.into_iter().map(GameFactsView::of).collect())
    }
}

impl GameFactsView {
    fn of(variant: Variant) -> Self {
        let rules = variant.rules();
        let start = variant.start();
        let (columns, rows) = rules.board.size();
        let squares = start.squares();
        let corner = (0, rows - 1);
        let options = RuleOptions::default_of(variant);
        let repetition = rules.draws.repetition.filter(|rule| rule.when.holds(options));
        Self {
            key: variant.key().into(),
            columns,
            rows,
            squares,
            men: start.count(draughts::Side::White).0,
            corner: if squares == columns * rows {
                CornerView::All
            } else if start
                .all_squares()
                .any(|square| start.coordinates(square) == corner)
            {
                CornerView::Left
            } else {
                CornerView::Right
            },
            first: rules.first.into(),
            man_takes: match rules.man_captures {
                DirSet::FORWARD => ManTakesView::Forward,
                DirSet::DIAGONALS => ManTakesView::Back,
                DirSet::ALL => ManTakesView::Eight,
                _ => ManTakesView::Sideways,
            },
            man_takes_king: rules.man_takes_king,
            king: match (rules.king, rules.landing) {
                (King::Short, _) => KingView::Short,
                (King::Long, Landing::Free) => KingView::Long,
                (King::Long, Landing::Behind) => KingView::LongBehind,
                (King::Long, Landing::BehindLastKing) => KingView::LongBehindKing,
            },
            precedence: match rules.precedence {
                Precedence::Free => PrecedenceView::Free,
                Precedence::Most => PrecedenceView::Most,
                Precedence::MostThenKings => PrecedenceView::MostKings,
                Precedence::KingFirst => PrecedenceView::KingFirst,
                Precedence::Italian => PrecedenceView::Italian,
                Precedence::Frisian => PrecedenceView::Frisian,
            },
            promotion: match rules.promotion {
                Promotion::Pass => PromotionView::Pass,
                Promotion::Stop => PromotionView::Stop,
                Promotion::Continue => PromotionView::Continue,
            },
            removed_at_once: rules.removal == Removal::AtOnce,
            king_move_limit: rules.king_move_limit,
            repetition: repetition.map(|rule| rule.times),
            goal: match rules.goal {
                Goal::Normal => GameGoalView::Normal,
                Goal::Lose => GameGoalView::Lose,
                Goal::FirstKing => GameGoalView::FirstKing,
            },
        }
    }
}
