//! The calls over scales against the slow oracle, bit for bit, on random groups, weights and options.
//! PROPTEST_CASES sets how many; the seed is fixed.

mod support;

use ndarray::ArrayView1;
use proptest::prelude::*;
use support::bits::assert_same;
use support::{calls, random, slow_scales as slow};
use upperhand_kernels::{
    Baseline, CompareWithMeanOptions, Error, Groups, PoolMean, ScaleByPoolOptions, SingletonRule,
    WhitenEpsilon, center_by_weight, compare_with_mean, scale_by_pool,
};
use wasm_bindgen_test::wasm_bindgen_test;

fn check<S: Strategy>(strategy: S, test: impl Fn(S::Value)) {
    random::check(b"upperhand kernels: scales, fixed", strategy, test);
}

#[derive(Debug, Clone)]
struct Weighed {
    values: Vec<f64>,
    weights: Vec<f64>,
    offsets: Vec<u32>,
}

impl Weighed {
    fn groups(&self) -> Groups<'_> {
        Groups::new(ArrayView1::from(&self.offsets[..]), self.values.len()).unwrap()
    }
}

fn value() -> impl Strategy<Value = f64> {
    let special = vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 5e-324];
    prop_oneof![60 => -3.0..3.0f64, 1 => prop::sample::select(special)]
}

fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (0..5u8).prop_map(f64::from),
        4 => 0.0..1e9f64,
        1 => prop::sample::select(vec![0.0, -0.0, 5e-324, f64::MAX]),
    ]
}

fn weighed() -> impl Strategy<Value = Weighed> {
    let sizes = prop_oneof![
        4 => prop::collection::vec(0..20usize, 0..9),
        1 => prop::collection::vec(100..400usize, 0..3),
    ];
    sizes.prop_flat_map(|sizes| {
        let count = sizes.iter().sum::<usize>();
        let numbers =
            (prop::collection::vec(value(), count), prop::collection::vec(weight(), count));
        // Often there is nothing but 0 for more than a block.
        let weightless = prop_oneof![2 => Just(0), 1 => 0..300usize];
        (numbers, weightless).prop_map(move |((values, mut weights), weightless)| {
            weights.iter_mut().take(weightless).for_each(|weight| *weight = 0.0);
            Weighed { values, weights, offsets: calls::offsets_of(&sizes) }
        })
    })
}

fn singleton() -> impl Strategy<Value = SingletonRule> {
    use SingletonRule::{Member, Raw, Zero};
    prop::sample::select(vec![Raw, Zero, Member])
}

fn pool_options() -> impl Strategy<Value = ScaleByPoolOptions> {
    (
        prop::sample::select(vec![Baseline::Group, Baseline::Pool, Baseline::None]),
        singleton(),
        prop::sample::select(vec![PoolMean::Subtract, PoolMean::Keep, PoolMean::Zero]),
        prop::sample::select(vec![0.0, 1.0, 3.0, f64::NAN]),
        prop::sample::select(vec![0.0, 1e-8, 0.5, f64::NAN]),
        prop::sample::select(vec![
            WhitenEpsilon::Outside,
            WhitenEpsilon::Inside,
            WhitenEpsilon::Floor,
        ]),
        prop::sample::select(vec![0.0, 1e-8]),
    )
        .prop_map(
            |(baseline, singleton, mean, ddof, epsilon, epsilon_place, count_epsilon)| {
                ScaleByPoolOptions {
                    baseline,
                    singleton,
                    mean,
                    ddof,
                    epsilon,
                    epsilon_place,
                    count_epsilon,
                }
            },
        )
}

#[wasm_bindgen_test(unsupported = test)]
fn centering_by_weight_is_that_of_the_oracle() {
    check((weighed(), singleton()), |(given, singleton)| {
        let mut got = given.values.clone();
        center_by_weight(&mut got, &given.weights, &given.groups(), singleton).unwrap();
        let expected =
            slow::center_by_weight(&given.values, &given.weights, &given.offsets, singleton);
        assert_same(&got, &expected, "centered");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn comparing_with_the_mean_is_that_of_the_oracle() {
    let options = (prop::sample::select(vec![0.0, 1e-6]), any::<bool>(), singleton());
    check((weighed(), options), |(given, (epsilon, zero_unless_positive, singleton))| {
        let options = CompareWithMeanOptions { epsilon, zero_unless_positive, singleton };
        let mut got = given.values.clone();
        compare_with_mean(&mut got, &given.groups(), &options).unwrap();
        let expected = slow::compare_with_mean(&given.values, &given.offsets, &options);
        assert_same(&got, &expected, "compared");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn scaling_by_the_pool_is_that_of_the_oracle() {
    check((weighed(), any::<bool>(), pool_options()), |(given, is_weighed, options)| {
        let weights = is_weighed.then_some(&given.weights[..]);
        let mut got = given.values.clone();
        scale_by_pool(&mut got, weights, &given.groups(), &options).unwrap();
        let expected = slow::scale_by_pool(&given.values, weights, &given.offsets, &options);
        assert_same(&got, &expected, "scaled");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn illegal_weights_are_refused_wherever_they_are() {
    let illegal = vec![-5e-324, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let at = (prop::sample::select(illegal), any::<prop::sample::Index>());
    check((weighed(), at, pool_options()), |(mut given, (weight, at), options)| {
        if given.values.is_empty() {
            return;
        }
        let at = at.index(given.values.len());
        given.weights[at] = weight;
        let Weighed { values, weights, .. } = &given;
        let groups = given.groups();
        let centered = center_by_weight(&mut values.clone(), weights, &groups, options.singleton);
        assert_eq!(centered, Err(Error::Weights));
        let scaled = scale_by_pool(&mut values.clone(), Some(weights), &groups, &options);
        assert_eq!(scaled, Err(Error::Weights));
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn lengths_that_do_not_fit_are_refused_and_nothing_is_written() {
    let offsets = [0, 2];
    let groups = Groups::new(ArrayView1::from(&offsets[..]), 2).unwrap();
    let singleton = SingletonRule::Raw;
    let mut values = [1.0, 2.0];
    let short = center_by_weight(&mut values, &[1.0], &groups, singleton);
    assert_eq!(short, Err(Error::Length));
    let options = CompareWithMeanOptions { epsilon: 0.0, zero_unless_positive: false, singleton };
    assert_eq!(compare_with_mean(&mut values[..1], &groups, &options), Err(Error::Length));
    let options = ScaleByPoolOptions {
        baseline: Baseline::Group,
        singleton,
        mean: PoolMean::Keep,
        ddof: 0.0,
        epsilon: 0.0,
        epsilon_place: WhitenEpsilon::Outside,
        count_epsilon: 0.0,
    };
    assert_eq!(scale_by_pool(&mut values, Some(&[1.0]), &groups, &options), Err(Error::Length));
    assert_eq!(values, [1.0, 2.0]);
}
