//! What must hold for all batches, bit for bit. PROPTEST_CASES sets how many are tried; the seed is fixed.

mod support;

use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, RngAlgorithm, TestRng, TestRunner};
use support::{Batch, CONFIGS, MEASURED, Random, keys, ragged, weights};
use upperhand_policy::{
    AdamOptions, Config, Error, GenerateOptions, Generated, Key, LossDerivatives, Policy,
    ScoreOptions, Scores,
};
use wasm_bindgen_test::wasm_bindgen_test;

fn check<S: Strategy>(strategy: S, test: impl Fn(S::Value)) {
    let config = Cases { failure_persistence: None, ..Cases::with_cases(48) };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, b"upperhand's policy: a fixed seed");
    let run = |value| {
        test(value);
        Ok(())
    };
    if let Err(failure) = TestRunner::new_with_rng(config, random).run(&strategy, run) {
        panic!("{failure}");
    }
}

fn config() -> impl Strategy<Value = Config> {
    prop_oneof![
        2 => prop::sample::select(CONFIGS.to_vec()),
        // Wider than matrices are multiplied at once.
        1 => Just(Config { feed_forward: 300, ..CONFIGS[1] }),
        3 => (1..4usize, 1..4usize, 1..10usize, 1..20usize, 2..20usize, 2..30usize).prop_map(
            |(layers, heads, wide, feed_forward, context, vocabulary)| {
                Config { layers, width: heads * wide, heads, feed_forward, context, vocabulary }
            }
        ),
    ]
}

fn cases() -> impl Strategy<Value = (Config, u64, usize)> {
    (config(), 0..1000u64, 1..9usize)
}

const ALL: ScoreOptions = ScoreOptions { temperature: 0.8, entropy: true, divergence: true };

/// A policy that is somewhere, with a reference that is elsewhere.
fn trained(config: Config, seed: u64) -> Policy {
    let mut policy = Policy::new(config, seed).unwrap();
    policy.set_reference(None).unwrap();
    let mut random = Random(seed);
    let moved: Vec<f32> = policy
        .parameters()
        .iter()
        .map(|p| p * 2.0 + random.below(100) as f32 / 500.0 - 0.1)
        .collect();
    policy.set_parameters(&moved).unwrap();
    policy
}

#[test]
#[wasm_bindgen_test]
fn a_sequence_scores_the_same_alone_and_among_others() {
    check(cases(), |(config, seed, lists)| {
        let mut policy = trained(config, seed);
        let batch = ragged(&config, seed, lists);
        let together = policy.score(&batch.tokens, &batch.offsets, &ALL).unwrap();
        let mut apart = Scores::default();
        for list in batch.lists() {
            let one = Batch::of(&[list]);
            let scores = policy.score(&one.tokens, &one.offsets, &ALL).unwrap();
            apart.logprobs.extend(scores.logprobs);
            apart.entropies.extend(scores.entropies);
            apart.divergences.extend(scores.divergences);
        }
        assert_eq!(together, apart);
    });
}

/// More tokens than are computed at once.
#[test]
#[wasm_bindgen_test]
fn long_batches_score_as_short_ones() {
    let mut policy = trained(MEASURED, 4);
    let batch = ragged(&MEASURED, 1, 120);
    assert!(batch.tokens.len() > 2100);
    let together = policy.score(&batch.tokens, &batch.offsets, &ALL).unwrap();
    for (list, at) in batch.lists().into_iter().zip(&batch.offsets) {
        let one = Batch::of(&[list]);
        let scores = policy.score(&one.tokens, &one.offsets, &ALL).unwrap();
        let at = *at as usize;
        assert_eq!(scores.divergences, together.divergences[at..at + one.tokens.len()]);
    }
}

#[test]
#[wasm_bindgen_test]
fn training_scores_as_scoring_does() {
    check(cases(), |(config, seed, lists)| {
        let mut policy = trained(config, seed);
        let Batch { tokens, offsets } = ragged(&config, seed, lists);
        let d = weights(tokens.len(), seed);
        let loss = LossDerivatives { logprobs: &d, entropies: &d, divergences: &d };
        let trained = policy.forward_backward(&tokens, &offsets, &loss, &ALL).unwrap();
        assert_eq!(trained, policy.score(&tokens, &offsets, &ALL).unwrap());
    });
}

/// Of micro-batches computed anywhere and added in their order.
#[test]
#[wasm_bindgen_test]
fn the_gradient_does_not_depend_on_where_it_was_computed() {
    check(cases(), |(config, seed, lists)| {
        let batches = [ragged(&config, seed, lists), ragged(&config, seed + 1, 3)];
        let run = |policy: &mut Policy, batch: &Batch| {
            let d = weights(batch.tokens.len(), seed);
            let loss = LossDerivatives { logprobs: &d, entropies: &[], divergences: &[] };
            let options = ScoreOptions::default();
            policy.forward_backward(&batch.tokens, &batch.offsets, &loss, &options).unwrap();
        };
        let mut one = trained(config, seed);
        let mut sum = trained(config, seed);
        for batch in &batches {
            run(&mut one, batch);
            let mut worker = trained(config, seed);
            // Whatever it did before.
            run(&mut worker, &batches[1]);
            worker.zero_gradient();
            run(&mut worker, batch);
            sum.add_gradient(worker.gradient()).unwrap();
        }
        assert_eq!(one.gradient(), sum.gradient());
        let step = AdamOptions { grad_clip_norm: 0.5, weight_decay: 0.1, ..Default::default() };
        assert_eq!(one.optim_step(&step), sum.optim_step(&step));
        assert_eq!(one.parameters(), sum.parameters());
    });
}

fn options<'a>(max_tokens: &'a [u32], temperature: f64, stop: &'a [u32]) -> GenerateOptions<'a> {
    GenerateOptions { max_tokens, temperature, top_k: 0, top_p: 1.0, stop }
}

fn samples(generated: &Generated<f32>) -> Vec<(Vec<u32>, Vec<f32>)> {
    generated
        .offsets
        .windows(2)
        .map(|pair| pair[0] as usize..pair[1] as usize)
        .map(|range| (generated.tokens[range.clone()].to_vec(), generated.logprobs[range].to_vec()))
        .collect()
}

#[test]
#[wasm_bindgen_test]
fn sharing_a_prefill_changes_nothing() {
    check(cases(), |(config, seed, lists)| {
        let mut policy = trained(config, seed);
        let prompts = ragged(&config, seed, lists);
        let keys = keys(seed, lists as u64, 3);
        let how = options(&[5], 1.0, &[0]);
        let shared = policy.sample(&prompts.tokens, &prompts.offsets, &keys, &how).unwrap();
        let each: Vec<_> = prompts
            .lists()
            .into_iter()
            .flat_map(|list| [list.clone(), list.clone(), list])
            .collect();
        let each = Batch::of(&each);
        let ids = policy.open(&each.tokens, &each.offsets, &keys).unwrap();
        assert_eq!(policy.generate(&ids, &how).unwrap(), shared);
    });
}

#[test]
#[wasm_bindgen_test]
fn samples_do_not_depend_on_their_order_or_company() {
    check(cases(), |(config, seed, lists)| {
        let mut policy = trained(config, seed);
        let prompts = ragged(&config, seed, lists);
        let keys = keys(seed, lists as u64, 1);
        let how = options(&[6], 1.2, &[1]);
        let ids = policy.open(&prompts.tokens, &prompts.offsets, &keys).unwrap();
        let together = samples(&policy.generate(&ids, &how).unwrap());
        let ids = policy.open(&prompts.tokens, &prompts.offsets, &keys).unwrap();
        let backwards: Vec<u32> = ids.iter().rev().copied().collect();
        let mut reversed = samples(&policy.generate(&backwards, &how).unwrap());
        reversed.reverse();
        assert_eq!(reversed, together);
        for (at, list) in prompts.lists().into_iter().enumerate() {
            let one = Batch::of(&[list]);
            let alone = policy.sample(&one.tokens, &one.offsets, &keys[at..=at], &how).unwrap();
            assert_eq!(samples(&alone)[0], together[at]);
        }
    });
}

#[test]
#[wasm_bindgen_test]
fn turns_sample_what_one_prompt_does_and_score_the_same() {
    check(cases(), |(config, seed, _)| {
        let mut policy = trained(config, seed);
        let mut random = Random(seed);
        let temperature = [0.5, 1.0, 1.7][random.below(3)];
        let key = Key { seed, prompt: 1, sample: 2 };
        let mut tokens = vec![random.below(config.vocabulary) as u32];
        let mut logprobs = vec![None];
        let [id] = policy.open(&tokens, &[0, 1], &[key]).unwrap()[..] else { panic!("one") };
        while tokens.len() < config.context {
            let most = [1 + random.below(3) as u32];
            let generated = policy.generate(&[id], &options(&most, temperature, &[])).unwrap();
            // The same from the beginning, in one go.
            let one = Batch::of(&[tokens.clone()]);
            let how = options(&most, temperature, &[]);
            let again = policy.sample(&one.tokens, &one.offsets, &[key], &how).unwrap();
            assert_eq!(again, generated);
            tokens.extend(&generated.tokens);
            logprobs.extend(generated.logprobs.into_iter().map(Some));
            let room = config.context - tokens.len();
            let given: Vec<u32> = (0..random.below(3).min(room))
                .map(|_| random.below(config.vocabulary) as u32)
                .collect();
            policy.extend(&[id], &given, &[0, given.len() as u32]).unwrap();
            tokens.extend(&given);
            logprobs.extend(given.iter().map(|_| None));
        }
        assert_eq!(policy.session_tokens(id).unwrap(), tokens);
        let offsets = [0, tokens.len() as u32];
        let options = ScoreOptions { temperature, ..ScoreOptions::default() };
        let scores = policy.score(&tokens, &offsets, &options).unwrap();
        for (sampled, scored) in logprobs.into_iter().zip(scores.logprobs) {
            assert!(sampled.is_none_or(|sampled| sampled == scored));
        }
    });
}

#[test]
#[wasm_bindgen_test]
fn sessions_with_other_keys_are_as_good_as_new_ones() {
    check(cases(), |(config, seed, lists)| {
        let mut policy = trained(config, seed);
        let prompts = ragged(&config, seed, lists);
        let how = options(&[3], 1.0, &[]);
        let [first, second] = [0, 1].map(|more| keys(seed + more, lists as u64, 1));
        let ids = policy.open(&prompts.tokens, &prompts.offsets, &first).unwrap();
        let begun = samples(&policy.generate(&ids, &how).unwrap());
        assert_eq!(policy.rekey(&ids, &second[1..]), Err(Error::Length));
        policy.rekey(&ids, &second).unwrap();
        let kept = policy.generate(&ids, &how).unwrap();
        let longer: Vec<_> = (prompts.lists().into_iter().zip(begun))
            .map(|(list, (tokens, _))| [list, tokens].concat())
            .collect();
        let longer = Batch::of(&longer);
        assert_eq!(policy.sample(&longer.tokens, &longer.offsets, &second, &how).unwrap(), kept);
    });
}

#[test]
#[wasm_bindgen_test]
fn the_reference_scores_as_a_policy_with_its_parameters() {
    check(cases(), |(config, seed, lists)| {
        let mut policy = trained(config, seed);
        let batch = ragged(&config, seed, lists);
        let options = ScoreOptions { divergence: false, ..ALL };
        let scores = policy.score_reference(&batch.tokens, &batch.offsets, &options).unwrap();
        let mut reference = Policy::<f32>::new(config, seed).unwrap();
        assert_eq!(reference.score(&batch.tokens, &batch.offsets, &options).unwrap(), scores);
        let none = reference.score_reference(&batch.tokens, &batch.offsets, &options);
        assert_eq!(none, Err(Error::NoReference));
    });
}

#[test]
#[wasm_bindgen_test]
fn sessions_follow_the_parameters() {
    check(cases(), |(config, seed, lists)| {
        let mut policy = trained(config, seed);
        let prompts = ragged(&config, seed, lists);
        let keys = keys(seed, lists as u64, 1);
        let ids = policy.open(&prompts.tokens, &prompts.offsets, &keys).unwrap();
        let first = policy.generate(&ids, &options(&[1], 1.0, &[])).unwrap();
        policy.set_parameters(trained(config, seed + 1).parameters()).unwrap();
        let second = samples(&policy.generate(&ids, &options(&[2], 1.0, &[])).unwrap());
        let longer: Vec<_> = (prompts.lists().into_iter().zip(samples(&first)))
            .map(|(list, (tokens, _))| [list, tokens].concat())
            .collect();
        let longer = Batch::of(&longer);
        let how = options(&[2], 1.0, &[]);
        let anew = policy.sample(&longer.tokens, &longer.offsets, &keys, &how).unwrap();
        assert_eq!(samples(&anew), second);
    });
}

#[test]
#[wasm_bindgen_test]
fn a_state_goes_on_where_it_was() {
    check(cases(), |(config, seed, lists)| {
        let batch = ragged(&config, seed, lists);
        let d = weights(batch.tokens.len(), seed);
        let loss = LossDerivatives { logprobs: &d, entropies: &[], divergences: &[] };
        let step = |policy: &mut Policy| {
            let options = ScoreOptions::default();
            policy.forward_backward(&batch.tokens, &batch.offsets, &loss, &options).unwrap();
            policy.optim_step(&AdamOptions::default()).unwrap();
        };
        let (mut one, mut other) = (trained(config, seed), trained(config, seed + 1));
        step(&mut one);
        let state = one.export_state().unwrap();
        other.import_state(&state).unwrap();
        assert_eq!(other.export_state().unwrap(), state);
        step(&mut one);
        step(&mut other);
        assert_eq!(one.export_state(), other.export_state());

        let mut random = Random(seed);
        let mut damaged = state.clone();
        let at = random.below(damaged.len());
        damaged[at] ^= 1 << random.below(32);
        let before = other.export_state();
        assert!(other.import_state(&damaged).is_err());
        assert!(other.import_state(&state[..random.below(state.len())]).is_err());
        assert_eq!(other.export_state(), before);
    });
}

/// Whatever comes: an error or a result, and after an error all is as it was.
#[test]
#[wasm_bindgen_test]
fn hostile_shapes_are_refused() {
    let number = || prop_oneof![4 => 0..12u32, 1 => any::<u32>()];
    let list = || prop::collection::vec(number(), 0..12);
    let temperature = prop::sample::select(vec![1.0, 0.0, -1.0, f64::NAN, 1e-300, 1e300, 0.5]);
    let top_p = prop::sample::select(vec![1.0, 0.0, 0.5, f64::NAN, 2.0]);
    let strategy = (config(), list(), list(), list(), temperature, top_p, 0..4usize);
    check(strategy, |(config, tokens, mut offsets, ids, temperature, top_p, sorted)| {
        if sorted > 0 {
            offsets.sort_unstable();
            offsets.insert(0, 0);
            offsets.push(tokens.len() as u32);
        }
        let mut policy = trained(config, 1);
        let open = policy.open(&[0, 1, 1], &[0, 1, 3], &keys(0, 2, 1)).ok();
        let before = policy.export_state().unwrap();
        let of = |policy: &Policy| {
            open.iter()
                .flatten()
                .map(|&id| policy.session_tokens(id).unwrap().to_vec())
                .collect::<Vec<_>>()
        };
        let sessions = of(&policy);
        let options = ScoreOptions { temperature, entropy: true, divergence: true };
        let scored = policy.score(&tokens, &offsets, &options);
        let d = weights(ids.len(), 1);
        let loss = LossDerivatives { logprobs: &d, entropies: &[], divergences: &d };
        let trained = policy.forward_backward(&tokens, &offsets, &loss, &options);
        if trained.is_ok() {
            assert!(scored.is_ok());
        } else {
            assert!(policy.gradient().iter().all(|&g| g == 0.0));
        }
        let keys = keys(1, ids.len() as u64, 1);
        let how = GenerateOptions { max_tokens: &ids, temperature, top_k: 3, top_p, stop: &tokens };
        let _ = policy.sample(&tokens, &offsets, &keys, &how);
        if policy.extend(&ids, &tokens, &offsets).is_err()
            && policy.generate(&ids, &how).is_err()
            && policy.fork(ids.first().copied().unwrap_or(9), &keys).is_err()
        {
            assert_eq!(of(&policy), sessions);
        }
        assert_eq!(policy.export_state().unwrap(), before);
        assert!(policy.drop_sessions(&[u32::MAX]).is_err());
    });
}
