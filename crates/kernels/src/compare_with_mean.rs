use crate::buffers::{Buffers, InPlace};
use crate::error::Error;
use crate::formula::Standardized;
use crate::groups::Groups;
use crate::moments::mean;
use crate::options::SingletonRule;
use crate::scale_options::CompareWithMeanOptions;

/// (value − mean) / (mean + epsilon) of each group, written over the values.
#[inline(never)]
pub fn compare_with_mean(
    values: &mut [f64],
    groups: &Groups<'_>,
    options: &CompareWithMeanOptions,
) -> Result<(), Error> {
    groups.check(values.len())?;
    let CompareWithMeanOptions { epsilon, zero_unless_positive, singleton } = *options;
    let mut buffers = InPlace(values);
    for group in groups.ranges() {
        if group.len() == 1 && singleton != SingletonRule::Member {
            if singleton == SingletonRule::Zero {
                buffers.fill(group, 0.0);
            }
            continue;
        }
        let mean = mean(buffers.values(group.clone()));
        if zero_unless_positive && mean <= 0.0 {
            buffers.fill(group, 0.0);
        } else {
            buffers.write(group, Standardized { mean, divisor: mean + epsilon });
        }
    }
    Ok(())
}
