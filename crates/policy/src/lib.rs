//! A causal transformer that is small enough to train anywhere, and its training, by hand.
//!
//! Tokens and learned positions are embedded and added; each block adds causal attention and a feed-forward layer with
//! a rectifier, both behind a root mean square norm; a last norm and an untied head give logits. All parameters lie in
//! one flat vector.
//!
//! ```
//! use upperhand_policy::{AdamOptions, Config, LossDerivatives, Policy, ScoreOptions};
//!
//! let config =
//!     Config { layers: 1, width: 8, heads: 2, feed_forward: 16, context: 6, vocabulary: 4 };
//! let mut policy = Policy::<f32>::new(config, 7)?;
//! let (tokens, offsets) = ([0, 1, 2, 3, 3, 0, 1], [0, 4, 7]);
//! let before = policy.score(&tokens, &offsets, &ScoreOptions::default())?;
//! // The loss is the sum of the negative log probabilities.
//! let loss = LossDerivatives { logprobs: &[-1.0; 7], entropies: &[], divergences: &[] };
//! policy.forward_backward(&tokens, &offsets, &loss, &ScoreOptions::default())?;
//! policy.optim_step(&AdamOptions { learning_rate: 0.01, ..AdamOptions::default() })?;
//! let after = policy.score(&tokens, &offsets, &ScoreOptions::default())?;
//! assert!(after.logprobs.iter().sum::<f32>() > before.logprobs.iter().sum::<f32>());
//! # Ok::<(), upperhand_policy::Error>(())
//! ```
//!
//! In `f32` the same calls give the same bits in WebAssembly, whatever runs it, and on x86-64: only add, multiply, divide
//! and square root are used, nothing is fused, and the order of every sum is fixed. A row's results do not depend on the
//! rows beside it, so a sequence scores the same alone and among others, and a token has the same log probability
//! when it is sampled and when it is scored.

mod adam;
mod attention;
mod backward;
mod buffer;
mod choose;
mod config;
mod elementary;
mod error;
mod generate;
mod initial;
mod lanes;
mod layout;
mod linear;
mod norm;
mod output;
mod philox;
mod policy;
mod quad;
mod real;
mod score;
mod sequences;
mod session;
mod state;
mod trunk;

pub use adam::AdamOptions;
pub use config::Config;
pub use error::{Error, Opt};
pub use generate::{GenerateOptions, Generated, StopReason};
pub use layout::{Role, Tensor};
pub use philox::Key;
pub use policy::Policy;
pub use real::Real;
pub use score::{LossDerivatives, ScoreOptions, Scores};
