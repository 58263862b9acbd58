//! Times training and sampling natively, as JSON lines: what the WebAssembly module is compared with.
//!
//!     cargo run --release -p upperhand-policy --example throughput -- [rounds]
//!
//! 64 sequences of 33 tokens a step; 64 samples of 32 tokens after prompts of 8. The best time of all rounds.

use std::time::Instant;
use upperhand_policy::{
    AdamOptions, Config, GenerateOptions, Key, LossDerivatives, Policy, ScoreOptions,
};

const CONFIG: Config =
    Config { layers: 2, width: 64, heads: 4, feed_forward: 256, context: 48, vocabulary: 40 };
const LISTS: usize = 64;

fn lists(length: usize) -> (Vec<u32>, Vec<u32>) {
    let tokens = (0..LISTS * length).map(|at| (at * at + at / 7) as u32 % 40).collect();
    (tokens, (0..=LISTS).map(|list| (list * length) as u32).collect())
}

fn best(what: &str, tokens: usize, rounds: usize, mut run: impl FnMut()) {
    let mut seconds = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        run();
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    let (ms, rate) = (seconds * 1e3, tokens as f64 / seconds);
    println!("{{\"what\":\"{what}\",\"ms\":{ms:.2},\"tokensPerSecond\":{rate:.0}}}");
}

fn main() -> Result<(), upperhand_policy::Error> {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20);
    let mut policy = Policy::<f32>::new(CONFIG, 1)?;
    let (tokens, offsets) = lists(33);
    let d = vec![-1.0 / (LISTS * 32) as f32; tokens.len()];
    let loss = LossDerivatives { logprobs: &d, entropies: &[], divergences: &[] };
    let options = ScoreOptions::default();
    let step = AdamOptions { grad_clip_norm: 1.0, ..AdamOptions::default() };
    best("train", LISTS * 32, rounds, || {
        policy.forward_backward(&tokens, &offsets, &loss, &options).expect("fits");
        policy.optim_step(&step).expect("is finite");
    });
    best("score", LISTS * 32, rounds, || {
        policy.score(&tokens, &offsets, &options).expect("fits");
    });
    let (tokens, offsets) = lists(8);
    let keys: Vec<Key> =
        (0..LISTS as u64).map(|prompt| Key { seed: 1, prompt, sample: 0 }).collect();
    let how =
        GenerateOptions { max_tokens: &[32], temperature: 1.0, top_k: 0, top_p: 1.0, stop: &[] };
    best("sample", LISTS * 32, rounds, || {
        policy.sample(&tokens, &offsets, &keys, &how).expect("fits");
    });
    Ok(())
}
