//! Root mean square norm: y = g · x / √(mean x² + ε).

use crate::lanes::{dot, dot_of_three};
use crate::real::Real;

const EPSILON: f64 = 1e-5;

/// Of each row: `unit` is x less its scale, `inverse` one number, `y` the result.
pub(crate) fn forward<T: Real>(
    x: &[T],
    gain: &[T],
    unit: &mut [T],
    inverse: &mut [T],
    y: &mut [T],
) {
    let width = gain.len();
    let (share, epsilon) = (T::of(1.0 / width as f64), T::of(EPSILON));
    let rows = x.chunks_exact(width).zip(unit.chunks_exact_mut(width));
    for (((x, unit), inverse), y) in rows.zip(inverse).zip(y.chunks_exact_mut(width)) {
        *inverse = T::one() / (dot(x, x) * share + epsilon).root();
        for (((&x, &g), unit), y) in x.iter().zip(gain).zip(unit).zip(y) {
            *unit = x * *inverse;
            *y = *unit * g;
        }
    }
}

/// dx += what dy says; dgain = the same for the gain.
pub(crate) fn backward<T: Real>(
    dy: &[T],
    gain: &[T],
    unit: &[T],
    inverse: &[T],
    dx: &mut [T],
    dgain: &mut [T],
) {
    let width = gain.len();
    let share = T::of(1.0 / width as f64);
    dgain.fill(T::zero());
    let rows = dy.chunks_exact(width).zip(unit.chunks_exact(width));
    for (((dy, unit), &inverse), dx) in rows.zip(inverse).zip(dx.chunks_exact_mut(width)) {
        for ((sum, &dy), &unit) in dgain.iter_mut().zip(dy).zip(unit) {
            *sum += dy * unit;
        }
        let along = dot_of_three(dy, gain, unit) * share;
        for (((dx, &dy), &g), &unit) in dx.iter_mut().zip(dy).zip(gain).zip(unit) {
            *dx += (dy * g - unit * along) * inverse;
        }
    }
}
