use crate::error::Error;
use crate::extremes::range;
use crate::groups::Groups;
use crate::moments::{share, variance};
use crate::views::with_slice;
use ndarray::{ArrayView1, ArrayViewMut1};

/// Where [`segment_summaries`] writes: one entry a group in each.
#[derive(Debug)]
pub struct SegmentSummariesMut<'a> {
    /// sum / n
    pub mean: ArrayViewMut1<'a, f64>,
    /// sqrt(sum((x − mean)²) / max(n − ddof, 0))
    pub std: ArrayViewMut1<'a, f64>,
    /// The least value; a zero is +0, and NaN wins.
    pub min: ArrayViewMut1<'a, f64>,
    /// The greatest value; a zero is +0, and NaN wins.
    pub max: ArrayViewMut1<'a, f64>,
}

/// Mean, std, least and greatest value of each group; NaN in all four for an empty one.
#[inline(always)]
pub fn segment_summaries(
    values: ArrayView1<'_, f64>,
    groups: &Groups<'_>,
    ddof: f64,
    out: SegmentSummariesMut<'_>,
) -> Result<(), Error> {
    groups.check(values.len())?;
    if [out.mean.len(), out.std.len(), out.min.len(), out.max.len()] != [groups.len(); 4] {
        return Err(Error::Length);
    }
    with_slice(values, |values| of_slice(values, groups, ddof, out));
    Ok(())
}

#[inline(never)]
fn of_slice(values: &[f64], groups: &Groups<'_>, ddof: f64, out: SegmentSummariesMut<'_>) {
    let SegmentSummariesMut { mut mean, mut std, mut min, mut max } = out;
    let outs = mean.iter_mut().zip(&mut std).zip(&mut min).zip(&mut max);
    for (segment, (((mean, std), min), max)) in groups.ranges().zip(outs) {
        let group = values.get(segment).unwrap_or_default();
        let found = range(group);
        *mean = share(found.sum, group.len() as f64);
        *std = variance(group, *mean, ddof).sqrt();
        *min = found.min;
        *max = found.max;
    }
}
