//! The pair as one 128-bit register. The only file of the crate with `unsafe` in it.
#![allow(unsafe_code)]

use super::{Lanes, PairLanes};
use core::arch::wasm32::{
    f64x2_abs, f64x2_add, f64x2_div, f64x2_extract_lane, f64x2_lt, f64x2_mul, f64x2_pmax,
    f64x2_pmin, f64x2_splat, f64x2_sub, i64x2, i64x2_eq, i64x2_shuffle, i64x2_splat, v128,
    v128_and, v128_andnot, v128_load, v128_store,
};

/// Two float64 in one register.
#[derive(Clone, Copy)]
pub(crate) struct Pair(v128);

impl Lanes for Pair {
    #[inline(always)]
    fn splat(x: f64) -> Self {
        Pair(f64x2_splat(x))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Pair(f64x2_add(self.0, other.0))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Pair(f64x2_sub(self.0, other.0))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Pair(f64x2_mul(self.0, other.0))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Pair(f64x2_div(self.0, other.0))
    }
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        Pair(f64x2_pmin(self.0, other.0))
    }
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        Pair(f64x2_pmax(self.0, other.0))
    }
    #[inline(always)]
    fn ones_below(self, bound: Self) -> Self {
        Pair(v128_and(f64x2_lt(f64x2_abs(self.0), bound.0), f64x2_splat(1.0)))
    }
}

impl PairLanes for Pair {
    #[inline(always)]
    fn load(from: &[f64; 2]) -> Self {
        // SAFETY: the reference is to 16 readable bytes, and v128.load takes any alignment.
        Pair(unsafe { v128_load(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [f64; 2]) {
        // SAFETY: the reference is to 16 writable bytes, and v128.store takes any alignment.
        unsafe { v128_store(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn zip(self, other: Self) -> [Self; 2] {
        let first = i64x2_shuffle::<0, 2>(self.0, other.0);
        let second = i64x2_shuffle::<1, 3>(self.0, other.0);
        [Pair(first), Pair(second)]
    }
    #[inline(always)]
    fn to_array(self) -> [f64; 2] {
        [f64x2_extract_lane::<0>(self.0), f64x2_extract_lane::<1>(self.0)]
    }
    #[inline(always)]
    fn keep(self, [first, second]: [u8; 2]) -> Self {
        let zeros = i64x2_eq(i64x2(i64::from(first), i64::from(second)), i64x2_splat(0));
        Pair(v128_andnot(self.0, zeros))
    }
}
