//! Four numbers side by side. Compilers find SIMD in the plain loops of this crate, but not in a tile of sums that must
//! stay in registers, so there it is spelled out.

/// Four of `T`; each operation is that of the four apart.
pub trait Quad<T>: Copy {
    /// These four.
    fn of(numbers: [T; 4]) -> Self;
    /// Four times the same.
    fn splat(number: T) -> Self;
    /// The four numbers.
    fn numbers(self) -> [T; 4];
    /// `self + a·b`, rounded twice.
    fn plus_product(self, a: Self, b: Self) -> Self;
}

impl<T: Copy + core::ops::Add<Output = T> + core::ops::Mul<Output = T>> Quad<T> for [T; 4] {
    #[inline(always)]
    fn of(numbers: [T; 4]) -> [T; 4] {
        numbers
    }
    #[inline(always)]
    fn splat(number: T) -> [T; 4] {
        [number; 4]
    }
    #[inline(always)]
    fn numbers(self) -> [T; 4] {
        self
    }
    #[inline(always)]
    fn plus_product(self, a: [T; 4], b: [T; 4]) -> [T; 4] {
        core::array::from_fn(|i| self[i] + a[i] * b[i])
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd {
    use core::arch::wasm32::{f32x4, f32x4_add, f32x4_extract_lane, f32x4_mul, f32x4_splat, v128};

    pub type F32x4 = v128;

    impl super::Quad<f32> for v128 {
        #[inline(always)]
        fn of([a, b, c, d]: [f32; 4]) -> v128 {
            f32x4(a, b, c, d)
        }
        #[inline(always)]
        fn splat(number: f32) -> v128 {
            f32x4_splat(number)
        }
        #[inline(always)]
        fn numbers(self) -> [f32; 4] {
            [
                f32x4_extract_lane::<0>(self),
                f32x4_extract_lane::<1>(self),
                f32x4_extract_lane::<2>(self),
                f32x4_extract_lane::<3>(self),
            ]
        }
        #[inline(always)]
        fn plus_product(self, a: v128, b: v128) -> v128 {
            f32x4_add(self, f32x4_mul(a, b))
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod simd {
    pub type F32x4 = [f32; 4];
}

pub use simd::F32x4;
