//! The order of the sum, at every length where the rule changes its course and at all short ones.

mod support;

use support::bits::assert_same;
use support::splitmix::SplitMix64;
use support::{calls, slow};
use upperhand_kernels::StandardizeOptions;
use wasm_bindgen_test::wasm_bindgen_test;

fn lengths() -> impl Iterator<Item = usize> {
    let around = [512, 1000, 1024, 4096, 8192, 8193, 9000, 20_000].into_iter();
    (0..=400).chain(around.flat_map(|n| n - 1..=n + 1))
}

#[wasm_bindgen_test(unsupported = test)]
fn sums_have_the_oracles_order_at_every_length() {
    for n in lengths() {
        let values = SplitMix64(n as u64).floats(n, 8);
        let got = calls::summarize(&values, 0.0, 0.0);
        let expected = slow::summarize(&values, 0.0, 0.0);
        assert_same(&[got.sum, got.std], &[expected.sum, expected.std], &format!("{n} values"));
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn the_order_is_told_from_others() {
    // Two orders often round to one sum by chance; over a hundred arrays they do not.
    let differs = |other: fn(&[f64]) -> f64| {
        let sums = (0..100).map(|seed| SplitMix64(seed).floats(1000, 8));
        sums.filter(|values| calls::summarize(values, 0.0, 0.0).sum != other(values)).count()
    };
    assert_eq!(differs(slow::sum), 0);
    assert!(differs(|a| a.iter().sum()) > 50);
    assert!(differs(|a| slow::sum(&a[..500]) + slow::sum(&a[500..])) > 50);
    assert!(differs(|a| a.chunks(128).map(slow::sum).sum()) > 50);
}

#[wasm_bindgen_test(unsupported = test)]
fn groups_of_every_length_are_the_oracles() {
    let sizes: Vec<usize> = (0..=140).chain([255, 256, 257, 1023]).collect();
    let offsets = calls::offsets_of(&sizes);
    let values = SplitMix64(11).floats(sizes.iter().sum(), 4);
    let options = StandardizeOptions::default();
    let got = calls::standardize(&values, &offsets, &options);
    assert_same(&got, &slow::standardize(&values, &offsets, &options), "standardize");
}
