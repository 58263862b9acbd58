//! Sums and products of slices, in an order that depends on their length alone. Eight sums run side by side, which
//! compilers turn into SIMD; what does not fill eight is added last, one by one.

use crate::quad::Quad;
use crate::real::Real;

pub(crate) const LANES: usize = 8;

#[inline(always)]
fn folded<T: Real>(lanes: [T; LANES], rest: T) -> T {
    let [a, b, c, d, e, f, g, h] = lanes;
    (((a + e) + (c + g)) + ((b + f) + (d + h))) + rest
}

/// Σ f(xᵢ)
#[inline(always)]
pub(crate) fn sum_of<T: Real>(xs: &[T], f: impl Fn(T) -> T) -> T {
    let mut lanes = [T::zero(); LANES];
    let (chunks, rest) = xs.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &x) in lanes.iter_mut().zip(chunk) {
            *lane += f(x);
        }
    }
    let mut last = T::zero();
    for &x in rest {
        last += f(x);
    }
    folded(lanes, last)
}

/// Σ f(xᵢ, yᵢ)
#[inline(always)]
pub(crate) fn sum_of_two<T: Real>(xs: &[T], ys: &[T], f: impl Fn(T, T) -> T) -> T {
    let mut lanes = [T::zero(); LANES];
    let (x_chunks, x_rest) = xs.as_chunks::<LANES>();
    let (y_chunks, y_rest) = ys.as_chunks::<LANES>();
    for (x_chunk, y_chunk) in x_chunks.iter().zip(y_chunks) {
        for ((lane, &x), &y) in lanes.iter_mut().zip(x_chunk).zip(y_chunk) {
            *lane += f(x, y);
        }
    }
    let mut last = T::zero();
    for (&x, &y) in x_rest.iter().zip(y_rest) {
        last += f(x, y);
    }
    folded(lanes, last)
}

/// Σ xᵢ yᵢ
#[inline(always)]
pub(crate) fn dot<T: Real>(xs: &[T], ys: &[T]) -> T {
    let (x_chunks, x_rest) = xs.as_chunks::<LANES>();
    let (y_chunks, y_rest) = ys.as_chunks::<LANES>();
    let mut lanes = [T::Quad::splat(T::zero()); 2];
    for (&x, &y) in x_chunks.iter().zip(y_chunks) {
        let ([x, more_x], [y, more_y]) = (halves::<T>(x), halves::<T>(y));
        lanes = [lanes[0].plus_product(x, y), lanes[1].plus_product(more_x, more_y)];
    }
    let mut last = T::zero();
    for (&x, &y) in x_rest.iter().zip(y_rest) {
        last += x * y;
    }
    let ([a, b, c, d], [e, f, g, h]) = (lanes[0].numbers(), lanes[1].numbers());
    folded([a, b, c, d, e, f, g, h], last)
}

/// Eight numbers as two quads.
#[inline(always)]
pub(crate) fn halves<T: Real>([a, b, c, d, e, f, g, h]: [T; LANES]) -> [T::Quad; 2] {
    [T::Quad::of([a, b, c, d]), T::Quad::of([e, f, g, h])]
}

/// Σ xᵢ yᵢ zᵢ
#[inline(always)]
pub(crate) fn dot_of_three<T: Real>(xs: &[T], ys: &[T], zs: &[T]) -> T {
    let mut lanes = [T::zero(); LANES];
    let (x_chunks, x_rest) = xs.as_chunks::<LANES>();
    let (y_chunks, y_rest) = ys.as_chunks::<LANES>();
    let (z_chunks, z_rest) = zs.as_chunks::<LANES>();
    for ((x_chunk, y_chunk), z_chunk) in x_chunks.iter().zip(y_chunks).zip(z_chunks) {
        for (((lane, &x), &y), &z) in lanes.iter_mut().zip(x_chunk).zip(y_chunk).zip(z_chunk) {
            *lane += x * y * z;
        }
    }
    let mut last = T::zero();
    for ((&x, &y), &z) in x_rest.iter().zip(y_rest).zip(z_rest) {
        last += x * y * z;
    }
    folded(lanes, last)
}

/// yᵢ += a xᵢ
#[inline(always)]
pub(crate) fn add_scaled<T: Real>(ys: &mut [T], a: T, xs: &[T]) {
    for (y, &x) in ys.iter_mut().zip(xs) {
        *y += a * x;
    }
}

/// yᵢ += xᵢ
#[inline(always)]
pub(crate) fn add<T: Real>(ys: &mut [T], xs: &[T]) {
    for (y, &x) in ys.iter_mut().zip(xs) {
        *y += x;
    }
}

/// The greatest; of NaN among them, anything.
#[inline(always)]
pub(crate) fn greatest<T: Real>(xs: &[T]) -> T {
    let mut found = xs.first().copied().unwrap_or_default();
    for &x in xs {
        if x > found {
            found = x;
        }
    }
    found
}
