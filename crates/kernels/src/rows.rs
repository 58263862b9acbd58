//! Rows of tokens: their masks, and their tokens backwards.

use crate::error::Error;
use crate::groups::Groups;

/// Whether a token of this mask is trained.
#[inline(always)]
pub(crate) fn is_trained(mask: u8) -> bool {
    mask != 0
}

/// Whether a mask, and numbers of which each row has one, have the right lengths.
pub(crate) fn check(
    rows: &Groups<'_>,
    tokens: &[&[f64]],
    mask: Option<&[u8]>,
    per_row: &[&[f64]],
) -> Result<(), Error> {
    for tokens in tokens {
        rows.check(tokens.len())?;
    }
    rows.check(mask.map_or(rows.values(), <[u8]>::len))?;
    let fits = per_row.iter().all(|numbers| numbers.len() == rows.len());
    if fits { Ok(()) } else { Err(Error::Length) }
}
