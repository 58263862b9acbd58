//! The pair in force against a lone float64, operation by operation and value by value.

use super::{Lanes, Pair, PairLanes, scalar};
use wasm_bindgen_test::wasm_bindgen_test;

const VALUES: [f64; 15] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    -3.5,
    1e300,
    -1e300,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

fn bits(x: f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}

fn check<P: PairLanes>(name: &str, pair: fn(P, P) -> P, one: fn(f64, f64) -> f64) {
    for a in VALUES {
        for b in VALUES {
            let got = pair(P::load(&[a, b]), P::load(&[b, a])).to_array().map(bits);
            assert_eq!(got, [one(a, b), one(b, a)].map(bits), "{name} of {a} and {b}");
        }
    }
}

fn check_all<P: PairLanes>() {
    check::<P>("add", P::add, f64::add);
    check::<P>("sub", P::sub, f64::sub);
    check::<P>("mul", P::mul, f64::mul);
    check::<P>("div", P::div, f64::div);
    check::<P>("lesser", P::lesser, f64::lesser);
    check::<P>("greater", P::greater, f64::greater);
    check::<P>("ones_below", P::ones_below, f64::ones_below);
    for a in VALUES {
        assert_eq!(P::splat(a).to_array().map(bits), [a, a].map(bits));
        for b in VALUES {
            let mut stored = [0.0; 2];
            P::load(&[a, b]).store(&mut stored);
            assert_eq!(stored.map(bits), [a, b].map(bits));
            let sums = P::load(&[a, b]).sums(P::load(&[b, 1.0])).to_array();
            assert_eq!(sums.map(bits), [a + b, b + 1.0].map(bits), "sums of {a} and {b}");
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn the_pair_in_force_computes_as_a_lone_number() {
    check_all::<Pair>();
}

#[wasm_bindgen_test(unsupported = test)]
fn the_portable_pair_computes_as_a_lone_number() {
    check_all::<scalar::Pair>();
}
