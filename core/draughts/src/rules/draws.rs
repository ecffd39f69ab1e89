//! Draw rules as plain data: what is counted, up to which number, by which article. Knows no position.
use super::{EndReason, RuleOption, RuleOptions};

/// When a game is drawn, and what else ends it before the board does.
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
    /// The same position with the same side to move.
    pub repetition: Option<Repetition>,
    /// What is counted.
    pub counted: &'static [DrawRule],
    /// A king against a lone man has won where neither can capture, with its article.
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
    /// How often the position comes, its first time included.
    pub times: u8,
    /// When the rule is in force.
    pub when: When,
    /// Where it stands.
    pub article: &'static str,
}

/// A rule that counts.
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
    /// Its name as the end of a game.
    pub reason: EndReason,
    /// What it counts.
    pub counting: Counting,
    /// The count that draws, in plies: moves of one side. Where a rule counts the moves of one side only, each is two.
    pub limit: u16,
    /// When the rule is in force.
    pub when: When,
    /// Where it stands.
    pub article: &'static str,
}

/// Whether a choice of the caller's puts a rule in force.
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
    /// In any case.
    Always,
    /// Where all of the first are on and none of the second.
    Chosen(&'static [RuleOption], &'static [RuleOption]),
}

impl When {
    /// Whether it is so under these choices.
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

/// What a rule counts.
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
    /// Plies since a capture or a man's move, while the pieces are as said.
    QuietKings(Pieces),
    /// Plies since a capture or a promotion, while the pieces are as said.
    NoProgress(Pieces),
    /// Plies since an ending arose; the move that makes it is not counted.
    Ending(Ending),
    /// The same, counting the stronger side's moves.
    MovesOfStrong(Ending),
    /// Moves in a row that the lone king of an ending makes on the long diagonal.
    KingOnDiagonal {
        /// The ending.
        ending: Ending,
        /// Whether any other piece on the diagonal ends the count.
        alone: bool,
    },
    /// Moves of an ending since the stronger side first stood on the long diagonal; the move there is not counted.
    /// While this counts, [`Counting::QuietKings`] rests.
    SinceDiagonal {
        /// The ending.
        ending: Ending,
        /// Whether only the stronger side's moves count.
        strong_only: bool,
    },
    /// Nothing: the ending is drawn at once, unless a capture is in sight.
    AtOnce(Ending),
}

/// Which pieces must be on the board for a rule to count.
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
    /// Both sides have a king, and there are so many pieces in all.
    BothKings(u8, u8),
    /// Anything else than that.
    NotBothKings(u8, u8),
    /// Each side has a king and at most so many pieces.
    EachAtMost(u8),
}

/// A kind of ending: pieces of one side against pieces of the other, whichever colour.
///
/// ```
/// use draughts::rules::{Ending, Force};
///
/// let two_against_one = Ending {
///     pairs: &[(Force::Of(0, 1), Force::Of(0, 2))],
///     outlives: &[],
///     restarts: true,
/// };
/// assert_eq!(two_against_one.pairs.len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The pieces, the weaker side's first; any of these pairs will do.
    pub pairs: &'static [(Force, Force)],
    /// Goes on counting in these, once begun.
    pub outlives: &'static [(Force, Force)],
    /// Begins again when one pair becomes another, or a piece is taken or crowned.
    pub restarts: bool,
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
    /// So many men and kings.
    Of(u8, u8),
    /// No man and at least so many kings.
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

/// A draw rule that is counting.
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
    /// The rule.
    pub reason: EndReason,
    /// Where it stands.
    pub article: &'static str,
    /// Plies (moves of one side) counted so far; twice the moves where only one side's count.
    pub plies: u16,
    /// The number of plies that draws.
    pub of_plies: u16,
}
