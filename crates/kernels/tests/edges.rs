//! Nothing, lone values, zeros, NaN and infinities, strides, and what is refused.

mod support;

use ndarray::{Array1, Array2, ArrayView1, array, s};
use support::bits::{assert_same, same};
use support::calls;
use upperhand_kernels::{
    Baseline, CenterOptions, EpsilonPlace, Error, Groups, ScaleOf, Scope, SegmentSummariesMut,
    SingletonRule, StandardizeOptions, SummarizeOptions, center, center_in_place, leave_one_out,
    leave_one_out_in_place, segment_summaries, standardize, standardize_in_place, summarize,
};
use wasm_bindgen_test::wasm_bindgen_test;

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

#[wasm_bindgen_test(unsupported = test)]
fn nothing_has_a_sum_of_plus_zero_and_no_mean() {
    for ddof in [0.0, 1.0, -1.0] {
        let got = calls::summarize(&[], ddof, 1.0);
        assert_eq!((got.count, got.count_below), (0, 0));
        assert_same(
            &[got.sum, got.mean, got.std, got.min, got.max],
            &[0.0, NAN, NAN, NAN, NAN],
            "",
        );
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn no_groups_and_empty_groups_write_nothing() {
    for offsets in [vec![0], vec![0, 0], vec![0, 0, 0]] {
        let groups = offsets.len() - 1;
        assert!(calls::standardize(&[], &offsets, &StandardizeOptions::default()).is_empty());
        assert!(calls::leave_one_out(&[], &offsets, SingletonRule::Raw).is_empty());
        for column in calls::segment_summaries(&[], &offsets, -1.0) {
            assert_same(&column, &vec![NAN; groups], "an empty group has no statistics");
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn sums_and_extremes_of_minus_zeros_are_plus_zero() {
    for n in 1..40 {
        let got = calls::summarize(&vec![-0.0; n], 0.0, 0.0);
        assert_same(&[got.sum, got.mean, got.std, got.min, got.max], &[0.0; 5], "");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn one_nan_at_any_place_wins() {
    for n in 1..40 {
        for at in 0..n {
            let mut values = vec![1.0; n];
            values[at] = NAN;
            let got = calls::summarize(&values, 0.0, 2.0);
            assert_same(&[got.sum, got.mean, got.std, got.min, got.max], &[NAN; 5], "");
            assert_eq!(got.count_below, n - 1);
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn opposite_infinities_have_no_sum_but_extremes() {
    let got = calls::summarize(&[INF, -INF, 1.0], 0.0, INF);
    assert_same(&[got.sum, got.std, got.min, got.max], &[NAN, NAN, -INF, INF], "");
    assert_eq!(got.count_below, 1);
}

#[wasm_bindgen_test(unsupported = test)]
fn degrees_below_zero_count_as_zero() {
    assert!(same(calls::summarize(&[1.0, 2.0], 2.0, 0.0).std, INF));
    assert!(same(calls::summarize(&[1.0, 2.0], 3.0, 0.0).std, INF));
    assert!(same(calls::summarize(&[1.0, 1.0], 3.0, 0.0).std, NAN));
    assert!(same(calls::summarize(&[1.0], 1.0, 0.0).std, NAN));
}

#[wasm_bindgen_test(unsupported = test)]
fn a_lone_value_follows_its_rule() {
    let offsets = [0, 1, 3];
    let values = [5.0, 1.0, 3.0];
    let lone = |rule| calls::leave_one_out(&values, &offsets, rule)[0];
    assert!(same(lone(SingletonRule::Raw), 5.0));
    assert!(same(lone(SingletonRule::Zero), 0.0));
    assert!(same(lone(SingletonRule::Member), NAN));

    let centered = |values: &[f64], baseline, singleton| {
        calls::center(values, &offsets, &CenterOptions { baseline, singleton })[0]
    };
    assert!(same(centered(&values, Scope::Group, SingletonRule::Raw), 5.0));
    assert!(same(centered(&values, Scope::Group, SingletonRule::Zero), 0.0));
    assert!(same(centered(&values, Scope::Group, SingletonRule::Member), 0.0));
    assert!(same(centered(&[-0.0, 1.0, 3.0], Scope::Group, SingletonRule::Raw), -0.0));
    assert!(same(centered(&[NAN, 1.0, 3.0], Scope::Group, SingletonRule::Zero), 0.0));
    for rule in [SingletonRule::Raw, SingletonRule::Zero, SingletonRule::Member] {
        assert!(same(centered(&values, Scope::Pool, rule), 2.0));
    }

    let of = |values: &[f64], options: StandardizeOptions| {
        calls::standardize(values, &offsets, &StandardizeOptions { epsilon: 0.5, ..options })[0]
    };
    let raw = StandardizeOptions::default();
    let inside = EpsilonPlace::Inside;
    assert!(same(of(&values, raw), 5.0 / 1.5));
    assert!(same(
        of(&values, StandardizeOptions { epsilon_place: inside, ..raw }),
        5.0 / 1.5f64.sqrt()
    ));
    assert!(same(of(&values, StandardizeOptions { baseline: Baseline::Pool, ..raw }), 2.0 / 1.5));
    let zero = StandardizeOptions { singleton: SingletonRule::Zero, ..raw };
    for value in [5.0, NAN, INF] {
        assert!(same(of(&[value, 1.0, 3.0], zero), 0.0));
        assert!(same(
            of(&[value, 1.0, 3.0], StandardizeOptions { baseline: Baseline::None, ..zero }),
            0.0
        ));
        assert!(same(
            of(&[value, 1.0, 3.0], StandardizeOptions { scale: Scope::Pool, ..zero }),
            0.0
        ));
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_lone_value_is_zero_even_over_a_divisor_of_zero() {
    let options = StandardizeOptions {
        scale: Scope::Pool,
        scale_of: ScaleOf::Residuals,
        epsilon: 0.0,
        singleton: SingletonRule::Zero,
        ..StandardizeOptions::default()
    };
    let got = calls::standardize(&[7.0, 1.0, 1.0], &[0, 1, 3], &options);
    assert_same(&got, &[0.0, NAN, NAN], "residuals that are all 0");
}

#[wasm_bindgen_test(unsupported = test)]
fn strides_change_nothing() {
    let wide = Array1::from_iter((0..60).map(|i| f64::from(i * i % 17) * 0.1));
    let values = wide.slice(s![..;-2]);
    let plain = values.to_vec();
    let wide_offsets = array![0, 9, 4, 9, 30, 9];
    let strided = Groups::new(wide_offsets.slice(s![..;2]), 30).unwrap();
    let offsets = [0, 4, 30];
    let options = StandardizeOptions::default();
    let centering = CenterOptions { baseline: Scope::Group, singleton: SingletonRule::Raw };
    let rule = SingletonRule::Raw;

    let mut out = Array1::zeros(60);
    standardize(values, &strided, &options, out.slice_mut(s![..;2])).unwrap();
    assert_same(&out.slice(s![..;2]).to_vec(), &calls::standardize(&plain, &offsets, &options), "");
    assert_same(&out.slice(s![1..;2]).to_vec(), &[0.0; 30], "what lies between is kept");
    center(values, &strided, &centering, out.slice_mut(s![..;-2])).unwrap();
    assert_same(&out.slice(s![..;-2]).to_vec(), &calls::center(&plain, &offsets, &centering), "");
    leave_one_out(values, &strided, rule, out.slice_mut(s![..30])).unwrap();
    assert_same(&out.slice(s![..30]).to_vec(), &calls::leave_one_out(&plain, &offsets, rule), "");

    let mut over = wide.clone();
    standardize_in_place(over.slice_mut(s![..;-2]), &strided, &options).unwrap();
    assert_same(
        &over.slice(s![..;-2]).to_vec(),
        &calls::standardize(&plain, &offsets, &options),
        "",
    );
    let mut over = wide.clone();
    center_in_place(over.slice_mut(s![..;-2]), &strided, &centering).unwrap();
    assert_same(&over.slice(s![..;-2]).to_vec(), &calls::center(&plain, &offsets, &centering), "");
    let mut over = wide.clone();
    leave_one_out_in_place(over.slice_mut(s![..;-2]), &strided, rule).unwrap();
    assert_same(&over.slice(s![..;-2]).to_vec(), &calls::leave_one_out(&plain, &offsets, rule), "");

    let summary = summarize(values, &SummarizeOptions::default());
    assert_eq!(summary, calls::summarize(&plain, 0.0, 0.0));
    let mut rows = Array2::zeros((2, 4));
    let columns = (s![.., 0], s![.., 1], s![.., 2], s![.., 3]);
    let (mean, std, min, max) = rows.multi_slice_mut(columns);
    let places = SegmentSummariesMut { mean, std, min, max };
    segment_summaries(values, &strided, 0.0, places).unwrap();
    let found: Vec<f64> = rows.t().iter().copied().collect();
    assert_same(&found, &calls::segment_summaries(&plain, &offsets, 0.0).concat(), "");
}

#[wasm_bindgen_test(unsupported = test)]
fn offsets_that_do_not_ascend_from_0_to_the_end_are_refused() {
    let refused = |offsets: &[u32], values| Groups::new(ArrayView1::from(offsets), values).err();
    assert_eq!(refused(&[0, 2, 2, 3], 3), None);
    assert_eq!(refused(&[0], 0), None);
    assert_eq!(refused(&[], 0), Some(Error::Offsets));
    assert_eq!(refused(&[1, 3], 3), Some(Error::Offsets));
    assert_eq!(refused(&[0, 2], 3), Some(Error::Offsets));
    assert_eq!(refused(&[0, 4], 3), Some(Error::Offsets));
    assert_eq!(refused(&[0, 2, 1, 3], 3), Some(Error::Offsets));
    assert_eq!(refused(&[0, 4, 3], 3), Some(Error::Offsets));
    assert_eq!(refused(&[0, u32::MAX, 3], 3), Some(Error::Offsets));
    assert_eq!(refused(&[1, 0, 3], 3), Some(Error::Offsets));
}

#[wasm_bindgen_test(unsupported = test)]
fn lengths_that_differ_are_refused_and_nothing_is_written() {
    let offsets = array![0, 2, 3];
    let groups = Groups::new(offsets.view(), 3).unwrap();
    assert_eq!((groups.len(), groups.values(), groups.is_empty()), (2, 3, false));
    let options = StandardizeOptions::default();
    let centering = CenterOptions { baseline: Scope::Pool, singleton: SingletonRule::Raw };
    let (three, mut four) = (array![1.0, 2.0, 3.0], array![9.0, 9.0, 9.0, 9.0]);
    let mut out = three.clone();
    let length = Err(Error::Length);
    assert_eq!(standardize(three.view(), &groups, &options, four.view_mut()), length);
    assert_eq!(standardize(four.view(), &groups, &options, out.view_mut()), length);
    assert_eq!(standardize_in_place(four.view_mut(), &groups, &options), length);
    assert_eq!(center(three.view(), &groups, &centering, four.view_mut()), length);
    assert_eq!(center_in_place(four.view_mut(), &groups, &centering), length);
    assert_eq!(leave_one_out(three.view(), &groups, SingletonRule::Raw, four.view_mut()), length);
    assert_eq!(leave_one_out_in_place(four.view_mut(), &groups, SingletonRule::Raw), length);
    let mut columns = [(); 4].map(|()| array![9.0, 9.0]);
    columns[3] = array![9.0];
    let [mean, std, min, max] = columns.each_mut().map(|column| column.view_mut());
    let places = SegmentSummariesMut { mean, std, min, max };
    assert_eq!(segment_summaries(three.view(), &groups, 0.0, places), length);
    assert_eq!((four, out), (array![9.0, 9.0, 9.0, 9.0], three));
}
