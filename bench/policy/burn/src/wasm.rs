//! The policy over burn-flex for WebAssembly: the caller fills a room with each file of the task, begins, and calls.

#[cfg(not(target_feature = "simd128"))]
compile_error!(
    "without vector instructions it is no rival: RUSTFLAGS replaces those of .cargo/config.toml"
);

use crate::contender::Burn;
use crate::task::{Task, answer};
use std::cell::RefCell;

/// In the order of the rooms.
const FILES: [&str; 4] = ["task.json", "parameters.f32", "tokens.u32", "prompts.u32"];
/// By their numbers.
const CALLS: [&str; 4] = ["gradient", "train", "sample", "product"];

#[derive(Default)]
struct Held {
    rooms: Vec<Vec<u8>>,
    contender: Option<(&'static Task, Burn<'static>)>,
    results: Vec<f64>,
}

thread_local! {
    static HELD: RefCell<Held> = RefCell::default();
}

/// Room for the next file.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    HELD.with_borrow_mut(|held| {
        held.rooms.push(vec![0; bytes]);
        held.rooms.last_mut().expect("just pushed").as_mut_ptr()
    })
}

/// Begins with what is in the rooms.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    HELD.with_borrow_mut(|held| {
        let named = |name: &str| FILES.iter().position(|file| *file == name);
        let file = |name: &str| Ok(held.rooms[named(name).ok_or("no such file")?].clone());
        let task: &Task = Box::leak(Box::new(Task::of(file).expect("a whole task")));
        held.contender = Some((task, Burn::new(task)));
    });
}

/// Makes a call; how many numbers it gives.
#[unsafe(no_mangle)]
pub extern "C" fn call(what: usize, number: usize) -> usize {
    HELD.with_borrow_mut(|held| {
        let (task, contender) = held.contender.as_mut().expect("begun");
        held.results = answer(task, contender, CALLS[what], number).expect("a known call");
        held.results.len()
    })
}

/// The numbers of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn results() -> *const f64 {
    HELD.with_borrow(|held| held.results.as_ptr())
}

/// Seeds are given, so that nobody asks for one.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    _dest: *mut u8,
    _len: usize,
) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}
