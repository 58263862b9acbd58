//! Scores and gradients against those of another implementation, which `crates/policy-oracle` wrote down.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/vectors.rs"]
mod vectors;

use upperhand_policy::{LossDerivatives, Policy, Real, ScoreOptions};

fn check<T: Real>(tolerance: f64) {
    let convert = |values: Vec<f64>| values.into_iter().map(T::of).collect::<Vec<T>>();
    for case in vectors::cases() {
        let mut policy = Policy::<T>::new(case.config, 0).unwrap();
        policy.set_parameters(&convert(case.parameters())).unwrap();
        policy.set_reference(Some(&convert(case.reference()))).unwrap();
        let [logprobs, entropies, divergences] = case.derivatives().map(convert);
        let derivatives = LossDerivatives {
            logprobs: &logprobs,
            entropies: &entropies,
            divergences: &divergences,
        };
        let options =
            ScoreOptions { temperature: case.temperature, entropy: true, divergence: true };
        let scores =
            policy.forward_backward(&case.tokens, &case.offsets, &derivatives, &options).unwrap();
        let expected = vectors::read(case.name);
        expected.check(&case, policy.tensors(), &scores, policy.gradient(), tolerance);
    }
}

#[test]
fn float64_to_the_digits_written() {
    check::<f64>(1e-8);
}

#[test]
fn float32_to_its_precision() {
    check::<f32>(2e-5);
}
