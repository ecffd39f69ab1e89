//! Named openings, recognised by the first moves of a game. The list is in `data/openings`.
use draughts::notation::movetext;
use draughts::{Move, Variant};
use serde::Deserialize;
use std::sync::LazyLock;

/// A named opening. Its name is in the texts of the lessons, under `opening.KEY`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Its number in a store.
    pub number: u16,
    /// Its key in calls.
    pub key: String,
    /// Its moves: "32-28 19-23".
    pub moves: String,
}

#[derive(Deserialize)]
struct List {
    opening: Vec<Opening>,
}

/// An opening with its moves parsed.
struct OpeningLine {
    moves: Vec<Move>,
    opening: Opening,
}

static INTERNATIONAL: LazyLock<Vec<OpeningLine>> = LazyLock::new(|| {
    let list: List = toml::from_str(include_str!("../../data/openings/international.toml"))
        .expect("the list is read by a test");
    let line = |opening: Opening| {
        let mut position = Variant::International.start();
        let moves = opening.moves.split(' ').map(|text| {
            let mv = movetext::read(&position, text).expect("each move is played by a test");
            position.play_unchecked(&mv);
            mv
        });
        OpeningLine {
            moves: moves.collect(),
            opening: opening.clone(),
        }
    };
    list.opening.into_iter().map(line).collect()
});

fn lines(variant: Variant) -> &'static [OpeningLine] {
    match variant {
        Variant::International => &INTERNATIONAL,
        #[allow(unreachable_patterns, reason = "other games have no list of names")]
        _ => &[],
    }
}

/// Returns the named openings of a variant.
pub fn openings(variant: Variant) -> impl Iterator<Item = &'static Opening> {
    lines(variant).iter().map(|line| &line.opening)
}

/// Returns the longest opening that these moves begin with. `moves` start from the variant's own start.
pub fn opening_of(variant: Variant, moves: &[Move]) -> Option<&'static Opening> {
    lines(variant)
        .iter()
        .filter(|line| moves.starts_with(&line.moves))
        .max_by_key(|line| line.moves.len())
        .map(|line| &line.opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_opening_is_found_by_its_moves() {
        let all = lines(Variant::International);
        assert!(all.len() >= 37);
        assert_eq!(
            all.iter().map(|l| l.opening.number).collect::<HashSet<_>>().len(),
            all.len()
        );
        assert_eq!(
            all.iter().map(|l| &l.opening.key).collect::<HashSet<_>>().len(),
            all.len()
        );
        for line in all {
            let found = opening_of(Variant::International, &line.moves).unwrap();
            assert_eq!(found.key, line.opening.key);
            assert_ne!(line.opening.number, 0);
        }
    }
}
