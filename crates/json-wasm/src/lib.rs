//! Walks over JSON for JavaScript: bytes in, a tape of places out.
//!
//! The module imports nothing. Lines are written into its memory, and walked over once, many of them by one call; the
//! tape tells where things are. Texts are checked and jumped over, 32 bytes at a time, and arrays of numbers, 64 of
//! them. What stands between two values of an object, and objects and arrays that stood under the same key before, are
//! compared with what was there last time: bytes that are the same were checked already. As TypeScript sees it:
//!
//! ```text
//! interface Exports {
//!   memory: WebAssembly.Memory;
//!   // Makes room for so many bytes. What is there stays, but may move, as may what pointers point to.
//!   reserve(bytes: number): void;
//!   // Where bytes go, as a signed 32-bit byte address.
//!   inputPointer(): number;
//!   // 0 unless the first `length` bytes there are exactly one JSON object, on one line (bare NaN and infinities
//!   // are taken for numbers); 1, or 3 where bytes beyond ASCII are in it. It may move the tape.
//!   scan(length: number): number;
//!   // Walks over the lines between two places of the input, of which the second is behind a line end; gives their
//!   // number. `base` is added to all places. Depth 0 leaves out what is inside of long or deep members, 1 what is
//!   // inside of long ones that stood there before, 2 nothing. It may move lines and tape.
//!   walk(from: number, to: number, depth: number, base: number): number;
//!   // The lines: four int32 each, which ts/rollouts/projection/lines.ts explains.
//!   linesPointer(): number;
//!   // The tape: entries of six int32, which ts/rollouts/projection/tape.ts explains, and how many int32 it has.
//!   tapePointer(): number;
//!   tapeLength(): number;
//! }
//! ```

mod block;
mod container;
#[cfg(target_arch = "wasm32")]
mod exports;
mod glue;
mod key;
mod numbers;
mod repeats;
mod scanner;
mod tape;
mod text;
mod view;
mod walk;
mod word;

pub use container::Depth;
pub use scanner::Scanner;
