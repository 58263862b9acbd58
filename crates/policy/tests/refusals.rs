//! What is refused for what comes of it, and leaves the policy as it was.

mod support;

use support::{CONFIGS, keys, weights};
use upperhand_policy::{Config, Error, GenerateOptions, LossDerivatives, Policy, ScoreOptions};
use wasm_bindgen_test::wasm_bindgen_test;

#[test]
#[wasm_bindgen_test]
fn parameters_that_overflow_are_told_and_nothing_is_kept() {
    let config = CONFIGS[0];
    let mut policy = Policy::<f32>::new(config, 1).unwrap();
    policy.set_parameters(&vec![1e30; policy.parameters().len()]).unwrap();
    let ids = policy.open(&[1, 2], &[0, 2], &keys(0, 1, 1)).unwrap();
    let how =
        GenerateOptions { max_tokens: &[3], temperature: 1.0, top_k: 0, top_p: 1.0, stop: &[] };
    assert_eq!(policy.generate(&ids, &how), Err(Error::Diverged));
    assert_eq!(policy.session_tokens(ids[0]), Ok(&[1, 2][..]));
    let scored = policy.score(&[1, 2], &[0, 2], &ScoreOptions::default());
    assert_eq!(scored, Err(Error::Diverged));
    let loss = LossDerivatives { logprobs: &[1.0, 1.0], entropies: &[], divergences: &[] };
    let trained = policy.forward_backward(&[1, 2], &[0, 2], &loss, &ScoreOptions::default());
    assert_eq!(trained, Err(Error::Diverged));
    assert!(policy.gradient().iter().all(|&g| g == 0.0));
    let mut parameters = policy.parameters().to_vec();
    parameters[7] = f32::NAN;
    assert_eq!(policy.set_parameters(&parameters), Err(Error::NotFinite(7)));
}

/// Sizes that are fine each, and more together than 32 bits count.
#[test]
#[wasm_bindgen_test]
fn a_batch_beyond_all_memory_is_refused() {
    let config =
        Config { layers: 1, width: 32, heads: 32, feed_forward: 1, context: 16_384, vocabulary: 2 };
    let mut policy = Policy::<f32>::new(config, 1).unwrap();
    let (tokens, offsets) = (vec![1; 16_384], [0, 16_384]);
    let d = weights(tokens.len(), 1);
    let loss = LossDerivatives { logprobs: &d, entropies: &[], divergences: &[] };
    let options = ScoreOptions::default();
    let refused = policy.forward_backward(&tokens, &offsets, &loss, &options);
    assert_eq!(refused, Err(Error::Memory));
    assert!(policy.gradient().iter().all(|&g| g == 0.0));
    policy.score(&[0, 1], &[0, 2], &options).unwrap();
}
