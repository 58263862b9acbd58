//! What is done to each element, written once for a lone number and for numbers side by side.
//! A scalar operand is rounded before it gets here; every division is a true one.

use crate::lanes::Lanes;

pub(crate) trait Formula: Copy {
    fn of<L: Lanes>(self, x: L) -> L;
}

/// x
#[derive(Clone, Copy)]
pub(crate) struct Itself;

impl Formula for Itself {
    #[inline(always)]
    fn of<L: Lanes>(self, x: L) -> L {
        x
    }
}

/// x − mean
#[derive(Clone, Copy)]
pub(crate) struct Difference {
    pub(crate) mean: f64,
}

impl Formula for Difference {
    #[inline(always)]
    fn of<L: Lanes>(self, x: L) -> L {
        x.sub(L::splat(self.mean))
    }
}

/// (x − mean)²
#[derive(Clone, Copy)]
pub(crate) struct SquaredDifference {
    pub(crate) mean: f64,
}

impl Formula for SquaredDifference {
    #[inline(always)]
    fn of<L: Lanes>(self, x: L) -> L {
        let difference = x.sub(L::splat(self.mean));
        difference.mul(difference)
    }
}

/// x / divisor
#[derive(Clone, Copy)]
pub(crate) struct Quotient {
    pub(crate) divisor: f64,
}

impl Formula for Quotient {
    #[inline(always)]
    fn of<L: Lanes>(self, x: L) -> L {
        x.div(L::splat(self.divisor))
    }
}

/// (x − mean) / divisor
#[derive(Clone, Copy)]
pub(crate) struct Standardized {
    pub(crate) mean: f64,
    pub(crate) divisor: f64,
}

impl Formula for Standardized {
    #[inline(always)]
    fn of<L: Lanes>(self, x: L) -> L {
        x.sub(L::splat(self.mean)).div(L::splat(self.divisor))
    }
}

/// (x − mean) / divisor + mean
#[derive(Clone, Copy)]
pub(crate) struct Restored {
    pub(crate) mean: f64,
    pub(crate) divisor: f64,
}

impl Formula for Restored {
    #[inline(always)]
    fn of<L: Lanes>(self, x: L) -> L {
        let mean = L::splat(self.mean);
        x.sub(mean).div(L::splat(self.divisor)).add(mean)
    }
}

/// factor · (x − mean)
#[derive(Clone, Copy)]
pub(crate) struct ScaledDifference {
    pub(crate) factor: f64,
    pub(crate) mean: f64,
}

impl Formula for ScaledDifference {
    #[inline(always)]
    fn of<L: Lanes>(self, x: L) -> L {
        L::splat(self.factor).mul(x.sub(L::splat(self.mean)))
    }
}
