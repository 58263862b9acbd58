//! The calls over rows of tokens against the slow oracle, bit for bit, on random rows, masks and options.
//! PROPTEST_CASES sets how many; the seed is fixed.

mod support;

use ndarray::ArrayView1;
use proptest::prelude::*;
use support::bits::assert_same;
use support::{calls, random, slow_tokens as slow};
use upperhand_kernels::{
    Align, DiscountedReturnsOptions, Error, GeneralizedAdvantagesOptions, Groups, MaskedTokens,
    MeanRule, OptimalTokenBaselineOptions, WhitenEpsilon, WhitenOptions, discounted_returns,
    generalized_advantages, optimal_token_baseline, whiten_tokens,
};
use wasm_bindgen_test::wasm_bindgen_test;

fn check<S: Strategy>(strategy: S, test: impl Fn(S::Value)) {
    random::check(b"upperhand kernels: tokens, fixed", strategy, test);
}

/// Rows of tokens, two numbers for each, and numbers of rows.
#[derive(Debug, Clone)]
struct Rows {
    first: Vec<f64>,
    second: Vec<f64>,
    mask: Option<Vec<u8>>,
    offsets: Vec<u32>,
    gamma: Vec<f64>,
    lambda: Vec<f64>,
    bootstrap: Vec<f64>,
}

impl Rows {
    fn groups(&self) -> Groups<'_> {
        Groups::new(ArrayView1::from(&self.offsets[..]), self.first.len()).unwrap()
    }
    fn mask(&self) -> Option<&[u8]> {
        self.mask.as_deref()
    }
}

fn number() -> impl Strategy<Value = f64> {
    let special = vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 5e-324];
    prop_oneof![60 => -3.0..3.0f64, 1 => prop::sample::select(special)]
}

fn rows() -> impl Strategy<Value = Rows> {
    let sizes = prop_oneof![
        4 => prop::collection::vec(0..20usize, 0..9),
        1 => prop::collection::vec(100..400usize, 0..3),
    ];
    (sizes, any::<bool>()).prop_flat_map(|(sizes, masked)| {
        let n: usize = sizes.iter().sum();
        let r = sizes.len();
        let byte = prop_oneof![3 => Just(1u8), 2 => Just(0u8), 1 => any::<u8>()];
        let unit = || prop_oneof![Just(1.0), Just(0.0), 0.0..1.0f64];
        (
            (prop::collection::vec(number(), n), prop::collection::vec(number(), n)),
            prop::collection::vec(byte, n),
            (prop::collection::vec(unit(), r), prop::collection::vec(unit(), r)),
            prop::collection::vec(number(), r),
        )
            .prop_map(move |((first, second), mask, (gamma, lambda), bootstrap)| Rows {
                first,
                second,
                mask: masked.then_some(mask),
                offsets: calls::offsets_of(&sizes),
                gamma,
                lambda,
                bootstrap,
            })
    })
}

fn masked() -> impl Strategy<Value = MaskedTokens> {
    use MaskedTokens::{Carry, Cut, Reset, Walk, Zero};
    prop::sample::select(vec![Carry, Walk, Zero, Reset, Cut])
}

#[wasm_bindgen_test(unsupported = test)]
fn returns_are_those_of_the_oracle() {
    check((rows(), masked(), any::<bool>()), |(rows, masked, zero_untrained)| {
        let options = DiscountedReturnsOptions { gamma: &rows.gamma, masked, zero_untrained };
        let mut got = rows.first.clone();
        discounted_returns(&mut got, rows.mask(), &rows.groups(), &options).unwrap();
        let expected = slow::discounted_returns(&rows.first, rows.mask(), &rows.offsets, &options);
        assert_same(&got, &expected, "returns");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn gae_is_that_of_the_oracle() {
    check((rows(), masked(), any::<bool>()), |(rows, masked, zero_untrained)| {
        let options = GeneralizedAdvantagesOptions {
            gamma: &rows.gamma,
            lambda: &rows.lambda,
            bootstrap: &rows.bootstrap,
            masked,
            zero_untrained,
        };
        let (mut rewards, mut values) = (rows.first.clone(), rows.second.clone());
        let groups = rows.groups();
        generalized_advantages(&mut rewards, &mut values, rows.mask(), &groups, &options).unwrap();
        let [advantages, returns] = slow::generalized_advantages(
            &rows.first,
            &rows.second,
            rows.mask(),
            &rows.offsets,
            &options,
        );
        assert_same(&rewards, &advantages, "advantages");
        assert_same(&values, &returns, "returns");
    });
}

fn whiten_options() -> impl Strategy<Value = WhitenOptions> {
    (
        prop::sample::select(vec![MeanRule::Subtract, MeanRule::Keep, MeanRule::Restore]),
        any::<bool>(),
        prop::sample::select(vec![0.0, 1.0, 3.0, f64::NAN]),
        prop::sample::select(vec![0.0, 1e-8, 0.5, f64::NAN]),
        prop::sample::select(vec![
            WhitenEpsilon::Outside,
            WhitenEpsilon::Inside,
            WhitenEpsilon::Floor,
        ]),
        prop::sample::select(vec![0.0, 1e-8]),
    )
        .prop_map(|(mean, divide, ddof, epsilon, epsilon_place, count_epsilon)| {
            WhitenOptions { mean, divide, ddof, epsilon, epsilon_place, count_epsilon }
        })
}

#[wasm_bindgen_test(unsupported = test)]
fn whitening_is_that_of_the_oracle() {
    check((rows(), whiten_options()), |(rows, options)| {
        let mut got = rows.first.clone();
        whiten_tokens(&mut got, rows.mask(), &rows.groups(), &options).unwrap();
        let expected = slow::whiten_tokens(&rows.first, rows.mask(), &rows.offsets, &options);
        assert_same(&got, &expected, "whitened");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn optimal_baselines_are_those_of_the_oracle() {
    let options = (prop::sample::select(vec![0.0, 1e-8]), any::<bool>(), any::<bool>()).prop_map(
        |(epsilon, zero_tail, position)| OptimalTokenBaselineOptions {
            epsilon,
            zero_tail,
            align: if position { Align::Position } else { Align::TrainedToken },
        },
    );
    check((rows(), options, 1..4u32), |(rows, options, groups_count)| {
        let count = rows.offsets.len() as u32 - 1;
        let groups: Vec<Vec<u32>> = (0..groups_count)
            .map(|g| (0..count).filter(|row| row % groups_count == g).collect())
            .collect();
        let members = groups.concat();
        let offsets = calls::offsets_of(&groups.iter().map(Vec::len).collect::<Vec<usize>>());
        let of_rows = Groups::new(ArrayView1::from(&offsets[..]), members.len()).unwrap();
        let (mut rewards, mut weights) = (rows.first.clone(), rows.second.clone());
        optimal_token_baseline(
            &mut rewards,
            &mut weights,
            rows.mask(),
            &rows.groups(),
            &members,
            &of_rows,
            &options,
        )
        .unwrap();
        let [advantages, returns] = slow::optimal_token_baseline(
            &rows.first,
            &rows.second,
            rows.mask(),
            &rows.offsets,
            &groups,
            &options,
        );
        assert_same(&rewards, &advantages, "advantages");
        assert_same(&weights, &returns, "returns");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn lengths_that_do_not_fit_are_refused_and_nothing_is_written() {
    let offsets = [0, 2];
    let rows = Groups::new(ArrayView1::from(&offsets[..]), 2).unwrap();
    let masked = MaskedTokens::Carry;
    let mut values = [1.0, 2.0];
    let one = [1.0];
    let options = DiscountedReturnsOptions { gamma: &one, masked, zero_untrained: false };
    let short = discounted_returns(&mut values[..1], None, &rows, &options);
    assert_eq!(short, Err(Error::Length));
    assert_eq!(discounted_returns(&mut values, Some(&[1]), &rows, &options), Err(Error::Length));
    let none = DiscountedReturnsOptions { gamma: &[], ..options };
    assert_eq!(discounted_returns(&mut values, None, &rows, &none), Err(Error::Length));
    let options =
        OptimalTokenBaselineOptions { epsilon: 0.0, zero_tail: true, align: Align::Position };
    let mut weights = [1.0, 1.0];
    let groups = Groups::new(ArrayView1::from(&[0, 1][..]), 1).unwrap();
    let beyond =
        optimal_token_baseline(&mut values, &mut weights, None, &rows, &[7], &groups, &options);
    assert_eq!(beyond, Err(Error::Length));
    assert_eq!((values, weights), ([1.0, 2.0], [1.0, 1.0]));
}
