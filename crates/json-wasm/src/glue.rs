//! Remembers what stands between two values of an object: a comma, a key and a colon, nearly always those that stood there when
//! the same two keys had come before.

use crate::block::{BLOCK, Block};
use crate::key::Key;
use crate::view::View;

/// Set in what leads to the first key of an object, and in no path: what stands there begins with a bracket, and may never be taken
/// for what begins with a comma.
pub const OPENING: u32 = 1 << 31;
/// How many paths are told apart, by their first bits: half of them with `OPENING`.
const SLOTS: usize = 1 << 11;
const SHIFT: u32 = u32::BITS - SLOTS.ilog2();

/// What stood between the end of a value and the next value, or before the first one of an object.
#[derive(Clone, Copy)]
pub struct Glue {
    /// It, and what followed.
    block: Block,
    /// A bit for each of its bytes; of one that is none all are set, and differ.
    mask: u32,
    /// Where the key begins in it,
    pub key_start: i32,
    /// where it ends,
    pub key_end: i32,
    /// and where the next value is.
    pub length: i32,
    /// The number of the key,
    pub key: u32,
    /// and its path.
    pub path: u32,
}

impl Glue {
    const NONE: Glue = Glue {
        block: Block::ZEROS,
        mask: u32::MAX,
        key_start: 0,
        key_end: 0,
        length: 0,
        key: 0,
        path: 0,
    };

    /// What stands from a comma or a bracket to the value of the key behind it.
    #[inline(always)]
    pub fn new(view: View, from: usize, key: &Key) -> Self {
        let length = key.value - from;
        if length > BLOCK || key.has_escapes {
            return Glue::NONE;
        }
        Glue {
            block: view.block(from),
            mask: u32::MAX >> (BLOCK - length),
            key_start: (key.start - from) as i32,
            key_end: (key.end - from) as i32,
            length: length as i32,
            key: key.number,
            path: key.path,
        }
    }

    /// Whether it stands there, with a value right behind it.
    #[inline(always)]
    pub fn is_at(&self, view: View, place: usize) -> bool {
        view.block(place).differing(self.block) & self.mask == 0
            && view.at(place + self.length as usize) > b' '
    }
}

/// What followed the value of each path, of those that share a slot.
pub struct Glues {
    slots: [Glue; SLOTS],
}

impl Default for Glues {
    fn default() -> Self {
        Glues { slots: [Glue::NONE; SLOTS] }
    }
}

impl Glues {
    /// What is remembered.
    #[inline(always)]
    pub fn at(&self, path: u32) -> &Glue {
        &self.slots[(path >> SHIFT) as usize]
    }

    /// Remembers the last one.
    #[inline(always)]
    pub fn put(&mut self, path: u32, glue: Glue) {
        self.slots[(path >> SHIFT) as usize] = glue;
    }
}
