use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Runs a test on random values, the same ones each time. PROPTEST_CASES sets how many.
pub fn check<S: Strategy>(seed: &[u8; 32], strategy: S, test: impl Fn(S::Value)) {
    let config = Config { failure_persistence: None, ..Config::default() };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, seed);
    let run = |value| {
        test(value);
        Ok(())
    };
    if let Err(failure) = TestRunner::new_with_rng(config, random).run(&strategy, run) {
        panic!("{failure}");
    }
}
