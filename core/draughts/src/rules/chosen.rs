//! The moves of a position under rule options: disputed readings and house rules. Knows no game.
use super::{Move, Position, Promotion, RuleOption, RuleOptions, Ruleset, Variant};
use crate::board::DirSet;
use std::collections::HashSet;

impl Position {
    /// Returns the moves that may be played under these options. If a house rule lets a player leave a capture, the
    /// moves that do so come last.
    #[must_use]
    pub fn moves_under(&self, options: RuleOptions) -> Vec<Move> {
        let mut moves = self.duties_under(options);
        if !moves.first().is_some_and(Move::is_capture) {
            return moves;
        }
        let huffing = options.has(RuleOption::Huffing);
        if huffing || options.has(RuleOption::CaptureOptional) {
            moves.extend(self.quiet_moves());
        }
        if huffing {
            // Huffing also allows captures of too few pieces.
            for square in self.all_squares() {
                for mv in self.partial_captures(square) {
                    if !moves.contains(&mv) {
                        moves.push(mv);
                    }
                }
            }
        }
        moves
    }

    /// Returns the moves under these options for a player who may not leave a capture.
    #[must_use]
    pub fn duties_under(&self, options: RuleOptions) -> Vec<Move> {
        let moves = self.legal_moves();
        let captures = moves.first().is_some_and(Move::is_capture);
        if captures && options.has(RuleOption::TurkishContinue) {
            crowned_on_the_way(self)
        } else if captures && options.turns_men(self.variant()) {
            let moves = most(self, &options.rules_of(self.variant()));
            // Only captures backwards were compulsory: nothing must be captured.
            if moves.is_empty() {
                self.quiet_moves()
            } else {
                moves
            }
        } else {
            moves
        }
    }
}

impl RuleOptions {
    /// Returns true if under these options other moves may be played than the legal ones.
    pub(crate) fn change_moves(self, variant: Variant) -> bool {
        let more = [
            RuleOption::Huffing,
            RuleOption::CaptureOptional,
            RuleOption::TurkishContinue,
        ];
        more.into_iter().any(|option| self.has(option)) || self.turns_men(variant)
    }

    /// Returns true if these options restrict men to forward captures in a game that lets them capture backwards.
    pub(super) fn turns_men(self, variant: Variant) -> bool {
        self.has(RuleOption::MenForward) && RuleOption::MenForward.is_for(variant)
    }

    /// Returns the rules of the game under these options.
    pub(super) fn rules_of(self, variant: Variant) -> Ruleset {
        let rules = *variant.rules();
        if self.turns_men(variant) {
            Ruleset {
                man_captures: DirSet::FORWARD,
                ..rules
            }
        } else {
            rules
        }
    }
}

/// Returns the captures of the most pieces if a man is crowned in passing and continues as a king.
fn crowned_on_the_way(position: &Position) -> Vec<Move> {
    let rules = Ruleset {
        promotion: Promotion::Continue,
        ..*position.variant().rules()
    };
    most(position, &rules)
}

/// Returns the captures of the most pieces under these rules.
fn most(position: &Position, rules: &Ruleset) -> Vec<Move> {
    let mut moves: Vec<Move> = position
        .all_squares()
        .flat_map(|square| position.partial_captures_under(rules, square))
        .collect();
    let most = moves.iter().map(|mv| mv.captured().len()).max();
    // Several routes may make the same capture.
    let mut seen = HashSet::new();
    moves.retain(|mv| Some(mv.captured().len()) == most && seen.insert(*mv));
    moves
}
