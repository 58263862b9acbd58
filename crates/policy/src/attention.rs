//! Causal attention, one row (the query of one position) at a time. Training and sampling run the same code over other
//! places of memory, so that a token's log probability has the same bits in both.

use crate::lanes::{add_scaled, dot, greatest, sum_of};
use crate::real::Real;

/// Where keys and values of the positions of one sequence lie: those of position p at `p * stride`.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    pub(crate) stride: usize,
    pub(crate) keys: usize,
    pub(crate) values: usize,
}

/// How a row is cut into heads.
#[derive(Clone, Copy)]
pub(crate) struct Heads<T> {
    count: usize,
    width: usize,
    scale: T,
}

impl<T: Real> Heads<T> {
    pub(crate) fn new(count: usize, width: usize) -> Heads<T> {
        Heads { count, width, scale: T::one() / T::of(width as f64).root() }
    }

    /// Numbers that the probabilities of a row with so many positions take.
    pub(crate) fn probabilities(&self, positions: usize) -> usize {
        self.count * positions
    }

    /// `out` of `query` over the first `positions` positions of `past`; `probabilities` are those of each head in turn.
    pub(crate) fn forward(
        &self,
        query: &[T],
        past: &[T],
        places: Places,
        positions: usize,
        probabilities: &mut [T],
        out: &mut [T],
    ) {
        let Heads { width, scale, .. } = *self;
        let heads = query.chunks_exact(width).zip(out.chunks_exact_mut(width));
        let heads = heads.zip(probabilities.chunks_exact_mut(positions)).enumerate();
        for (head, ((query, out), weights)) in heads {
            let mut key = places.keys + head * width;
            for weight in weights.iter_mut() {
                *weight = dot(query, &past[key..key + width]) * scale;
                key += places.stride;
            }
            let most = greatest(weights);
            for weight in weights.iter_mut() {
                *weight = (*weight - most).exp();
            }
            let share = T::one() / sum_of(weights, |x| x);
            out.fill(T::zero());
            let mut value = places.values + head * width;
            for weight in weights.iter_mut() {
                *weight *= share;
                add_scaled(out, *weight, &past[value..value + width]);
                value += places.stride;
            }
        }
    }

    /// The derivatives of one row. `query` is where the row's query lies in `past`, whose derivatives are added to
    /// `d_past`, at the same places.
    #[expect(clippy::too_many_arguments, reason = "each is an array of its own")]
    pub(crate) fn backward(
        &self,
        d_out: &[T],
        query: usize,
        past: &[T],
        places: Places,
        positions: usize,
        probabilities: &[T],
        scores: &mut [T],
        d_past: &mut [T],
    ) {
        let Heads { width, scale, .. } = *self;
        let heads = d_out.chunks_exact(width).zip(probabilities.chunks_exact(positions));
        let scores = &mut scores[..positions];
        for (head, (d_out, weights)) in heads.enumerate() {
            let mut value = places.values + head * width;
            for (score, &weight) in scores.iter_mut().zip(weights) {
                *score = dot(d_out, &past[value..value + width]);
                add_scaled(&mut d_past[value..value + width], weight, d_out);
                value += places.stride;
            }
            let mean = dot(scores, weights);
            let query = query + head * width;
            let mut key = places.keys + head * width;
            for (&score, &weight) in scores.iter().zip(weights) {
                let d = weight * (score - mean) * scale;
                add_scaled(&mut d_past[query..query + width], d, &past[key..key + width]);
                add_scaled(&mut d_past[key..key + width], d, &past[query..query + width]);
                key += places.stride;
            }
        }
    }
}
