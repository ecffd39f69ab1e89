//! The draw rules of every game, each with its article. A disputed reading is a rule option. Knows no position.
use super::RuleOption::{
    Fmjd64, Fpd2021, ImmediateWhenQuiet, LidraughtsCompat, Literal725, LongDiagonal5, QcShort, QuietKing,
    SixteenPersists, Strict, Threefold, TurkishKingVManWins,
};
use super::draws::{Counting, DrawRule, DrawRules, Ending, Force, Pieces, Repetition, When};
use super::{EndReason, RuleOption};

const KING: Force = Force::Of(0, 1);
const MAN: Force = Force::Of(1, 0);
/// At most two pieces, at least one of them a king, against a lone king.
const TWO_V_KING: &[(Force, Force)] = &[
    (KING, Force::Of(0, 1)),
    (KING, Force::Of(0, 2)),
    (KING, Force::Of(1, 1)),
];
/// Three pieces, at least one of them a king, against a lone king.
const THREE_V_KING: &[(Force, Force)] = &[
    (KING, Force::Of(0, 3)),
    (KING, Force::Of(1, 2)),
    (KING, Force::Of(2, 1)),
];
const THREE_KINGS_V_KING: &[(Force, Force)] = &[(KING, Force::Of(0, 3))];

const fn ending(pairs: &'static [(Force, Force)]) -> Ending {
    Ending { pairs, outlives: &[] }
}

const fn if_on(option: &'static [RuleOption]) -> When {
    When::Chosen(option, &[])
}

const fn unless(option: &'static [RuleOption]) -> When {
    When::Chosen(&[], option)
}

const fn rule(
    reason: EndReason,
    counting: Counting,
    limit: u16,
    when: When,
    article: &'static str,
) -> DrawRule {
    DrawRule {
        reason,
        counting,
        limit,
        when,
        article,
    }
}

const fn repetition(times: u8, article: &'static str) -> Option<Repetition> {
    Some(Repetition {
        times,
        when: When::Always,
        article,
    })
}

/// Builds draw rules in which no king wins against a man.
const fn plain(repetition: Option<Repetition>, counted: &'static [DrawRule]) -> DrawRules {
    DrawRules {
        repetition,
        counted,
        king_beats_man: None,
    }
}

/// FMJD, Annex 1 (November 2015), section 6, with the readings of other texts.
pub(super) const INTERNATIONAL: DrawRules = plain(
    repetition(3, "6.1"), // the same player to move, the first position counts
    &[
        // 6.4: two kings, king and man, or king against king: 5 moves each
        rule(
            EndReason::FiveMoves,
            Counting::Ending(ending(TWO_V_KING)),
            10,
            unless(&[QcShort]),
            "6.4",
        ),
        // 6.3: three pieces with a king against a king, 16 moves each; a capture within them changes nothing
        rule(
            EndReason::SixteenMoves,
            Counting::Ending(Ending {
                pairs: THREE_V_KING,
                outlives: TWO_V_KING,
            }),
            32,
            When::Chosen(&[SixteenPersists], &[LidraughtsCompat, QcShort]),
            "6.3",
        ),
        // … or a capture within them starts the five moves of 6.4
        rule(
            EndReason::SixteenMoves,
            Counting::Ending(ending(THREE_V_KING)),
            32,
            unless(&[SixteenPersists, QcShort]),
            "6.3",
        ),
        rule(
            EndReason::SixteenMoves,
            Counting::Ending(ending(THREE_V_KING)),
            32,
            When::Chosen(&[SixteenPersists, LidraughtsCompat], &[QcShort]),
            "6.3",
        ),
        // The Quebec federation: three kings against one have 16 moves
        rule(
            EndReason::SixteenMoves,
            Counting::Ending(ending(THREE_KINGS_V_KING)),
            32,
            if_on(&[QcShort]),
            "Québec",
        ),
        // 6.3 in a later text: the lone king stays on the long diagonal, 5 moves
        rule(
            EndReason::LongDiagonal,
            Counting::KingOnDiagonal {
                ending: ending(THREE_V_KING),
                alone: false,
            },
            10,
            if_on(&[LongDiagonal5]),
            "6.3",
        ),
        // Two French club texts: a draw at once if no capture is possible; king and man against king is not mentioned
        rule(
            EndReason::NothingInSight,
            Counting::AtOnce(ending(&[(KING, Force::Of(0, 1)), (KING, Force::Of(0, 2))])),
            0,
            if_on(&[ImmediateWhenQuiet]),
            "6.4",
        ),
        // 6.2: 25 moves each with kings only and no capture
        rule(
            EndReason::TwentyFiveMoves,
            Counting::QuietKings(Pieces::Any),
            50,
            unless(&[QcShort]),
            "6.2",
        ),
    ],
);

/// Rules of Frisian draughts (2011), articles 18 and 21. They have no repetition and no limit on quiet moves.
pub(super) const FRISIAN: DrawRules = DrawRules {
    repetition: Some(Repetition {
        times: 3,
        when: if_on(&[Threefold]),
        article: "",
    }),
    counted: &[
        // 21.1 by the letter
        rule(
            EndReason::NothingInSight,
            Counting::AtOnce(ending(&[(KING, KING)])),
            0,
            if_on(&[Strict]),
            "21.1",
        ),
        // 21.1 with two moves each to show that no king falls
        rule(
            EndReason::OneKingEach,
            Counting::Ending(ending(&[(KING, KING)])),
            4,
            unless(&[Strict]),
            "21.1",
        ),
        // 18: 7 moves each
        rule(
            EndReason::SevenMoves,
            Counting::Ending(ending(&[(KING, Force::Of(0, 2))])),
            14,
            When::Always,
            "18",
        ),
        rule(
            EndReason::QuietKings,
            Counting::QuietKings(Pieces::Any),
            50,
            if_on(&[QuietKing]),
            "",
        ),
    ],
    king_beats_man: None,
};

/// Antidraughts has repetition only.
pub(super) const ANTIDRAUGHTS: DrawRules = plain(repetition(3, ""), &[]);

/// Breakthrough cannot end in a draw: men only move forward or capture, and the first king ends the game.
pub(super) const BREAKTHROUGH: DrawRules = plain(None, &[]);

/// FMJD, section for 64 squares, 7.2.3 to 7.2.8. The endings come before the general counts.
const fn fmjd64(when: When, fifteen: When, fifteen_literal: When) -> [DrawRule; 7] {
    [
        // 7.2.8: at most two pieces against a king, 5 moves each
        rule(
            EndReason::FiveMoves,
            Counting::Ending(ending(TWO_V_KING)),
            10,
            when,
            "7.2.8",
        ),
        // 7.2.7: three pieces against a king that holds the long diagonal, 5 of its moves
        rule(
            EndReason::LongDiagonal,
            Counting::KingOnDiagonal {
                ending: ending(THREE_V_KING),
                alone: true,
            },
            10,
            when,
            "7.2.7",
        ),
        // 7.2.4: three kings or more against one, 15 moves each
        rule(
            EndReason::FifteenMoves,
            Counting::Ending(ending(&[(KING, Force::Kings(3))])),
            30,
            when,
            "7.2.4",
        ),
        // 7.2.5: 15 moves each with kings only; in endings of four to seven pieces 7.2.6 takes its place
        rule(
            EndReason::QuietKings,
            Counting::QuietKings(Pieces::NotBothKings(4, 7)),
            30,
            fifteen,
            "7.2.5",
        ),
        rule(
            EndReason::QuietKings,
            Counting::QuietKings(Pieces::Any),
            30,
            fifteen_literal,
            "7.2.5",
        ),
        // 7.2.6: both have a king and the balance stays; four and five pieces 30 moves each, six and seven 60
        rule(
            EndReason::ThirtyMoves,
            Counting::NoProgress(Pieces::BothKings(4, 5)),
            60,
            when,
            "7.2.6",
        ),
        rule(
            EndReason::SixtyMoves,
            Counting::NoProgress(Pieces::BothKings(6, 7)),
            120,
            when,
            "7.2.6",
        ),
    ]
}

/// Russian draughts: FMJD, section for 64 squares.
pub(super) const RUSSIAN: DrawRules = plain(repetition(3, "7.2.3"), &RUSSIAN_COUNTED);

const RUSSIAN_COUNTED: [DrawRule; 7] = fmjd64(When::Always, unless(&[Literal725]), if_on(&[Literal725]));

/// Brazilian confederation (CBD), rules of the game, articles 97 to 100; or the section for 64 squares. The rules of the
/// game stand above those of competition (CODEX 2020), whose article 59 gives a king each two moves.
pub(super) const BRAZILIAN: DrawRules = plain(repetition(3, "98"), &BRAZILIAN_COUNTED);

/// Brazilian article 99.
const FEW_PIECES: &[(Force, Force)] = &[
    (Force::Of(0, 2), Force::Of(0, 2)),
    (KING, Force::Of(0, 2)),
    (Force::Of(1, 1), Force::Of(0, 2)),
    (KING, KING),
    (KING, Force::Of(1, 1)),
];

const BRAZILIAN_COUNTED: [DrawRule; 10] = {
    let other = fmjd64(
        if_on(&[Fmjd64]),
        When::Chosen(&[Fmjd64], &[Literal725]),
        if_on(&[Fmjd64, Literal725]),
    );
    [
        // 99: two kings, a king, or king and man against two kings or one: 5 moves each. The note to 99 and 100: neither
        // a man's move nor a capture sets the count back
        rule(
            EndReason::FiveMoves,
            Counting::Ending(ending(FEW_PIECES)),
            10,
            unless(&[Fmjd64]),
            "99",
        ),
        // 100: three pieces, a king among them, against a king on the main road: 5 moves each
        rule(
            EndReason::LongDiagonal,
            Counting::WhileOnDiagonal(Ending {
                pairs: THREE_V_KING,
                outlives: FEW_PIECES,
            }),
            10,
            unless(&[Fmjd64]),
            "100",
        ),
        // 97b: 20 moves each with kings only
        rule(
            EndReason::QuietKings,
            Counting::QuietKings(Pieces::Any),
            40,
            unless(&[Fmjd64]),
            "97b",
        ),
        other[0],
        other[1],
        other[2],
        other[3],
        other[4],
        other[5],
        other[6],
    ]
};

/// World Checkers Draughts Federation, 1.27 (older numbering 1.32). Under these rules a player claims the draw.
pub(super) const ENGLISH: DrawRules = plain(
    repetition(3, "1.27.1"),
    &[rule(
        EndReason::QuietKings, // 40 own moves of each side
        Counting::QuietKings(Pieces::Any),
        80,
        When::Always,
        "1.27.2",
    )],
);

/// Italian federation (FID), technical rules 2008, articles 9 and 10.
pub(super) const ITALIAN: DrawRules = plain(
    repetition(4, "9.3"),
    &[rule(
        EndReason::QuietKings, // 40 moves each
        Counting::QuietKings(Pieces::Any),
        80,
        When::Always,
        "10.4",
    )],
);

/// Portuguese federation: the edition in force since April 2026, or that of 2021.
pub(super) const SPANISH: DrawRules = plain(
    repetition(3, ""),
    &[
        // The forced ending: three kings, one of them on the long diagonal, against one: 12 moves of the three
        rule(
            EndReason::TwelveMoves,
            Counting::SinceDiagonal {
                ending: ending(THREE_KINGS_V_KING),
                strong_only: true,
            },
            24,
            unless(&[Fpd2021]),
            "",
        ),
        rule(
            EndReason::TwelveMoves,
            Counting::SinceDiagonal {
                ending: ending(THREE_KINGS_V_KING),
                strong_only: false,
            },
            24,
            if_on(&[Fpd2021]),
            "",
        ),
        // 20 moves each with kings only, once each side has a king and at most four pieces
        rule(
            EndReason::QuietKings,
            Counting::QuietKings(Pieces::EachAtMost(4)),
            40,
            unless(&[Fpd2021]),
            "",
        ),
        // 20 moves each without capture or promotion, from the start
        rule(
            EndReason::NoProgress,
            Counting::NoProgress(Pieces::Any),
            40,
            if_on(&[Fpd2021]),
            "",
        ),
    ],
);

/// FMJD, brief rules of Czech draughts.
pub(super) const CZECH: DrawRules = plain(
    repetition(3, ""),
    &[rule(
        EndReason::QuietKings, // 15 moves each
        Counting::QuietKings(Pieces::Any),
        30,
        When::Always,
        "",
    )],
);

/// American Pool Checkers Association, tournament rules.
pub(super) const POOL: DrawRules = plain(
    repetition(3, ""),
    &[
        // Three kings must capture one king within 13 of their moves
        rule(
            EndReason::ThirteenMoves,
            Counting::MovesOfStrong(ending(THREE_KINGS_V_KING)),
            26,
            When::Always,
            "",
        ),
        // 26: 15 moves each with kings only
        rule(
            EndReason::QuietKings,
            Counting::QuietKings(Pieces::Any),
            30,
            When::Always,
            "26",
        ),
    ],
);

/// Thai draughts: no federation text; limits chosen by this crate.
pub(super) const THAI: DrawRules = DrawRules {
    repetition: Some(Repetition {
        times: 3,
        when: if_on(&[Threefold]),
        article: "",
    }),
    counted: &[rule(
        EndReason::QuietKings,
        Counting::QuietKings(Pieces::Any),
        80,
        if_on(&[QuietKing]),
        "",
    )],
    king_beats_man: None,
};

/// One piece each, whatever it is.
const ONE_EACH: &[(Force, Force)] = &[(KING, KING), (MAN, KING), (MAN, MAN)];

/// Turkish draughts. One piece each is a draw, "even if one of the two is a king" (the handbook of the Turkish players, the
/// rules of TUDAF as other programs have them). Two moves each show that neither falls.
pub(super) const TURKISH: DrawRules = DrawRules {
    repetition: repetition(3, ""),
    counted: &[
        rule(
            EndReason::OnePieceEach,
            Counting::Ending(ending(ONE_EACH)),
            4,
            unless(&[TurkishKingVManWins]),
            "",
        ),
        rule(
            EndReason::OneKingEach, // two moves each
            Counting::Ending(ending(&[(KING, KING)])),
            4,
            if_on(&[TurkishKingVManWins]),
            "",
        ),
    ],
    king_beats_man: Some((if_on(&[TurkishKingVManWins]), "")),
};
