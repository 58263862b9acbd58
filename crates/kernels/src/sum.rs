//! Sums in NumPy's order (2.3 and later), which decides the last bits of everything else.
//!
//! ```text
//! pairwise(a[0..n)):
//!     n < 8     r = 0; for each x: r += x
//!     n ≤ 128   r0..r7 = a[0..8); for each further full block of 8: rj += a[i + j]
//!               s = ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7)); for each remaining x: s += x
//!     n > 128   h = floor(n / 2) lowered to a multiple of 8; pairwise(first h) + pairwise(the rest)
//! sum(a) = 0 + pairwise(a)
//! ```
//!
//! The eight accumulators are what lets a strict order run side by side.

use crate::block::Block;
use crate::formula::Formula;

const LEAF: usize = 128;

/// What is added up for each value. It sees every value once, so that it can also keep watch over them.
pub(crate) trait Term {
    fn block(&mut self, x: Block) -> Block;
    fn one(&mut self, x: f64) -> f64;
}

impl<F: Formula> Term for F {
    #[inline(always)]
    fn block(&mut self, x: Block) -> Block {
        x.of(*self)
    }
    #[inline(always)]
    fn one(&mut self, x: f64) -> f64 {
        self.of(x)
    }
}

/// The sum of the terms of `values`; of nothing, +0.
///
/// Groups of four and of eight are the most common ones, and so short that a call and a loop would be half
/// the work: their sums are laid out at the place of call, all others share one function.
#[inline(always)]
pub(crate) fn sum(values: &[f64], term: &mut impl Term) -> f64 {
    if let Ok(eight) = <&[f64; 8]>::try_from(values) {
        0.0 + term.block(Block::load(eight)).total()
    } else if let Ok(four) = <&[f64; 4]>::try_from(values) {
        four.iter().fold(0.0, |total, &x| total + term.one(x))
    } else {
        sum_of_any(values, term)
    }
}

/// [`sum`], without what makes short arrays fast.
#[inline(never)]
pub(crate) fn sum_of_any(values: &[f64], term: &mut impl Term) -> f64 {
    0.0 + pairwise(values, term)
}

fn pairwise(values: &[f64], term: &mut impl Term) -> f64 {
    if values.len() > LEAF {
        let half = values.len() / 2;
        if let Some((low, high)) = values.split_at_checked(half - half % 8) {
            return pairwise(low, term) + pairwise(high, term);
        }
    }
    leaf(values, term)
}

#[inline(always)]
fn leaf(values: &[f64], term: &mut impl Term) -> f64 {
    let (blocks, rest) = values.as_chunks::<8>();
    let mut total = 0.0;
    if let Some((first, others)) = blocks.split_first() {
        let mut accumulators = term.block(Block::load(first));
        for block in others {
            accumulators = accumulators.add(term.block(Block::load(block)));
        }
        total = accumulators.total();
    }
    for &x in rest {
        total += term.one(x);
    }
    total
}
