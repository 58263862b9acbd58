//! ```text
//! r = x − b            b: mean of the group, mean of the pool, or nothing
//! out = (r − m) / d    m: mean of all r, or 0;   d: std of all r about their mean or about 0, and epsilon
//! ```
//!
//! Each r counts once or as often as its weight says.

use crate::buffers::{Buffers, InPlace};
use crate::center;
use crate::error::Error;
use crate::formula::{Itself, Quotient, SquaredDifference, Standardized};
use crate::groups::Groups;
use crate::options::{Baseline, CenterOptions, Scope};
use crate::rows::check;
use crate::scale_options::{PoolMean, ScaleByPoolOptions};
use crate::sum::sum_of_any;
use crate::token_options::WhitenEpsilon;
use crate::weights::WeightedMoments;

/// Residuals divided by the std of the pool, written over the values. Where a weight is refused the values are
/// lost.
#[inline(never)]
pub fn scale_by_pool(
    values: &mut [f64],
    weights: Option<&[f64]>,
    groups: &Groups<'_>,
    options: &ScaleByPoolOptions,
) -> Result<(), Error> {
    check(groups, &[values, weights.unwrap_or(values)], None, &[])?;
    let mut buffers = InPlace(values);
    let pool = 0..groups.values();
    let singleton = options.singleton;
    match options.baseline {
        Baseline::Group => {
            center::run(&mut buffers, groups, &CenterOptions { baseline: Scope::Group, singleton });
        }
        Baseline::Pool => {
            center::run(&mut buffers, groups, &CenterOptions { baseline: Scope::Pool, singleton });
        }
        Baseline::None => {}
    }
    let residuals = buffers.results(pool.clone());
    let moments = match weights {
        Some(weights) => weighted_moments(residuals, weights, options)?,
        None => moments(residuals, options),
    };
    let divisor = divisor(&moments, options);
    match options.mean {
        PoolMean::Subtract => buffers.rewrite(pool, Standardized { mean: moments.mean, divisor }),
        PoolMean::Keep | PoolMean::Zero => buffers.rewrite(pool, Quotient { divisor }),
    }
    Ok(())
}

/// Of the residuals: count or weight, what their squares are about, and the squares.
struct Moments {
    total: f64,
    mean: f64,
    squares: f64,
}

#[inline(always)]
fn moments(residuals: &[f64], options: &ScaleByPoolOptions) -> Moments {
    let total = residuals.len() as f64;
    let mean = match options.mean {
        PoolMean::Zero => 0.0,
        _ => sum_of_any(residuals, &mut Itself) / (total + options.count_epsilon),
    };
    let squares = sum_of_any(residuals, &mut SquaredDifference { mean });
    Moments { total, mean, squares }
}

#[inline(always)]
fn weighted_moments(
    residuals: &[f64],
    weights: &[f64],
    options: &ScaleByPoolOptions,
) -> Result<Moments, Error> {
    let WeightedMoments { total, mean: own, squares, .. } =
        WeightedMoments::of(residuals, weights)?;
    let mean = match options.mean {
        PoolMean::Zero => 0.0,
        _ => own * (total / (total + options.count_epsilon)),
    };
    let beside = own - mean;
    Ok(Moments { total, mean, squares: squares + total * (beside * beside) })
}

#[inline(always)]
fn divisor(moments: &Moments, options: &ScaleByPoolOptions) -> f64 {
    let Moments { total, squares, .. } = *moments;
    let ScaleByPoolOptions { ddof, epsilon, count_epsilon, .. } = *options;
    let degrees = total - ddof;
    // Not f64::max, which would hide a NaN.
    let degrees = if degrees < 0.0 { 0.0 } else { degrees };
    let variance = if count_epsilon == 0.0 {
        squares / degrees
    } else {
        squares / (total + count_epsilon) * (total / degrees)
    };
    match options.epsilon_place {
        WhitenEpsilon::Outside => variance.sqrt() + epsilon,
        WhitenEpsilon::Inside => (variance + epsilon).sqrt(),
        WhitenEpsilon::Floor => (if variance < epsilon { epsilon } else { variance }).sqrt(),
    }
}
