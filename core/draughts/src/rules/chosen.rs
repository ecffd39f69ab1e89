//! The moves of a position under choices of the players: readings of the rules and house rules. Knows no game.
use super::{Move, Position, Promotion, RuleOption, RuleOptions, Ruleset, Variant};
use crate::board::DirSet;
use std::collections::HashSet;

impl Position {
    /// The moves that may be played under these choices. Where a house rule lets a player leave a capture, the moves
    /// that do so come after the others.
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
            // Who may be huffed may take too few as well.
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

    /// The moves under these choices of a player who leaves no capture.
    #[must_use]
    pub fn duties_under(&self, options: RuleOptions) -> Vec<Move> {
        let moves = self.legal_moves();
        let captures = moves.first().is_some_and(Move::is_capture);
        if captures && options.has(RuleOption::TurkishContinue) {
            crowned_on_the_way(self)
        } else if captures && options.turns_men(self.variant()) {
            let moves = most(self, &options.rules_of(self.variant()));
            // What the game would have had taken may be left: nothing is to be taken.
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
    /// Whether men capture forwards only under these choices, and otherwise would not.
    pub(super) fn turns_men(self, variant: Variant) -> bool {
        self.has(RuleOption::MenForward) && RuleOption::MenForward.is_for(variant)
    }

    /// How pieces move and capture under these choices.
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

/// The legal captures where a man that touches the last row goes on as a king: those of the most pieces.
fn crowned_on_the_way(position: &Position) -> Vec<Move> {
    let rules = Ruleset {
        promotion: Promotion::Continue,
        ..*position.variant().rules()
    };
    most(position, &rules)
}

/// The captures of the most pieces by these rules.
fn most(position: &Position, rules: &Ruleset) -> Vec<Move> {
    let mut moves: Vec<Move> = position
        .all_squares()
        .flat_map(|square| position.partial_captures_under(rules, square))
        .collect();
    let most = moves.iter().map(|mv| mv.captured().len()).max();
    // One capture may come about in several ways.
    let mut seen = HashSet::new();
    moves.retain(|mv| Some(mv.captured().len()) == most && seen.insert(*mv));
    moves
}
