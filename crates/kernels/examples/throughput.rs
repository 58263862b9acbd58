//! Times the kernels natively, as JSON lines: what a benchmark across languages compares with.
//!
//!     cargo run --release --example throughput -- [values] [rounds] [seed]
//!
//! Inputs are splitmix64 floats (sign and mantissa random, exponents of 8 neighbours around 1). Each line has
//! the best time of all rounds and a hash of the result, so that a run with wrong numbers is found out:
//! h = (31·h + low word)·31 + high word of each result in order, modulo 2³².

use ndarray::{ArrayView1, ArrayViewMut1};
use std::time::Instant;
use upperhand_kernels::{
    Baseline, CenterOptions, Groups, SIMD, ScaleOf, Scope, SingletonRule, StandardizeOptions,
    center_in_place, leave_one_out_in_place, standardize_in_place,
};

#[path = "../tests/support/splitmix.rs"]
#[allow(dead_code)]
mod splitmix;

type Kernel = Box<dyn Fn(&mut [f64], &Groups<'_>)>;

fn standardizing(options: StandardizeOptions) -> Kernel {
    Box::new(move |values, groups| {
        standardize_in_place(ArrayViewMut1::from(values), groups, &options).expect("legal groups");
    })
}

fn kernels() -> [(&'static str, Kernel); 5] {
    let grpo = StandardizeOptions::default();
    let pool = StandardizeOptions { scale: Scope::Pool, ..grpo };
    let centering = CenterOptions { baseline: Scope::Group, singleton: SingletonRule::Raw };
    let residuals = StandardizeOptions {
        scale_of: ScaleOf::Residuals,
        singleton: SingletonRule::Member,
        ..pool
    };
    [
        ("grpo", standardizing(grpo)),
        (
            "grpo/centre",
            Box::new(move |values, groups| {
                center_in_place(ArrayViewMut1::from(values), groups, &centering)
                    .expect("legal groups");
            }),
        ),
        (
            "rloo",
            Box::new(|values, groups| {
                let rule = SingletonRule::Raw;
                leave_one_out_in_place(ArrayViewMut1::from(values), groups, rule)
                    .expect("legal groups");
            }),
        ),
        ("reinforce_plus_plus_baseline", standardizing(residuals)),
        ("prpo", standardizing(StandardizeOptions { baseline: Baseline::Pool, ..pool })),
    ]
}

fn hash(values: &[f64]) -> u32 {
    values.iter().map(|x| x.to_bits()).fold(0, |h: u32, bits| {
        let h = h.wrapping_mul(31).wrapping_add(bits as u32);
        h.wrapping_mul(31).wrapping_add((bits >> 32) as u32)
    })
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let count = numbers.next().unwrap_or(4_000_000) as usize;
    let rounds = numbers.next().unwrap_or(9);
    let seed = numbers.next().unwrap_or(1);
    let values = splitmix::SplitMix64(seed).floats(count, 8);
    let mut work = values.clone();

    for size in [4, 8, 64, 512, count] {
        let offsets: Vec<u32> =
            (0..count).step_by(size).chain([count]).map(|at| at as u32).collect();
        let groups = Groups::new(ArrayView1::from(&offsets[..]), count).expect("legal offsets");
        for (name, kernel) in kernels() {
            let mut best = f64::INFINITY;
            for _ in 0..rounds {
                work.copy_from_slice(&values);
                let start = Instant::now();
                kernel(&mut work, &groups);
                best = best.min(start.elapsed().as_secs_f64() * 1e3);
            }
            println!(
                r#"{{"kernel":"{name}","size":{size},"values":{count},"simd128":{SIMD},"ms":{best:.4},"hash":{}}}"#,
                hash(&work)
            );
        }
    }
}
