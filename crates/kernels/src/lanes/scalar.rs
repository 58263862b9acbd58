use super::{Lanes, PairLanes};

/// The portable pair: each operation is done twice.
#[derive(Clone, Copy)]
pub(crate) struct Pair(f64, f64);

impl Lanes for Pair {
    #[inline(always)]
    fn splat(x: f64) -> Self {
        Pair(x, x)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Pair(self.0.add(other.0), self.1.add(other.1))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Pair(self.0.sub(other.0), self.1.sub(other.1))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Pair(self.0.mul(other.0), self.1.mul(other.1))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Pair(self.0.div(other.0), self.1.div(other.1))
    }
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        Pair(self.0.lesser(other.0), self.1.lesser(other.1))
    }
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        Pair(self.0.greater(other.0), self.1.greater(other.1))
    }
    #[inline(always)]
    fn ones_below(self, bound: Self) -> Self {
        Pair(self.0.ones_below(bound.0), self.1.ones_below(bound.1))
    }
}

impl PairLanes for Pair {
    #[inline(always)]
    fn load(from: &[f64; 2]) -> Self {
        Pair(from[0], from[1])
    }
    #[inline(always)]
    fn store(self, to: &mut [f64; 2]) {
        *to = self.to_array();
    }
    #[inline(always)]
    fn zip(self, other: Self) -> [Self; 2] {
        [Pair(self.0, other.0), Pair(self.1, other.1)]
    }
    #[inline(always)]
    fn to_array(self) -> [f64; 2] {
        [self.0, self.1]
    }
    #[inline(always)]
    fn keep(self, [first, second]: [u8; 2]) -> Self {
        let one = |x, byte| if byte == 0 { 0.0 } else { x };
        Pair(one(self.0, first), one(self.1, second))
    }
}
