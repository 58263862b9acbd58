//! Matrix products. Every element is summed in the order of the inner dimension, in sums of [`DEPTH`] that are added up
//! in their order, so that a row's result does not depend on the rows beside it.

use crate::lanes::{LANES, halves};
use crate::quad::Quad;
use crate::real::Real;
use core::ops::Range;

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

/// The sums of a tile stay in registers, of which there are sixteen.
const HEIGHT: usize = 4;
const WIDTH: usize = LANES;
/// How many products make one sum: part of the results' bits.
const DEPTH: usize = 256;
/// Rows that a panel is used for before the next one is laid out.
const BLOCK: usize = 256;

type Line<T> = [<T as Real>::Quad; 2];
type Tile<T> = [Line<T>; HEIGHT];
/// Eight columns of the right factor, as a tile reads them.
type Panel<T> = [Line<T>];

/// y = x·w
pub(crate) fn forward<T: Real>(shape: Shape, x: &[T], w: &[T], into: Into, y: &mut [T]) {
    let Shape { rows, inputs, outputs } = shape;
    product([rows, inputs, outputs], into, y, columns_of(w, outputs), |at, inner, panel| {
        tile_of_rows(x, inputs, at, inner, panel)
    });
}

/// dx = dy·wᵀ
pub(crate) fn by_input<T: Real>(shape: Shape, dy: &[T], w: &[T], into: Into, dx: &mut [T]) {
    let Shape { rows, inputs, outputs } = shape;
    let rows_of_w = |inner: Range<usize>, wanted: Range<usize>, panel: &mut Panel<T>| {
        let row = |i: usize| &w[(wanted.start + i).min(wanted.end - 1) * outputs..][inner.clone()];
        let rows: [&[T]; WIDTH] = core::array::from_fn(row);
        for (k, line) in panel.iter_mut().enumerate() {
            *line = halves::<T>(rows.map(|row| row[k]));
        }
    };
    product([rows, outputs, inputs], into, dx, rows_of_w, |at, inner, panel| {
        tile_of_rows(dy, outputs, at, inner, panel)
    });
}

/// dw = xᵀ·dy
pub(crate) fn by_weight<T: Real>(shape: Shape, x: &[T], dy: &[T], dw: &mut [T]) {
    let Shape { rows, inputs, outputs } = shape;
    let sizes = [inputs, rows, outputs];
    product(sizes, Into::Replace, dw, columns_of(dy, outputs), |at, inner, panel| {
        let x = x[inner.start * inputs..inner.end * inputs].chunks_exact(inputs);
        let mut tile = empty::<T>();
        for (x, line) in x.zip(panel) {
            add_outer(&mut tile, padded(&x[at..]), line);
        }
        tile
    });
}

/// db = the sum of all rows of dy
pub(crate) fn by_bias<T: Real>(dy: &[T], db: &mut [T]) {
    db.fill(T::zero());
    for row in dy.chunks_exact(db.len()) {
        crate::lanes::add(db, row);
    }
}

/// `c`, which has `rows` and `columns`, of sums of `depth` products. `lay_out` fills a panel, of the inner dimension's
/// range and of the columns; `tile` gives the sums of the rows from its first argument on.
#[inline(always)]
fn product<T: Real>(
    [rows, depth, columns]: [usize; 3],
    into: Into,
    c: &mut [T],
    lay_out: impl Fn(Range<usize>, Range<usize>, &mut Panel<T>),
    tile: impl Fn(usize, Range<usize>, &Panel<T>) -> Tile<T>,
) {
    let mut panel = [halves::<T>([T::zero(); WIDTH]); DEPTH];
    for inner in parts(depth, DEPTH) {
        let panel = &mut panel[..inner.len()];
        let replaces = into == Into::Replace && inner.start == 0;
        for block in parts(rows, BLOCK) {
            for wanted in parts(columns, WIDTH) {
                lay_out(inner.clone(), wanted.clone(), panel);
                for at in block.clone().step_by(HEIGHT) {
                    let sums = tile(at, inner.clone(), panel);
                    let c = c[at * columns..block.end * columns].chunks_exact_mut(columns);
                    for (c, [left, right]) in c.zip(sums) {
                        put(&mut c[wanted.clone()], left.numbers(), right.numbers(), replaces);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn put<T: Real>(c: &mut [T], left: [T; 4], right: [T; 4], replaces: bool) {
    match c.as_chunks_mut::<4>() {
        ([a, b], []) if replaces => (*a, *b) = (left, right),
        _ => {
            for (c, sum) in c.iter_mut().zip(left.into_iter().chain(right)) {
                *c = if replaces { sum } else { *c + sum };
            }
        }
    }
}

/// Lays out columns of a matrix that has so many.
fn columns_of<T: Real>(
    b: &[T],
    columns: usize,
) -> impl Fn(Range<usize>, Range<usize>, &mut Panel<T>) {
    move |inner, wanted, panel| {
        let rows = b[inner.start * columns..inner.end * columns].chunks_exact(columns);
        for (line, row) in panel.iter_mut().zip(rows) {
            *line = halves::<T>(padded(&row[wanted.start..]));
        }
    }
}

/// The sums of the rows from `at` on. Behind the last one it is repeated.
#[inline(always)]
fn tile_of_rows<T: Real>(
    a: &[T],
    depth: usize,
    at: usize,
    inner: Range<usize>,
    panel: &Panel<T>,
) -> Tile<T> {
    let last = a.len() / depth - 1;
    let row = |i: usize| &a[(at + i).min(last) * depth..][inner.clone()];
    let mut tile = empty::<T>();
    let rows = row(0).iter().zip(row(1)).zip(row(2)).zip(row(3));
    for ((((&a, &b), &c), &d), line) in rows.zip(panel) {
        add_outer(&mut tile, [a, b, c, d], line);
    }
    tile
}

#[inline(always)]
fn empty<T: Real>() -> Tile<T> {
    [[T::Quad::splat(T::zero()); 2]; HEIGHT]
}

#[inline(always)]
fn add_outer<T: Real>(tile: &mut Tile<T>, left: [T; HEIGHT], &[b, c]: &Line<T>) {
    for (sums, a) in tile.iter_mut().zip(left) {
        let a = T::Quad::splat(a);
        *sums = [sums[0].plus_product(a, b), sums[1].plus_product(a, c)];
    }
}

/// The first `N`, or all that there are and then zeros.
#[inline(always)]
fn padded<T: Real, const N: usize>(numbers: &[T]) -> [T; N] {
    match numbers.first_chunk() {
        Some(first) => *first,
        None => core::array::from_fn(|i| numbers.get(i).copied().unwrap_or_default()),
    }
}

/// From 0 to `whole`, in ranges of `most`.
fn parts(whole: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    (0..whole).step_by(most).map(move |from| from..whole.min(from + most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn numbers(count: usize, seed: usize) -> Vec<f32> {
        (0..count).map(|i| ((i * 37 + seed * 101) % 199) as f32 / 97.0 - 1.0).collect()
    }

    /// What every element has to be, to the bit.
    fn sum(depth: usize, into: Into, c: f32, product: impl Fn(usize) -> f32) -> f32 {
        parts(depth, DEPTH)
            .fold(None, |all: Option<f32>, part| {
                let mut sum = 0.0;
                for k in part {
                    sum += product(k);
                }
                match (all, into) {
                    (None, Into::Replace) => Some(sum),
                    (None, Into::Add) => Some(c + sum),
                    (Some(all), _) => Some(all + sum),
                }
            })
            .unwrap_or(c)
    }

    #[test]
    #[wasm_bindgen_test]
    fn elements_are_summed_in_this_order() {
        for (rows, inputs, outputs) in [
            (1, 1, 1),
            (3, 5, 7),
            (4, 8, 8),
            (9, 257, 17),
            (300, 12, 40),
            (513, 6, 9),
            (2, 40, 600),
        ] {
            let shape = Shape { rows, inputs, outputs };
            let (x, w) = (numbers(rows * inputs, 1), numbers(inputs * outputs, 2));
            let dy = numbers(rows * outputs, 3);
            for into in [Into::Replace, Into::Add] {
                let before = numbers(rows * outputs, 4);
                let mut y = before.clone();
                forward(shape, &x, &w, into, &mut y);
                for (at, y) in y.into_iter().enumerate() {
                    let (row, to) = (at / outputs, at % outputs);
                    let product = |k: usize| x[row * inputs + k] * w[k * outputs + to];
                    assert_eq!(
                        y,
                        sum(inputs, into, before[at], product),
                        "{rows} {inputs} {outputs}"
                    );
                }
                let before = numbers(rows * inputs, 4);
                let mut dx = before.clone();
                by_input(shape, &dy, &w, into, &mut dx);
                for (at, dx) in dx.into_iter().enumerate() {
                    let (row, from) = (at / inputs, at % inputs);
                    let product = |k: usize| dy[row * outputs + k] * w[from * outputs + k];
                    assert_eq!(
                        dx,
                        sum(outputs, into, before[at], product),
                        "{rows} {inputs} {outputs}"
                    );
                }
            }
            let mut dw = vec![0.0; inputs * outputs];
            by_weight(shape, &x, &dy, &mut dw);
            for (at, dw) in dw.into_iter().enumerate() {
                let (from, to) = (at / outputs, at % outputs);
                let product = |k: usize| x[k * inputs + from] * dy[k * outputs + to];
                assert_eq!(dw, sum(rows, Into::Replace, 0.0, product), "{rows} {inputs} {outputs}");
            }
        }
    }
}
