use crate::error::Error;
use core::ops::Range;
use ndarray::ArrayView1;
use std::borrow::Cow;

/// Where the groups of a flat array begin and end, checked once. Empty groups are legal.
#[derive(Clone, Debug)]
pub struct Groups<'a> {
    offsets: Cow<'a, [u32]>,
    values: usize,
}

impl<'a> Groups<'a> {
    /// `offsets` has one entry more than there are groups and ascends from 0 to `values`, the number of
    /// values; anything else is [`Error::Offsets`].
    #[inline(always)]
    pub fn new(offsets: ArrayView1<'a, u32>, values: usize) -> Result<Groups<'a>, Error> {
        let offsets = match offsets.to_slice() {
            Some(slice) => Cow::Borrowed(slice),
            None => Cow::Owned(offsets.to_vec()),
        };
        if legal(&offsets, values) { Ok(Groups { offsets, values }) } else { Err(Error::Offsets) }
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of values that the groups are made of.
    pub fn values(&self) -> usize {
        self.values
    }

    /// Where each group lies among the values.
    #[inline(always)]
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        // The first offset is 0.
        let mut start = 0;
        self.offsets.get(1..).unwrap_or_default().iter().map(move |&offset| {
            let range = start..offset as usize;
            start = range.end;
            range
        })
    }

    /// [`ranges`](Self::ranges) from the last group to the first.
    #[inline(always)]
    pub(crate) fn ranges_backwards(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = self.offsets.get(..self.len()).unwrap_or_default().iter();
        let ends = self.offsets.get(1..).unwrap_or_default();
        starts.zip(ends).rev().map(|(&start, &end)| start as usize..end as usize)
    }

    /// Where a group lies among the values; nowhere, if there is no such group.
    #[inline(always)]
    pub(crate) fn range(&self, group: u32) -> Range<usize> {
        match self.offsets.get(group as usize..) {
            Some(&[start, end, ..]) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    pub(crate) fn check(&self, values: usize) -> Result<(), Error> {
        if values == self.values { Ok(()) } else { Err(Error::Length) }
    }
}

fn legal(offsets: &[u32], values: usize) -> bool {
    // Without an early end, so that it runs side by side.
    let ascending = offsets
        .iter()
        .zip(offsets.get(1..).unwrap_or_default())
        .fold(true, |all, (a, b)| all & (a <= b));
    let ends = (offsets.first(), offsets.last());
    ascending && matches!(ends, (Some(0), Some(&last)) if last as usize == values)
}
