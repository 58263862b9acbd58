//! Cases for which `crates/policy-oracle` wrote down what it finds.
#![allow(dead_code, reason = "the oracle writes, the tests read")]

use serde_json::{Value, json};
use std::path::Path;
use upperhand_policy::{Config, Real, Scores, Tensor};

pub struct Case {
    pub name: &'static str,
    pub config: Config,
    pub temperature: f64,
    pub tokens: Vec<u32>,
    pub offsets: Vec<u32>,
    /// Weights of the three terms of the loss.
    terms: [f64; 3],
    seed: u64,
}

/// Numbers like −1.5 … 1.5 in steps of 2⁻¹⁰, so that float32 has them exactly.
fn spread(seed: u64, at: usize) -> f64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(at as u64 + 1);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z >> 40) % 3073) as f64 / 1024.0 - 1.5
}

impl Case {
    fn new(
        name: &'static str,
        sizes: [usize; 6],
        lengths: &[usize],
        temperature: f64,
        terms: [f64; 3],
    ) -> Case {
        let [layers, width, heads, feed_forward, context, vocabulary] = sizes;
        let config = Config { layers, width, heads, feed_forward, context, vocabulary };
        let seed = name.len() as u64;
        let mut offsets = vec![0];
        for &length in lengths {
            offsets.push(offsets[offsets.len() - 1] + length as u32);
        }
        let tokens = (0..lengths.iter().sum())
            .map(|at| (((spread(seed + 50, at) + 1.5) * 1024.0) as u32) % vocabulary as u32)
            .collect();
        Case { name, config, temperature, tokens, offsets, terms, seed }
    }

    /// How many numbers a vector of parameters has.
    fn count(&self) -> usize {
        let Config { layers, width, feed_forward, context, vocabulary, .. } = self.config;
        let block = 4 * width * width + 2 * width * feed_forward + feed_forward + 3 * width;
        layers * block + (2 * vocabulary + context + 1) * width
    }

    pub fn parameters(&self) -> Vec<f64> {
        (0..self.count()).map(|at| spread(self.seed, at) * 0.5).collect()
    }

    pub fn reference(&self) -> Vec<f64> {
        (0..self.count()).map(|at| spread(self.seed + 1, at) * 0.25).collect()
    }

    /// By log probability, entropy and divergence of each token.
    pub fn derivatives(&self) -> [Vec<f64>; 3] {
        [0, 1, 2].map(|term| {
            let weight = |at| self.terms[term] * spread(self.seed + 2 + term as u64, at);
            (0..self.tokens.len()).map(weight).collect()
        })
    }
}

pub fn cases() -> Vec<Case> {
    let odd = [2, 12, 3, 10, 9, 7];
    vec![
        Case::new("logprobs", odd, &[5, 9, 2, 7], 1.0, [1.0, 0.0, 0.0]),
        Case::new("entropy", odd, &[4, 9], 0.75, [0.0, 1.0, 0.0]),
        Case::new("divergence", odd, &[8, 3], 1.5, [0.0, 0.0, 1.0]),
        Case::new("all-terms", [1, 16, 2, 24, 12, 11], &[12, 3, 6], 0.5, [1.0, 0.5, 0.25]),
        Case::new("one-head", [3, 5, 1, 3, 6, 3], &[6, 6, 2], 1.0, [1.0, 0.25, 1.0]),
    ]
}

pub struct Expected {
    pub logprobs: Vec<f64>,
    pub entropies: Vec<f64>,
    pub divergences: Vec<f64>,
    pub gradient: Vec<f64>,
}

impl Expected {
    pub fn zeros(tokens: usize) -> Expected {
        let zeros = || vec![0.0; tokens];
        Expected { logprobs: zeros(), entropies: zeros(), divergences: zeros(), gradient: vec![] }
    }

    /// With ten digits, all that a check needs.
    pub fn to_json(&self) -> String {
        let list = |values: &[f64]| -> Value {
            values.iter().map(|x| format!("{x:.9e}").parse::<f64>().unwrap_or(f64::NAN)).collect()
        };
        let value = json!({
            "logprobs": list(&self.logprobs),
            "entropies": list(&self.entropies),
            "divergences": list(&self.divergences),
            "gradient": list(&self.gradient),
        });
        format!("{value}\n")
    }

    /// Compares, each tensor's gradient by its largest number.
    pub fn check<T: Real>(
        &self,
        case: &Case,
        tensors: &[Tensor],
        scores: &Scores<T>,
        gradient: &[T],
        tolerance: f64,
    ) {
        let compare = |what: &str, right: &[f64], got: &[T], size: f64| {
            assert_eq!(right.len(), got.len(), "{}: {what}", case.name);
            for (at, (right, got)) in right.iter().zip(got).enumerate() {
                let away = (got.to_f64() - right).abs();
                let got = got.to_f64();
                assert!(away <= tolerance * size, "{}: {what} {at}: {got}, {right}", case.name);
            }
        };
        compare("log probability", &self.logprobs, &scores.logprobs, 4.0);
        compare("entropy", &self.entropies, &scores.entropies, 4.0);
        compare("divergence", &self.divergences, &scores.divergences, 4.0);
        for tensor in tensors {
            let right = &self.gradient[tensor.range()];
            let largest = right.iter().fold(0.0f64, |most, g| most.max(g.abs()));
            assert!(largest > 1e-3, "{}: {tensor:?} has no gradient", case.name);
            compare(&format!("{tensor:?}"), right, &gradient[tensor.range()], largest);
        }
    }
}

/// What was written down.
pub fn read(name: &str) -> Expected {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../policy/tests/vectors");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    let list = |key: &str| -> Vec<f64> {
        value[key].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    Expected {
        logprobs: list("logprobs"),
        entropies: list("entropies"),
        divergences: list("divergences"),
        gradient: list("gradient"),
    }
}
