//! Means and moments by weight. Where a weight is 0 the value plays no part, whatever it is.

use crate::error::Error;
use crate::lanes::{Lanes, Pair, PairLanes};

/// So many are summed one after the other.
const BLOCK: usize = 128;

/// Sees all weights and their sums: a sum of weights of which one is no finite number is none either.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    least: Pair,
    total: f64,
}

impl Watch {
    pub(crate) fn new() -> Watch {
        Watch { least: Pair::splat(0.0), total: 0.0 }
    }

    /// Whether each of the weights, which it saw, is finite and not negative. A sum of those may be infinite all the
    /// same.
    pub(crate) fn check(&self, weights: &[f64]) -> Result<(), Error> {
        let [a, b] = self.least.to_array();
        let seen = a >= 0.0 && b >= 0.0 && self.total < f64::INFINITY;
        if seen || weights.iter().all(|w| (0.0..f64::INFINITY).contains(w)) {
            Ok(())
        } else {
            Err(Error::Weights)
        }
    }
}

/// Σ w x / Σ w; NaN where there is no weight.
#[inline(always)]
pub(crate) fn weighted_mean(values: &[f64], weights: &[f64], watch: &mut Watch) -> f64 {
    if values.len() > BLOCK {
        return moments(values, weights, watch).mean;
    }
    let [weight, products] = sums(values, weights, watch);
    // 0 times what is no finite number.
    if products.is_nan() { sum_of_what_weighs(values, weights) / weight } else { products / weight }
}

/// Σ w and Σ w x, side by side: each waits for its own last addition.
#[inline(always)]
fn sums(values: &[f64], weights: &[f64], watch: &mut Watch) -> [f64; 2] {
    let (pairs, rest) = values.as_chunks::<2>();
    let (weight_pairs, weight_rest) = weights.as_chunks::<2>();
    let mut least = watch.least;
    let mut sums = Pair::splat(0.0);
    for (x, w) in pairs.iter().zip(weight_pairs) {
        let weights = Pair::load(w);
        least = least.lesser(weights);
        let [first, second] = weights.zip(weights.mul(Pair::load(x)));
        sums = sums.add(first).add(second);
    }
    for (x, w) in rest.iter().zip(weight_rest) {
        least = least.lesser(Pair::splat(*w));
        sums = sums.add(Pair::load(&[*w, w * x]));
    }
    let [weight, products] = sums.to_array();
    watch.least = least;
    watch.total += weight;
    [weight, products]
}

#[inline(never)]
fn sum_of_what_weighs(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).filter(|&(_, &w)| w != 0.0).fold(0.0, |sum, (x, w)| sum + w * x)
}

/// Weight, mean and squares about it.
pub(crate) struct WeightedMoments {
    /// Σ w
    pub(crate) total: f64,
    /// Σ w x / Σ w; NaN where there is no weight.
    pub(crate) mean: f64,
    /// Σ w (x − mean)²
    pub(crate) squares: f64,
}

impl WeightedMoments {
    /// Those of all values, or what is wrong with the weights.
    #[inline(always)]
    pub(crate) fn of(values: &[f64], weights: &[f64]) -> Result<WeightedMoments, Error> {
        let mut watch = Watch::new();
        let moments = moments(values, weights, &mut watch);
        watch.check(weights)?;
        Ok(moments)
    }
}

#[inline(never)]
fn moments(values: &[f64], weights: &[f64], watch: &mut Watch) -> WeightedMoments {
    let made =
        merge(values, weights, |values, weights, about| block_sums(values, weights, about, watch));
    if made.squares.is_nan() && weights.contains(&0.0) {
        return merge(values, weights, block_sums_of_what_weighs);
    }
    made
}

/// Blocks are summed about the mean of those before them, and their moments merged: what is taken away from a
/// block's squares is part of those of all.
#[inline(always)]
fn merge(
    values: &[f64],
    weights: &[f64],
    mut sums: impl FnMut(&[f64], &[f64], f64) -> BlockSums,
) -> WeightedMoments {
    let (mut total, mut mean, mut squares) = (0.0, f64::NAN, 0.0);
    for (values, weights) in values.chunks(BLOCK).zip(weights.chunks(BLOCK)) {
        let about = if total == 0.0 { first_weighed(values, weights) } else { mean };
        let block = sums(values, weights, about);
        if block.weight == 0.0 {
            continue;
        }
        let all = total + block.weight;
        let shift = block.products / block.weight;
        let within = block.squares - shift * block.products;
        // Not f64::max, which would hide a NaN.
        let within = if within < 0.0 { 0.0 } else { within };
        squares += within + shift * block.products * (total / all);
        mean = about + if total == 0.0 { shift } else { shift * (block.weight / all) };
        total = all;
    }
    WeightedMoments { total, mean, squares }
}

fn first_weighed(values: &[f64], weights: &[f64]) -> f64 {
    let first = values.iter().zip(weights).find(|&(_, &w)| w != 0.0);
    first.map_or(0.0, |(&x, _)| x)
}

/// Sums over the differences d from a number.
struct BlockSums {
    /// Σ w
    weight: f64,
    /// Σ w d
    products: f64,
    /// Σ w d²
    squares: f64,
}

/// Four sums of each kind, every fourth one after the other: none waits for the one before it.
#[inline(always)]
fn block_sums(values: &[f64], weights: &[f64], about: f64, watch: &mut Watch) -> BlockSums {
    let (fours, rest) = values.as_chunks::<4>();
    let (weight_fours, weight_rest) = weights.as_chunks::<4>();
    let mut first = PairSums::new(watch.least);
    let mut second = PairSums::new(watch.least);
    for (&[a, b, c, d], &[u, v, w, x]) in fours.iter().zip(weight_fours) {
        first.add(Pair::load(&[a, b]), Pair::load(&[u, v]), about);
        second.add(Pair::load(&[c, d]), Pair::load(&[w, x]), about);
    }
    let mut least = first.least.lesser(second.least);
    let mut weight = sum_of_both(first.weight, second.weight);
    let mut products = sum_of_both(first.products, second.products);
    let mut squares = sum_of_both(first.squares, second.squares);
    for (x, w) in rest.iter().zip(weight_rest) {
        least = least.lesser(Pair::splat(*w));
        let difference = x - about;
        let product = w * difference;
        weight += w;
        products += product;
        squares += product * difference;
    }
    watch.least = least;
    watch.total += weight;
    BlockSums { weight, products, squares }
}

/// Sums of two columns.
struct PairSums {
    least: Pair,
    weight: Pair,
    products: Pair,
    squares: Pair,
}

impl PairSums {
    #[inline(always)]
    fn new(least: Pair) -> PairSums {
        let none = Pair::splat(0.0);
        PairSums { least, weight: none, products: none, squares: none }
    }

    #[inline(always)]
    fn add(&mut self, values: Pair, weights: Pair, about: f64) {
        let difference = values.sub(Pair::splat(about));
        let products = weights.mul(difference);
        self.least = self.least.lesser(weights);
        self.weight = self.weight.add(weights);
        self.products = self.products.add(products);
        self.squares = self.squares.add(products.mul(difference));
    }
}

#[inline(always)]
fn sum_of_both(first: Pair, second: Pair) -> f64 {
    let [even, odd] = first.add(second).to_array();
    even + odd
}

/// [`block_sums`] where 0 times what is no finite number would be among them.
#[inline(never)]
fn block_sums_of_what_weighs(values: &[f64], weights: &[f64], about: f64) -> BlockSums {
    let mut weighed = [0.0; BLOCK];
    for (to, (&x, &w)) in weighed.iter_mut().zip(values.iter().zip(weights)) {
        *to = if w == 0.0 { 0.0 } else { x };
    }
    let weighed = weighed.get(..values.len()).unwrap_or_default();
    block_sums(weighed, weights, about, &mut Watch::new())
}
