//! Exact sums: a sum of float64 kept as an expansion of parts that do not overlap (Shewchuk), which loses
//! nothing, and is rounded once at the end.

/// a + b as the rounded sum and what the rounding left.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// a · b as an exact pair, by Dekker's split. Right where nothing overflows or is subnormal.
pub fn two_product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        let c = 134_217_729.0 * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, al * bl - (((product - ah * bh) - al * bh) - ah * bl))
}

/// Parts of growing magnitude whose exact sum is the exact sum of all that was added.
#[derive(Default)]
pub struct Exact(Vec<f64>);

impl Exact {
    pub fn add(&mut self, x: f64) {
        let mut carried = x;
        let mut parts = Vec::with_capacity(self.0.len() + 1);
        for &part in &self.0 {
            let (sum, rest) = two_sum(carried, part);
            if rest != 0.0 {
                parts.push(rest);
            }
            carried = sum;
        }
        parts.push(carried);
        self.0 = parts;
    }

    pub fn of(values: impl IntoIterator<Item = f64>) -> Exact {
        let mut exact = Exact::default();
        values.into_iter().for_each(|x| exact.add(x));
        exact
    }

    /// Within one rounding of the exact sum: the parts from the least up.
    pub fn value(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The exact sum less `x`, rounded.
    pub fn less(mut self, x: f64) -> f64 {
        self.add(-x);
        self.value()
    }
}
