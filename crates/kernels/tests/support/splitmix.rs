//! The generator of the inputs that golden files name by their seed.

pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Random sign and mantissa, and an exponent from `span` neighbours around 1.
    pub fn float(&mut self, span: u64) -> f64 {
        let z = self.next();
        let exponent = 1023 - span / 2 + ((z >> 52) & 0x7ff) % span;
        f64::from_bits((z & 1 << 63) | exponent << 52 | (z & ((1 << 52) - 1)))
    }

    pub fn floats(&mut self, n: usize, span: u64) -> Vec<f64> {
        (0..n).map(|_| self.float(span)).collect()
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}
