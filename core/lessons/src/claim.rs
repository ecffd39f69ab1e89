//! Claims: statements of a step's texts about its position.
mod check;

pub(super) use check::is_article;

use serde::Deserialize;

/// A statement that the checker proves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Claim {
    /// Each of the learner's moves is the only legal one.
    OnlyMove,
    /// Each reply is the only legal one.
    Forced,
    /// The learner's first captures go forward.
    Forward,
    /// The learner's first captures go backward.
    Backward,
    /// Nothing can be captured.
    Quiet,
    /// It is the start of a game.
    Start,
    /// The line ends with the learner's man on the promotion row.
    Promotes,
    /// The only move passes over the promotion row without stopping on it.
    Passes,
    /// The squares wanted are the stops of the only capture.
    Landings,
    /// The learner wins at least a man by the line.
    Gains,
    /// There are several captures of the same number.
    Equal,
    /// A shorter capture exists, which the rules refuse.
    LongestOnly,
    /// One piece may choose between a longer and a shorter route.
    Fork,
    /// One piece captures in all four directions.
    FourWays,
    /// The square wanted is the dark corner on the learner's left.
    LeftCorner,
    /// The squares wanted are the learner's own first row.
    Base,
    /// The squares wanted are the row where the learner's men promote.
    PromotionRow,
    /// The pieces wanted are those on the main diagonal.
    LongDiagonal,
    /// The pieces wanted are those on the left and right edges.
    Edges,
    /// The squares wanted are those that the ringed piece can reach.
    Reach,
    /// The pieces wanted are the learner's blocked ones, and nothing can be captured.
    Blocked,
    /// The pieces wanted are those that can be captured.
    Takeable,
    /// The pieces wanted are those that must capture.
    Takers,
    /// The pieces wanted are the learner's movable ones.
    Movable,
    /// The pieces wanted are the kings.
    Kings,
    /// The pieces wanted are the men.
    Men,
    /// The squares wanted are the left edge.
    LeftEdge,
    /// The squares wanted are the right edge.
    RightEdge,
    /// The squares wanted are this row, 1 at the top.
    Row(u8),
    /// The squares wanted are this column, 1 at the left.
    Column(u8),
    /// The squares wanted are the diagonal between these two.
    Diagonal(Vec<u8>),
    /// The squares wanted are those whose numbers the step's text says.
    Numbered(Vec<u8>),
    /// The side to move has no legal move.
    NoMove,
    /// Every other first move is worth at least 0.8 of a man less, by search.
    Best,
    /// The side to move wins, by search or table.
    Won,
    /// The side to move loses, by search or table.
    Lost,
    /// Neither side wins, by table.
    Drawn,
    /// These moves are legal.
    Legal(Vec<String>),
    /// These moves are not legal.
    Illegal(Vec<String>),
    /// Each of these moves gains the side to move a man or more, by search.
    Wins(Vec<String>),
    /// Each of these moves costs the side to move a man or more, by search.
    Loses(Vec<String>),
    /// None of these moves costs anything, by search.
    Safe(Vec<String>),
    /// The line is this shot, as found by the puzzle detectors.
    Theme(String),
    /// A rule of this article, independent of the position.
    Article(String),
}

impl Claim {
    /// True if it determines the whole answer of a tap step.
    pub(super) fn settles_taps(&self) -> bool {
        use Claim::{
            Base, Blocked, Column, Diagonal, Edges, Kings, Landings, LeftCorner, LeftEdge, LongDiagonal, Men,
            Movable, Numbered, PromotionRow, Reach, RightEdge, Row, Takeable, Takers,
        };
        matches!(
            self,
            Movable
                | Kings
                | Men
                | LeftEdge
                | RightEdge
                | Row(_)
                | Column(_)
                | Diagonal(_)
                | Numbered(_)
                | LeftCorner
                | Landings
                | Base
                | PromotionRow
                | LongDiagonal
                | Edges
                | Reach
                | Blocked
                | Takeable
                | Takers
        )
    }
}
