//! Classifies the mistakes in a match: hanging men, missed shots, quiet mistakes.
use crate::match_games::Played;
use draughts::{Game, Move, Position, Side};
use draughts_engine::stand_in::{after, material};
use draughts_engine::{EngineAssets, Limits, Search, Task, TranspositionTable, no_clock};

/// Nodes of the search that finds a quiet mistake.
const NODES: u64 = 5000;
/// Loss from which a move is a quiet mistake, in centipawns.
const QUIET: i32 = 50;

/// Counts of a player's moves and mistakes. Each mistake counts in the first class that fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mistakes {
    /// Moves with a choice.
    moves: u32,
    /// Mistakes that let the opponent's captures win a man or more, though another move would not.
    hanging: u32,
    /// Missed shots of two own moves that win a man or more, the opponent capturing between them.
    shots_of_2: u32,
    /// Missed shots of three own moves.
    shots_of_3: u32,
    /// Other mistakes that lose half a man or more, by a search of 5000 positions.
    quiet: u32,
}

impl Mistakes {
    /// Adds the moves of one side of a game.
    pub(crate) fn count(&mut self, played: &Played, side: Side, assets: &EngineAssets) {
        let mut game = Game::from_position(*played.game.start());
        for mv in played.game.moves() {
            let moves = game.legal_moves();
            if game.position().turn() == side && moves.len() > 1 {
                self.judge(&game, mv, &moves, assets);
            }
            game.play(mv).expect("it was played");
        }
    }

    fn judge(&mut self, game: &Game, played: &Move, moves: &[Move], assets: &EngineAssets) {
        self.moves += 1;
        let position = game.position();
        // Material after the captures that follow: for the played move, and for the best.
        let settled = |mv: &Move| -settle(&after(position, mv));
        let best = |value: &dyn Fn(&Move) -> i32| moves.iter().map(value).max().unwrap_or_default();
        // A gain over the present material comes from a shot, not from keeping men.
        let kept = match position.must_capture() {
            true => best(&settled),
            false => best(&settled).min(material(position)),
        };
        let shot = |own: u8| move |mv: &Move| -reply(&after(position, mv), own - 1);
        let (two, three) = (shot(2), shot(3));
        if settled(played) < kept {
            self.hanging += 1;
        } else if best(&two) > kept {
            self.shots_of_2 += u32::from(two(played) < best(&two));
        } else if best(&three) > kept {
            self.shots_of_3 += u32::from(three(played) < best(&three));
        } else {
            let mut next = game.clone();
            next.play(played).expect("it was played");
            let lost = score(game, assets) + score(&next, assets);
            self.quiet += u32::from(next.outcome().is_none() && lost >= QUIET);
        }
    }

    /// Per hundred moves, as a row of a table.
    pub(crate) fn row(&self, name: &str) -> String {
        let rate = |count: u32| 100.0 * f64::from(count) / f64::from(self.moves.max(1));
        let [hanging, two, three, quiet] =
            [self.hanging, self.shots_of_2, self.shots_of_3, self.quiet].map(rate);
        format!(
            "| {name} | {} | {hanging:.1} | {two:.1} | {three:.1} | {quiet:.1} |",
            self.moves
        )
    }
}

/// Material for the side to move after all captures.
fn settle(position: &Position) -> i32 {
    if !position.must_capture() {
        return material(position);
    }
    let moves = position.legal_moves();
    let values = moves.iter().map(|mv| -settle(&after(position, mv)));
    values.max().unwrap_or_else(|| material(position))
}

/// Material for the side to move. It captures if it must and otherwise passes; the other side has this number of
/// offering moves left.
fn reply(position: &Position, offers: u8) -> i32 {
    if !position.must_capture() {
        return material(position);
    }
    let moves = position.legal_moves();
    let values = moves.iter().map(|mv| -shot(&after(position, mv), offers));
    values.max().unwrap_or_else(|| material(position))
}

/// Material for the side to move after its best shot of this many moves.
fn shot(position: &Position, own: u8) -> i32 {
    if own == 0 {
        return settle(position);
    }
    let forced = position.must_capture();
    let moves = position.legal_moves().into_iter();
    let shots = moves.filter_map(|mv| {
        let next = after(position, &mv);
        // A quiet move belongs to a shot only if it forces a capture.
        (forced || next.must_capture()).then(|| -reply(&next, own - 1))
    });
    let best = shots.max();
    if forced {
        best.unwrap_or_else(|| material(position))
    } else {
        best.unwrap_or(i32::MIN).max(material(position))
    }
}

/// The score of a short search for the side to move, in centipawns.
fn score(game: &Game, assets: &EngineAssets) -> i32 {
    let task = Task::within(Limits::nodes(NODES));
    let mut search = Search::new(
        game,
        task,
        assets,
        TranspositionTable::with_bytes(1 << 20),
        no_clock,
    );
    while !search.step(1 << 16) {}
    search.info().score.centipawns()
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::{fen, movetext};

    fn judged(text: &str, mv: &str) -> Mistakes {
        let position = fen::read(Variant::International, text).expect("a position");
        let game = Game::from_position(position);
        let mv = movetext::read(&position, mv).expect("a move");
        let mut mistakes = Mistakes::default();
        mistakes.judge(&game, &mv, &game.legal_moves(), &EngineAssets::bundled());
        mistakes
    }

    #[test]
    fn a_hanging_man_and_a_missed_shot_are_told_apart() {
        // 32-27 gives a man away; 32-28 is an exchange.
        let hanging = judged("W:W32,38,43:B18,22,13", "32-27");
        assert_eq!((hanging.moves, hanging.hanging), (1, 1));
        // 28-22 17x28 32x14 takes two for one.
        let shot = "W:W28,32,37,50:B5,17,19";
        let missed = judged(shot, "50-45");
        assert_eq!((missed.hanging, missed.shots_of_2), (0, 1));
        let found = Mistakes {
            moves: 1,
            ..Mistakes::default()
        };
        assert_eq!(judged(shot, "28-22"), found);
    }
}
