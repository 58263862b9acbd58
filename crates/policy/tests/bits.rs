//! The same bits in WebAssembly and natively, where nothing is fused.
#![cfg(any(target_arch = "wasm32", target_arch = "x86_64"))]

mod support;

use support::{Batch, MEASURED, keys, ragged};
use upperhand_policy::{AdamOptions, GenerateOptions, LossDerivatives, Policy, ScoreOptions};
use wasm_bindgen_test::wasm_bindgen_test;

fn hash(values: impl IntoIterator<Item = u32>) -> u64 {
    values.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, value| {
        (hash ^ u64::from(value)).wrapping_mul(0x100_0000_01b3)
    })
}

#[test]
#[wasm_bindgen_test]
fn of_training_and_sampling() {
    let mut policy = Policy::<f32>::new(MEASURED, 11).unwrap();
    policy.set_reference(None).unwrap();
    for step in 0..6 {
        let Batch { tokens, offsets } = ragged(&MEASURED, step, 12);
        let d: Vec<f32> = tokens.iter().map(|&token| token as f32 / 4000.0 - 0.004).collect();
        let loss = LossDerivatives { logprobs: &d, entropies: &d, divergences: &d };
        let options = ScoreOptions { temperature: 0.9, ..ScoreOptions::default() };
        policy.forward_backward(&tokens, &offsets, &loss, &options).unwrap();
        let step = AdamOptions { grad_clip_norm: 0.5, weight_decay: 0.01, ..Default::default() };
        policy.optim_step(&step).unwrap();
    }
    let options =
        GenerateOptions { max_tokens: &[30], temperature: 1.1, top_k: 30, top_p: 0.95, stop: &[3] };
    let prompts = ragged(&MEASURED, 50, 6);
    let generated =
        policy.sample(&prompts.tokens, &prompts.offsets, &keys(1, 6, 4), &options).unwrap();
    let hashes = [
        hash(policy.parameters().iter().map(|p| p.to_bits())),
        hash(generated.tokens),
        hash(generated.logprobs.iter().map(|l| l.to_bits())),
    ];
    assert_eq!(
        hashes,
        [0x54a40001f58e205e, 0xac7fb5e88a4995cd, 0xf8bb644a6cff929c],
        "{hashes:#x?}"
    );
}
