//! Lines of JSON, one after the other.

use crate::container::Depth;
use crate::tape::Tape;
use crate::view::{SLACK, View};
use crate::walk::{Memory, Walk};

/// How many numbers a line has: where it begins and ends, its entry (-1 where it is not exactly one object), and
/// whether there is anything beyond ASCII.
#[cfg(target_arch = "wasm32")]
pub const LINE: usize = 4;

/// Finds where things are in lines of JSON objects, in the same memory again and again.
#[derive(Default)]
pub struct Scanner {
    /// The lines, and some bytes behind them.
    pub input: Vec<u8>,
    /// What is in them.
    pub tape: Tape,
    /// The lines, one after the other.
    pub lines: Vec<i32>,
    memory: Memory,
}

impl Scanner {
    /// Makes room for so many bytes. What is there stays.
    pub fn reserve(&mut self, bytes: usize) {
        if self.input.len() <= bytes + SLACK {
            self.input.resize(bytes + SLACK + 1, 0);
        }
    }

    /// None unless the first `length` bytes are exactly one object, on one line; else whether bytes beyond ASCII are in
    /// it. `base` is added to all places.
    pub fn scan(&mut self, length: usize, base: i32) -> Option<bool> {
        *self.input.get_mut(length)? = b'\n';
        self.walk(0, length + 1, base, Depth::Full);
        match self.lines[..] {
            [_, _, 0, letters] => Some(letters != 0),
            _ => None,
        }
    }

    /// Walks over all lines between two places, of which the second is behind a line end.
    pub fn walk(&mut self, from: usize, to: usize, base: i32, depth: Depth) {
        self.tape.numbers.clear();
        self.lines.clear();
        self.memory.forget();
        let Some(view) = to.checked_sub(1).and_then(|last| View::new(&self.input, last)) else {
            return;
        };
        let mut start = from;
        while start < to {
            let entry = self.tape.next();
            let (tape, memory) = (&mut self.tape, &mut self.memory);
            let mut walk = Walk { view, base, depth, tape, memory };
            let found = walk.line(start);
            let end = found.unwrap_or_else(|| view.line_end(start));
            let entry = if found.is_some() {
                entry as i32
            } else {
                self.tape.numbers.truncate(entry);
                self.memory.forget();
                -1
            };
            let letters = i32::from(view.has_letters(start, end));
            self.lines.extend_from_slice(&[base + start as i32, base + end as i32, entry, letters]);
            start = end + 1;
        }
    }
}
