//! The five estimators as the kernel calls that they are made of.

use super::calls;
use upperhand_kernels::{
    Baseline, CenterOptions, ScaleOf, Scope, SingletonRule, StandardizeOptions,
};

pub fn estimate(
    name: &str,
    by_std: bool,
    epsilon: f64,
    values: &[f64],
    offsets: &[u32],
) -> Vec<f64> {
    let grpo = StandardizeOptions { epsilon, ..StandardizeOptions::default() };
    match name {
        "grpo" if by_std => calls::standardize(values, offsets, &grpo),
        "grpo" => {
            let options = CenterOptions { baseline: Scope::Group, singleton: SingletonRule::Raw };
            calls::center(values, offsets, &options)
        }
        "reinforce" => values.to_vec(),
        "reinforce_plus_plus_baseline" => {
            let options = StandardizeOptions {
                scale: Scope::Pool,
                scale_of: ScaleOf::Residuals,
                singleton: SingletonRule::Member,
                ..grpo
            };
            calls::standardize(values, offsets, &options)
        }
        "prpo" => {
            let options =
                StandardizeOptions { baseline: Baseline::Pool, scale: Scope::Pool, ..grpo };
            calls::standardize(values, offsets, &options)
        }
        "rloo" => calls::leave_one_out(values, offsets, SingletonRule::Raw),
        _ => panic!("no estimator {name}"),
    }
}
