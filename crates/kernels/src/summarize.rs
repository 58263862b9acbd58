use crate::block::Block;
use crate::extremes::Extremes;
use crate::lanes::{Lanes, Pair, PairLanes};
use crate::moments::{share, variance};
use crate::options::SummarizeOptions;
use crate::sum::{Term, sum};
use crate::views::with_slice;
use ndarray::ArrayView1;

/// What [`summarize`] tells of an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The number of values.
    pub count: usize,
    /// Their sum; of nothing, +0.
    pub sum: f64,
    /// sum / count; of nothing, NaN.
    pub mean: f64,
    /// sqrt(sum((x − mean)²) / max(count − ddof, 0)); of nothing, NaN.
    pub std: f64,
    /// The least value; a zero is +0; NaN when there is none or one is NaN.
    pub min: f64,
    /// The greatest value; a zero is +0; NaN when there is none or one is NaN.
    pub max: f64,
    /// The number of values with |x| < threshold.
    pub count_below: usize,
}

/// The summary of a whole array.
#[inline(always)]
pub fn summarize(values: ArrayView1<'_, f64>, options: &SummarizeOptions) -> Summary {
    with_slice(values, |values| of_slice(values, options))
}

#[inline(never)]
fn of_slice(values: &[f64], options: &SummarizeOptions) -> Summary {
    let mut watch = Watch {
        extremes: Extremes::new(),
        threshold: options.threshold,
        below: Pair::splat(0.0),
        below_alone: 0.0,
    };
    let total = sum(values, &mut watch);
    let range = watch.extremes.range(values, total);
    let mean = share(total, values.len() as f64);
    let [first, second] = watch.below.to_array();
    Summary {
        count: values.len(),
        sum: total,
        mean,
        std: variance(values, mean, options.ddof).sqrt(),
        min: range.min,
        max: range.max,
        count_below: (first + second + watch.below_alone) as usize,
    }
}

/// Extremes, and a count kept in float64 lanes, which is exact up to 2⁵³.
struct Watch {
    extremes: Extremes,
    threshold: f64,
    below: Pair,
    below_alone: f64,
}

impl Term for Watch {
    #[inline(always)]
    fn block(&mut self, x: Block) -> Block {
        let threshold = Pair::splat(self.threshold);
        let both = |a: Pair, b: Pair| a.add(b);
        self.below = self.below.add(x.map(|pair| pair.ones_below(threshold)).fold(both));
        self.extremes.block(x)
    }
    #[inline(always)]
    fn one(&mut self, x: f64) -> f64 {
        self.below_alone += x.ones_below(self.threshold);
        self.extremes.one(x)
    }
}
