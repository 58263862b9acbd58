//! Equality of float64 bit by bit, where NaN equals NaN.

pub fn bits(x: f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}

pub fn same(a: f64, b: f64) -> bool {
    bits(a) == bits(b)
}

/// The first place where two arrays differ, in words.
pub fn difference(got: &[f64], expected: &[f64]) -> Option<String> {
    if got.len() != expected.len() {
        return Some(format!("{} values, expected {}", got.len(), expected.len()));
    }
    let at = got.iter().zip(expected).position(|(&a, &b)| !same(a, b))?;
    let (a, b) = (got[at], expected[at]);
    Some(format!("[{at}] is {a:e} ({:016x}), expected {b:e} ({:016x})", a.to_bits(), b.to_bits()))
}

#[track_caller]
pub fn assert_same(got: &[f64], expected: &[f64], what: &str) {
    if let Some(difference) = difference(got, expected) {
        panic!("{what}: {difference}");
    }
}
