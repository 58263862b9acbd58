//! Objects and arrays: what a tape has of them, and those that stand there as they stood before.

use crate::block::BLOCK;
use crate::repeats::Repeat;
use crate::tape::{ENTRY, NONE};
use crate::walk::Walk;

/// Members of containers so deep are looked up among repeats, and no deeper ones.
pub const REPEATED_DEPTH: usize = 3;
/// A shallow tape has no entries inside of what lies deeper, …
const SHALLOW_DEPTH: usize = 2;
/// … or is longer.
const SHALLOW_LENGTH: usize = 512;

/// What a tape leaves out.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// What is inside of long or deep members.
    #[default]
    Shallow,
    /// What is inside of long members that stand there as they stood before.
    Deep,
    /// Nothing.
    Full,
}

/// An object or an array around the value that is read.
pub struct Container {
    /// Its own, or none.
    pub entry: usize,
    /// Where it begins.
    pub start: usize,
    /// Whether it is one.
    pub is_array: bool,
    /// Whether what lies inside has entries.
    pub is_told: bool,
    /// Whether it is looked up among repeats.
    pub may_repeat: bool,
    /// Commas before the container that is inside.
    pub commas: i32,
    /// The number of its key, or of that of the array around it,
    pub key: u32,
    /// and its path.
    pub path: u32,
}

impl Walk<'_> {
    /// Where a container ends that stands there as it stood before.
    #[inline(always)]
    pub fn repeated(&mut self, key: u32, entry: usize, at: usize) -> Option<usize> {
        let before = self.memory.repeats.at(key);
        let length = before.end - before.start;
        if length < BLOCK
            || before.has_entry != (entry != NONE)
            || !self.view.is_repeated(before.start, at, length)
        {
            return None;
        }
        if before.has_entry {
            let mut size = before.size;
            if self.depth < Depth::Full && length > SHALLOW_LENGTH {
                size = if size < 0 { size } else { !size };
            } else {
                let (from, to) = before.entries;
                self.tape.repeat(from, to, (at - before.start) as i32);
            }
            self.tape.end(entry, self.place(at + length), size);
        }
        Some(at + length)
    }

    /// A container ends.
    #[inline(always)]
    pub fn finish(&mut self, container: &Container, at: usize, size: i32) {
        let &Container { entry, key, start, may_repeat, .. } = container;
        let mut size = size;
        if entry != NONE {
            let depth = self.memory.around.len();
            let is_out = depth >= SHALLOW_DEPTH || depth > 0 && at - start > SHALLOW_LENGTH;
            if self.depth == Depth::Shallow && is_out {
                self.tape.numbers.truncate(entry + ENTRY);
                size = !size;
            }
            self.tape.end(entry, self.place(at), size);
        }
        if may_repeat {
            let repeat = Repeat {
                start,
                end: at,
                entries: (entry.wrapping_add(ENTRY), self.tape.next()),
                has_entry: entry != NONE,
                size,
            };
            self.memory.repeats.put(key, repeat);
        }
    }

    /// Whether what is inside of a container has entries that has one itself, so deep.
    #[inline(always)]
    pub fn tells(&self, depth: usize) -> bool {
        self.depth > Depth::Shallow || depth < SHALLOW_DEPTH
    }
}
