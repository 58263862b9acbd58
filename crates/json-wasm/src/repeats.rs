//! Remembers objects and arrays by their keys: lines of a file tell the same again and again (prompts, tools, settings).

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
}

/// How many keys are told apart, by the first bits of their numbers.
const SLOTS: usize = 1 << 7;
const SHIFT: u32 = u32::BITS - SLOTS.ilog2();
/// Shorter ones are as soon walked over.
const LEAST: usize = 64;

/// The last of each key, of those that share a slot.
pub struct Repeats {
    slots: [Repeat; SLOTS],
}

impl Default for Repeats {
    fn default() -> Self {
        let nothing = Repeat { start: 0, end: 0, entries: (0, 0), has_entry: false, size: 0 };
        Repeats { slots: [nothing; SLOTS] }
    }
}

impl Repeats {
    /// What is remembered of a key.
    #[inline(always)]
    pub fn at(&self, key: u32) -> Repeat {
        self.slots[(key >> SHIFT) as usize]
    }

    /// Remembers what is long enough.
    #[inline(always)]
    pub fn put(&mut self, key: u32, repeat: Repeat) {
        if repeat.end - repeat.start >= LEAST {
            self.slots[(key >> SHIFT) as usize] = repeat;
        }
    }

    /// Forgets all: other bytes come into the memory.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}
