//! The draw rules that count plies, carried along the lines of a search. Repetition is the search's own.
use crate::board::{Bits, Geometry, Side};
use crate::rules::{BitMove, DrawRules, EndReason, Game, Pos};

/// How far each counting rule is: plies, where it is counting at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Draws {
    /// Plies since a capture or a man's move.
    pub(super) quiet: u16,
    /// Plies since a lone king faces three pieces with a king; goes on through a capture.
    pub(super) three: Option<u16>,
    /// Plies since a lone king faces one or two pieces with a king.
    pub(super) two: Option<u16>,
}

impl Draws {
    /// The counts where a game stands.
    pub(super) fn of(game: &Game) -> Draws {
        let mut draws = Draws::default();
        for count in game.counts() {
            match count.reason {
                EndReason::TwentyFiveMoves => draws.quiet = count.plies,
                EndReason::SixteenMoves => draws.three = Some(count.plies),
                EndReason::FiveMoves => draws.two = Some(count.plies),
                _ => {}
            }
        }
        draws
    }

    /// The counts after a move from `pos` to `next`.
    #[inline]
    pub(super) fn after<G: Geometry>(self, pos: &Pos<G>, mv: &BitMove<G>, next: &Pos<G>) -> Draws {
        let origin = G::Bits::bit(u32::from(mv.from));
        let irreversible = mv.is_capture() || pos.men[pos.turn as usize] & origin != G::Bits::ZERO;
        let next_ply = |count: Option<u16>| count.map(|plies| plies + 1);
        let (three, two) = (next_ply(self.three), next_ply(self.two));
        if !irreversible {
            return Draws {
                quiet: self.quiet + 1,
                three,
                two,
            };
        }
        // Only now the material changes. The move that makes an ending is not counted in it.
        let (three, two) = match lone_king_against(next) {
            None => (None, None),
            Some(3) => (three.or(Some(0)), None),
            Some(_) => (three, two.or(Some(0))),
        };
        Draws { quiet: 0, three, two }
    }

    /// Whether one of the rules has run out.
    #[inline]
    pub(super) fn over(self, rules: &DrawRules) -> bool {
        let reached =
            |plies: Option<u16>, limit: Option<u16>| matches!((plies, limit), (Some(p), Some(l)) if p >= l);
        reached(Some(self.quiet), rules.quiet_kings)
            || reached(self.three, rules.three_against_king)
            || reached(self.two, rules.two_against_king)
    }
}

/// How many pieces, a king among them, face a lone king; `None` where no king is alone or more than three face it.
fn lone_king_against<G: Geometry>(pos: &Pos<G>) -> Option<u32> {
    if pos.kings[0] == G::Bits::ZERO || pos.kings[1] == G::Bits::ZERO {
        return None;
    }
    Side::ALL.into_iter().find_map(|side| {
        let other = side.other();
        let lone = pos.men[side as usize] == G::Bits::ZERO && pos.kings[side as usize].count() == 1;
        let facing = pos.pieces(other).count();
        (lone && facing <= 3).then_some(facing)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::engine::level::mix;
    use crate::notation::fen;
    use crate::rules::{AnyPos, Position};

    /// Endings played at random: the search counts as the game does.
    #[test]
    fn the_search_counts_as_the_game_does() {
        let mut longest = Draws::default();
        for seed in 0..400 {
            let text = [
                "W:WK46,28,K3:BK5,19",
                "B:WK46:BK5,K10,K15,23",
                "W:WK1,40:BK50,12,22",
            ][seed as usize % 3];
            let mut game = Game::from_position(fen::read(Variant::International, text).unwrap());
            let mut draws = Draws::of(&game);
            while game.outcome().is_none() {
                let moves = game.legal_moves();
                let mv = moves[(mix(seed << 16 | game.moves().len() as u64) % moves.len() as u64) as usize];
                let before = *game.position();
                game.play(&mv).unwrap();
                let (AnyPos::Half10(before), AnyPos::Half10(next)) = (board(&before), board(game.position()))
                else {
                    panic!("an international board has 50 squares");
                };
                draws = draws.after(
                    &before,
                    &BitMove::from_move(&mv, Variant::International.rules().board),
                    &next,
                );
                assert_eq!(draws, Draws::of(&game), "{text}, seed {seed}, {mv:?}");
                longest.quiet = longest.quiet.max(draws.quiet);
                longest.three = longest.three.max(draws.three);
                longest.two = longest.two.max(draws.two);
            }
            let counted_out = game.outcome().unwrap().winner.is_none() && game.repetitions() < 3;
            assert_eq!(
                draws.over(&Variant::International.rules().draws),
                counted_out,
                "{text}, seed {seed}"
            );
        }
        assert!(
            longest.three >= Some(8) && longest.two >= Some(10) && longest.quiet >= 8,
            "{longest:?}"
        );
    }

    fn board(position: &Position) -> AnyPos {
        position.pos
    }
}
