//! The walk over one object.

use crate::container::{Container, Depth, REPEATED_DEPTH};
use crate::glue::{Glue, Glues, OPENING};
use crate::key::Key;
use crate::numbers::pass_numbers;
use crate::repeats::Repeats;
use crate::tape::{NONE, Tape};
use crate::text::string;
use crate::view::View;
use crate::word::word;

/// What is kept from one object to the next.
#[derive(Default)]
pub struct Memory {
    /// What is around the value that is read, the outermost first.
    pub around: Vec<Container>,
    /// Containers that may come again.
    pub repeats: Repeats,
    glues: Glues,
}

impl Memory {
    /// Other bytes come into the memory, or some of them were not as they should be.
    pub fn forget(&mut self) {
        self.repeats.forget();
    }
}

/// What a walk is over, and what it fills.
pub struct Walk<'a> {
    /// The bytes.
    pub view: View,
    /// Added to all places.
    pub base: i32,
    /// What the tape leaves out.
    pub depth: Depth,
    /// What is found.
    pub tape: &'a mut Tape,
    /// What is remembered.
    pub memory: &'a mut Memory,
}

impl Walk<'_> {
    /// Where the line of an object ends; None where there is something else on it.
    pub fn line(&mut self, from: usize) -> Option<usize> {
        let view = self.view;
        let start = view.skip_blanks(from);
        if view.at(start) != b'{' {
            return None;
        }
        let end = self.object(start)?;
        let end = view.skip_blanks(end);
        (view.at(end) == b'\n').then_some(end)
    }

    fn object(&mut self, start: usize) -> Option<usize> {
        let view = self.view;
        let mut at = start;
        let mut entry = self.tape.begin(0, 0, self.place(start));
        let first = view.skip_blanks(start + 1);
        if view.at(first) == b'}' {
            self.tape.end(entry, self.place(first + 1), 0);
            return Some(first + 1);
        }
        // Of the container around the value: none, at first.
        let (mut is_array, mut is_told, mut commas) = (true, false, 0);
        // The number of the key of the last value, and its path.
        let (mut key, mut path) = (0, 0);
        self.memory.around.clear();
        'values: loop {
            // Where a key is that has to be read, with what stands before it, and the path that leads to it.
            let (from, leading) = 'key: {
                let byte = view.at(at);
                let mut size = 0;
                if byte == b'"' {
                    (at, size) = string(view, at + 1)?;
                } else if byte == b'{' || byte == b'[' {
                    let begins_array = byte == b'[';
                    if is_array && !begins_array && is_told {
                        entry = self.tape.begin(commas, 0, self.place(at));
                    }
                    let depth = self.memory.around.len();
                    let may_repeat = !is_array && depth <= REPEATED_DEPTH;
                    // What an object begins with depends on the one before it.
                    let opening = path | OPENING;
                    let glue = self.memory.glues.at(opening);
                    let has_glue = !begins_array && glue.is_at(view, at);
                    let start = at;
                    if may_repeat && let Some(end) = self.repeated(key, entry, at) {
                        at = end;
                        entry = NONE;
                    } else if !has_glue && {
                        at = view.skip_blanks(at + 1);
                        view.at(at) == closer(begins_array)
                    } {
                        at += 1;
                    } else {
                        if let Some(outer) = self.memory.around.last_mut() {
                            outer.commas = commas;
                            if is_array {
                                path = outer.path;
                            }
                        }
                        is_told = entry != NONE && self.tells(depth);
                        is_array = begins_array;
                        commas = 0;
                        self.memory.around.push(Container {
                            entry,
                            start,
                            is_array,
                            is_told,
                            may_repeat,
                            commas,
                            key,
                            path,
                        });
                        entry = NONE;
                        if has_glue {
                            let glue = self.memory.glues.at(opening);
                            if is_told {
                                entry = self.tape.glued(glue, self.base + at as i32);
                            }
                            (at, path, key) = (at + glue.length as usize, glue.path, glue.key);
                        } else if !is_array {
                            break 'key (start, opening);
                        } else if is_number(view.at(at)) {
                            (at, commas) = pass_numbers(view, at);
                        }
                        continue 'values;
                    }
                } else {
                    at = word(view, at, byte)?;
                }
                if entry != NONE {
                    self.tape.end(entry, self.place(at), size);
                }
                loop {
                    if !is_array {
                        let glue = self.memory.glues.at(path);
                        if glue.is_at(view, at) {
                            entry = NONE;
                            if is_told {
                                entry = self.tape.glued(glue, self.base + at as i32);
                            }
                            commas += 1;
                            (at, path, key) = (at + glue.length as usize, glue.path, glue.key);
                            continue 'values;
                        }
                    }
                    at = view.skip_blanks(at);
                    let next = view.at(at);
                    if next == b',' {
                        commas += 1;
                        let comma = at;
                        at = view.skip_blanks(at + 1);
                        entry = NONE;
                        if !is_array {
                            break 'key (comma, path);
                        }
                        if is_number(view.at(at)) {
                            let (first, count) = pass_numbers(view, at);
                            at = first;
                            commas += count;
                        }
                        continue 'values;
                    }
                    if next != closer(is_array) {
                        return None;
                    }
                    at += 1;
                    let closed = self.memory.around.pop()?;
                    self.finish(&closed, at, commas + 1);
                    let Some(outer) = self.memory.around.last() else {
                        return Some(at);
                    };
                    (is_array, is_told, commas) = (outer.is_array, outer.is_told, outer.commas);
                    key = closed.key;
                    if !is_array {
                        path = closed.path;
                    }
                }
            };
            let next = Key::read(view, at, key)?;
            self.memory.glues.put(leading, Glue::new(view, from, &next));
            entry = self.member(&next, is_told);
            (at, path, key) = (next.value, next.path, next.number);
        }
    }

    /// The entry of a member, or none.
    #[inline(always)]
    fn member(&mut self, key: &Key, is_told: bool) -> usize {
        if !is_told {
            return NONE;
        }
        let end = self.place(key.end);
        let end = if key.has_escapes { !end } else { end };
        self.tape.begin(self.place(key.start), end, self.place(key.value))
    }

    /// A place as the tape has it.
    #[inline(always)]
    pub fn place(&self, at: usize) -> i32 {
        self.base + at as i32
    }
}

/// Whether a number begins so.
#[inline(always)]
fn is_number(byte: u8) -> bool {
    byte == b'-' || byte.is_ascii_digit()
}

#[inline(always)]
fn closer(is_array: bool) -> u8 {
    if is_array { b']' } else { b'}' }
}
