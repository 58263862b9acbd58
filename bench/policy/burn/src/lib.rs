//! What the native program and the WebAssembly module have in common.

/// The policy over burn-flex.
pub mod contender;

/// The task and the wire, as the native program of the policy has them.
#[path = "../../native/src/task.rs"]
pub mod task;

#[cfg(target_arch = "wasm32")]
mod wasm;
