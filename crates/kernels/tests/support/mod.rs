//! What several test files use. Each compiles it for itself and needs a part.
#![allow(dead_code)]

pub mod bits;
pub mod calls;
pub mod estimators;
pub mod exact;
#[cfg(not(target_arch = "wasm32"))]
pub mod golden;
pub mod random;
pub mod slow;
pub mod slow_scales;
pub mod slow_tokens;
pub mod splitmix;
