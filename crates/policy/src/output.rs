//! What is made of a row of logits: log probabilities, entropy, divergence, and their derivatives.

use crate::lanes::{greatest, sum_of, sum_of_two};
use crate::real::Real;

/// Logits become log probabilities at 1 / `inverse`, the temperature.
pub(crate) fn log_softmax<T: Real>(row: &mut [T], inverse: T) {
    for x in row.iter_mut() {
        *x *= inverse;
    }
    let most = greatest(row);
    let total = most + sum_of(row, |x| (x - most).exp()).ln();
    for x in row.iter_mut() {
        *x -= total;
    }
}

/// −Σ p ln p
pub(crate) fn entropy<T: Real>(row: &[T]) -> T {
    -sum_of(row, |l| l.exp() * l)
}

/// Σ p (ln p − ln q)
pub(crate) fn divergence<T: Real>(row: &[T], reference: &[T]) -> T {
    sum_of_two(row, reference, |l, r| l.exp() * (l - r))
}

/// Derivatives of the loss by what one row gives.
pub(crate) struct RowDerivatives<'a, T> {
    /// By the target's log probability.
    pub(crate) logprob: T,
    /// By the entropy, and the entropy.
    pub(crate) entropy: Option<(T, T)>,
    /// By the divergence, the divergence, and the reference's log probabilities.
    pub(crate) divergence: Option<(T, T, &'a [T])>,
}

/// Log probabilities become the derivatives of the loss by the logits.
pub(crate) fn backward<T: Real>(
    row: &mut [T],
    target: usize,
    inverse: T,
    derivatives: &RowDerivatives<'_, T>,
) {
    let RowDerivatives { logprob, entropy, divergence } = *derivatives;
    let by_logprob = logprob * inverse;
    match (entropy, divergence) {
        (None, None) => {
            for l in row.iter_mut() {
                *l = -by_logprob * l.exp();
            }
        }
        _ => {
            let (by_entropy, entropy) = entropy.unwrap_or_default();
            let by_entropy = by_entropy * inverse;
            let (by_divergence, divergence, reference) =
                divergence.unwrap_or((T::zero(), T::zero(), &[]));
            let by_divergence = by_divergence * inverse;
            for (at, l) in row.iter_mut().enumerate() {
                let away = match reference.get(at) {
                    Some(&r) => *l - r - divergence,
                    None => T::zero(),
                };
                let factor = by_divergence * away - by_logprob - by_entropy * (*l + entropy);
                *l = l.exp() * factor;
            }
        }
    }
    if let Some(l) = row.get_mut(target) {
        *l += by_logprob;
    }
}
