use crate::buffers::Buffers;
use crate::error::Error;
use crate::formula::{Itself, ScaledDifference};
use crate::groups::Groups;
use crate::moments::mean;
use crate::options::SingletonRule;
use crate::views::{beside, in_place};
use ndarray::{ArrayView1, ArrayViewMut1};

/// out = k · (value − mean of the group), k = n / (n − 1): the value less the mean of the others.
/// A lone value by [`SingletonRule::Member`] is 1/0 · 0, NaN.
#[inline(always)]
pub fn leave_one_out(
    values: ArrayView1<'_, f64>,
    groups: &Groups<'_>,
    singleton: SingletonRule,
    out: ArrayViewMut1<'_, f64>,
) -> Result<(), Error> {
    beside(values, groups, out, |mut buffers| run(&mut buffers, groups, singleton))
}

/// [`leave_one_out`], the results written over the values.
#[inline(always)]
pub fn leave_one_out_in_place(
    values: ArrayViewMut1<'_, f64>,
    groups: &Groups<'_>,
    singleton: SingletonRule,
) -> Result<(), Error> {
    in_place(values, groups, |mut buffers| run(&mut buffers, groups, singleton))
}

#[inline(never)]
fn run(buffers: &mut impl Buffers, groups: &Groups<'_>, singleton: SingletonRule) {
    for group in groups.ranges() {
        match singleton {
            SingletonRule::Raw if group.len() == 1 => buffers.write(group, Itself),
            SingletonRule::Zero if group.len() == 1 => buffers.fill(group, 0.0),
            _ => {
                let n = group.len() as f64;
                let mean = mean(buffers.values(group.clone()));
                buffers.write(group, ScaledDifference { factor: n / (n - 1.0), mean });
            }
        }
    }
}
