//! The walk over lines of JSON.

use crate::glue::{Glue, Glues};
use crate::repeats::{Repeat, Repeats};
use crate::stops::{BLOCK, Letters};
use crate::tape::{ENTRY, NONE, Tape};
use crate::view::{SLACK, View};

/// How many numbers a line has: where it begins and ends, its entry (-1 where it is not exactly one object), and
/// whether there may be anything beyond ASCII.
#[cfg(target_arch = "wasm32")]
pub const LINE: usize = 4;
/// Members of containers so deep are looked up among repeats, and no deeper ones.
const REPEATED_DEPTH: usize = 3;
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

#[derive(Clone, Copy)]
struct Container {
    entry: usize,
    is_array: bool,
    /// Commas so far.
    commas: i32,
    /// The slot of its key.
    slot: usize,
    /// Whether it is looked up among repeats.
    may_repeat: bool,
    start: usize,
    /// Seen before it.
    letters: Letters,
}

/// What a walk is over, and what it has seen.
struct Walk {
    view: View,
    letters: Letters,
    /// How many bytes more than characters the escapes of the last string take.
    escaped: i32,
    /// The slot of the key of the last value.
    slot: usize,
    /// Where that key ends.
    key_end: usize,
}

/// Finds where things are in lines of JSON objects, in the same memory again and again.
#[derive(Default)]
pub struct Scanner {
    /// The lines, and some bytes behind them.
    pub input: Vec<u8>,
    /// What is in them.
    pub tape: Tape,
    /// The lines, one after the other.
    pub lines: Vec<i32>,
    around: Vec<Container>,
    repeats: Repeats,
    glues: Glues,
    base: i32,
    depth: Depth,
}

impl Scanner {
    /// Makes room for so many bytes. What is there stays.
    pub fn reserve(&mut self, bytes: usize) {
        if self.input.len() <= bytes + SLACK {
            self.input.resize(bytes + SLACK + 1, 0);
        }
    }

    /// None unless the first `length` bytes are exactly one object, on one line; else whether bytes beyond ASCII may
    /// be in it. `base` is added to all places.
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
        self.repeats.forget();
        self.base = base;
        self.depth = depth;
        let Some(view) = to.checked_sub(1).and_then(|last| View::new(&self.input, last)) else {
            return;
        };
        let mut start = from;
        while start < to {
            let entry = self.tape.next();
            self.around.clear();
            let mut walk = Walk { view, letters: Letters::none(), escaped: 0, slot: 0, key_end: 0 };
            let found = self.object(&mut walk, start);
            let end = found.unwrap_or_else(|| view.line_end(start));
            let entry = if found.is_some() {
                entry as i32
            } else {
                self.tape.numbers.truncate(entry);
                self.repeats.forget();
                -1
            };
            let letters = i32::from(walk.letters.any());
            self.lines.extend_from_slice(&[self.place(start), self.place(end), entry, letters]);
            start = end + 1;
        }
    }

    /// Where the line of an object ends; None where there is something else on it.
    fn object(&mut self, walk: &mut Walk, from: usize) -> Option<usize> {
        let start = walk.skip_blanks(from);
        if walk.view.at(start) != b'{' {
            return None;
        }
        let end = self.values(walk, start)?;
        let end = walk.skip_blanks(end);
        (walk.view.at(end) == b'\n').then_some(end)
    }

    fn values(&mut self, walk: &mut Walk, start: usize) -> Option<usize> {
        let view = walk.view;
        let mut at = start;
        let mut entry = self.tape.begin(0, 0, self.place(start));
        let mut inside = Container {
            entry: NONE,
            is_array: true,
            commas: 0,
            slot: 0,
            may_repeat: false,
            start: 0,
            letters: Letters::none(),
        };
        loop {
            let byte = view.at(at);
            let mut size = 0;
            let mut is_empty = false;
            if byte == b'"' {
                at = walk.string(at + 1)?;
                size = walk.escaped;
            } else if byte == b'{' || byte == b'[' {
                let is_array = byte == b'[';
                if inside.is_array && !is_array && self.is_told(&inside) {
                    entry = self.tape.begin(inside.commas, 0, self.place(at));
                }
                let may_repeat = !inside.is_array && self.around.len() <= REPEATED_DEPTH;
                if let Some(end) = self.repeated(walk, may_repeat, entry, at) {
                    at = end;
                    entry = NONE;
                } else {
                    let letters = walk.letters;
                    if may_repeat {
                        walk.letters = Letters::none();
                    }
                    self.around.push(inside);
                    let slot = walk.slot;
                    inside = Container {
                        entry,
                        is_array,
                        commas: 0,
                        slot,
                        may_repeat,
                        start: at,
                        letters,
                    };
                    at = walk.skip_blanks(at + 1);
                    is_empty = view.at(at) == closer(is_array);
                    if !is_empty {
                        (at, entry) = self.begin(walk, at, &inside)?;
                        continue;
                    }
                    entry = NONE;
                }
            } else {
                at = walk.word(at, byte)?;
            }
            if entry != NONE {
                self.tape.end(entry, self.place(at), size);
            }
            loop {
                if !inside.is_array && !is_empty {
                    let glue = self.glues.at(walk.slot);
                    if view.has(at, glue) {
                        entry = NONE;
                        if self.is_told(&inside) {
                            let place = self.place(at);
                            let [key_start, key_end, length] =
                                [glue.key_start, glue.key_end, glue.length];
                            entry =
                                self.tape.begin(place + key_start, place + key_end, place + length);
                        }
                        walk.slot = glue.slot;
                        inside.commas += 1;
                        at += glue.length as usize;
                        break;
                    }
                }
                at = walk.skip_blanks(at);
                let next = view.at(at);
                if next == b',' && !is_empty {
                    inside.commas += 1;
                    let value = walk.skip_blanks(at + 1);
                    let before = walk.slot;
                    let key = value;
                    let comma = at;
                    (at, entry) = self.begin(walk, value, &inside)?;
                    if !inside.is_array && walk.escaped == 0 {
                        self.glues
                            .put(before, Glue::new(view, comma, key, walk.key_end, at, walk.slot));
                    }
                    break;
                }
                if next != closer(inside.is_array) {
                    return None;
                }
                at += 1;
                self.finish(walk, &inside, at, if is_empty { 0 } else { inside.commas + 1 });
                walk.slot = inside.slot;
                is_empty = false;
                inside = self.around.pop()?;
                if self.around.is_empty() {
                    return Some(at);
                }
            }
        }
    }

    /// Whether what lies inside of a container has entries.
    #[inline(always)]
    fn is_told(&self, inside: &Container) -> bool {
        inside.entry != NONE && (self.depth > Depth::Shallow || self.around.len() <= SHALLOW_DEPTH)
    }

    /// Moves to the value that begins an entry of a container: past its key, in an object.
    #[inline(always)]
    fn begin(&mut self, walk: &mut Walk, at: usize, inside: &Container) -> Option<(usize, usize)> {
        if inside.is_array {
            return Some((at, NONE));
        }
        if walk.view.at(at) != b'"' {
            return None;
        }
        let end = walk.string(at + 1)?;
        let colon = walk.skip_blanks(end);
        if walk.view.at(colon) != b':' {
            return None;
        }
        let value = walk.skip_blanks(colon + 1);
        walk.slot = Glues::slot_of(walk.view.take(at + 1), end - at);
        walk.key_end = end - 1;
        if !self.is_told(inside) {
            return Some((value, NONE));
        }
        let key_end = self.place(end - 1);
        let key_end = if walk.escaped > 0 { !key_end } else { key_end };
        Some((value, self.tape.begin(self.place(at + 1), key_end, self.place(value))))
    }

    /// Where a container ends that stands there as it stood before.
    #[inline(always)]
    fn repeated(
        &mut self,
        walk: &mut Walk,
        may_repeat: bool,
        entry: usize,
        at: usize,
    ) -> Option<usize> {
        if !may_repeat {
            return None;
        }
        let before = self.repeats.at(walk.slot);
        let length = before.end - before.start;
        if length < BLOCK
            || before.has_entry != (entry != NONE)
            || !walk.view.is_repeated(before.start, at, length)
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
        walk.letters = walk.letters.with(before.letters);
        Some(at + length)
    }

    /// A container ends.
    #[inline(always)]
    fn finish(&mut self, walk: &mut Walk, inside: &Container, at: usize, size: i32) {
        let &Container { entry, slot, start, letters, may_repeat, .. } = inside;
        let mut size = size;
        if entry != NONE {
            let depth = self.around.len();
            let is_out = depth > SHALLOW_DEPTH || depth > 1 && at - start > SHALLOW_LENGTH;
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
                letters: walk.letters,
            };
            self.repeats.put(slot, repeat);
            walk.letters = walk.letters.with(letters);
        }
    }

    #[inline(always)]
    fn place(&self, at: usize) -> i32 {
        self.base + at as i32
    }
}

impl Walk {
    #[inline(always)]
    fn skip_blanks(&self, from: usize) -> usize {
        let mut at = from;
        // Not the line end, at which every walk ends.
        while matches!(self.view.at(at), b' ' | b'\t' | b'\r') {
            at += 1;
        }
        at
    }

    /// Moves past the string whose first byte after the quote is at `from`.
    #[inline(always)]
    fn string(&mut self, from: usize) -> Option<usize> {
        let mut at = from;
        let mut escaped = 0;
        loop {
            let mut stops = self.view.look(at, &mut self.letters);
            let block = at;
            at += BLOCK;
            while stops != 0 {
                let stop = block + stops.trailing_zeros() as usize;
                match self.view.at(stop) {
                    b'"' => {
                        self.escaped = escaped;
                        return Some(stop + 1);
                    }
                    b'\\' => {}
                    _ => return None,
                }
                let behind = match self.view.at(stop + 1) {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => stop + 2,
                    b'u' if self.view.take::<6>(stop)[2..].iter().all(u8::is_ascii_hexdigit) => {
                        stop + 6
                    }
                    _ => return None,
                };
                escaped += (behind - stop) as i32 - 1;
                let read = behind - block;
                if read >= BLOCK {
                    at = behind;
                    break;
                }
                stops &= u32::MAX << read;
            }
        }
    }

    /// Moves past a number, `true`, `false`, `null`, `NaN` or an infinity.
    #[inline(always)]
    fn word(&self, from: usize, first: u8) -> Option<usize> {
        let mut at = from;
        match first {
            b'n' => return self.letters_of(at, b"null"),
            b't' => return self.letters_of(at, b"true"),
            b'f' => return self.letters_of(at, b"false"),
            b'N' => return self.letters_of(at, b"NaN"),
            b'I' => return self.letters_of(at, b"Infinity"),
            b'-' => {
                at += 1;
                if self.view.at(at) == b'I' {
                    return self.letters_of(at, b"Infinity");
                }
            }
            _ => {}
        }
        at = if self.view.at(at) == b'0' { at + 1 } else { self.digits(at)? };
        if self.view.at(at) == b'.' {
            at = self.digits(at + 1)?;
        }
        if self.view.at(at) | 0x20 == b'e' {
            at += 1;
            if matches!(self.view.at(at), b'+' | b'-') {
                at += 1;
            }
            at = self.digits(at)?;
        }
        Some(at)
    }

    #[inline(always)]
    fn digits(&self, from: usize) -> Option<usize> {
        let mut at = from;
        while self.view.at(at).is_ascii_digit() {
            at += 1;
        }
        (at > from).then_some(at)
    }

    #[inline(always)]
    fn letters_of<const N: usize>(&self, at: usize, word: &[u8; N]) -> Option<usize> {
        (self.view.take::<N>(at) == *word).then_some(at + N)
    }
}

#[inline(always)]
fn closer(is_array: bool) -> u8 {
    if is_array { b']' } else { b'}' }
}
