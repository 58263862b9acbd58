//! Matrix products. Every element is summed in the order of the inner dimension, so that a row's result does not depend
//! on the rows beside it.

use crate::real::Real;
use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// The sizes of a layer that makes `outputs` of `inputs`, for so many rows.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
}

/// What becomes of the values that are there.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Into {
    Replace,
    Add,
}

impl Into {
    fn factor<T: Real>(self) -> T {
        if self == Into::Add { T::one() } else { T::zero() }
    }
}

/// Callers size their buffers by the config, so that the lengths always fit.
const FITS: &str = "a matrix has its shape's length";

#[allow(clippy::expect_used, reason = "a wrong length is a defect of this crate")]
fn view<T>(rows: usize, columns: usize, values: &[T]) -> ArrayView2<'_, T> {
    ArrayView2::from_shape((rows, columns), values).expect(FITS)
}

#[allow(clippy::expect_used, reason = "a wrong length is a defect of this crate")]
fn view_mut<T>(rows: usize, columns: usize, values: &mut [T]) -> ArrayViewMut2<'_, T> {
    ArrayViewMut2::from_shape((rows, columns), values).expect(FITS)
}

/// y = x·w
pub(crate) fn forward<T: Real>(shape: Shape, x: &[T], w: &[T], into: Into, y: &mut [T]) {
    let Shape { rows, inputs, outputs } = shape;
    let (x, w) = (view(rows, inputs, x), view(inputs, outputs, w));
    general_mat_mul(T::one(), &x, &w, into.factor(), &mut view_mut(rows, outputs, y));
}

/// dx = dy·wᵀ
pub(crate) fn by_input<T: Real>(shape: Shape, dy: &[T], w: &[T], into: Into, dx: &mut [T]) {
    let Shape { rows, inputs, outputs } = shape;
    let (dy, w) = (view(rows, outputs, dy), view(inputs, outputs, w));
    general_mat_mul(T::one(), &dy, &w.t(), into.factor(), &mut view_mut(rows, inputs, dx));
}

/// dw = xᵀ·dy
pub(crate) fn by_weight<T: Real>(shape: Shape, x: &[T], dy: &[T], dw: &mut [T]) {
    let Shape { rows, inputs, outputs } = shape;
    let (x, dy) = (view(rows, inputs, x), view(rows, outputs, dy));
    general_mat_mul(T::one(), &x.t(), &dy, T::zero(), &mut view_mut(inputs, outputs, dw));
}

/// db = the sum of all rows of dy
pub(crate) fn by_bias<T: Real>(dy: &[T], db: &mut [T]) {
    db.fill(T::zero());
    for row in dy.chunks_exact(db.len()) {
        crate::lanes::add(db, row);
    }
}
