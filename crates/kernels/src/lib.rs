//! Statistics of flat float64 values cut into groups, and the elementwise results made with them.
//!
//! The same values give the same bits on every machine and in every form of this crate: sums run in
//! NumPy's pairwise order (src/sum.rs has it in words), nothing is fused or reassociated, and only
//! add, subtract, multiply, divide and square root are used.
//!
//! ```
//! use ndarray::{array, Array1};
//! use upperhand_kernels::{Baseline, Groups, Scope, StandardizeOptions, standardize};
//!
//! let rewards = array![1.0, 0.0, 0.0, 1.0, 0.5];
//! let offsets = array![0, 4, 5];
//! let groups = Groups::new(offsets.view(), rewards.len())?;
//! let options = StandardizeOptions { epsilon: 0.5, ..StandardizeOptions::default() };
//! let mut advantages = Array1::zeros(rewards.len());
//! standardize(rewards.view(), &groups, &options, advantages.view_mut())?;
//! assert_eq!(advantages, array![0.5, -0.5, -0.5, 0.5, 1.0 / 3.0]);
//! # Ok::<(), upperhand_kernels::Error>(())
//! ```
//!
//! Rows of tokens are the same arrays, with a mask of bytes beside them; their calls write over what they
//! are given.
//!
//! No function panics. Values may be anything: NaN and infinities follow the arithmetic. Lengths and
//! offsets that do not fit are an [`Error`].

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod block;
mod buffers;
mod center;
mod center_by_weight;
mod compare_with_mean;
mod discounted_returns;
mod error;
mod extremes;
mod formula;
mod generalized_advantages;
mod groups;
mod lanes;
mod leave_one_out;
mod moments;
mod optimal_token_baseline;
mod options;
mod rows;
mod scale_by_pool;
mod scale_options;
mod segment_summaries;
mod standardize;
mod sum;
mod summarize;
mod token_options;
mod views;
mod weights;
mod whiten_tokens;

pub use center::{center, center_in_place};
pub use center_by_weight::center_by_weight;
pub use compare_with_mean::compare_with_mean;
pub use discounted_returns::discounted_returns;
pub use error::Error;
pub use generalized_advantages::generalized_advantages;
pub use groups::Groups;
pub use leave_one_out::{leave_one_out, leave_one_out_in_place};
pub use optimal_token_baseline::optimal_token_baseline;
pub use options::{
    Baseline, CenterOptions, EpsilonPlace, ScaleOf, Scope, SingletonRule, StandardizeOptions,
    SummarizeOptions,
};
pub use scale_by_pool::scale_by_pool;
pub use scale_options::{CompareWithMeanOptions, PoolMean, ScaleByPoolOptions};
pub use segment_summaries::{SegmentSummariesMut, segment_summaries};
pub use standardize::{standardize, standardize_in_place};
pub use summarize::{Summary, summarize};
pub use token_options::{
    Align, DiscountedReturnsOptions, GeneralizedAdvantagesOptions, MaskedTokens, MeanRule,
    OptimalTokenBaselineOptions, WhitenEpsilon, WhitenOptions,
};
pub use whiten_tokens::whiten_tokens;

/// Whether this build computes with simd128 (wasm32) or with the portable form.
pub const SIMD: bool = lanes::SIMD;
