//! What JavaScript calls.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::container::Depth;
use crate::scanner::{LINE, Scanner};

thread_local! {
    static SCANNER: RefCell<Scanner> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut Scanner) -> T) -> T {
    SCANNER.with(|scanner| work(&mut scanner.borrow_mut()))
}

/// Makes room for an object of so many bytes.
#[wasm_bindgen]
pub fn reserve(bytes: usize) {
    with(|scanner| scanner.reserve(bytes));
}

/// Where the object goes.
#[wasm_bindgen(js_name = inputPointer)]
pub fn input_pointer() -> usize {
    with(|scanner| scanner.input.as_ptr() as usize)
}

/// Walks over the object.
#[wasm_bindgen]
pub fn scan(length: usize) -> u32 {
    with(|scanner| {
        let base = scanner.input.as_ptr() as i32;
        match scanner.scan(length, base) {
            None => 0,
            Some(false) => 1,
            Some(true) => 3,
        }
    })
}

/// Walks over the lines from one place of the input to another, which is behind a line end; gives their number. `base` is
/// added to all places.
#[wasm_bindgen]
pub fn walk(from: usize, to: usize, depth: u32, base: i32) -> usize {
    let depth = match depth {
        0 => Depth::Shallow,
        1 => Depth::Deep,
        _ => Depth::Full,
    };
    with(|scanner| {
        scanner.walk(from, to, base, depth);
        scanner.lines.len() / LINE
    })
}

/// Where the lines begin.
#[wasm_bindgen(js_name = linesPointer)]
pub fn lines_pointer() -> usize {
    with(|scanner| scanner.lines.as_ptr() as usize)
}

/// Where the tape begins.
#[wasm_bindgen(js_name = tapePointer)]
pub fn tape_pointer() -> usize {
    with(|scanner| scanner.tape.numbers.as_ptr() as usize)
}

/// How many numbers it has.
#[wasm_bindgen(js_name = tapeLength)]
pub fn tape_length() -> usize {
    with(|scanner| scanner.tape.numbers.len())
}
