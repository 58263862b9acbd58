//! The calls that compare by weight, with the mean or with the pool.

use crate::arena::{call, groups, places};
use crate::codes;
use upperhand_kernels as kernels;
use wasm_bindgen::prelude::wasm_bindgen;

/// Values less the mean of their group by weight.
#[wasm_bindgen(js_name = centerByWeight)]
pub fn center_by_weight(
    values_at: u32,
    weights_at: u32,
    count: u32,
    offsets_at: u32,
    groups_count: u32,
    singleton: u32,
) -> u32 {
    call(|arena| {
        let groups = groups(&arena.offsets, offsets_at, groups_count, count)?;
        let taken = [(values_at, count), (weights_at, count)];
        let [values, weights] = places(&mut arena.values, taken)?;
        let singleton = codes::singleton(singleton)?;
        Ok(kernels::center_by_weight(values, weights, &groups, singleton)?)
    })
}

/// Values less the mean of their group, divided by it.
#[wasm_bindgen(js_name = compareWithMean)]
pub fn compare_with_mean(
    values_at: u32,
    count: u32,
    offsets_at: u32,
    groups_count: u32,
    epsilon: f64,
    zero_unless_positive: u32,
    singleton: u32,
) -> u32 {
    call(|arena| {
        let groups = groups(&arena.offsets, offsets_at, groups_count, count)?;
        let [values] = places(&mut arena.values, [(values_at, count)])?;
        let options = kernels::CompareWithMeanOptions {
            epsilon,
            zero_unless_positive: codes::flag(zero_unless_positive)?,
            singleton: codes::singleton(singleton)?,
        };
        Ok(kernels::compare_with_mean(values, &groups, &options)?)
    })
}

/// Residuals divided by the std of the pool.
#[wasm_bindgen(js_name = scaleByPool)]
#[expect(clippy::too_many_arguments, reason = "numbers are what crosses the boundary for free")]
pub fn scale_by_pool(
    values_at: u32,
    weights_at: u32,
    count: u32,
    offsets_at: u32,
    groups_count: u32,
    weighted: u32,
    baseline: u32,
    pool_mean: u32,
    ddof: f64,
    epsilon: f64,
    epsilon_place: u32,
    count_epsilon: f64,
    singleton: u32,
) -> u32 {
    call(|arena| {
        let groups = groups(&arena.offsets, offsets_at, groups_count, count)?;
        let options = kernels::ScaleByPoolOptions {
            baseline: codes::baseline(baseline)?,
            singleton: codes::singleton(singleton)?,
            mean: codes::pool_mean(pool_mean)?,
            ddof,
            epsilon,
            epsilon_place: codes::whiten_epsilon(epsilon_place)?,
            count_epsilon,
        };
        let weighted = codes::flag(weighted)?;
        // Of no length where there are none.
        let (weights_at, length) = if weighted { (weights_at, count) } else { (0, 0) };
        let taken = [(values_at, count), (weights_at, length)];
        let [values, weights] = places(&mut arena.values, taken)?;
        let weights = weighted.then_some(&*weights);
        Ok(kernels::scale_by_pool(values, weights, &groups, &options)?)
    })
}
