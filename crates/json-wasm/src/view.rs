//! Bytes as the walk sees them: read without a check, since every walk ends at a line end.

use crate::glue::Glue;
use crate::stops::{BLOCK, Letters, differing, look};

/// So many bytes behind the last line end may be read.
pub const SLACK: usize = 2 * BLOCK;

/// Bytes that end with a line end, and `SLACK` more.
#[derive(Clone, Copy)]
pub struct View {
    start: *const u8,
}

impl View {
    /// None unless a line ends at `line_end`, with `SLACK` bytes behind it.
    pub fn new(bytes: &[u8], line_end: usize) -> Option<Self> {
        let is_safe = bytes.get(line_end) == Some(&b'\n') && bytes.len() > line_end + SLACK;
        is_safe.then_some(View { start: bytes.as_ptr() })
    }

    /// `N` bytes from a place on.
    #[inline(always)]
    pub fn take<const N: usize>(self, place: usize) -> [u8; N] {
        const { assert!(N <= SLACK) };
        #[allow(unsafe_code)]
        // SAFETY: a walk begins before the line end that `new` saw, goes past no line end, and looks at most `SLACK`
        // bytes ahead. An array of bytes needs no alignment.
        unsafe {
            self.start.add(place).cast::<[u8; N]>().read()
        }
    }

    /// The byte at a place.
    #[inline(always)]
    pub fn at(self, place: usize) -> u8 {
        self.take::<1>(place)[0]
    }

    /// Where strings stop in the next block, as bits.
    #[inline(always)]
    pub fn look(self, place: usize, letters: &mut Letters) -> u32 {
        look(&self.take(place), letters)
    }

    /// Whether a glue is what follows.
    #[inline(always)]
    pub fn has(self, place: usize, glue: &Glue) -> bool {
        differing(&self.take(place), &glue.bytes) & glue.mask == 0
    }

    /// Where the line that begins at a place ends.
    pub fn line_end(self, place: usize) -> usize {
        let mut at = place;
        while self.at(at) != b'\n' {
            at += 1;
        }
        at
    }

    /// Whether the bytes from `here` on are those from `before` on, which were gone over in this line or another.
    ///
    /// `length` is that of a block or more.
    #[inline(always)]
    pub fn is_repeated(self, before: usize, here: usize, length: usize) -> bool {
        let last = length - BLOCK;
        let mut at = 0;
        while at < last {
            if self.take::<BLOCK>(before + at) != self.take::<BLOCK>(here + at) {
                return false;
            }
            at += BLOCK;
        }
        self.take::<BLOCK>(before + last) == self.take::<BLOCK>(here + last)
    }
}
