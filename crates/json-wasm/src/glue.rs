//! Remembers what stands between two values of an object: a comma, a key and a colon, nearly always those of last time.

use crate::stops::{BLOCK, beyond_ascii};
use crate::view::View;

/// How many keys are told apart.
pub const SLOTS: usize = 128;

/// What stood between the end of a value and the next value.
#[derive(Clone, Copy)]
pub struct Glue {
    /// It, and what followed.
    pub bytes: [u8; BLOCK],
    /// A bit for each of its bytes; of one that is none all are set, and differ.
    pub mask: u32,
    /// Where the key begins in it,
    pub key_start: i32,
    /// where it ends,
    pub key_end: i32,
    /// and where the next value is.
    pub length: i32,
    /// The slot of the key.
    pub slot: usize,
}

impl Glue {
    const NONE: Glue =
        Glue { bytes: [0; BLOCK], mask: u32::MAX, key_start: 0, key_end: 0, length: 0, slot: 0 };

    /// What stands from `comma` to `value`.
    #[inline(always)]
    pub fn new(
        view: View,
        comma: usize,
        quote: usize,
        key_end: usize,
        value: usize,
        slot: usize,
    ) -> Self {
        let length = value - comma;
        if length > BLOCK {
            return Glue::NONE;
        }
        let bytes = view.take(comma);
        let mask = u32::MAX >> (BLOCK - length);
        // Letters are to be seen each time.
        if beyond_ascii(&bytes) & mask != 0 {
            return Glue::NONE;
        }
        Glue {
            bytes,
            mask,
            key_start: (quote + 1 - comma) as i32,
            key_end: (key_end - comma) as i32,
            length: length as i32,
            slot,
        }
    }
}

/// What followed the value of each key, of those that share a slot.
pub struct Glues {
    slots: [Glue; SLOTS],
}

impl Default for Glues {
    fn default() -> Self {
        Glues { slots: [Glue::NONE; SLOTS] }
    }
}

impl Glues {
    /// Which slot a key has, by its first bytes (with what follows a shorter one) and its length.
    #[inline(always)]
    pub fn slot_of(key: [u8; 4], length: usize) -> usize {
        let mixed = (u32::from_le_bytes(key) ^ (length as u32) << 16).wrapping_mul(0x9e37_79b1);
        (mixed >> 25) as usize
    }

    /// What a slot remembers.
    #[inline(always)]
    pub fn at(&self, slot: usize) -> &Glue {
        &self.slots[slot % SLOTS]
    }

    /// Remembers the last one.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, glue: Glue) {
        self.slots[slot % SLOTS] = glue;
    }
}
