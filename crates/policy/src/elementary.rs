//! eˣ and ln x of `f32`, by additions, multiplications and the bits of numbers alone: a mathematical library's
//! results differ from machine to machine, these do not. Written without branches, so that loops over them
//! become SIMD. Polynomials as in Cephes (expf, logf); the error is below 2 units in the last place.

const LN2_HIGH: f32 = 0.693_359_4;
const LN2_LOW: f32 = -2.121_944_4e-4;

/// eˣ. Below -87.33 it is 0 (results that small would be subnormal), above 88.37 it stays at e^88.37; NaN stays NaN.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    const LOWEST: f32 = -87.33;
    const HIGHEST: f32 = 88.37;
    // Adding it rounds to an integer, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let inside = if x > HIGHEST { HIGHEST } else { x };
    let inside = if inside < LOWEST { LOWEST } else { inside };
    let rounded = inside * core::f32::consts::LOG2_E + ROUND;
    let power = rounded.to_bits().wrapping_sub(ROUND.to_bits());
    let n = rounded - ROUND;
    let r = inside - n * LN2_HIGH - n * LN2_LOW;
    let mut p = 1.987_569_1e-4;
    p = p * r + 1.398_2e-3;
    p = p * r + 8.333_452e-3;
    p = p * r + 4.166_579_6e-2;
    p = p * r + 1.666_666_6e-1;
    p = p * r + 0.5;
    let e = p * (r * r) + r + 1.0;
    let scaled = f32::from_bits(e.to_bits().wrapping_add(power << 23));
    if x < LOWEST { 0.0 } else { scaled }
}

/// ln x of a normal, positive number; anything else gives NaN, but 0, which gives -∞, and +∞, which stays.
pub fn ln(x: f32) -> f32 {
    if x == 0.0 {
        return f32::NEG_INFINITY;
    }
    if x.is_nan() || x < f32::MIN_POSITIVE {
        return f32::NAN;
    }
    if x == f32::INFINITY {
        return x;
    }
    // x = m · 2ⁿ with m in [√½, √2)
    const ROOT_HALF: u32 = 0x3f35_04f3;
    let bits = x.to_bits().wrapping_sub(ROOT_HALF);
    let n = ((bits as i32) >> 23) as f32;
    let m = f32::from_bits((bits & 0x007f_ffff) + ROOT_HALF) - 1.0;
    let z = m * m;
    let mut p = 7.037_683_6e-2;
    p = p * m - 1.151_461e-1;
    p = p * m + 1.167_699_9e-1;
    p = p * m - 1.242_014_1e-1;
    p = p * m + 1.424_932_3e-1;
    p = p * m - 1.666_805_7e-1;
    p = p * m + 2.000_071_5e-1;
    p = p * m - 2.499_999_4e-1;
    p = p * m + 3.333_333e-1;
    let y = p * m * z + n * LN2_LOW - 0.5 * z;
    m + y + n * LN2_HIGH
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    /// How many float32 there are between a result and the right one.
    fn distance(got: f32, right: f64) -> f64 {
        let right32 = right as f32;
        let unit =
            f64::from(f32::from_bits(right32.abs().to_bits() + 1)) - f64::from(right32.abs());
        (f64::from(got) - right).abs() / unit
    }

    #[test]
    #[wasm_bindgen_test]
    fn exp_is_within_two_units() {
        let mut worst = 0.0f64;
        for i in 0..200_000 {
            let x = -87.0 + 175.0 * (i as f32 / 200_000.0);
            worst = worst.max(distance(exp(x), f64::from(x).exp()));
        }
        assert!(worst < 2.0, "{worst}");
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(-0.0), 1.0);
        assert_eq!(exp(-88.0), 0.0);
        assert_eq!(exp(f32::NEG_INFINITY), 0.0);
        assert!(exp(f32::INFINITY).is_finite());
        assert!(exp(f32::NAN).is_nan());
    }

    #[test]
    #[wasm_bindgen_test]
    fn ln_is_within_two_units() {
        let mut worst = 0.0f64;
        for i in 1..200_000u32 {
            for x in [i as f32 * 1e-3, f32::from_bits(0x0080_0000 + i * 10_000)] {
                worst = worst.max(distance(ln(x), f64::from(x).ln()));
            }
        }
        assert!(worst < 2.0, "{worst}");
        assert_eq!(ln(1.0), 0.0);
        assert_eq!(ln(0.0), f32::NEG_INFINITY);
        assert_eq!(ln(f32::INFINITY), f32::INFINITY);
        assert!(ln(-1.0).is_nan() && ln(f32::NAN).is_nan());
    }

    /// Bits that must come out everywhere.
    #[test]
    #[wasm_bindgen_test]
    fn the_bits_are_these() {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for i in 0..10_000u32 {
            let x = -20.0 + 0.003 * i as f32;
            for y in [exp(x), ln(1.0 + i as f32)] {
                hash = (hash ^ u64::from(y.to_bits())).wrapping_mul(0x100_0000_01b3);
            }
        }
        assert_eq!(hash, 0x6f1f_01b9_8bce_79a5, "{hash:#x}");
    }
}
