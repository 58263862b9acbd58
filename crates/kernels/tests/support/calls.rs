//! The kernels as functions of vectors, and each call made in place and beside at once.

use super::bits::assert_same;
use ndarray::{Array1, ArrayView1, ArrayViewMut1};
use upperhand_kernels::{
    CenterOptions, Error, Groups, SegmentSummariesMut, SingletonRule, StandardizeOptions,
    SummarizeOptions, Summary,
};

/// Offsets of groups of these sizes.
pub fn offsets_of(sizes: &[usize]) -> Vec<u32> {
    let ends = sizes.iter().scan(0, |end, &size| {
        *end += size as u32;
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

fn groups(offsets: &[u32], values: &[f64]) -> Groups<'static> {
    Groups::new(ArrayView1::from(&offsets.to_vec().leak()[..]), values.len()).unwrap()
}

fn both_ways(
    values: &[f64],
    beside: impl FnOnce(ArrayView1<f64>, ArrayViewMut1<f64>) -> Result<(), Error>,
    in_place: impl FnOnce(ArrayViewMut1<f64>) -> Result<(), Error>,
) -> Vec<f64> {
    let mut over = Array1::from_vec(values.to_vec());
    in_place(over.view_mut()).unwrap();
    // Not zeros, which a call that forgets to write would leave right by chance.
    let mut out = Array1::from_elem(values.len(), 12345.0);
    beside(ArrayView1::from(values), out.view_mut()).unwrap();
    let out = out.to_vec();
    assert_same(over.as_slice().unwrap(), &out, "in place against beside");
    out
}

pub fn standardize(values: &[f64], offsets: &[u32], options: &StandardizeOptions) -> Vec<f64> {
    let groups = groups(offsets, values);
    both_ways(
        values,
        |values, out| upperhand_kernels::standardize(values, &groups, options, out),
        |values| upperhand_kernels::standardize_in_place(values, &groups, options),
    )
}

pub fn center(values: &[f64], offsets: &[u32], options: &CenterOptions) -> Vec<f64> {
    let groups = groups(offsets, values);
    both_ways(
        values,
        |values, out| upperhand_kernels::center(values, &groups, options, out),
        |values| upperhand_kernels::center_in_place(values, &groups, options),
    )
}

pub fn leave_one_out(values: &[f64], offsets: &[u32], singleton: SingletonRule) -> Vec<f64> {
    let groups = groups(offsets, values);
    both_ways(
        values,
        |values, out| upperhand_kernels::leave_one_out(values, &groups, singleton, out),
        |values| upperhand_kernels::leave_one_out_in_place(values, &groups, singleton),
    )
}

pub fn summarize(values: &[f64], ddof: f64, threshold: f64) -> Summary {
    let options = SummarizeOptions { ddof, threshold };
    upperhand_kernels::summarize(ArrayView1::from(values), &options)
}

/// Means, stds, mins and maxes.
pub fn segment_summaries(values: &[f64], offsets: &[u32], ddof: f64) -> [Vec<f64>; 4] {
    let groups = groups(offsets, values);
    let mut out = [(); 4].map(|()| Array1::from_elem(groups.len(), 12345.0));
    let [mean, std, min, max] = out.each_mut().map(|array| array.view_mut());
    let places = SegmentSummariesMut { mean, std, min, max };
    upperhand_kernels::segment_summaries(ArrayView1::from(values), &groups, ddof, places).unwrap();
    out.map(|array| array.to_vec())
}
