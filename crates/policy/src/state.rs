//! What training goes on from, as words of 32 bits: magic, format, the six sizes, step, parameters, both moments, and a
//! checksum of all before it.

use crate::buffer::zeros;
use crate::error::Error;
use crate::policy::{Policy, finite};

const MAGIC: u32 = u32::from_le_bytes(*b"UHPS");
const FORMAT: u32 = 1;
const HEAD: usize = 10;

/// FNV-1a over words.
fn checksum(words: &[u32]) -> [u32; 2] {
    let hash = words.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &word| {
        (hash ^ u64::from(word)).wrapping_mul(0x100_0000_01b3)
    });
    [hash as u32, (hash >> 32) as u32]
}

impl Policy<f32> {
    /// Config, step, parameters and moments.
    pub fn export_state(&self) -> Result<Vec<u32>, Error> {
        let count = self.layout.parameters;
        let mut words = Vec::new();
        words.try_reserve_exact(HEAD + 3 * count + 2).map_err(|_| Error::Memory)?;
        words.extend([MAGIC, FORMAT]);
        words.extend(self.config.sizes().map(|size| size as u32));
        words.extend([self.step as u32, (self.step >> 32) as u32]);
        for vector in [&self.parameters, &self.first_moment, &self.second_moment] {
            words.extend(vector.iter().map(|x| x.to_bits()));
        }
        let sum = checksum(&words);
        words.extend(sum);
        Ok(words)
    }

    /// Goes on from an exported state.
    pub fn import_state(&mut self, words: &[u32]) -> Result<(), Error> {
        let count = self.layout.parameters;
        if words.first() != Some(&MAGIC) {
            return Err(Error::Damaged);
        }
        if words.get(1) != Some(&FORMAT) {
            return Err(Error::Format);
        }
        let (Some((head, rest)), Some((before, sum))) =
            (words.split_at_checked(HEAD), words.split_last_chunk::<2>())
        else {
            return Err(Error::Damaged);
        };
        if *sum != checksum(before) {
            return Err(Error::Damaged);
        }
        if !self.config.sizes().iter().zip(&head[2..8]).all(|(&size, &word)| size == word as usize)
        {
            return Err(Error::OtherConfig);
        }
        if rest.len() != 3 * count + 2 {
            return Err(Error::Damaged);
        }
        let mut vectors = zeros(3 * count)?;
        for (to, &word) in vectors.iter_mut().zip(rest) {
            *to = f32::from_bits(word);
        }
        finite(&vectors).map_err(|_| Error::Damaged)?;
        self.parameters.copy_from_slice(&vectors[..count]);
        self.first_moment.copy_from_slice(&vectors[count..2 * count]);
        self.second_moment.copy_from_slice(&vectors[2 * count..]);
        self.step = u64::from(head[8]) | u64::from(head[9]) << 32;
        self.epoch += 1;
        Ok(())
    }
}
