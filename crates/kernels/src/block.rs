use crate::formula::Formula;
use crate::lanes::{Lanes, Pair, PairLanes};

/// Eight numbers: the accumulators r0 … r7 of the pairwise sum, or as many neighbours of an array.
#[derive(Clone, Copy)]
pub(crate) struct Block([Pair; 4]);

impl Block {
    #[inline(always)]
    pub(crate) fn load(from: &[f64; 8]) -> Block {
        let [a, b, c, d, e, f, g, h] = *from;
        Block([[a, b], [c, d], [e, f], [g, h]].map(|two| Pair::load(&two)))
    }

    #[inline(always)]
    pub(crate) fn store(self, to: &mut [f64; 8]) {
        let (twos, _) = to.as_chunks_mut::<2>();
        twos.iter_mut().zip(self.0).for_each(|(two, pair)| pair.store(two));
    }

    #[inline(always)]
    pub(crate) fn of(self, formula: impl Formula) -> Block {
        self.map(|pair| formula.of(pair))
    }

    #[inline(always)]
    pub(crate) fn map(self, each: impl Fn(Pair) -> Pair) -> Block {
        Block(self.0.map(each))
    }

    #[inline(always)]
    pub(crate) fn add(self, other: Block) -> Block {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Block([a.add(e), b.add(f), c.add(g), d.add(h)])
    }

    /// Each number where its byte is not 0, else +0.
    #[inline(always)]
    pub(crate) fn keep(self, bytes: &[u8; 8]) -> Block {
        let [a, b, c, d] = self.0;
        let [i, j, k, l, m, n, o, p] = *bytes;
        Block([a.keep([i, j]), b.keep([k, l]), c.keep([m, n]), d.keep([o, p])])
    }

    /// ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7))
    #[inline(always)]
    pub(crate) fn total(self) -> f64 {
        let [a, b, c, d] = self.0;
        let [low, high] = a.sums(b).sums(c.sums(d)).to_array();
        low + high
    }

    /// The four pairs folded into one, for operations whose order does not matter.
    #[inline(always)]
    pub(crate) fn fold(self, both: impl Fn(Pair, Pair) -> Pair) -> Pair {
        let [a, b, c, d] = self.0;
        both(both(a, b), both(c, d))
    }
}
