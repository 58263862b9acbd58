//! What the walk found, as JavaScript reads it.

use crate::glue::Glue;

/// How many numbers an entry has: where its key begins and ends (its complement where it holds escapes),
/// where its value begins and ends, the entry after all that is inside, and a size.
pub const ENTRY: usize = 6;
/// What has no entry.
pub const NONE: usize = usize::MAX;

/// Entries, one after the other.
#[derive(Default)]
pub struct Tape {
    /// Six numbers each.
    pub numbers: Vec<i32>,
}

impl Tape {
    /// Where the next entry will be.
    #[inline(always)]
    pub fn next(&self) -> usize {
        self.numbers.len()
    }

    /// Begins an entry.
    #[inline(always)]
    pub fn begin(&mut self, key_start: i32, key_end: i32, start: i32) -> usize {
        let entry = self.next();
        self.numbers.extend_from_slice(&[key_start, key_end, start, 0, 0, 0]);
        entry
    }

    /// Begins that of a member behind a glue that stands at a place.
    #[inline(always)]
    pub fn glued(&mut self, glue: &Glue, place: i32) -> usize {
        self.begin(place + glue.key_start, place + glue.key_end, place + glue.length)
    }

    /// Ends an entry, unless it is none.
    #[inline(always)]
    pub fn end(&mut self, entry: usize, end: i32, size: i32) {
        let next = self.next() as i32;
        if let Some(rest) = self.numbers.get_mut(entry.wrapping_add(3)..entry.wrapping_add(ENTRY)) {
            rest.copy_from_slice(&[end, next, size]);
        }
    }

    /// Appends what stands between two entries once more, for the same bytes that lie so much further.
    pub fn repeat(&mut self, from: usize, to: usize, further: i32) {
        let shift = (self.next() - from) as i32;
        for entry in (from..to).step_by(ENTRY) {
            let Some(&[key_start, key_end, start, end, next, size]) =
                self.numbers.get(entry..).and_then(|rest| rest.first_chunk())
            else {
                return;
            };
            let (key_start, key_end) = match key_end {
                // An entry of an array, whose place in it stays.
                0 => (key_start, 0),
                1.. => (key_start + further, key_end + further),
                _ => (key_start + further, key_end - further),
            };
            let places = [key_start, key_end, start + further, end + further, next + shift, size];
            self.numbers.extend_from_slice(&places);
        }
    }
}
