//! From ndarray views to slices. A view with strides is copied: the kernels read runs of memory.
//!
//! Inlined with the public functions into their callers, so that who passes a slice carries no copying.

use crate::buffers::{Beside, InPlace};
use crate::error::Error;
use crate::groups::Groups;
use ndarray::{ArrayView1, ArrayViewMut1};

/// Lends the view's values as a slice.
#[inline(always)]
pub(crate) fn with_slice<R>(values: ArrayView1<'_, f64>, work: impl FnOnce(&[f64]) -> R) -> R {
    match values.to_slice() {
        Some(slice) => work(slice),
        None => work(&values.to_vec()),
    }
}

/// Runs `work` from `values` to `out`.
#[inline(always)]
pub(crate) fn beside(
    values: ArrayView1<'_, f64>,
    groups: &Groups<'_>,
    mut out: ArrayViewMut1<'_, f64>,
    work: impl FnOnce(Beside<'_>),
) -> Result<(), Error> {
    groups.check(values.len())?;
    groups.check(out.len())?;
    match (values.to_slice(), out.as_slice_mut()) {
        (Some(values), Some(results)) => work(Beside { values, results }),
        _ => {
            let values = values.to_vec();
            let mut results = values.clone();
            work(Beside { values: &values, results: &mut results });
            out.iter_mut().zip(results).for_each(|(to, from)| *to = from);
        }
    }
    Ok(())
}

/// Runs `work` on `values` themselves.
#[inline(always)]
pub(crate) fn in_place(
    mut values: ArrayViewMut1<'_, f64>,
    groups: &Groups<'_>,
    work: impl FnOnce(InPlace<'_>),
) -> Result<(), Error> {
    groups.check(values.len())?;
    match values.as_slice_mut() {
        Some(slice) => work(InPlace(slice)),
        None => {
            let mut results = values.to_vec();
            work(InPlace(&mut results));
            values.iter_mut().zip(results).for_each(|(to, from)| *to = from);
        }
    }
    Ok(())
}
