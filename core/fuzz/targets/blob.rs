//! Stored games: any bytes are a tree or an error, and a tree round-trips.
#![no_main]
use damier_store::tree;
use draughts::{RuleOption, RuleOptions, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, blob)) = bytes.split_first() else {
        return;
    };
    let variant = Variant::ALL[usize::from(first) % Variant::ALL.len()];
    let (tree, _) = tree::decode(&variant.start(), blob);
    // A stored move may be legal only under a house rule.
    let kept = tree::encode(&tree, RuleOptions::NONE.with(RuleOption::Huffing));
    let (again, error) = tree::decode(&variant.start(), &kept);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(again, tree);
});
