//! Draw rules as plain data: what is counted, up to which number, by which article. Knows no position.
use super::{EndReason, RuleOption, RuleOptions};

/// When a game is drawn, and which rules end it apart from the goal.
///
/// ```
/// use draughts::{EndReason, Variant};
///
/// let draws = &Variant::International.rules().draws;
/// assert_eq!(draws.repetition.map(|rule| rule.times), Some(3));
/// let kings_only = draws.counted.iter().find(|rule| rule.reason == EndReason::TwentyFiveMoves).unwrap();
/// assert_eq!(kings_only.limit, 50); // plies
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawRules {
    /// Repetition of a position with the same side to move, if it draws.
    pub repetition: Option<Repetition>,
    /// Rules that count plies.
    pub counted: &'static [DrawRule],
    /// When a king wins against a lone man if neither can capture, with the article.
    pub king_beats_man: Option<(When, &'static str)>,
}

/// The rule of repetition.
///
/// ```
/// use draughts::Variant;
///
/// let rule = Variant::International.rules().draws.repetition.unwrap();
/// assert_eq!((rule.times, rule.article), (3, "6.1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repetition {
    /// Number of occurrences that draws, the first one included.
    pub times: u8,
    /// When the rule applies.
    pub when: When,
    /// Article of the rules; empty if none is known.
    pub article: &'static str,
}

/// A draw rule that counts plies.
///
/// ```
/// use draughts::{EndReason, Variant};
///
/// let rules = Variant::International.rules().draws.counted;
/// let rule = rules.iter().find(|rule| rule.reason == EndReason::SixteenMoves).unwrap();
/// assert_eq!((rule.limit, rule.article.is_empty()), (32, false)); // 16 moves each
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawRule {
    /// Reason given as the end of the game.
    pub reason: EndReason,
    /// The counted plies.
    pub counting: Counting,
    /// Number of plies that draws. If a rule counts the moves of one side only, each counts as two.
    pub limit: u16,
    /// When the rule applies.
    pub when: When,
    /// Article of the rules; empty if none is known.
    pub article: &'static str,
}

/// When a rule applies, depending on the chosen options.
///
/// ```
/// use draughts::{RuleOption, RuleOptions, rules::When};
///
/// let when = When::Chosen(&[RuleOption::Threefold], &[]);
/// assert!(!when.holds(RuleOptions::NONE));
/// assert!(when.holds(RuleOptions::NONE.with(RuleOption::Threefold)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// With any options.
    Always,
    /// If all options of the first list are on and none of the second.
    Chosen(&'static [RuleOption], &'static [RuleOption]),
}

impl When {
    /// Returns true if the rule applies under these options.
    #[inline]
    pub const fn holds(self, options: RuleOptions) -> bool {
        let When::Chosen(on, off) = self else {
            return true;
        };
        let mut i = 0;
        while i < on.len() {
            if !options.has(on[i]) {
                return false;
            }
            i += 1;
        }
        let mut i = 0;
        while i < off.len() {
            if options.has(off[i]) {
                return false;
            }
            i += 1;
        }
        true
    }
}

/// The plies that a rule counts.
///
/// ```
/// use draughts::{EndReason, Variant};
/// use draughts::rules::{Counting, Pieces};
///
/// let counted = Variant::International.rules().draws.counted;
/// let rule = counted.iter().find(|rule| rule.reason == EndReason::TwentyFiveMoves).unwrap();
/// assert_eq!(rule.counting, Counting::QuietKings(Pieces::Any));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Plies since a capture or a man's move, while the pieces match.
    QuietKings(Pieces),
    /// Plies since a capture or a promotion, while the pieces match.
    NoProgress(Pieces),
    /// Plies since an ending arose. The move that reaches it is not counted.
    Ending(Ending),
    /// Moves of the stronger side since an ending arose.
    MovesOfStrong(Ending),
    /// Moves in a row that the lone king of an ending makes on the long diagonal.
    KingOnDiagonal {
        /// The ending.
        ending: Ending,
        /// True if any other piece on the diagonal ends the count.
        alone: bool,
    },
    /// Plies of an ending since its lone king stood on the long diagonal. The move that gets there is not counted, and
    /// a move of the king that leaves the diagonal ends the count.
    WhileOnDiagonal(Ending),
    /// Moves of an ending since the stronger side first stood on the long diagonal. The move that gets there is not
    /// counted. While this rule counts, [`Counting::QuietKings`] does not.
    SinceDiagonal {
        /// The ending.
        ending: Ending,
        /// True if only the stronger side's moves count.
        strong_only: bool,
    },
    /// Nothing: the ending is drawn at once, unless a capture is at hand or can be forced.
    AtOnce(Ending),
}

/// Pieces that must be on the board for a rule to count.
///
/// ```
/// use draughts::{EndReason, Variant};
/// use draughts::rules::{Counting, Pieces};
///
/// let counted = Variant::Russian.rules().draws.counted;
/// let rule = counted.iter().find(|rule| rule.reason == EndReason::ThirtyMoves).unwrap();
/// assert_eq!(rule.counting, Counting::NoProgress(Pieces::BothKings(4, 5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// Any.
    Any,
    /// Both sides have a king, and the number of pieces lies in this range (inclusive).
    BothKings(u8, u8),
    /// The opposite of [`Pieces::BothKings`] with this range.
    NotBothKings(u8, u8),
    /// Each side has a king and at most this number of pieces.
    EachAtMost(u8),
}

/// A kind of ending: the pieces of one side against those of the other, regardless of colour. A capture, a man's move
/// or a promotion that leads from one of its pairs to another does not set the count back.
///
/// ```
/// use draughts::rules::{Ending, Force};
///
/// let two_against_one = Ending {
///     pairs: &[(Force::Of(0, 1), Force::Of(0, 2))],
///     outlives: &[],
/// };
/// assert_eq!(two_against_one.pairs.len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Pairs of forces that make the ending, the weaker side's first.
    pub pairs: &'static [(Force, Force)],
    /// Pairs in which the count continues once it has begun.
    pub outlives: &'static [(Force, Force)],
}

/// Pieces of one side.
///
/// ```
/// use draughts::rules::Force;
///
/// let (man_and_king, three_kings_or_more) = (Force::Of(1, 1), Force::Kings(3));
/// assert_ne!(man_and_king, three_kings_or_more);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Force {
    /// Exactly this number of men and of kings.
    Of(u8, u8),
    /// No man and at least this number of kings.
    Kings(u8),
}

impl Force {
    #[inline]
    pub(super) const fn is(self, (men, kings): (u8, u8)) -> bool {
        match self {
            Force::Of(m, k) => m == men && k == kings,
            Force::Kings(least) => men == 0 && kings >= least,
        }
    }
}

/// The state of a draw rule that is counting.
///
/// ```
/// use draughts::{EndReason, Game, Variant, notation::{fen, movetext}};
///
/// let mut game = Game::from_position(fen::read(Variant::International, "W:WK46,K47:BK5,K4,1")?);
/// let mv = movetext::read(game.position(), "47-33")?;
/// game.play(&mv)?;
/// let count = game.counts()[0];
/// assert_eq!((count.reason, count.plies, count.of_plies), (EndReason::TwentyFiveMoves, 1, 50));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawCount {
    /// Reason of the draw.
    pub reason: EndReason,
    /// Article of the rules; empty if none is known.
    pub article: &'static str,
    /// Plies counted so far; twice the number of moves if only one side's moves count.
    pub plies: u16,
    /// Number of plies that draws.
    pub of_plies: u16,
}
