#![allow(dead_code, missing_docs, reason = "each test file takes what it needs")]

use upperhand_policy::{Config, Key};

/// Sizes that fill no vector, one that fills them all, and one with a single head and block.
pub const CONFIGS: [Config; 3] = [
    Config { layers: 2, width: 12, heads: 3, feed_forward: 10, context: 9, vocabulary: 7 },
    Config { layers: 2, width: 32, heads: 4, feed_forward: 64, context: 16, vocabulary: 11 },
    Config { layers: 1, width: 5, heads: 1, feed_forward: 3, context: 4, vocabulary: 3 },
];

/// Of the measurements: 107 456 parameters.
pub const MEASURED: Config =
    Config { layers: 2, width: 64, heads: 4, feed_forward: 256, context: 48, vocabulary: 40 };

pub struct Batch {
    pub tokens: Vec<u32>,
    pub offsets: Vec<u32>,
}

impl Batch {
    pub fn of(lists: &[Vec<u32>]) -> Batch {
        let mut offsets = vec![0];
        let mut tokens = vec![];
        for list in lists {
            tokens.extend(list);
            offsets.push(tokens.len() as u32);
        }
        Batch { tokens, offsets }
    }

    pub fn lists(&self) -> Vec<Vec<u32>> {
        self.offsets
            .windows(2)
            .map(|pair| self.tokens[pair[0] as usize..pair[1] as usize].to_vec())
            .collect()
    }
}

/// A small generator, for what is tested and not for what tests it.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

/// Lists of 2 to `context` tokens.
pub fn ragged(config: &Config, seed: u64, lists: usize) -> Batch {
    let mut random = Random(seed);
    let lists: Vec<Vec<u32>> = (0..lists)
        .map(|_| {
            let length = 2 + random.below(config.context - 1);
            (0..length).map(|_| random.below(config.vocabulary) as u32).collect()
        })
        .collect();
    Batch::of(&lists)
}

pub fn keys(seed: u64, prompts: u64, samples: u64) -> Vec<Key> {
    (0..prompts)
        .flat_map(|prompt| (0..samples).map(move |sample| Key { seed, prompt, sample }))
        .collect()
}

/// Numbers from -1 to 1 as derivatives of a loss.
pub fn weights(count: usize, seed: u64) -> Vec<f32> {
    let mut random = Random(seed);
    (0..count).map(|_| random.below(200) as f32 / 100.0 - 1.0).collect()
}
