use crate::block::Block;
use crate::formula::{Formula, Itself};
use crate::lanes::{Lanes, Pair, PairLanes};
use crate::sum::{Term, sum};

/// Sums values and keeps the least and the greatest of them in the same pass.
pub(crate) struct Extremes {
    min: Pair,
    max: Pair,
}

/// Sum, least and greatest of an array.
pub(crate) struct Range {
    pub(crate) sum: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Extremes {
    #[inline(always)]
    pub(crate) fn new() -> Extremes {
        Extremes { min: Pair::splat(f64::INFINITY), max: Pair::splat(f64::NEG_INFINITY) }
    }

    /// What was seen, given the sum of the `values` that were seen. NaN wins; a zero is +0, as which of
    /// two zeros is the lesser would depend on the order.
    #[inline(always)]
    pub(crate) fn range(&self, values: &[f64], sum: f64) -> Range {
        // A NaN among the values makes the sum NaN, so that the values are seldom looked at again.
        if values.is_empty() || (sum.is_nan() && values.iter().any(|x| x.is_nan())) {
            return Range { sum, min: f64::NAN, max: f64::NAN };
        }
        // As pairs: a lone comparison would be a branch, and a random one.
        let ([_, b], [_, d]) = (self.min.to_array(), self.max.to_array());
        let [min, _] = self.min.lesser(Pair::splat(b)).to_array();
        let [max, _] = self.max.greater(Pair::splat(d)).to_array();
        Range { sum, min: min + 0.0, max: max + 0.0 }
    }
}

impl Term for Extremes {
    #[inline(always)]
    fn block(&mut self, x: Block) -> Block {
        self.min = self.min.lesser(x.fold(Pair::lesser));
        self.max = self.max.greater(x.fold(Pair::greater));
        x
    }
    #[inline(always)]
    fn one(&mut self, x: f64) -> f64 {
        self.min = self.min.lesser(Pair::splat(x));
        self.max = self.max.greater(Pair::splat(x));
        Itself.of(x)
    }
}

/// The range of `values`.
#[inline(always)]
pub(crate) fn range(values: &[f64]) -> Range {
    let mut extremes = Extremes::new();
    let total = sum(values, &mut extremes);
    extremes.range(values, total)
}
