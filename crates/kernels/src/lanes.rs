//! The only thing that differs between the scalar and the SIMD form: numbers side by side.
//!
//! Formulas are written once over [`Lanes`] and run on a lone `f64` (the rest of an array) and on a
//! [`Pair`]. Which pair is in force is settled when the crate is compiled, as WebAssembly cannot ask at
//! run time. Each operation rounds each lane as IEEE 754 binary64 does, so both forms give the same bits.

#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) use scalar::Pair;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use simd128::Pair;

pub(crate) const SIMD: bool = cfg!(all(target_arch = "wasm32", target_feature = "simd128"));

/// One or more numbers that are computed with alike.
pub(crate) trait Lanes: Copy {
    fn splat(x: f64) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    /// `other` where it is less, else `self`. One machine instruction, unlike a minimum that looks out
    /// for NaN.
    fn lesser(self, other: Self) -> Self;
    /// `other` where it is greater, else `self`.
    fn greater(self, other: Self) -> Self;
    /// 1 where `|self| < bound`, else 0.
    fn ones_below(self, bound: Self) -> Self;
}

/// Two lanes, and how they come from memory and go back.
pub(crate) trait PairLanes: Lanes {
    fn load(from: &[f64; 2]) -> Self;
    fn store(self, to: &mut [f64; 2]);
    /// (self₀, other₀) and (self₁, other₁)
    fn zip(self, other: Self) -> [Self; 2];
    /// (self₀ + self₁, other₀ + other₁)
    #[inline(always)]
    fn sums(self, other: Self) -> Self {
        let [first, second] = self.zip(other);
        first.add(second)
    }
    fn to_array(self) -> [f64; 2];
    /// Each lane where its byte is not 0, else +0.
    fn keep(self, bytes: [u8; 2]) -> Self;
}

impl Lanes for f64 {
    #[inline(always)]
    fn splat(x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn add(self, other: f64) -> f64 {
        self + other
    }
    #[inline(always)]
    fn sub(self, other: f64) -> f64 {
        self - other
    }
    #[inline(always)]
    fn mul(self, other: f64) -> f64 {
        self * other
    }
    #[inline(always)]
    fn div(self, other: f64) -> f64 {
        self / other
    }
    #[inline(always)]
    fn lesser(self, other: f64) -> f64 {
        if other < self { other } else { self }
    }
    #[inline(always)]
    fn greater(self, other: f64) -> f64 {
        if self < other { other } else { self }
    }
    #[inline(always)]
    fn ones_below(self, bound: f64) -> f64 {
        if self.abs() < bound { 1.0 } else { 0.0 }
    }
}
