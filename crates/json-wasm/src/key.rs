//! Keys of objects.

use crate::text::string;
use crate::view::View;

/// A key of an object.
pub struct Key {
    /// Where it begins,
    pub start: usize,
    /// where it ends,
    pub end: usize,
    /// and where its value is.
    pub value: usize,
    /// Whether it holds escapes.
    pub has_escapes: bool,
    /// Nearly always the same for the same key only: of its first bytes, with what follows a shorter one, and its length.
    pub number: u32,
    /// The same of two keys, it and the one before it; less than `OPENING`.
    pub path: u32,
}

impl Key {
    /// The one that is there, with its colon; None where there is none.
    #[inline(always)]
    pub fn read(view: View, at: usize, before: u32) -> Option<Self> {
        if view.at(at) != b'"' {
            return None;
        }
        let start = at + 1;
        let (behind, escaped) = string(view, start)?;
        let colon = view.skip_blanks(behind);
        if view.at(colon) != b':' {
            return None;
        }
        let first = u32::from_le_bytes(view.take(start));
        let number = (first ^ ((behind - start) as u32) << 16).wrapping_mul(0x9e37_79b1);
        Some(Key {
            start,
            end: behind - 1,
            value: view.skip_blanks(colon + 1),
            has_escapes: escaped > 0,
            number,
            path: (number ^ before.rotate_right(3)) >> 1,
        })
    }
}
