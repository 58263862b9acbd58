//! Bytes as the walk sees them: read without a check, since every walk ends at a line end.

use crate::block::{BLOCK, Block};

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

    /// The bytes from a place on, to be looked at together.
    #[inline(always)]
    pub fn block(self, place: usize) -> Block {
        #[allow(unsafe_code)]
        // SAFETY: as above.
        unsafe {
            Block::load(self.start.add(place))
        }
    }

    /// The next place where no blank is.
    #[inline(always)]
    pub fn skip_blanks(self, from: usize) -> usize {
        let mut at = from;
        // Not the line end, at which every walk ends.
        while matches!(self.at(at), b' ' | b'\t' | b'\r') {
            at += 1;
        }
        at
    }

    /// Where the line that begins at a place ends.
    pub fn line_end(self, place: usize) -> usize {
        let mut at = place;
        loop {
            let ends = self.block(at).are(b'\n');
            if ends != 0 {
                return at + ends.trailing_zeros() as usize;
            }
            at += BLOCK;
        }
    }

    /// Whether the bytes from `here` on are those from `before` on, which were gone over in this line or another.
    ///
    /// `length` is that of a block or more.
    #[inline(never)]
    pub fn is_repeated(self, before: usize, here: usize, length: usize) -> bool {
        let last = length - BLOCK;
        let mut at = 0;
        while at < last {
            if self.block(before + at).differs(self.block(here + at)) {
                return false;
            }
            at += BLOCK;
        }
        !self.block(before + last).differs(self.block(here + last))
    }

    /// Whether there is anything beyond ASCII before the line end that is at `to`.
    #[inline(never)]
    pub fn has_letters(self, from: usize, to: usize) -> bool {
        let mut at = from;
        while at + 2 * BLOCK <= to {
            if self.block(at).or(self.block(at + BLOCK)).has_letters() {
                return true;
            }
            at += 2 * BLOCK;
        }
        let left = to - at;
        let (first, second) = (self.block(at).letters(), self.block(at + BLOCK).letters());
        let bits = u64::from(first) | u64::from(second) << BLOCK;
        bits & !(u64::MAX << left) != 0
    }
}
