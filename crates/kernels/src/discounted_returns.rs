use crate::error::Error;
use crate::groups::Groups;
use crate::rows::{check, is_trained};
use crate::token_options::{DiscountedReturnsOptions, MaskedTokens};

/// Rewards added up backwards in each row, written over them. `mask` is not 0 where a token is trained;
/// without one, all are.
#[inline(never)]
pub fn discounted_returns(
    rewards: &mut [f64],
    mask: Option<&[u8]>,
    rows: &Groups<'_>,
    options: &DiscountedReturnsOptions<'_>,
) -> Result<(), Error> {
    check(rows, &[rewards], mask, &[options.gamma])?;
    let zero = options.zero_untrained;
    let mask = mask.filter(|_| options.masked != MaskedTokens::Walk || zero);
    // The last row first: memory is read in one direction, which machines foresee.
    for (range, &gamma) in rows.ranges_backwards().zip(options.gamma.iter().rev()) {
        let rewards = rewards.get_mut(range.clone()).unwrap_or_default();
        match mask {
            None => walk(rewards, gamma),
            Some(mask) => masked(rewards, mask.get(range).unwrap_or_default(), gamma, options),
        }
    }
    Ok(())
}

fn walk(rewards: &mut [f64], gamma: f64) {
    let mut state = 0.0;
    for x in rewards.iter_mut().rev() {
        state = *x + gamma * state;
        *x = state;
    }
}

fn masked(rewards: &mut [f64], mask: &[u8], gamma: f64, options: &DiscountedReturnsOptions<'_>) {
    let mut state = 0.0;
    for (x, &mask) in rewards.iter_mut().zip(mask).rev() {
        if is_trained(mask) {
            state = *x + gamma * state;
            *x = state;
            continue;
        }
        // What it shows, and what those before it see.
        let (shown, next) = match options.masked {
            MaskedTokens::Carry => (state, state),
            MaskedTokens::Walk => twice(*x + gamma * state),
            MaskedTokens::Zero => twice(0.0 + gamma * state),
            MaskedTokens::Reset => (*x + gamma * state, 0.0),
            MaskedTokens::Cut => twice(*x + gamma * 0.0),
        };
        *x = if options.zero_untrained { 0.0 } else { shown };
        state = next;
    }
}

fn twice(x: f64) -> (f64, f64) {
    (x, x)
}
