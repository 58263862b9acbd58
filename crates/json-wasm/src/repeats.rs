//! Remembers objects and arrays by their keys: lines of a file tell the same again and again (prompts, tools, settings).

use crate::glue::SLOTS;
use crate::stops::Letters;

/// Where something stood that may come again.
#[derive(Clone, Copy)]
pub struct Repeat {
    /// Where it began and ended; 0 where nothing is remembered.
    pub start: usize,
    /// Where it ended.
    pub end: usize,
    /// What the tape has inside it.
    pub entries: (usize, usize),
    /// Whether it has an entry itself.
    pub has_entry: bool,
    /// How many entries it has as an array.
    pub size: i32,
    /// Its letters.
    pub letters: Letters,
}

/// Shorter ones are as soon walked over.
const LEAST: usize = 64;

/// The last of each key, of those that share a slot.
pub struct Repeats {
    slots: [Repeat; SLOTS],
}

impl Default for Repeats {
    fn default() -> Self {
        let nothing = Repeat {
            start: 0,
            end: 0,
            entries: (0, 0),
            has_entry: false,
            size: 0,
            letters: Letters::none(),
        };
        Repeats { slots: [nothing; SLOTS] }
    }
}

impl Repeats {
    /// What a slot remembers.
    #[inline(always)]
    pub fn at(&self, slot: usize) -> Repeat {
        self.slots[slot % SLOTS]
    }

    /// Remembers what is long enough.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, repeat: Repeat) {
        if repeat.end - repeat.start >= LEAST {
            self.slots[slot % SLOTS] = repeat;
        }
    }

    /// Forgets all: other bytes come into the memory.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}
