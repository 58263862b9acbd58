use crate::buffers::Buffers;
use crate::error::Error;
use crate::formula::Difference;
use crate::groups::Groups;
use crate::moments::mean;
use crate::options::{CenterOptions, Scope, SingletonRule};
use crate::views::{beside, in_place};
use core::ops::Range;
use ndarray::{ArrayView1, ArrayViewMut1};

/// out = value − mean, of the group or of the pool.
#[inline(always)]
pub fn center(
    values: ArrayView1<'_, f64>,
    groups: &Groups<'_>,
    options: &CenterOptions,
    out: ArrayViewMut1<'_, f64>,
) -> Result<(), Error> {
    beside(values, groups, out, |mut buffers| run(&mut buffers, groups, options))
}

/// [`center`], the results written over the values.
#[inline(always)]
pub fn center_in_place(
    values: ArrayViewMut1<'_, f64>,
    groups: &Groups<'_>,
    options: &CenterOptions,
) -> Result<(), Error> {
    in_place(values, groups, |mut buffers| run(&mut buffers, groups, options))
}

#[inline(never)]
pub(crate) fn run(buffers: &mut impl Buffers, groups: &Groups<'_>, options: &CenterOptions) {
    match options.baseline {
        Scope::Pool => center_range(buffers, 0..groups.values()),
        Scope::Group => center_groups(buffers, groups, options.singleton),
    }
}

#[inline(always)]
pub(crate) fn center_range(buffers: &mut impl Buffers, range: Range<usize>) {
    let mean = mean(buffers.values(range.clone()));
    buffers.write(range, Difference { mean });
}

#[inline(always)]
pub(crate) fn center_groups(
    buffers: &mut impl Buffers,
    groups: &Groups<'_>,
    singleton: SingletonRule,
) {
    for group in groups.ranges() {
        match singleton {
            SingletonRule::Raw if group.len() == 1 => {
                buffers.write(group, Difference { mean: 0.0 })
            }
            SingletonRule::Zero if group.len() == 1 => buffers.fill(group, 0.0),
            _ => center_range(buffers, group),
        }
    }
}
