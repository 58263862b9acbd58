use crate::formula::{Itself, SquaredDifference};
use crate::options::EpsilonPlace;
use crate::sum::sum;

// The two that loops over groups call stay functions: inlined at each place of call, the module would be
// four times as large, and their call costs little beside their divisions.

/// sum / n; of nothing, NaN.
#[inline(never)]
pub(crate) fn mean(values: &[f64]) -> f64 {
    sum(values, &mut Itself) / values.len() as f64
}

/// sum((x − mean)²) / max(n − ddof, 0); of nothing, NaN whatever the ddof.
#[inline(always)]
pub(crate) fn variance(values: &[f64], mean: f64, ddof: f64) -> f64 {
    if values.is_empty() {
        return f64::NAN;
    }
    let degrees = values.len() as f64 - ddof;
    // Not f64::max, which would hide a NaN.
    let degrees = if degrees < 0.0 { 0.0 } else { degrees };
    sum(values, &mut SquaredDifference { mean }) / degrees
}

/// Mean and variance.
#[inline(never)]
pub(crate) fn moments(values: &[f64], ddof: f64) -> (f64, f64) {
    let mean = sum(values, &mut Itself) / values.len() as f64;
    (mean, variance(values, mean, ddof))
}

/// What a standardised value is divided by.
#[inline(always)]
pub(crate) fn divisor(variance: f64, epsilon: f64, place: EpsilonPlace) -> f64 {
    match place {
        EpsilonPlace::Outside => variance.sqrt() + epsilon,
        EpsilonPlace::Inside => (variance + epsilon).sqrt(),
    }
}
