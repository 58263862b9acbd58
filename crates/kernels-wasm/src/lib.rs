//! The kernels for JavaScript: exports, and no logic.
//!
//! The module imports nothing, so that `new WebAssembly.Instance(module)` is all it takes. Values live in
//! one arena of float64 and one of uint32 offsets, inside the module's memory; calls take positions in
//! them (counted in values, not bytes) and option codes, and return a status. As TypeScript sees it:
//!
//! ```text
//! interface Exports {
//!   memory: WebAssembly.Memory;
//!
//!   // Makes room for at least so many float64 and uint32. Status 0 or 5. An arena that is large enough
//!   // stays as it is; one that grows moves and loses what it held. After a call that grew either one,
//!   // make all views of memory.buffer again: growth detaches them.
//!   reserve(values: number, offsets: number): number;
//!   // Gives both arenas back to the module's allocator. (A WebAssembly memory itself never shrinks.)
//!   release(): void;
//!   // Byte addresses of the arenas, as signed 32-bit: apply `>>> 0`. Meaningless while a capacity is 0.
//!   valuesPointer(): number;
//!   offsetsPointer(): number;
//!   // How many float64 and uint32 the arenas hold, as signed 32-bit.
//!   valuesCapacity(): number;
//!   offsetsCapacity(): number;
//!
//!   // Writes 7 float64 at outAt: count, sum, mean, std, min, max, countBelow.
//!   summarize(valuesAt: number, count: number, ddof: number, threshold: number, outAt: number): number;
//!   // Writes 4 · groups float64 at outAt: all means, all stds, all mins, all maxes.
//!   segmentSummaries(valuesAt: number, count: number, offsetsAt: number, groups: number,
//!     ddof: number, outAt: number): number;
//!   // These three write `count` float64 at outAt, which is valuesAt (in place) or apart from the values.
//!   center(valuesAt: number, count: number, offsetsAt: number, groups: number, outAt: number,
//!     baseline: number, singleton: number): number;
//!   standardize(valuesAt: number, count: number, offsetsAt: number, groups: number, outAt: number,
//!     baseline: number, scale: number, scaleOf: number, ddof: number, epsilon: number,
//!     epsilonPlace: number, singleton: number): number;
//!   leaveOneOut(valuesAt: number, count: number, offsetsAt: number, groups: number, outAt: number,
//!     singleton: number): number;
//!   // These three write over the values. Weights, one a value, lie apart from them.
//!   centerByWeight(valuesAt: number, weightsAt: number, count: number, offsetsAt: number, groups: number,
//!     singleton: number): number;
//!   compareWithMean(valuesAt: number, count: number, offsetsAt: number, groups: number, epsilon: number,
//!     zeroUnlessPositive: number, singleton: number): number;
//!   // weighted tells whether there are weights, 0 or 1; where there are none, weightsAt is not looked at.
//!   scaleByPool(valuesAt: number, weightsAt: number, count: number, offsetsAt: number, groups: number,
//!     weighted: number, baseline: number, poolMean: number, ddof: number, epsilon: number,
//!     epsilonPlace: number, countEpsilon: number, singleton: number): number;
//!
//!   // Makes room for at least so many bytes of a mask, one a token and not 0 where it is trained. As reserve.
//!   reserveMask(bytes: number): number;
//!   maskPointer(): number;
//!   maskCapacity(): number;
//!   // Calls over rows of tokens. What they are given lies at places that do not overlap, and they write over
//!   // it. masked tells whether there is a mask, 0 or 1; gamma, lambda and bootstrap have one number a row.
//!   // Returns over rewards.
//!   discountedReturns(rewardsAt: number, count: number, offsetsAt: number, rows: number, gammaAt: number,
//!     masked: number, maskedTokens: number, zeroUntrained: number): number;
//!   // Advantages over rewards, returns over values.
//!   generalizedAdvantages(rewardsAt: number, valuesAt: number, count: number, offsetsAt: number, rows: number,
//!     gammaAt: number, lambdaAt: number, bootstrapAt: number, masked: number, maskedTokens: number,
//!     zeroUntrained: number): number;
//!   // Results over values.
//!   whitenTokens(valuesAt: number, count: number, offsetsAt: number, segments: number, masked: number,
//!     mean: number, divide: number, ddof: number, epsilon: number, epsilonPlace: number,
//!     countEpsilon: number): number;
//!   // Advantages over rewards, returns over weights. membersAt: the rows of each group; groupsAt: offsets among them.
//!   optimalTokenBaseline(rewardsAt: number, weightsAt: number, count: number, offsetsAt: number, rows: number,
//!     membersAt: number, groupsAt: number, groups: number, masked: number, epsilon: number, zeroTail: number,
//!     align: number): number;
//! }
//! ```
//!
//! `groups` groups have `groups + 1` offsets at `offsetsAt`, ascending from 0 to `count`. ddof, threshold,
//! epsilon and countEpsilon are float64, everything else is an integer below 2³².
//!
//! | option             | codes                                            |
//! |--------------------|--------------------------------------------------|
//! | baseline, scale    | 0 group, 1 pool; but for center, baseline 2 none  |
//! | scaleOf            | 0 values, 1 residuals                            |
//! | epsilonPlace       | 0 outside, 1 inside, but for standardize 2 floor |
//! | singleton          | 0 raw, 1 zero, 2 member                          |
//! | maskedTokens       | 0 carry, 1 walk, 2 zero, 3 reset, 4 cut          |
//! | mean               | 0 subtract, 1 keep, 2 restore                    |
//! | poolMean           | 0 subtract, 1 keep, 2 zero                       |
//! | align              | 0 position, 1 trained token                      |
//! | zeroUntrained, divide, zeroTail, zeroUnlessPositive | 0 no, 1 yes |
//!
//! | status | meaning; but for 0 and 6 nothing was written                               |
//! |--------|----------------------------------------------------------------------------|
//! | 0      | done                                                                       |
//! | 1      | the offsets do not ascend from 0 to `count`                                |
//! | 2      | values, offsets or out reach beyond their arena                            |
//! | 3      | out overlaps the values without being their place                          |
//! | 4      | an option has no such code                                                 |
//! | 5      | no memory                                                                  |
//! | 6      | a weight is negative or not finite; the values are lost                    |

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod arena;
mod codes;
mod scales;
mod status;
#[cfg(test)]
mod tests;
mod tokens;

use arena::{Target, apart, call, groups, look, target};
use status::Status;
use upperhand_kernels as kernels;
use wasm_bindgen::prelude::wasm_bindgen;

/// Makes room in both arenas.
#[wasm_bindgen]
pub fn reserve(values: u32, offsets: u32) -> u32 {
    call(|arena| arena.reserve(values, offsets))
}

/// Gives both arenas back.
#[wasm_bindgen]
pub fn release() {
    look(|arena| arena.release());
}

/// The address of the first float64.
#[wasm_bindgen(js_name = valuesPointer)]
pub fn values_pointer() -> usize {
    look(|arena| arena.values.as_ptr().addr())
}

/// The address of the first offset.
#[wasm_bindgen(js_name = offsetsPointer)]
pub fn offsets_pointer() -> usize {
    look(|arena| arena.offsets.as_ptr().addr())
}

/// How many float64 there is room for.
#[wasm_bindgen(js_name = valuesCapacity)]
pub fn values_capacity() -> usize {
    look(|arena| arena.values.len())
}

/// How many offsets there is room for.
#[wasm_bindgen(js_name = offsetsCapacity)]
pub fn offsets_capacity() -> usize {
    look(|arena| arena.offsets.len())
}

/// Seven numbers about an array.
#[wasm_bindgen]
pub fn summarize(values_at: u32, count: u32, ddof: f64, threshold: f64, out_at: u32) -> u32 {
    call(|arena| {
        let (values, mut out) = apart(&mut arena.values, values_at, count, out_at, 7)?;
        let options = kernels::SummarizeOptions { ddof, threshold };
        let found = kernels::summarize(values, &options);
        let numbers = [
            found.count as f64,
            found.sum,
            found.mean,
            found.std,
            found.min,
            found.max,
            found.count_below as f64,
        ];
        out.iter_mut().zip(numbers).for_each(|(to, from)| *to = from);
        Ok(())
    })
}

/// Four numbers about each group.
#[wasm_bindgen(js_name = segmentSummaries)]
pub fn segment_summaries(
    values_at: u32,
    count: u32,
    offsets_at: u32,
    groups_count: u32,
    ddof: f64,
    out_at: u32,
) -> u32 {
    call(|arena| {
        let groups = groups(&arena.offsets, offsets_at, groups_count, count)?;
        let length = groups_count.checked_mul(4).ok_or(Status::Range)?;
        let (values, out) = apart(&mut arena.values, values_at, count, out_at, length)?;
        let size = groups.len();
        let out = out.into_slice().ok_or(Status::Range)?;
        let (mean, rest) = out.split_at_mut_checked(size).ok_or(Status::Range)?;
        let (std, rest) = rest.split_at_mut_checked(size).ok_or(Status::Range)?;
        let (min, max) = rest.split_at_mut_checked(size).ok_or(Status::Range)?;
        let out = kernels::SegmentSummariesMut {
            mean: mean.into(),
            std: std.into(),
            min: min.into(),
            max: max.into(),
        };
        Ok(kernels::segment_summaries(values, &groups, ddof, out)?)
    })
}

/// Value less mean.
#[wasm_bindgen]
pub fn center(
    values_at: u32,
    count: u32,
    offsets_at: u32,
    groups_count: u32,
    out_at: u32,
    baseline: u32,
    singleton: u32,
) -> u32 {
    call(|arena| {
        let options = kernels::CenterOptions {
            baseline: codes::scope(baseline)?,
            singleton: codes::singleton(singleton)?,
        };
        let groups = groups(&arena.offsets, offsets_at, groups_count, count)?;
        Ok(match target(&mut arena.values, values_at, count, out_at)? {
            Target::InPlace(values) => kernels::center_in_place(values, &groups, &options),
            Target::Apart(values, out) => kernels::center(values, &groups, &options, out),
        }?)
    })
}

/// Value less mean, divided by std and epsilon.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "numbers are what crosses the boundary for free")]
pub fn standardize(
    values_at: u32,
    count: u32,
    offsets_at: u32,
    groups_count: u32,
    out_at: u32,
    baseline: u32,
    scale: u32,
    scale_of: u32,
    ddof: f64,
    epsilon: f64,
    epsilon_place: u32,
    singleton: u32,
) -> u32 {
    call(|arena| {
        let options = kernels::StandardizeOptions {
            baseline: codes::baseline(baseline)?,
            scale: codes::scope(scale)?,
            scale_of: codes::scale_of(scale_of)?,
            ddof,
            epsilon,
            epsilon_place: codes::epsilon_place(epsilon_place)?,
            singleton: codes::singleton(singleton)?,
        };
        let groups = groups(&arena.offsets, offsets_at, groups_count, count)?;
        Ok(match target(&mut arena.values, values_at, count, out_at)? {
            Target::InPlace(values) => kernels::standardize_in_place(values, &groups, &options),
            Target::Apart(values, out) => kernels::standardize(values, &groups, &options, out),
        }?)
    })
}

/// Value less the mean of the others in its group.
#[wasm_bindgen(js_name = leaveOneOut)]
pub fn leave_one_out(
    values_at: u32,
    count: u32,
    offsets_at: u32,
    groups_count: u32,
    out_at: u32,
    singleton: u32,
) -> u32 {
    call(|arena| {
        let singleton = codes::singleton(singleton)?;
        let groups = groups(&arena.offsets, offsets_at, groups_count, count)?;
        Ok(match target(&mut arena.values, values_at, count, out_at)? {
            Target::InPlace(values) => kernels::leave_one_out_in_place(values, &groups, singleton),
            Target::Apart(values, out) => kernels::leave_one_out(values, &groups, singleton, out),
        }?)
    })
}
