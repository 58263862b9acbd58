//! Options of the calls that compare by weight, with the mean or with the pool.

use crate::options::{Baseline, SingletonRule};
use crate::token_options::WhitenEpsilon;

/// How [`compare_with_mean`](crate::compare_with_mean) runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompareWithMeanOptions {
    /// Added to the mean that divides.
    pub epsilon: f64,
    /// Whether groups whose mean is not above 0 get 0 instead.
    pub zero_unless_positive: bool,
    /// What a group of one becomes.
    pub singleton: SingletonRule,
}

/// What the mean of the residuals does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolMean {
    /// The std is about it, and it is subtracted.
    Subtract,
    /// The std is about it, and nothing is subtracted.
    Keep,
    /// It counts as 0: a root mean square.
    Zero,
}

/// How [`scale_by_pool`](crate::scale_by_pool) runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleByPoolOptions {
    /// Whose mean is subtracted first.
    pub baseline: Baseline,
    /// What a group of one becomes when the baseline is the group's.
    pub singleton: SingletonRule,
    /// What the mean of the residuals does.
    pub mean: PoolMean,
    /// The variance divides by the count less this.
    pub ddof: f64,
    /// What is added to the std or the variance, or the least variance.
    pub epsilon: f64,
    /// Where it is added.
    pub epsilon_place: WhitenEpsilon,
    /// Added to the count that sums are divided by.
    pub count_epsilon: f64,
}
