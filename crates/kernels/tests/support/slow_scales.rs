//! The calls over scales once more, as plainly as they can be written.

use super::slow::{center, mean, sum};
use std::ops::Range;
use upperhand_kernels::{
    Baseline, CenterOptions, CompareWithMeanOptions, PoolMean, ScaleByPoolOptions, Scope,
    SingletonRule, WhitenEpsilon,
};

fn groups(offsets: &[u32]) -> impl Iterator<Item = Range<usize>> {
    offsets.windows(2).map(|ends| ends[0] as usize..ends[1] as usize)
}

fn lone(value: f64, singleton: SingletonRule) -> f64 {
    if singleton == SingletonRule::Zero { 0.0 } else { value }
}

pub fn center_by_weight(
    values: &[f64],
    weights: &[f64],
    offsets: &[u32],
    singleton: SingletonRule,
) -> Vec<f64> {
    let each = groups(offsets).flat_map(|group| {
        let (own, weights) = (&values[group.clone()], &weights[group]);
        if own.len() == 1 && singleton != SingletonRule::Member {
            return vec![lone(own[0], singleton)];
        }
        let mean = if own.len() > 128 {
            moments(own, weights).1
        } else {
            let (mut total, mut products) = (0.0, 0.0);
            for (x, w) in own.iter().zip(weights).filter(|&(_, &w)| w != 0.0) {
                total += w;
                products += w * x;
            }
            products / total
        };
        own.iter().map(|x| x - mean).collect()
    });
    each.collect()
}

pub fn compare_with_mean(
    values: &[f64],
    offsets: &[u32],
    options: &CompareWithMeanOptions,
) -> Vec<f64> {
    let each = groups(offsets).flat_map(|group| {
        let own = &values[group];
        if own.len() == 1 && options.singleton != SingletonRule::Member {
            return vec![lone(own[0], options.singleton)];
        }
        let mean = mean(own);
        let is_zero = options.zero_unless_positive && mean <= 0.0;
        own.iter()
            .map(|x| if is_zero { 0.0 } else { (x - mean) / (mean + options.epsilon) })
            .collect()
    });
    each.collect()
}

pub fn scale_by_pool(
    values: &[f64],
    weights: Option<&[f64]>,
    offsets: &[u32],
    options: &ScaleByPoolOptions,
) -> Vec<f64> {
    let singleton = options.singleton;
    let residuals = match options.baseline {
        Baseline::None => values.to_vec(),
        Baseline::Group => {
            center(values, offsets, &CenterOptions { baseline: Scope::Group, singleton })
        }
        Baseline::Pool => {
            center(values, offsets, &CenterOptions { baseline: Scope::Pool, singleton })
        }
    };
    let about_zero = options.mean == PoolMean::Zero;
    let (total, center, squares) = match weights {
        None => {
            let n = residuals.len() as f64;
            let center =
                if about_zero { 0.0 } else { sum(&residuals) / (n + options.count_epsilon) };
            let squares: Vec<f64> = residuals.iter().map(|x| (x - center) * (x - center)).collect();
            (n, center, sum(&squares))
        }
        Some(weights) => {
            let (total, own, squares) = moments(&residuals, weights);
            let center =
                if about_zero { 0.0 } else { own * (total / (total + options.count_epsilon)) };
            (total, center, squares + total * ((own - center) * (own - center)))
        }
    };
    let degrees = if total - options.ddof < 0.0 { 0.0 } else { total - options.ddof };
    let variance = if options.count_epsilon == 0.0 {
        squares / degrees
    } else {
        squares / (total + options.count_epsilon) * (total / degrees)
    };
    let divisor = match options.epsilon_place {
        WhitenEpsilon::Outside => variance.sqrt() + options.epsilon,
        WhitenEpsilon::Inside => (variance + options.epsilon).sqrt(),
        WhitenEpsilon::Floor if variance < options.epsilon => options.epsilon.sqrt(),
        WhitenEpsilon::Floor => variance.sqrt(),
    };
    let subtracted = if options.mean == PoolMean::Subtract { center } else { 0.0 };
    residuals.iter().map(|x| (x - subtracted) / divisor).collect()
}

/// Weight, mean and squares, block after block, without what weighs nothing.
fn moments(values: &[f64], weights: &[f64]) -> (f64, f64, f64) {
    let (mut total, mut mean, mut squares) = (0.0, f64::NAN, 0.0);
    for (values, weights) in values.chunks(128).zip(weights.chunks(128)) {
        let Some(first) = weights.iter().position(|&w| w != 0.0) else { continue };
        let about = if total == 0.0 { values[first] } else { mean };
        let term = |i: usize, power| {
            let d = if power == 0 { 1.0 } else { values[i] - about };
            let product = weights[i] * d;
            if weights[i] == 0.0 {
                0.0
            } else if power == 2 {
                product * d
            } else {
                product
            }
        };
        let [weight, products, own] =
            [0, 1, 2].map(|power| four_sums(values.len(), |i| term(i, power)));
        let shift = products / weight;
        let within = own - shift * products;
        let both = total + weight;
        squares += if within < 0.0 { 0.0 } else { within } + shift * products * (total / both);
        mean = about + if total == 0.0 { shift } else { shift * (weight / both) };
        total = both;
    }
    (total, mean, squares)
}

/// Every fourth one after the other, then those that are left over.
fn four_sums(length: usize, term: impl Fn(usize) -> f64) -> f64 {
    let whole = length - length % 4;
    let [a, b, c, d] =
        [0, 1, 2, 3].map(|lane| (lane..whole).step_by(4).fold(0.0, |sum, i| sum + term(i)));
    (whole..length).fold((a + c) + (b + d), |sum, i| sum + term(i))
}
