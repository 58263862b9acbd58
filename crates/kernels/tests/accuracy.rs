//! How far the kernels are from the true numbers, told by exact sums: a bound, not bits.
//!
//! With u = 2⁻⁵³, a value passes through at most 16 + 7 additions of a leaf, the 3 of its tree, and one for
//! each halving down to a leaf: |sum − exact| ≤ depth · u · Σ|x| (1 + small).

mod support;

use support::calls;
use support::exact::{Exact, two_product};
use support::splitmix::SplitMix64;
use upperhand_kernels::StandardizeOptions;
use wasm_bindgen_test::wasm_bindgen_test;

const U: f64 = f64::EPSILON / 2.0;

fn depth(n: usize) -> f64 {
    let halvings = (n as f64 / 64.0).log2().ceil().max(0.0);
    26.0 + halvings
}

fn arrays() -> impl Iterator<Item = Vec<f64>> {
    let lengths = [1, 4, 7, 8, 9, 64, 127, 128, 129, 1000, 8192, 30_000];
    lengths.into_iter().flat_map(|n| {
        [1, 8, 41, 200].map(|span| SplitMix64(n as u64 * 1000 + span).floats(n, span))
    })
}

#[wasm_bindgen_test(unsupported = test)]
fn exact_sums_are_exact() {
    assert_eq!(Exact::of([1e16, 1.0, -1e16]).value(), 1.0);
    assert_eq!(Exact::of([1e300, 1.0, -1e300, 1e-300]).less(1.0), 1e-300);
    let (product, rest) = two_product(1.0 + f64::EPSILON, 1.0 + f64::EPSILON);
    assert_eq!((product, rest), (1.0 + 2.0 * f64::EPSILON, f64::EPSILON * f64::EPSILON));
}

#[wasm_bindgen_test(unsupported = test)]
fn sums_keep_within_their_bound() {
    for values in arrays() {
        let magnitude: f64 = values.iter().map(|x| x.abs()).sum();
        let got = calls::summarize(&values, 0.0, 0.0).sum;
        let error = Exact::of(values.iter().copied()).less(got).abs();
        assert!(error <= 1.01 * depth(values.len()) * U * magnitude, "{} values", values.len());
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_million_tenths_are_as_near_as_that_and_plain_sums_are_not() {
    let values = vec![0.1; 1_000_000];
    let exact = Exact::of(values.iter().copied()).value();
    let error = (calls::summarize(&values, 0.0, 0.0).sum - exact).abs() / exact;
    let plain = (values.iter().sum::<f64>() - exact).abs() / exact;
    assert!(error < 4.0 * U, "{error:e}");
    assert!(plain > 1000.0 * U, "{plain:e}");
}

#[wasm_bindgen_test(unsupported = test)]
fn stds_keep_within_their_bound_however_far_the_mean_is() {
    for far in [0.0, 1.0, 1e3, 1e6, 1e9] {
        for values in arrays().filter(|values| values.len() > 1) {
            // As rounded, they are the data.
            let values: Vec<f64> = values.iter().map(|x| x.clamp(-1e3, 1e3) + far).collect();
            let n = values.len() as f64;
            let got = calls::summarize(&values, 0.0, 0.0);

            // Exactly: Σ(x − c)² − n (mean − c)² for any c; with c the rounded mean the second term is tiny.
            let center = Exact::of(values.iter().copied()).value() / n;
            let off = Exact::of(values.iter().map(|x| x - center)).value() / n;
            let squares = Exact::of(values.iter().flat_map(|x| {
                let (square, rest) = two_product(x - center, x - center);
                [square, rest]
            }));
            let std = (squares.value() / n - off * off).sqrt();

            let magnitude = values.iter().fold(0.0f64, |most, x| most.max(x.abs()));
            // The mean's error moves every deviation; the deviations' sum has the bound of a sum.
            let bound = 2.0 * depth(values.len()) * U * (std + magnitude);
            assert!((got.std - std).abs() <= bound, "{n} values about {far}: {} {std}", got.std);
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn standardized_groups_have_mean_0_and_std_1() {
    let sizes: Vec<usize> = (2..200).collect();
    let offsets = calls::offsets_of(&sizes);
    let values = SplitMix64(3).floats(sizes.iter().sum(), 8);
    let options = StandardizeOptions { epsilon: 0.0, ..StandardizeOptions::default() };
    let got = calls::standardize(&values, &offsets, &options);
    for pair in offsets.windows(2) {
        let group = &got[pair[0] as usize..pair[1] as usize];
        let n = group.len() as f64;
        let mean = Exact::of(group.iter().copied()).value() / n;
        let square = Exact::of(group.iter().map(|x| x * x)).value() / n;
        assert!(mean.abs() < 100.0 * U, "{n} values: mean {mean:e}");
        assert!((square - 1.0).abs() < 100.0 * U, "{n} values: mean square {square}");
    }
}
