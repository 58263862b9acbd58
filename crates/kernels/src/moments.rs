use crate::formula::{Itself, SquaredDifference};
use crate::options::EpsilonPlace;
use crate::sum::sum;

/// sum / n; of nothing, NaN.
#[inline(always)]
pub(crate) fn mean(values: &[f64]) -> f64 {
    share(sum(values, &mut Itself), values.len() as f64)
}

/// Mean and variance.
#[inline(always)]
pub(crate) fn moments(values: &[f64], ddof: f64) -> (f64, f64) {
    let mean = share(sum(values, &mut Itself), values.len() as f64);
    (mean, variance(values, mean, ddof))
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
    share(sum(values, &mut SquaredDifference { mean }), degrees)
}

/// total / count, count not negative. Dividing by a power of two is multiplying by its inverse, bit for
/// bit; groups often are of 4, 8 or 16, where the division would be a good part of the work.
#[inline(always)]
pub(crate) fn share(total: f64, count: f64) -> f64 {
    const ONE: u64 = 1.0f64.to_bits();
    const FRACTION: u64 = (1 << (f64::MANTISSA_DIGITS - 1)) - 1;
    let bits = count.to_bits();
    // Up to 2¹⁰²², so that the inverse is normal; from 1 on, as no smaller divisor is worth it.
    if bits & FRACTION == 0 && count >= 1.0 && bits < 2 * ONE {
        total * f64::from_bits(2 * ONE - bits)
    } else {
        total / count
    }
}

/// What a standardised value is divided by.
#[inline(always)]
pub(crate) fn divisor(variance: f64, epsilon: f64, place: EpsilonPlace) -> f64 {
    match place {
        EpsilonPlace::Outside => variance.sqrt() + epsilon,
        EpsilonPlace::Inside => (variance + epsilon).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::share;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_share_is_the_quotient_bit_for_bit() {
        let powers = (-1074..1024).map(|power| 2f64.powi(power));
        let counts = powers.flat_map(|power| [power, power * 1.5]).chain([0.0, f64::INFINITY]);
        let totals = [0.0, -0.0, 1.0, -0.1, 5e-324, 3e-308, f64::MAX, f64::NEG_INFINITY];
        for count in counts {
            for total in totals {
                let (got, expected) = (share(total, count), total / count);
                let same = got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan();
                assert!(same, "{total:e} / {count:e} is {expected:e}, not {got:e}");
            }
        }
    }
}
