//! The weights that come with the program. In the browser they are fetched when first needed, and installed here.
use super::weights::Weights;
use crate::bundled::bundled_files;
use draughts::{Ruleset, Variant};
use std::sync::OnceLock;

bundled_files!("weights");

static WEIGHTS: [OnceLock<Option<Weights>>; Variant::ALL.len()] =
    [const { OnceLock::new() }; Variant::ALL.len()];

/// The game whose weights serve for a game: its own, or those of one that is played alike. `None` where a game is
/// evaluated without learned weights.
#[must_use]
pub fn teacher(variant: Variant) -> Option<Variant> {
    let teacher = alike(variant);
    has_file(teacher).then_some(teacher)
}

const fn alike(variant: Variant) -> Variant {
    match variant {
        Variant::Portuguese | Variant::Czech | Variant::Thai => Variant::Spanish,
        Variant::Srilankan => Variant::Canadian,
        Variant::Killer => Variant::International,
        Variant::Pool => Variant::Russian,
        own => own,
    }
}

/// Whether a game can be evaluated as well as it ever will be: not in the browser as long as its weights have not been
/// [installed](install).
#[must_use]
pub fn is_ready(variant: Variant) -> bool {
    teacher(variant).is_none() || weights(variant).is_some()
}

/// Makes weights that came from elsewhere those of their game. The first ones stay.
pub fn install(weights: Weights) {
    WEIGHTS[weights.variant() as usize].get_or_init(|| Some(weights));
}

/// Has every game evaluated by the hand-set evaluation. Only before anything was evaluated.
pub fn use_handcrafted() {
    for place in &WEIGHTS {
        place.get_or_init(|| None);
    }
}

fn weights(variant: Variant) -> Option<&'static Weights> {
    let teacher = alike(variant);
    let place = &WEIGHTS[teacher as usize];
    #[cfg(not(target_arch = "wasm32"))]
    let weights = place.get_or_init(|| file(teacher).and_then(|bytes| Weights::read(bytes).ok()));
    #[cfg(target_arch = "wasm32")]
    let weights = place.get()?;
    weights.as_ref()
}

/// The weights for the game with these rules, if there are any and they are here.
pub(super) fn of(rules: &Ruleset) -> Option<&'static Weights> {
    let variant = Variant::ALL
        .into_iter()
        .find(|variant| variant.rules() == rules)?;
    weights(variant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_that_come_along_are_those_of_their_game() {
        for variant in Variant::ALL {
            assert!(is_ready(variant), "{variant}");
            assert_eq!(weights(variant).map(Weights::variant), teacher(variant));
            assert_eq!(of(variant.rules()).map(Weights::variant), teacher(variant));
        }
    }
}
