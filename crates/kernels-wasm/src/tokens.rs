//! The calls over rows of tokens.

use crate::arena::{call, groups, look, mask, places, words};
use crate::codes;
use crate::status::Status;
use ndarray::ArrayView1;
use upperhand_kernels as kernels;
use wasm_bindgen::prelude::wasm_bindgen;

/// Makes room for a mask.
#[wasm_bindgen(js_name = reserveMask)]
pub fn reserve_mask(bytes: u32) -> u32 {
    call(|arena| arena.reserve_mask(bytes))
}

/// The address of the first byte of a mask.
#[wasm_bindgen(js_name = maskPointer)]
pub fn mask_pointer() -> usize {
    look(|arena| arena.mask.as_ptr().addr())
}

/// How many bytes of a mask there is room for.
#[wasm_bindgen(js_name = maskCapacity)]
pub fn mask_capacity() -> usize {
    look(|arena| arena.mask.len())
}

/// Rewards added up backwards.
#[wasm_bindgen(js_name = discountedReturns)]
#[expect(clippy::too_many_arguments, reason = "numbers are what crosses the boundary for free")]
pub fn discounted_returns(
    rewards_at: u32,
    count: u32,
    offsets_at: u32,
    rows_count: u32,
    gamma_at: u32,
    masked: u32,
    masked_tokens: u32,
    zero_untrained: u32,
) -> u32 {
    call(|arena| {
        let rows = groups(&arena.offsets, offsets_at, rows_count, count)?;
        let mask = mask(&arena.mask, masked, count)?;
        let taken = [(rewards_at, count), (gamma_at, rows_count)];
        let [rewards, gamma] = places(&mut arena.values, taken)?;
        let options = kernels::DiscountedReturnsOptions {
            gamma,
            masked: codes::masked(masked_tokens)?,
            zero_untrained: codes::flag(zero_untrained)?,
        };
        Ok(kernels::discounted_returns(rewards, mask, &rows, &options)?)
    })
}

/// GAE.
#[wasm_bindgen(js_name = generalizedAdvantages)]
#[expect(clippy::too_many_arguments, reason = "numbers are what crosses the boundary for free")]
pub fn generalized_advantages(
    rewards_at: u32,
    values_at: u32,
    count: u32,
    offsets_at: u32,
    rows_count: u32,
    gamma_at: u32,
    lambda_at: u32,
    bootstrap_at: u32,
    masked: u32,
    masked_tokens: u32,
    zero_untrained: u32,
) -> u32 {
    call(|arena| {
        let rows = groups(&arena.offsets, offsets_at, rows_count, count)?;
        let mask = mask(&arena.mask, masked, count)?;
        let taken = [
            (rewards_at, count),
            (values_at, count),
            (gamma_at, rows_count),
            (lambda_at, rows_count),
            (bootstrap_at, rows_count),
        ];
        let [rewards, values, gamma, lambda, bootstrap] = places(&mut arena.values, taken)?;
        let options = kernels::GeneralizedAdvantagesOptions {
            gamma,
            lambda,
            bootstrap,
            masked: codes::masked(masked_tokens)?,
            zero_untrained: codes::flag(zero_untrained)?,
        };
        Ok(kernels::generalized_advantages(rewards, values, mask, &rows, &options)?)
    })
}

/// Values less the mean of the trained ones, divided by their std.
#[wasm_bindgen(js_name = whitenTokens)]
#[expect(clippy::too_many_arguments, reason = "numbers are what crosses the boundary for free")]
pub fn whiten_tokens(
    values_at: u32,
    count: u32,
    offsets_at: u32,
    segments_count: u32,
    masked: u32,
    mean: u32,
    divide: u32,
    ddof: f64,
    epsilon: f64,
    epsilon_place: u32,
    count_epsilon: f64,
) -> u32 {
    call(|arena| {
        let segments = groups(&arena.offsets, offsets_at, segments_count, count)?;
        let mask = mask(&arena.mask, masked, count)?;
        let [values] = places(&mut arena.values, [(values_at, count)])?;
        let options = kernels::WhitenOptions {
            mean: codes::mean(mean)?,
            divide: codes::flag(divide)?,
            ddof,
            epsilon,
            epsilon_place: codes::whiten_epsilon(epsilon_place)?,
            count_epsilon,
        };
        Ok(kernels::whiten_tokens(values, mask, &segments, &options)?)
    })
}

/// Returns less the baseline of their group and place that has the least variance.
#[wasm_bindgen(js_name = optimalTokenBaseline)]
#[expect(clippy::too_many_arguments, reason = "numbers are what crosses the boundary for free")]
pub fn optimal_token_baseline(
    rewards_at: u32,
    weights_at: u32,
    count: u32,
    offsets_at: u32,
    rows_count: u32,
    members_at: u32,
    groups_at: u32,
    groups_count: u32,
    masked: u32,
    epsilon: f64,
    zero_tail: u32,
    align: u32,
) -> u32 {
    call(|arena| {
        let rows = groups(&arena.offsets, offsets_at, rows_count, count)?;
        let members = words(&arena.offsets, members_at, rows_count)?;
        let length = groups_count.checked_add(1).ok_or(Status::Range)?;
        let offsets = words(&arena.offsets, groups_at, length)?;
        let groups = kernels::Groups::new(ArrayView1::from(offsets), members.len())?;
        let mask = mask(&arena.mask, masked, count)?;
        let taken = [(rewards_at, count), (weights_at, count)];
        let [rewards, weights] = places(&mut arena.values, taken)?;
        let options = kernels::OptimalTokenBaselineOptions {
            epsilon,
            zero_tail: codes::flag(zero_tail)?,
            align: codes::align(align)?,
        };
        Ok(kernels::optimal_token_baseline(
            rewards, weights, mask, &rows, members, &groups, &options,
        )?)
    })
}
