//! Every tensor's gradient against central differences, in float64, where these are exact to many digits.

mod support;

use support::{Batch, CONFIGS, ragged};
use upperhand_policy::{LossDerivatives, Policy, ScoreOptions, Scores, Tensor};
use wasm_bindgen_test::wasm_bindgen_test;

/// The loss whose derivatives by the scores are `weights`.
fn loss(scores: &Scores<f64>, weights: &[Vec<f64>; 3]) -> f64 {
    let products = |values: &[f64], weights: &[f64]| -> f64 {
        values.iter().zip(weights).map(|(x, w)| x * w).sum()
    };
    products(&scores.logprobs, &weights[0])
        + products(&scores.entropies, &weights[1])
        + products(&scores.divergences, &weights[2])
}

fn weights(batch: &Batch, terms: [bool; 3]) -> [Vec<f64>; 3] {
    let count = batch.tokens.len();
    let weight = |term: usize, at: usize| ((at * 7 + term * 3) % 11) as f64 / 5.0 - 1.0;
    [0, 1, 2].map(|term| match (terms[term], term) {
        (true, _) => (0..count).map(|at| weight(term, at)).collect(),
        (false, 0) => vec![0.0; count],
        (false, _) => vec![],
    })
}

/// The slope along a parameter.
fn difference(
    policy: &mut Policy<f64>,
    at: usize,
    loss: &mut dyn FnMut(&mut Policy<f64>) -> f64,
) -> f64 {
    let start = policy.parameters().to_vec();
    let mut along = |step: f64| {
        let mut moved = start.clone();
        moved[at] += step;
        policy.set_parameters(&moved).unwrap();
        let after = loss(policy);
        policy.set_parameters(&start).unwrap();
        after
    };
    let mut slope = |step: f64| (along(step) - along(-step)) / (2.0 * step);
    // Two steps give the fourth order.
    let (near, far) = (slope(1e-5), slope(2e-5));
    (4.0 * near - far) / 3.0
}

/// Some of a tensor's places.
fn some(tensor: &Tensor) -> Vec<usize> {
    let range = tensor.range();
    let step = (range.len() / 6).max(1) | 1;
    range.step_by(step).collect()
}

fn check(terms: [bool; 3], temperature: f64) {
    for (which, config) in CONFIGS.into_iter().enumerate() {
        let mut policy = Policy::<f64>::new(config, 5 + which as u64).unwrap();
        // Larger biases and gains than a new policy has, so that none is at a special place.
        let moved: Vec<f64> = policy
            .parameters()
            .iter()
            .enumerate()
            .map(|(at, p)| p * 1.5 + ((at * 37 % 101) as f64 - 50.0) / 500.0)
            .collect();
        policy.set_reference(None).unwrap();
        policy.set_parameters(&moved).unwrap();
        let batch = ragged(&config, 4 + which as u64, 5);
        let weights = weights(&batch, terms);
        let options = ScoreOptions { temperature, entropy: terms[1], divergence: terms[2] };
        let derivatives = LossDerivatives {
            logprobs: &weights[0],
            entropies: &weights[1],
            divergences: &weights[2],
        };
        policy.forward_backward(&batch.tokens, &batch.offsets, &derivatives, &options).unwrap();
        let gradient = policy.gradient().to_vec();
        let mut of = |policy: &mut Policy<f64>| {
            loss(&policy.score(&batch.tokens, &batch.offsets, &options).unwrap(), &weights)
        };
        for tensor in policy.tensors().to_vec() {
            let largest = gradient[tensor.range()].iter().fold(0.0f64, |most, g| most.max(g.abs()));
            assert!(largest > 1e-6, "{config:?}: {tensor:?} has no gradient");
            for at in some(&tensor) {
                let expected = difference(&mut policy, at, &mut of);
                let away = (gradient[at] - expected).abs() / largest.max(1e-3);
                assert!(away < 1e-6, "{tensor:?} at {at}: {} for {expected}", gradient[at]);
            }
        }
    }
}

#[test]
#[wasm_bindgen_test]
fn of_log_probabilities() {
    check([true, false, false], 1.0);
}

#[test]
#[wasm_bindgen_test]
fn of_entropy() {
    check([false, true, false], 0.7);
}

#[test]
#[wasm_bindgen_test]
fn of_divergence() {
    check([false, false, true], 1.3);
}

#[test]
#[wasm_bindgen_test]
fn of_all_together() {
    check([true, true, true], 0.8);
}

/// In float32 what float64 says, to float32's precision.
#[test]
#[wasm_bindgen_test]
fn float32_agrees_with_float64() {
    for config in CONFIGS {
        let mut single = Policy::<f32>::new(config, 3).unwrap();
        let mut double = Policy::<f64>::new(config, 3).unwrap();
        let parameters: Vec<f64> = single.parameters().iter().map(|&p| f64::from(p)).collect();
        double.set_parameters(&parameters).unwrap();
        let batch = ragged(&config, 9, 7);
        let weights = weights(&batch, [true, false, false]);
        let narrow: Vec<f32> = weights[0].iter().map(|&w| w as f32).collect();
        let options = ScoreOptions::default();
        let derivatives =
            LossDerivatives { logprobs: &weights[0], entropies: &[], divergences: &[] };
        double.forward_backward(&batch.tokens, &batch.offsets, &derivatives, &options).unwrap();
        let derivatives = LossDerivatives { logprobs: &narrow, entropies: &[], divergences: &[] };
        single.forward_backward(&batch.tokens, &batch.offsets, &derivatives, &options).unwrap();
        for tensor in double.tensors() {
            let right = &double.gradient()[tensor.range()];
            let got = &single.gradient()[tensor.range()];
            let largest = right.iter().fold(0.0f64, |most, g| most.max(g.abs()));
            for (got, right) in got.iter().zip(right) {
                let away = (f64::from(*got) - right).abs() / largest;
                assert!(away < 2e-5, "{tensor:?}: {got} for {right}");
            }
        }
    }
}
