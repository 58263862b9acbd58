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
    let mut outs = [out.mean, out.std, out.min, out.max];
    if outs.iter().any(|out| out.len() != groups.len()) {
        return Err(Error::Length);
    }
    let [mean, std, min, max] = outs.each_mut().map(|out| out.as_slice_mut());
    if let (Some(mean), Some(std), Some(min), Some(max)) = (mean, std, min, max) {
        let outs = Outs { mean, std, min, max };
        with_slice(values, |values| of_slice(values, groups, ddof, outs));
    } else {
        let mut found = [(); 4].map(|()| vec![0.0; groups.len()]);
        let [mean, std, min, max] = &mut found;
        let slices = Outs { mean, std, min, max };
        with_slice(values, |values| of_slice(values, groups, ddof, slices));
        for (mut out, found) in outs.into_iter().zip(found) {
            out.iter_mut().zip(found).for_each(|(to, from)| *to = from);
        }
    }
    Ok(())
}

/// Where the loop writes: slices, as an ndarray iterator asks at every entry whether it has strides.
struct Outs<'a> {
    mean: &'a mut [f64],
    std: &'a mut [f64],
    min: &'a mut [f64],
    max: &'a mut [f64],
}

#[inline(never)]
fn of_slice(values: &[f64], groups: &Groups<'_>, ddof: f64, outs: Outs<'_>) {
    let outs = outs.mean.iter_mut().zip(outs.std).zip(outs.min).zip(outs.max);
    for (segment, (((mean, std), min), max)) in groups.ranges().zip(outs) {
        let group = values.get(segment).unwrap_or_default();
        let found = range(group);
        *mean = share(found.sum, group.len() as f64);
        *std = variance(group, *mean, ddof).sqrt();
        *min = found.min;
        *max = found.max;
    }
}
