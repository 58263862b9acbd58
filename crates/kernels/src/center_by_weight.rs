use crate::buffers::{Buffers, InPlace};
use crate::error::Error;
use crate::formula::Difference;
use crate::groups::Groups;
use crate::options::SingletonRule;
use crate::rows::check;
use crate::weights::{Watch, weighted_mean};

/// Values less the mean of their group by weight, Σ w x / Σ w, written over them. Where a weight is refused the
/// values are lost.
#[inline(never)]
pub fn center_by_weight(
    values: &mut [f64],
    weights: &[f64],
    groups: &Groups<'_>,
    singleton: SingletonRule,
) -> Result<(), Error> {
    check(groups, &[values, weights], None, &[])?;
    let mut buffers = InPlace(values);
    let mut watch = Watch::new();
    for group in groups.ranges() {
        let weights = weights.get(group.clone()).unwrap_or_default();
        let mean = weighted_mean(buffers.values(group.clone()), weights, &mut watch);
        match singleton {
            SingletonRule::Raw if group.len() == 1 => {}
            SingletonRule::Zero if group.len() == 1 => buffers.fill(group, 0.0),
            _ => buffers.write(group, Difference { mean }),
        }
    }
    watch.check(weights)
}
