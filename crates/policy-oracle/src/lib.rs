//! The policy of `crates/policy` a second time, over burn's tensors and derivatives, in float64. Nothing of the first's
//! arithmetic is used here: only its table of tensors, which says what lies where in the flat vector.
//!
//! `cargo test` compares the two. `cargo run` writes what this one finds to `crates/policy/tests/vectors`, against which the
//! default tests hold the first.

/// What is computed with both: read from the policy's tests.
#[path = "../../policy/tests/support/vectors.rs"]
#[allow(missing_docs, reason = "it is a test's")]
pub mod vectors;

mod twin;

use burn::tensor::Tensor;
use twin::Twin;
use upperhand_policy::Policy;
use vectors::{Case, Expected};

/// What the twin finds for a case.
pub fn expected(case: &Case) -> Expected {
    let places = Policy::<f64>::new(case.config, 0).expect("a config in range").tensors().to_vec();
    let twin = Twin::new(case.config, &places, &case.parameters());
    let reference = Twin::new(case.config, &places, &case.reference());
    let [by_logprob, by_entropy, by_divergence] = case.derivatives();
    let mut found = Expected::zeros(case.tokens.len());
    let mut loss: Option<Tensor<1>> = None;
    for pair in case.offsets.windows(2) {
        let range = pair[0] as usize..pair[1] as usize;
        let tokens = &case.tokens[range.clone()];
        let rows = twin.rows(tokens, case.temperature);
        let theirs = reference.rows(tokens, case.temperature).all.detach();
        let p = rows.all.clone().exp();
        let entropies = (p.clone() * rows.all.clone()).sum_dim(1).neg();
        let divergences = (p * (rows.all - theirs)).sum_dim(1);
        let scored = range.start + 1..range.end;
        let mut term = |values: Tensor<2>, to: &mut [f64], weights: &[f64]| {
            let numbers: Vec<f64> = values.to_data().iter::<f64>().collect();
            to[scored.clone()].copy_from_slice(&numbers);
            for (at, weight) in scored.clone().enumerate() {
                let one = values.clone().slice([at..at + 1, 0..1]).sum() * weights[weight];
                loss = Some(match loss.take() {
                    Some(sum) => sum + one,
                    None => one,
                });
            }
        };
        term(rows.targets, &mut found.logprobs, &by_logprob);
        term(entropies, &mut found.entropies, &by_entropy);
        term(divergences, &mut found.divergences, &by_divergence);
    }
    found.gradient = twin.gradient(loss.expect("a case has sequences"));
    found
}
