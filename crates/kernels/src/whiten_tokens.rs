use crate::block::Block;
use crate::buffers::{Buffers, InPlace};
use crate::error::Error;
use crate::formula::{Formula, Itself, Quotient, Restored, SquaredDifference, Standardized};
use crate::groups::Groups;
use crate::moments::share;
use crate::rows::{check, is_trained};
use crate::sum::{Term, sum_of_any};
use crate::token_options::{MeanRule, WhitenEpsilon, WhitenOptions};

/// (x − mean) / divisor of the trained values of each segment, written over all of its values. `mask` is
/// not 0 where a token is trained; without one, all are.
#[inline(never)]
pub fn whiten_tokens(
    values: &mut [f64],
    mask: Option<&[u8]>,
    segments: &Groups<'_>,
    options: &WhitenOptions,
) -> Result<(), Error> {
    check(segments, &[values], mask, &[])?;
    for range in segments.ranges() {
        let own = values.get(range.clone()).unwrap_or_default();
        let (mean, divisor) = match mask {
            None => scale(own.len(), options, |what| total(own, what)),
            Some(mask) => {
                let mask = mask.get(range.clone()).unwrap_or_default();
                let count = mask.iter().filter(|&&mask| is_trained(mask)).count();
                scale(count, options, |what| total_of_trained(own, mask, what))
            }
        };
        let mut buffers = InPlace(values);
        match options.mean {
            MeanRule::Subtract => buffers.write(range, Standardized { mean, divisor }),
            MeanRule::Keep => buffers.write(range, Quotient { divisor }),
            MeanRule::Restore => buffers.write(range, Restored { mean, divisor }),
        }
    }
    Ok(())
}

/// What is added up of the values.
#[derive(Clone, Copy)]
enum What {
    Values,
    Squares { mean: f64 },
}

/// Mean and divisor of values of which so many count.
#[inline(always)]
fn scale(count: usize, options: &WhitenOptions, total: impl Fn(What) -> f64) -> (f64, f64) {
    let WhitenOptions { ddof, epsilon, count_epsilon, .. } = *options;
    let count = count as f64;
    let mean = total(What::Values) / (count + count_epsilon);
    if !options.divide {
        return (mean, 1.0);
    }
    let squares = total(What::Squares { mean });
    let degrees = count - ddof;
    let variance = if count_epsilon == 0.0 {
        // Not f64::max, which would hide a NaN.
        share(squares, if degrees < 0.0 { 0.0 } else { degrees })
    } else {
        (squares / (count + count_epsilon)) * (count / degrees)
    };
    let divisor = match options.epsilon_place {
        WhitenEpsilon::Outside => variance.sqrt() + epsilon,
        WhitenEpsilon::Inside => (variance + epsilon).sqrt(),
        WhitenEpsilon::Floor => (if variance < epsilon { epsilon } else { variance }).sqrt(),
    };
    (mean, divisor)
}

fn total(values: &[f64], what: What) -> f64 {
    match what {
        What::Values => sum_of_any(values, &mut Itself),
        What::Squares { mean } => sum_of_any(values, &mut SquaredDifference { mean }),
    }
}

fn total_of_trained(values: &[f64], mask: &[u8], what: What) -> f64 {
    match what {
        What::Values => sum_of_any(values, &mut Trained { mask, formula: Itself }),
        What::Squares { mean } => {
            sum_of_any(values, &mut Trained { mask, formula: SquaredDifference { mean } })
        }
    }
}

/// The formula where a token is trained, else +0. Sums take the values in their order.
struct Trained<'a, F> {
    mask: &'a [u8],
    formula: F,
}

impl<F: Formula> Term for Trained<'_, F> {
    #[inline(always)]
    fn block(&mut self, x: Block) -> Block {
        let Some((mask, rest)) = self.mask.split_first_chunk::<8>() else { return x };
        self.mask = rest;
        x.of(self.formula).keep(mask)
    }
    #[inline(always)]
    fn one(&mut self, x: f64) -> f64 {
        let Some((&mask, rest)) = self.mask.split_first() else { return x };
        self.mask = rest;
        if is_trained(mask) { self.formula.of(x) } else { 0.0 }
    }
}
