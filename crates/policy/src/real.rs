use crate::elementary;
use core::ops::{AddAssign, MulAssign, Neg, SubAssign};
use ndarray::LinalgScalar;

/// The numbers a policy computes with: `f32`, and `f64` to check gradients by differences.
pub trait Real:
    LinalgScalar + PartialOrd + Default + AddAssign + SubAssign + MulAssign + Neg<Output = Self>
{
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
