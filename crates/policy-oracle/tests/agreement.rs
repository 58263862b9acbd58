//! The policy in float64 against its twin: scores, and every tensor's gradient.

use upperhand_policy::{LossDerivatives, Policy, ScoreOptions, Scores};
use upperhand_policy_oracle::{expected, vectors};

#[test]
fn both_find_the_same() {
    for case in vectors::cases() {
        let mut policy = Policy::<f64>::new(case.config, 0).unwrap();
        policy.set_parameters(&case.parameters()).unwrap();
        policy.set_reference(Some(&case.reference())).unwrap();
        let [logprobs, entropies, divergences] = case.derivatives();
        let derivatives = LossDerivatives {
            logprobs: &logprobs,
            entropies: &entropies,
            divergences: &divergences,
        };
        let options =
            ScoreOptions { temperature: case.temperature, entropy: true, divergence: true };
        let scores =
            policy.forward_backward(&case.tokens, &case.offsets, &derivatives, &options).unwrap();
        expected(&case).check(&case, policy.tensors(), &scores, policy.gradient(), 1e-10);
    }
}

/// The committed vectors are what the twin finds, to the digits that they have.
#[test]
fn the_vectors_are_these() {
    for case in vectors::cases() {
        let policy = Policy::<f64>::new(case.config, 0).unwrap();
        let found = expected(&case);
        let scores = Scores {
            logprobs: found.logprobs,
            entropies: found.entropies,
            divergences: found.divergences,
        };
        vectors::read(case.name).check(&case, policy.tensors(), &scores, &found.gradient, 1e-8);
    }
}
