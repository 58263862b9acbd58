//! Where results go: over the values themselves, or beside them. The kernels are written once for both.

use crate::block::Block;
use crate::formula::Formula;
use crate::lanes::{Pair, PairLanes};
use core::ops::Range;

/// Values to read, and as many results to write. Ranges outside them are empty.
pub(crate) trait Buffers {
    /// The values as they came, where no result has been written yet.
    fn values(&self, range: Range<usize>) -> &[f64];
    /// The results so far.
    fn results(&self, range: Range<usize>) -> &[f64];
    /// result = formula of value
    fn write(&mut self, range: Range<usize>, formula: impl Formula);
    /// result = formula of result
    fn rewrite(&mut self, range: Range<usize>, formula: impl Formula);
    /// result = x
    fn fill(&mut self, range: Range<usize>, x: f64);
}

pub(crate) struct InPlace<'a>(pub(crate) &'a mut [f64]);

impl Buffers for InPlace<'_> {
    #[inline(always)]
    fn values(&self, range: Range<usize>) -> &[f64] {
        self.0.get(range).unwrap_or_default()
    }
    #[inline(always)]
    fn results(&self, range: Range<usize>) -> &[f64] {
        self.values(range)
    }
    #[inline(always)]
    fn write(&mut self, range: Range<usize>, formula: impl Formula) {
        change(self.0.get_mut(range).unwrap_or_default(), formula);
    }
    #[inline(always)]
    fn rewrite(&mut self, range: Range<usize>, formula: impl Formula) {
        self.write(range, formula);
    }
    #[inline(always)]
    fn fill(&mut self, range: Range<usize>, x: f64) {
        self.0.get_mut(range).unwrap_or_default().fill(x);
    }
}

pub(crate) struct Beside<'a> {
    pub(crate) values: &'a [f64],
    pub(crate) results: &'a mut [f64],
}

impl Buffers for Beside<'_> {
    #[inline(always)]
    fn values(&self, range: Range<usize>) -> &[f64] {
        self.values.get(range).unwrap_or_default()
    }
    #[inline(always)]
    fn results(&self, range: Range<usize>) -> &[f64] {
        self.results.get(range).unwrap_or_default()
    }
    #[inline(always)]
    fn write(&mut self, range: Range<usize>, formula: impl Formula) {
        let values = self.values.get(range.clone()).unwrap_or_default();
        convert(values, self.results.get_mut(range).unwrap_or_default(), formula);
    }
    #[inline(always)]
    fn rewrite(&mut self, range: Range<usize>, formula: impl Formula) {
        change(self.results.get_mut(range).unwrap_or_default(), formula);
    }
    #[inline(always)]
    fn fill(&mut self, range: Range<usize>, x: f64) {
        self.results.get_mut(range).unwrap_or_default().fill(x);
    }
}

/// As with sums, groups of eight are laid out without a loop.
#[inline(always)]
fn change(values: &mut [f64], formula: impl Formula) {
    if let Ok(eight) = <&mut [f64; 8]>::try_from(&mut *values) {
        return Block::load(eight).of(formula).store(eight);
    }
    let (pairs, rest) = values.as_chunks_mut::<2>();
    for pair in pairs {
        formula.of(Pair::load(pair)).store(pair);
    }
    for x in rest {
        *x = formula.of(*x);
    }
}

#[inline(always)]
fn convert(from: &[f64], to: &mut [f64], formula: impl Formula) {
    if let (Ok(from), Ok(to)) = (<&[f64; 8]>::try_from(from), <&mut [f64; 8]>::try_from(&mut *to)) {
        return Block::load(from).of(formula).store(to);
    }
    let (from_pairs, from_rest) = from.as_chunks::<2>();
    let (to_pairs, to_rest) = to.as_chunks_mut::<2>();
    for (from, to) in from_pairs.iter().zip(to_pairs) {
        formula.of(Pair::load(from)).store(to);
    }
    for (from, to) in from_rest.iter().zip(to_rest) {
        *to = formula.of(*from);
    }
}
