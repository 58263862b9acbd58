use crate::elementary;
use crate::quad::{F32x4, Quad};
use core::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// The numbers a policy computes with: `f32`, and `f64` to check gradients by differences.
pub trait Real:
    Copy
    + PartialOrd
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    /// Four of them, as the machine has them.
    type Quad: Quad<Self>;
    /// 0
    fn zero() -> Self;
    /// 1
    fn one() -> Self;
    /// The nearest number.
    fn of(x: f64) -> Self;
    /// The same number.
    fn to_f64(self) -> f64;
    /// √x, correctly rounded.
    fn root(self) -> Self;
    /// eˣ
    fn exp(self) -> Self;
    /// The natural logarithm of a positive number.
    fn ln(self) -> Self;
}

impl Real for f32 {
    type Quad = F32x4;
    #[inline(always)]
    fn zero() -> f32 {
        0.0
    }
    #[inline(always)]
    fn one() -> f32 {
        1.0
    }
    #[inline(always)]
    fn of(x: f64) -> f32 {
        x as f32
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    #[inline(always)]
    fn root(self) -> f32 {
        self.sqrt()
    }
    #[inline(always)]
    fn exp(self) -> f32 {
        elementary::exp(self)
    }
    #[inline(always)]
    fn ln(self) -> f32 {
        elementary::ln(self)
    }
}

/// With the standard library's functions, whose last bits may differ between machines.
impl Real for f64 {
    type Quad = [f64; 4];
    fn zero() -> f64 {
        0.0
    }
    fn one() -> f64 {
        1.0
    }
    fn of(x: f64) -> f64 {
        x
    }
    fn to_f64(self) -> f64 {
        self
    }
    fn root(self) -> f64 {
        self.sqrt()
    }
    fn exp(self) -> f64 {
        f64::exp(self)
    }
    fn ln(self) -> f64 {
        f64::ln(self)
    }
}
