//! The themes of a line, each detected by its mechanism. Judges no line.
use super::line::PuzzleLine;

mod kings;
mod named;
mod play;

macro_rules! themes {
    ($($(#[$doc:meta])* $name:ident $key:literal $detector:path;)*) => {
        /// A mechanism by which a shot works.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Theme { $($(#[$doc])* $name,)* }

        impl Theme {
            /// Every theme, in the order of the list.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns its name in files and user interfaces.
            pub fn key(self) -> &'static str {
                match self { $(Self::$name => $key,)* }
            }

            pub(super) fn is_in(self, line: &PuzzleLine) -> bool {
                match self { $(Self::$name => $detector(line),)* }
            }
        }
    };
}

themes! {
    /// Coup turc: the king is stopped by a man it has just taken, and the support of its taker is taken too.
    TurkishStroke "turkish-stroke" kings::turkish_stroke;
    /// Coup demi-turc: only the support of the taker was taken.
    HalfTurkish "half-turkish" kings::half_turkish;
    /// Coup suisse: the king is only stopped by a man it has just taken.
    SwissStroke "swiss-stroke" kings::swiss_stroke;
    /// Prise de la dame: the solver takes a king.
    TakeTheKing "take-the-king" kings::take_the_king;
    /// Envoi à dame: a man of the defender is made to promote.
    SendToKing "send-to-king" kings::send_to_king;
    /// Coup de dame: a capture of the solver ends on the promotion row.
    KingShot "king-shot" kings::king_shot;
    /// Passage à dame: a man of the solver walks to the promotion row.
    Breakthrough "breakthrough" kings::breakthrough;
    /// Piège à dame: a king that was there from the start is lured by a quiet move and taken.
    KingTrap "king-trap" kings::king_trap;
    /// Percée: as many men are given as taken, or more, and a man walks to the promotion row.
    RunThrough "run-through" kings::run_through;
    /// Passage without stopping: a man captures over its promotion row and stays a man.
    PassTheRow "pass-the-row" kings::pass_the_row;
    /// Coup de mazette: give one man and take the man that took it, on the square where the first one came from.
    Mazette "mazette" named::mazette;
    /// Coup de rappel: the man that captured is drawn back by a second capture.
    Recall "recall" named::recall;
    /// Coup de ricochet: the man that takes the taker is taken by another.
    Ricochet "ricochet" named::ricochet;
    /// Double-deux: two captures of exactly two men, one after the other.
    DoubleTwo "double-two" named::double_two;
    /// Coup Philippe.
    Philippe "philippe" named::philippe;
    /// Coup royal.
    Royal "royal" named::royal;
    /// Coup de la trappe: a man moves away, the enemy lands on its square and is left there for one move.
    Trapdoor "trapdoor" named::trapdoor;
    /// Coup de talon: a capture backwards frees the square on which the enemy then lands and is taken.
    Heel "heel" named::heel;
    /// Coup Weiss, coup de l'express.
    Weiss "weiss" named::weiss;
    /// Coup Napoléon: the last capture takes three men side by side.
    Napoleon "napoleon" named::napoleon;
    /// Coup de la bombe: the same man captures twice, while the defender captures elsewhere in between.
    Bomb "bomb" named::bomb;
    /// Coup Springer.
    Springer "springer" named::springer;
    /// Coup Raphaël.
    Raphael "raphael" named::raphael;
    /// Coup Bonnard.
    Bonnard "bonnard" named::bonnard;
    /// Coup du tourniquet: a capture goes round and crosses a square again.
    MerryGoRound "merry-go-round" named::merry_go_round;
    /// Collage: a man is placed next to an enemy man, which must capture elsewhere; then that man captures.
    StickMove "stick-move" play::stick_move;
    /// Temps de repos: the defender still has to make an earlier capture, so the solver has a free move.
    FreeTempo "free-tempo" play::free_tempo;
    /// Prise majoritaire: the majority rule forbids the defender a smaller capture.
    Majority "majority" play::majority;
    /// Échange: men are given and as many regained before the shot goes on.
    Exchange "exchange" play::exchange;
    /// Fourchette: at the first offer the defender may take in several ways, and each loses.
    Fork "fork" play::fork;
    /// Choix de la case d'arrivée: the same capture may end on several squares, and only this one wins.
    Landing "landing" play::landing;
    /// Two captures with the same origin and target take different men, and only this one wins.
    TwoWays "two-ways" play::two_ways;
    /// Opposition: at the end the defender's men face the solver's and have to lose ground.
    Opposition "opposition" play::opposition;
    /// Enfermé: at the end the defender has men but no move.
    ShutIn "shut-in" play::shut_in;
    /// Enchaînement: one wing is locked by fewer men than it holds.
    Lock "lock" play::lock;
    /// Coup direct: one quiet offer, one capture, and the taker is taken first.
    DirectShot "direct-shot" play::direct_shot;
    /// Deux pour un: one man given, two taken at once.
    TwoForOne "two-for-one" play::two_for_one;
    /// Three or more men given before the last capture.
    ManySacrifices "many-sacrifices" play::many_sacrifices;
    /// Grande rafle: five men or more in one capture.
    LongCapture "long-capture" play::long_capture;
    /// An ending of men: four a side at most.
    MenEnding "men-ending" kings::men_ending;
    /// An ending with kings: four pieces a side at most.
    KingsEnding "kings-ending" kings::kings_ending;
}

impl Theme {
    /// The themes that are ideas, the most specific first. The idea of a puzzle is the first one that its line has: a
    /// coup turc is practised as a coup turc, though it is a long capture as well.
    pub const IDEAS: &[Self] = &[
        Self::TurkishStroke,
        Self::SwissStroke,
        Self::HalfTurkish,
        Self::Bomb,
        Self::Philippe,
        Self::Royal,
        Self::Weiss,
        Self::Napoleon,
        Self::Springer,
        Self::Raphael,
        Self::Bonnard,
        Self::Trapdoor,
        Self::Heel,
        Self::Ricochet,
        Self::Recall,
        Self::Mazette,
        Self::MerryGoRound,
        Self::DoubleTwo,
        Self::PassTheRow,
        Self::StickMove,
        Self::RunThrough,
        Self::Breakthrough,
        Self::SendToKing,
        Self::KingTrap,
        Self::Opposition,
        Self::ShutIn,
        Self::Lock,
        Self::FreeTempo,
        Self::TwoForOne,
        Self::Majority,
        Self::Fork,
        Self::Landing,
        Self::TwoWays,
        Self::Exchange,
        Self::DirectShot,
        Self::KingShot,
        Self::TakeTheKing,
        Self::ManySacrifices,
        Self::LongCapture,
    ];

    /// Returns the idea among the themes of a line; `None` if none of them is an idea.
    pub fn idea(themes: &[Self]) -> Option<Self> {
        Self::IDEAS.iter().copied().find(|idea| themes.contains(idea))
    }

    /// Returns the theme with this name in files.
    pub fn named(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|theme| theme.key() == key)
    }
}

/// Returns every theme of the line, in the order of `Theme::ALL`.
pub fn detect(line: &PuzzleLine) -> Vec<Theme> {
    Theme::ALL
        .iter()
        .copied()
        .filter(|theme| theme.is_in(line))
        .collect()
}
