//! Endings with a limit by a draw rule, solved ply by ply of its count. Reads and writes no file.
//!
//! In Frisian draughts two kings have seven moves to catch one (article 18), and one king each is a draw after two
//! (article 21). Some wins come too late, and a capture in time starts another count. So with `left` plies of the
//! count
//!
//! - a side without a move has lost; with none left every other position is drawn;
//! - the value of a position is that of its best move: to the same class with `left - 1`, or by a capture to a class
//!   solved before, whose own count starts.
//!
//! The table of such a class holds results and distances as its count starts, since every other class leads there. A
//! second table says how many plies of the count each result needs: with fewer left it is a draw, and more never hurt
//! the winner. The values of other games ignore draw rules, as published; their counts are checked beside the tables.
use super::compression::CompressedValues;
use super::generate::{BuildObserver, code_after_leaving};
use super::indexing::Indexing;
use super::table::{DRAW, code_of, is_win};
use super::{Class, ClassTable, Tables};
use draughts::raw::{BitMove, Clocks, Geometry, MoveList, Pos, generate};
use draughts::{RuleOptions, Variant};

/// Returns the plies after which a draw rule ends the games of this class, if its tables are exact for that rule.
pub(super) fn limit<G: Geometry>(variant: Variant, indexing: &Indexing) -> Option<u16> {
    if !matches!(variant, Variant::Frisian | Variant::Frysk) {
        return None;
    }
    let rules = &variant.rules().draws;
    let any = (0..indexing.len() as usize).find_map(|slot| indexing.position::<G>(slot))?;
    Clocks::at_start(rules, &any).left(rules, RuleOptions::NONE, &any)
}

/// Returns the tables of a class and its swapped class: the results, then the plies that each needs of the count.
/// `None` if the observer has ended the build.
pub(super) fn solve<G: Geometry>(
    board: &Pos<G>,
    known: &Tables,
    classes: &[Class],
    limit: u16,
    observer: &dyn BuildObserver,
) -> Option<Vec<ClassTable>> {
    let rules = known.variant().rules();
    let indexings: Vec<Indexing> = classes
        .iter()
        .map(|&class| Indexing::new::<G>(class, rules))
        .collect();
    let empty = || -> Vec<Vec<u8>> {
        indexings
            .iter()
            .map(|indexing| vec![DRAW; indexing.len() as usize])
            .collect()
    };
    let (mut values, mut needed) = (empty(), empty());
    let mut moves = MoveList::<G>::new();
    for plies in 0..=limit {
        let mut next = empty();
        for (state, indexing) in indexings.iter().enumerate() {
            let other = indexings.len() - 1 - state;
            observer
                .goes_on(if plies == 0 { indexing.len() } else { 0 })
                .then_some(())?;
            for slot in 0..indexing.len() as usize {
                let pos = indexing
                    .position::<G>(slot)
                    .expect("kings have a position in every slot");
                generate(&pos, rules, &mut moves);
                let after = |mv: &BitMove<G>| {
                    if mv.is_capture() {
                        code_after_leaving(known, &pos, mv)
                    } else {
                        let after = pos.play_unchecked(mv);
                        values[other][indexings[other].slot(&after)]
                    }
                };
                let code = if plies > 0 || moves.is_empty() {
                    best(moves.iter().map(after))
                } else {
                    DRAW
                };
                next[state][slot] = code;
                if code != DRAW && needed[state][slot] == DRAW {
                    needed[state][slot] = code_of(usize::from(plies));
                }
            }
        }
        values = next;
    }
    let tables = |values: Vec<Vec<u8>>, compress: fn(&[u8]) -> CompressedValues| {
        let table = move |(&class, values): (&Class, Vec<u8>)| {
            ClassTable::new(board, class, rules, compress(&values))
        };
        classes.iter().zip(values).map(table)
    };
    let results = tables(values, |values| CompressedValues::of(values, true, true));
    Some(
        results
            .chain(tables(needed, CompressedValues::of_count))
            .collect(),
    )
}

/// Returns the code of a position, given the codes after its moves.
fn best(after: impl Iterator<Item = u8>) -> u8 {
    let (mut win, mut draw, mut loss) = (None::<usize>, false, 0);
    for code in after {
        let later = usize::from(code);
        match code {
            DRAW => draw = true,
            _ if is_win(code, false) => loss = loss.max(later),
            _ => win = Some(win.map_or(later, |soonest| soonest.min(later))),
        }
    }
    // A code is one more than the plies, and the plies are one more before the move.
    match win {
        Some(plies) => code_of(plies),
        None if draw => DRAW,
        None => code_of(loss),
    }
}
