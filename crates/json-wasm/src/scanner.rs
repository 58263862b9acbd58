//! The walk over an object.

use crate::stops::{BLOCK, look};

/// How many numbers an entry has: where its key begins and ends (its complement where it holds escapes),
/// where its value begins and ends, the entry after all that is inside, and a size.
const ENTRY: usize = 6;
/// What has no entry.
const NONE: usize = usize::MAX;

struct Container {
    entry: usize,
    is_array: bool,
    /// Commas so far.
    commas: i32,
}

/// Finds where things are in one JSON object after the other, in the same memory.
#[derive(Default)]
pub struct Scanner {
    /// The object, and at least a block behind it.
    pub input: Vec<u8>,
    /// Entries, one after the other.
    pub tape: Vec<i32>,
    around: Vec<Container>,
    base: i32,
    /// How many bytes more than characters the escapes of the last string take.
    escaped: i32,
    letters: u32,
}

impl Scanner {
    /// Makes room for an object.
    pub fn reserve(&mut self, bytes: usize) {
        if self.input.len() < bytes + BLOCK {
            self.input = Vec::new();
            self.input = vec![0; bytes + bytes / 2 + BLOCK];
        }
    }

    /// None unless the first `length` bytes are exactly one object; else whether bytes beyond ASCII are in it.
    pub fn scan(&mut self, length: usize, base: i32) -> Option<bool> {
        self.tape.clear();
        self.around.clear();
        self.base = base;
        self.letters = 0;
        // Zeros are nothing that JSON allows anywhere, so that nothing is read beyond them.
        self.input.get_mut(length..length + BLOCK)?.fill(0);
        let start = self.skip_blanks(0);
        if self.at(start) != b'{' {
            return None;
        }
        let end = self.values(start)?;
        (self.skip_blanks(end) == length).then_some(self.letters != 0)
    }

    fn values(&mut self, start: usize) -> Option<usize> {
        let mut at = start;
        let mut entry = self.append(0, 0, start);
        let mut inside = Container { entry: NONE, is_array: false, commas: 0 };
        loop {
            let byte = self.at(at);
            let mut size = 0;
            let mut is_empty = false;
            if byte == b'"' {
                at = self.string(at + 1)?;
                size = self.escaped;
            } else if byte == b'{' || byte == b'[' {
                let is_array = byte == b'[';
                if !is_array && inside.is_array && inside.entry != NONE {
                    entry = self.append(inside.commas, 0, at);
                }
                self.around.push(inside);
                inside = Container { entry, is_array, commas: 0 };
                at = self.skip_blanks(at + 1);
                is_empty = self.at(at) == closer(is_array);
                if !is_empty {
                    (at, entry) = self.begin(at, &inside)?;
                    continue;
                }
                entry = NONE;
            } else {
                at = self.word(at, byte)?;
            }
            if entry != NONE {
                self.close(entry, at, size);
            }
            loop {
                at = self.skip_blanks(at);
                let next = self.at(at);
                if next == b',' && !is_empty {
                    inside.commas += 1;
                    at = self.skip_blanks(at + 1);
                    (at, entry) = self.begin(at, &inside)?;
                    break;
                }
                if next != closer(inside.is_array) {
                    return None;
                }
                at += 1;
                if inside.entry != NONE {
                    let entries = if is_empty { 0 } else { inside.commas + 1 };
                    self.close(inside.entry, at, entries);
                }
                is_empty = false;
                inside = self.around.pop()?;
                if self.around.is_empty() {
                    return Some(at);
                }
            }
        }
    }

    /// Moves to the value that begins an entry of a container: past its key, in an object.
    #[inline(always)]
    fn begin(&mut self, at: usize, inside: &Container) -> Option<(usize, usize)> {
        if inside.is_array {
            return Some((at, NONE));
        }
        if self.at(at) != b'"' {
            return None;
        }
        let end = self.string(at + 1)?;
        let colon = self.skip_blanks(end);
        if self.at(colon) != b':' {
            return None;
        }
        let value = self.skip_blanks(colon + 1);
        if inside.entry == NONE {
            return Some((value, NONE));
        }
        let key_end = self.place(end - 1);
        let key_end = if self.escaped > 0 { !key_end } else { key_end };
        Some((value, self.append(self.place(at + 1), key_end, value)))
    }

    #[inline(always)]
    fn append(&mut self, key_start: i32, key_end: i32, start: usize) -> usize {
        let entry = self.tape.len();
        let start = self.place(start);
        self.tape.extend_from_slice(&[key_start, key_end, start, 0, 0, 0]);
        entry
    }

    #[inline(always)]
    fn close(&mut self, entry: usize, at: usize, size: i32) {
        let end = self.place(at);
        let next = self.tape.len() as i32;
        if let Some(rest) = self.tape.get_mut(entry + 3..entry + ENTRY) {
            rest.copy_from_slice(&[end, next, size]);
        }
    }

    #[inline(always)]
    fn place(&self, at: usize) -> i32 {
        self.base + at as i32
    }

    #[inline(always)]
    fn at(&self, at: usize) -> u8 {
        self.input.get(at).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn skip_blanks(&self, from: usize) -> usize {
        let mut at = from;
        while matches!(self.at(at), b' ' | b'\t' | b'\n' | b'\r') {
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
            let (stops, letters) = look(self.input.get(at..at + BLOCK)?.first_chunk()?);
            if stops == 0 {
                self.letters |= letters;
                at += BLOCK;
                continue;
            }
            let before = stops.trailing_zeros();
            self.letters |= letters & ((1 << before) - 1);
            at += before as usize;
            match self.at(at) {
                b'"' => {
                    self.escaped = escaped;
                    return Some(at + 1);
                }
                b'\\' => match self.at(at + 1) {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {
                        at += 2;
                        escaped += 1;
                    }
                    b'u' if (2..6).all(|i| self.at(at + i).is_ascii_hexdigit()) => {
                        at += 6;
                        escaped += 5;
                    }
                    _ => return None,
                },
                _ => return None,
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
                if self.at(at) == b'I' {
                    return self.letters_of(at, b"Infinity");
                }
            }
            _ => {}
        }
        at = if self.at(at) == b'0' { at + 1 } else { self.digits(at)? };
        if self.at(at) == b'.' {
            at = self.digits(at + 1)?;
        }
        if self.at(at) | 0x20 == b'e' {
            at += 1;
            if matches!(self.at(at), b'+' | b'-') {
                at += 1;
            }
            at = self.digits(at)?;
        }
        Some(at)
    }

    #[inline(always)]
    fn digits(&self, from: usize) -> Option<usize> {
        let mut at = from;
        while self.at(at).is_ascii_digit() {
            at += 1;
        }
        (at > from).then_some(at)
    }

    fn letters_of(&self, at: usize, word: &[u8]) -> Option<usize> {
        (self.input.get(at..at + word.len())? == word).then_some(at + word.len())
    }
}

fn closer(is_array: bool) -> u8 {
    if is_array { b']' } else { b'}' }
}
