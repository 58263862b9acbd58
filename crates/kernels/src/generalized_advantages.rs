use crate::error::Error;
use crate::groups::Groups;
use crate::rows::{check, is_trained};
use crate::token_options::{GeneralizedAdvantagesOptions, MaskedTokens};

/// GAE in each row: advantages, written over the rewards, and returns, written over the values. `mask` is
/// not 0 where a token is trained; without one, all are.
#[inline(never)]
pub fn generalized_advantages(
    rewards: &mut [f64],
    values: &mut [f64],
    mask: Option<&[u8]>,
    rows: &Groups<'_>,
    options: &GeneralizedAdvantagesOptions<'_>,
) -> Result<(), Error> {
    let GeneralizedAdvantagesOptions { gamma, lambda, bootstrap, masked, zero_untrained } =
        *options;
    check(rows, &[rewards, values], mask, &[gamma, lambda, bootstrap])?;
    let mask = mask.filter(|_| masked != MaskedTokens::Walk || zero_untrained);
    // The last row first: memory is read in one direction, which machines foresee.
    let numbers = gamma.iter().zip(lambda).zip(bootstrap).rev();
    for (range, ((&gamma, &lambda), &next)) in rows.ranges_backwards().zip(numbers) {
        let rewards = rewards.get_mut(range.clone()).unwrap_or_default();
        let values = values.get_mut(range.clone()).unwrap_or_default();
        let state = State { gamma, decay: gamma * lambda, next, sum: 0.0 };
        match mask {
            None => state.walk(rewards, values),
            Some(mask) => {
                let mask = mask.get(range).unwrap_or_default();
                state.masked(rewards, values, mask, masked, zero_untrained);
            }
        }
    }
    Ok(())
}

struct State {
    gamma: f64,
    /// γ · λ
    decay: f64,
    /// The value of the state that follows.
    next: f64,
    /// The advantage of the token that follows.
    sum: f64,
}

impl State {
    #[inline(always)]
    fn step(&mut self, reward: f64, value: f64) {
        self.sum = ((reward + self.gamma * self.next) - value) + self.decay * self.sum;
        self.next = value;
    }

    fn forget(&mut self) {
        self.next = 0.0;
        self.sum = 0.0;
    }

    fn walk(mut self, rewards: &mut [f64], values: &mut [f64]) {
        for (reward, value) in rewards.iter_mut().zip(values).rev() {
            let own = *value;
            self.step(*reward, own);
            *reward = self.sum;
            *value = self.sum + own;
        }
    }

    fn masked(
        mut self,
        rewards: &mut [f64],
        values: &mut [f64],
        mask: &[u8],
        masked: MaskedTokens,
        zero: bool,
    ) {
        for ((reward, value), &mask) in rewards.iter_mut().zip(values).zip(mask).rev() {
            let mut own = *value;
            if is_trained(mask) {
                self.step(*reward, own);
                *reward = self.sum;
                *value = self.sum + own;
                continue;
            }
            match masked {
                MaskedTokens::Carry => {}
                MaskedTokens::Walk | MaskedTokens::Reset => self.step(*reward, own),
                MaskedTokens::Zero => {
                    own = 0.0;
                    self.step(0.0, own);
                }
                MaskedTokens::Cut => {
                    self.forget();
                    self.step(*reward, own);
                }
            }
            let shown = if zero { 0.0 } else { self.sum };
            *reward = shown;
            *value = shown + own;
            if masked == MaskedTokens::Reset {
                self.forget();
            }
        }
    }
}
