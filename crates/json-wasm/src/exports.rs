//! What JavaScript calls.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::Scanner;

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

/// Where the tape begins.
#[wasm_bindgen(js_name = tapePointer)]
pub fn tape_pointer() -> usize {
    with(|scanner| scanner.tape.as_ptr() as usize)
}
