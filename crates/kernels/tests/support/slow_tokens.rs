//! The calls over rows of tokens once more, as plainly as they can be written.

use super::slow::sum;
use upperhand_kernels::{
    Align, DiscountedReturnsOptions, GeneralizedAdvantagesOptions, MaskedTokens, MeanRule,
    OptimalTokenBaselineOptions, WhitenEpsilon, WhitenOptions,
};

/// A mask of all tokens where there is none.
fn whole(mask: Option<&[u8]>, tokens: usize) -> Vec<bool> {
    mask.map_or(vec![true; tokens], |mask| mask.iter().map(|&m| m != 0).collect())
}

fn row(offsets: &[u32], r: usize) -> std::ops::Range<usize> {
    offsets[r] as usize..offsets[r + 1] as usize
}

/// GAE with values of 0 is a return, but for signs of zeros; so both are written out.
pub fn discounted_returns(
    rewards: &[f64],
    mask: Option<&[u8]>,
    offsets: &[u32],
    options: &DiscountedReturnsOptions<'_>,
) -> Vec<f64> {
    let trained = whole(mask, rewards.len());
    let mut out = vec![f64::NAN; rewards.len()];
    for r in 0..offsets.len() - 1 {
        let gamma = options.gamma[r];
        let mut state = 0.0;
        for t in row(offsets, r).rev() {
            let rule = if trained[t] { MaskedTokens::Walk } else { options.masked };
            if rule == MaskedTokens::Cut {
                state = 0.0;
            }
            let reward = if rule == MaskedTokens::Zero { 0.0 } else { rewards[t] };
            if rule != MaskedTokens::Carry {
                state = reward + gamma * state;
            }
            out[t] = if !trained[t] && options.zero_untrained { 0.0 } else { state };
            if rule == MaskedTokens::Reset {
                state = 0.0;
            }
        }
    }
    out
}

pub fn generalized_advantages(
    rewards: &[f64],
    values: &[f64],
    mask: Option<&[u8]>,
    offsets: &[u32],
    options: &GeneralizedAdvantagesOptions<'_>,
) -> [Vec<f64>; 2] {
    let trained = whole(mask, rewards.len());
    let mut advantages = vec![f64::NAN; rewards.len()];
    let mut returns = advantages.clone();
    for r in 0..offsets.len() - 1 {
        let gamma = options.gamma[r];
        let decay = gamma * options.lambda[r];
        let (mut next, mut sum) = (options.bootstrap[r], 0.0);
        for t in row(offsets, r).rev() {
            let rule = if trained[t] { MaskedTokens::Walk } else { options.masked };
            if rule == MaskedTokens::Cut {
                (next, sum) = (0.0, 0.0);
            }
            let (reward, value) = match rule {
                MaskedTokens::Zero => (0.0, 0.0),
                _ => (rewards[t], values[t]),
            };
            if rule != MaskedTokens::Carry {
                let difference = (reward + gamma * next) - value;
                sum = difference + decay * sum;
                next = value;
            }
            advantages[t] = if !trained[t] && options.zero_untrained { 0.0 } else { sum };
            returns[t] = advantages[t] + value;
            if rule == MaskedTokens::Reset {
                (next, sum) = (0.0, 0.0);
            }
        }
    }
    [advantages, returns]
}

pub fn whiten_tokens(
    values: &[f64],
    mask: Option<&[u8]>,
    offsets: &[u32],
    options: &WhitenOptions,
) -> Vec<f64> {
    let trained = whole(mask, values.len());
    let mut out = Vec::new();
    for s in 0..offsets.len() - 1 {
        let segment = row(offsets, s);
        let sum_of = |term: &dyn Fn(f64) -> f64| {
            let terms: Vec<f64> =
                segment.clone().map(|i| if trained[i] { term(values[i]) } else { 0.0 }).collect();
            sum(&terms)
        };
        let count = segment.clone().filter(|&i| trained[i]).count() as f64;
        let mean = sum_of(&|x| x) / (count + options.count_epsilon);
        let squares = sum_of(&|x| (x - mean) * (x - mean));
        let degrees = count - options.ddof;
        let variance = if options.count_epsilon == 0.0 {
            squares / (if degrees < 0.0 { 0.0 } else { degrees })
        } else {
            squares / (count + options.count_epsilon) * (count / degrees)
        };
        let divisor = match options.epsilon_place {
            _ if !options.divide => 1.0,
            WhitenEpsilon::Outside => variance.sqrt() + options.epsilon,
            WhitenEpsilon::Inside => (variance + options.epsilon).sqrt(),
            WhitenEpsilon::Floor if variance < options.epsilon => options.epsilon.sqrt(),
            WhitenEpsilon::Floor => variance.sqrt(),
        };
        out.extend(segment.map(|i| match options.mean {
            MeanRule::Keep => values[i] / divisor,
            MeanRule::Subtract => (values[i] - mean) / divisor,
            MeanRule::Restore => (values[i] - mean) / divisor + mean,
        }));
    }
    out
}

pub fn optimal_token_baseline(
    rewards: &[f64],
    weights: &[f64],
    mask: Option<&[u8]>,
    offsets: &[u32],
    groups: &[Vec<u32>],
    options: &OptimalTokenBaselineOptions,
) -> [Vec<f64>; 2] {
    let trained = whole(mask, rewards.len());
    let mut returns = vec![f64::NAN; rewards.len()];
    let mut paths = returns.clone();
    let mut places = vec![usize::MAX; rewards.len()];
    let lengths: Vec<usize> =
        (0..offsets.len() - 1).map(|r| row(offsets, r).filter(|&t| trained[t]).count()).collect();
    for r in 0..offsets.len() - 1 {
        let (mut path, mut place) = (0.0, 0);
        for t in row(offsets, r) {
            if trained[t] {
                path += weights[t];
                let position = t - offsets[r] as usize;
                places[t] = if options.align == Align::Position { position } else { place };
                place += 1;
            }
            paths[t] = path;
        }
        let mut total = 0.0;
        for t in row(offsets, r).rev() {
            if trained[t] {
                total += rewards[t];
            }
            returns[t] = total;
        }
    }
    let mut advantages = vec![0.0; rewards.len()];
    for group in groups {
        let tokens_at = |place: usize| {
            group
                .iter()
                .flat_map(|&r| row(offsets, r as usize))
                .filter(|&t| places[t] == place)
                .collect::<Vec<usize>>()
        };
        let members = group
            .iter()
            .filter(|&&r| options.align == Align::Position || lengths[r as usize] > 0)
            .count();
        let mut sorted: Vec<usize> = group.iter().map(|&r| lengths[r as usize]).collect();
        sorted.sort_unstable();
        for &r in group {
            let others = sorted.len().checked_sub(2).map_or(0, |at| sorted[at]);
            let is_tail = options.zero_tail && lengths[r as usize] > others;
            for t in row(offsets, r as usize).filter(|&t| trained[t]) {
                let (mut above, mut below) = (0.0, 0.0);
                for u in tokens_at(places[t]) {
                    above += returns[u] * paths[u];
                    below += paths[u];
                }
                let none = members < 2 || is_tail && places[t] >= others;
                let baseline = if none { 0.0 } else { above / (below + options.epsilon) };
                advantages[t] = returns[t] - baseline;
            }
        }
    }
    [advantages, returns]
}
