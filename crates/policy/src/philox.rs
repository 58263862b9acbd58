//! Random numbers by counting: Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
//! 1, 2, 3" (2011). A number is a function of a key and a counter, so any one can be had without those before it.

/// Four random words of a counter and a key.
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let ([mut a, mut b, mut c, mut d], [mut k, mut l]) = (counter, key);
    for _ in 0..10 {
        let (p, q) = (0xd251_1f53 * u64::from(a), 0xcd9e_8d57 * u64::from(c));
        (a, b, c, d) = ((q >> 32) as u32 ^ b ^ k, q as u32, (p >> 32) as u32 ^ d ^ l, p as u32);
        k = k.wrapping_add(0x9e37_79b9);
        l = l.wrapping_add(0xbb67_ae85);
    }
    [a, b, c, d]
}

fn words(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

/// What random numbers a sample draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Of the run.
    pub seed: u64,
    /// Which prompt.
    pub prompt: u64,
    /// Which of the prompt's samples.
    pub sample: u64,
}

/// The numbers of one key, by their index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream([u32; 2]);

impl Stream {
    pub(crate) fn new(key: Key) -> Stream {
        let ([a, b], [c, d]) = (words(key.prompt), words(key.sample));
        let [k, l, ..] = philox([a, b, c, d], words(key.seed));
        Stream([k, l])
    }

    /// Number `index`: uniform in [0, 1), of 53 bits.
    pub(crate) fn uniform(self, index: u64) -> f64 {
        let [lo, hi] = words(index);
        let [a, b, ..] = philox([lo, hi, 0, 0], self.0);
        let bits = (u64::from(a) << 32 | u64::from(b)) >> 11;
        bits as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    /// The authors' known answers.
    #[test]
    #[wasm_bindgen_test]
    fn known_answers() {
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(
            philox([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        assert_eq!(
            philox(
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0]
            ),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    #[wasm_bindgen_test]
    fn uniform_numbers_are_uniform_and_differ_by_key() {
        let at = |seed, prompt, sample| Stream::new(Key { seed, prompt, sample });
        let mean = (0..10_000).map(|i| at(1, 2, 3).uniform(i)).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        let first = [at(1, 2, 3), at(2, 1, 3), at(1, 3, 2), at(1, 2, 4), at(1, 2 + (1 << 32), 3)]
            .map(|stream| stream.uniform(0));
        for (i, x) in first.iter().enumerate() {
            assert!(!first[..i].contains(x));
        }
    }
}
