//! Every kernel against the slow oracle, bit for bit, on random values, groups and options.
//! PROPTEST_CASES sets how many; the seed is fixed.

mod support;

use proptest::prelude::*;
use support::bits::{assert_same, same};
use support::{calls, random, slow};
use upperhand_kernels::{
    Baseline, CenterOptions, EpsilonPlace, ScaleOf, Scope, SingletonRule, StandardizeOptions,
};
use wasm_bindgen_test::wasm_bindgen_test;

fn check<S: Strategy>(strategy: S, test: impl Fn(S::Value)) {
    random::check(b"upperhand kernels: a fixed seed.", strategy, test);
}

/// The kinds of arrays that there are: of one kind each, as a NaN spoils everything it meets.
fn value(kind: u8) -> BoxedStrategy<f64> {
    let special = prop::sample::select(vec![
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
        5e-324,
        -5e-324,
        2.2250738585072014e-308,
    ]);
    match kind {
        0 => prop::sample::select(vec![0.0, 1.0]).boxed(),
        1 => (-10.0..10.0f64).boxed(),
        2 => prop::num::f64::NORMAL.boxed(),
        3 => prop::sample::select(vec![0.0, -0.0]).boxed(),
        4 => prop::num::f64::SUBNORMAL.boxed(),
        5 => (1e15..1e15 + 10.0f64).boxed(),
        6 => prop_oneof![20 => -1.0..1.0f64, 1 => special].boxed(),
        _ => prop::num::f64::ANY.boxed(),
    }
}

fn sizes() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![
        4 => prop::collection::vec(0..20usize, 0..12),
        2 => prop::collection::vec(prop::sample::select(vec![0, 1, 1, 4, 8, 8, 16]), 0..20),
        2 => prop::collection::vec(120..300usize, 0..3),
        1 => prop::collection::vec(0..1500usize, 1..3),
    ]
}

fn grouped() -> impl Strategy<Value = (Vec<f64>, Vec<u32>)> {
    (sizes(), 0..8u8).prop_flat_map(|(sizes, kind)| {
        let n: usize = sizes.iter().sum();
        (prop::collection::vec(value(kind), n), Just(calls::offsets_of(&sizes)))
    })
}

fn ddof() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.0, 0.0, 1.0, 1.0, 0.5, -1.0, 8.0, f64::NAN, f64::NEG_INFINITY])
}

fn epsilon() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.0, 1e-8, 1e-6, 1e-4, 0.5, -1.0, f64::INFINITY, f64::NAN])
}

fn scope() -> impl Strategy<Value = Scope> {
    prop::sample::select(vec![Scope::Group, Scope::Pool])
}

fn singleton() -> impl Strategy<Value = SingletonRule> {
    prop::sample::select(vec![SingletonRule::Raw, SingletonRule::Zero, SingletonRule::Member])
}

fn standardize_options() -> impl Strategy<Value = StandardizeOptions> {
    let baseline = prop::sample::select(vec![Baseline::Group, Baseline::Pool, Baseline::None]);
    let scale_of = prop::sample::select(vec![ScaleOf::Values, ScaleOf::Residuals]);
    let place = prop::sample::select(vec![EpsilonPlace::Outside, EpsilonPlace::Inside]);
    (baseline, scope(), scale_of, ddof(), epsilon(), place, singleton()).prop_map(
        |(baseline, scale, scale_of, ddof, epsilon, epsilon_place, singleton)| StandardizeOptions {
            baseline,
            scale,
            scale_of,
            ddof,
            epsilon,
            epsilon_place,
            singleton,
        },
    )
}

#[wasm_bindgen_test(unsupported = test)]
fn summarize_is_the_oracles() {
    let threshold = prop::sample::select(vec![0.0, 1e-8, 0.5, 1e300, f64::INFINITY, f64::NAN]);
    check((grouped(), ddof(), threshold), |((values, _), ddof, threshold)| {
        let got = calls::summarize(&values, ddof, threshold);
        let expected = slow::summarize(&values, ddof, threshold);
        assert_eq!((got.count, got.count_below), (expected.count, expected.count_below));
        let numbers = |of: upperhand_kernels::Summary| [of.sum, of.mean, of.std, of.min, of.max];
        assert_same(&numbers(got), &numbers(expected), "sum, mean, std, min, max");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn segment_summaries_are_the_oracles() {
    check((grouped(), ddof()), |((values, offsets), ddof)| {
        let [mean, std, min, max] = calls::segment_summaries(&values, &offsets, ddof);
        for g in 0..mean.len() {
            let group = &values[offsets[g] as usize..offsets[g + 1] as usize];
            let expected = slow::summarize(group, ddof, 0.0);
            assert!(same(mean[g], expected.mean), "mean of group {g}");
            assert!(same(std[g], expected.std), "std of group {g}");
            assert!(same(min[g], expected.min), "min of group {g}");
            assert!(same(max[g], expected.max), "max of group {g}");
        }
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn center_is_the_oracles() {
    check((grouped(), scope(), singleton()), |((values, offsets), baseline, singleton)| {
        let options = CenterOptions { baseline, singleton };
        let got = calls::center(&values, &offsets, &options);
        assert_same(&got, &slow::center(&values, &offsets, &options), "center");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn leave_one_out_is_the_oracles() {
    check((grouped(), singleton()), |((values, offsets), singleton)| {
        let got = calls::leave_one_out(&values, &offsets, singleton);
        assert_same(&got, &slow::leave_one_out(&values, &offsets, singleton), "leave one out");
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn standardize_is_the_oracles() {
    // Seven options have 216 combinations and more.
    let strategy = (grouped(), prop::collection::vec(standardize_options(), 24));
    check(strategy, |((values, offsets), all_options)| {
        for options in &all_options {
            let got = calls::standardize(&values, &offsets, options);
            let expected = slow::standardize(&values, &offsets, options);
            assert_same(&got, &expected, &format!("{options:?}"));
        }
    });
}
