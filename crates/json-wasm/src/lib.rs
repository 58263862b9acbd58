//! Walks over JSON for JavaScript: bytes in, a tape of places out.
//!
//! The module imports nothing. An object is written into its memory, `scan` walks over it once, and the
//! tape tells where things are; texts are checked and jumped over, sixteen bytes at a time. As TypeScript
//! sees it:
//!
//! ```text
//! interface Exports {
//!   memory: WebAssembly.Memory;
//!   // Makes room for an object of so many bytes. It may move what pointers point to.
//!   reserve(bytes: number): void;
//!   // Where the object goes, as a signed 32-bit byte address.
//!   inputPointer(): number;
//!   // 0 unless the first `length` bytes there are exactly one JSON object (bare NaN and infinities are
//!   // taken for numbers); 1, or 3 where bytes beyond ASCII are in it. It may move the tape.
//!   scan(length: number): number;
//!   // The tape: entries of six int32, which ts/rollouts/projection/json-tape.ts explains. Places are
//!   // bytes of the memory.
//!   tapePointer(): number;
//! }
//! ```

#[cfg(target_arch = "wasm32")]
mod exports;
mod scanner;
mod stops;

pub use scanner::Scanner;
