//! ```text
//! out = (x − b) / d        d = std + epsilon, or sqrt(variance + epsilon)
//!
//! b             mean of the group, mean of the pool, or nothing
//! std           of the group or of the pool; of the values, or of the residuals x − b
//! group of one  raw: its own b is 0 and its own std is 1; zero: out = 0; member: as any other
//! ```
//!
//! The divisor of values is known before anything is written, so one pass turns x into (x − b) / d.
//! Residuals are written first, then measured, then divided.
//!
//! Nothing to subtract is b = 0: x − 0 is x for every x, NaN and −0 included.

use crate::buffers::Buffers;
use crate::center::{center_groups, center_range};
use crate::error::Error;
use crate::formula::{Difference, Quotient, Standardized};
use crate::groups::Groups;
use crate::moments::{divisor, mean, moments};
use crate::options::{Baseline, ScaleOf, Scope, SingletonRule, StandardizeOptions};
use crate::views::{beside, in_place};
use core::ops::Range;
use ndarray::{ArrayView1, ArrayViewMut1};

/// out = (value − mean) / (std + epsilon), with mean and std of the group or of the pool.
#[inline(always)]
pub fn standardize(
    values: ArrayView1<'_, f64>,
    groups: &Groups<'_>,
    options: &StandardizeOptions,
    out: ArrayViewMut1<'_, f64>,
) -> Result<(), Error> {
    beside(values, groups, out, |mut buffers| run(&mut buffers, groups, options))
}

/// [`standardize`], the results written over the values.
#[inline(always)]
pub fn standardize_in_place(
    values: ArrayViewMut1<'_, f64>,
    groups: &Groups<'_>,
    options: &StandardizeOptions,
) -> Result<(), Error> {
    in_place(values, groups, |mut buffers| run(&mut buffers, groups, options))
}

// One function for each way, each with a small loop: a compiler of WebAssembly runs out of registers in
// one large function of them all.
#[inline(never)]
fn run(buffers: &mut impl Buffers, groups: &Groups<'_>, options: &StandardizeOptions) {
    // With nothing subtracted the residuals are the values.
    let of_values = options.scale_of == ScaleOf::Values || options.baseline == Baseline::None;
    match (options.scale, of_values) {
        (Scope::Group, true) => by_group_of_values(buffers, groups, options),
        (Scope::Group, false) => by_group_of_residuals(buffers, groups, options),
        (Scope::Pool, true) => by_pool_of_values(buffers, groups, options),
        (Scope::Pool, false) => by_pool_of_residuals(buffers, groups, options),
    }
}

#[inline(never)]
fn by_group_of_values(
    buffers: &mut impl Buffers,
    groups: &Groups<'_>,
    options: &StandardizeOptions,
) {
    let common = common_baseline(buffers, groups, options);
    for group in groups.ranges() {
        if group.len() == 1 && options.singleton != SingletonRule::Member {
            lone(buffers, group, common, options);
            continue;
        }
        let (own, divisor) = scale(buffers.values(group.clone()), options);
        let mean = if options.baseline == Baseline::Group { own } else { common };
        buffers.write(group, Standardized { mean, divisor });
    }
}

#[inline(never)]
fn by_group_of_residuals(
    buffers: &mut impl Buffers,
    groups: &Groups<'_>,
    options: &StandardizeOptions,
) {
    let common = common_baseline(buffers, groups, options);
    for group in groups.ranges() {
        if group.len() == 1 && options.singleton != SingletonRule::Member {
            lone(buffers, group, common, options);
            continue;
        }
        let mean = match options.baseline {
            Baseline::Group => mean(buffers.values(group.clone())),
            Baseline::Pool | Baseline::None => common,
        };
        buffers.write(group.clone(), Difference { mean });
        let (_, divisor) = scale(buffers.results(group.clone()), options);
        buffers.rewrite(group, Quotient { divisor });
    }
}

/// The baseline that is not the group's own.
#[inline(never)]
fn common_baseline(
    buffers: &impl Buffers,
    groups: &Groups<'_>,
    options: &StandardizeOptions,
) -> f64 {
    match options.baseline {
        Baseline::Pool => mean(buffers.values(0..groups.values())),
        Baseline::Group | Baseline::None => 0.0,
    }
}

/// A group of one whose own std is not to be computed.
#[inline(never)]
fn lone(buffers: &mut impl Buffers, group: Range<usize>, mean: f64, options: &StandardizeOptions) {
    match options.singleton {
        SingletonRule::Zero => buffers.fill(group, 0.0),
        SingletonRule::Raw | SingletonRule::Member => {
            let divisor = divisor(1.0, options.epsilon, options.epsilon_place);
            buffers.write(group, Standardized { mean, divisor });
        }
    }
}

#[inline(never)]
fn by_pool_of_values(
    buffers: &mut impl Buffers,
    groups: &Groups<'_>,
    options: &StandardizeOptions,
) {
    let pool = 0..groups.values();
    let (own, divisor) = scale(buffers.values(pool.clone()), options);
    match options.baseline {
        Baseline::Pool => return buffers.write(pool, Standardized { mean: own, divisor }),
        Baseline::None => return buffers.write(pool, Quotient { divisor }),
        Baseline::Group => {}
    }
    for group in groups.ranges() {
        let mean = match options.singleton {
            SingletonRule::Raw if group.len() == 1 => 0.0,
            SingletonRule::Zero if group.len() == 1 => {
                buffers.fill(group, 0.0);
                continue;
            }
            _ => mean(buffers.values(group.clone())),
        };
        buffers.write(group, Standardized { mean, divisor });
    }
}

#[inline(never)]
fn by_pool_of_residuals(
    buffers: &mut impl Buffers,
    groups: &Groups<'_>,
    options: &StandardizeOptions,
) {
    let pool = 0..groups.values();
    if options.baseline == Baseline::Group {
        center_groups(buffers, groups, options.singleton);
    } else {
        center_range(buffers, pool.clone());
    }
    let (_, divisor) = scale(buffers.results(pool.clone()), options);
    buffers.rewrite(pool, Quotient { divisor });
    // 0 / 0 is NaN, and a lone value is to be 0 whatever the divisor.
    if options.baseline == Baseline::Group && options.singleton == SingletonRule::Zero {
        for group in groups.ranges().filter(|group| group.len() == 1) {
            buffers.fill(group, 0.0);
        }
    }
}

/// Mean of `values`, and what their std makes of the divisor.
#[inline(always)]
fn scale(values: &[f64], options: &StandardizeOptions) -> (f64, f64) {
    let (mean, variance) = moments(values, options.ddof);
    (mean, divisor(variance, options.epsilon, options.epsilon_place))
}
