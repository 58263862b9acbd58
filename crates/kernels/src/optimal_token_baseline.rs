use crate::error::Error;
use crate::groups::Groups;
use crate::rows::{check, is_trained};
use crate::token_options::{Align, OptimalTokenBaselineOptions};
use core::ops::Range;

/// Returns less the baseline of their group and place that has the least variance: advantages, written over
/// the rewards, and returns, written over the weights. `members` lists the rows of each of the `groups`;
/// `mask` is not 0 where a token is trained; without one, all are.
#[inline(never)]
pub fn optimal_token_baseline(
    rewards: &mut [f64],
    weights: &mut [f64],
    mask: Option<&[u8]>,
    rows: &Groups<'_>,
    members: &[u32],
    groups: &Groups<'_>,
    options: &OptimalTokenBaselineOptions,
) -> Result<(), Error> {
    check(rows, &[rewards, weights], mask, &[])?;
    groups.check(members.len())?;
    if members.len() != rows.len() || members.iter().any(|&row| row as usize >= rows.len()) {
        return Err(Error::Length);
    }
    let longest = rows.ranges().map(|range| range.len()).max().unwrap_or(0);
    let mut sums = zeros::<Sums>(longest)?;
    let mut lengths = zeros::<u32>(rows.len())?;
    for group in groups.ranges() {
        let group = members.get(group).unwrap_or_default();
        for &row in group {
            let counted = Row::of(rewards, weights, mask, rows.range(row)).accumulate();
            if let Some(length) = lengths.get_mut(row as usize) {
                *length = counted;
            }
        }
        let length = |row: u32| lengths.get(row as usize).copied().unwrap_or(0);
        let counts = |row: u32| options.align == Align::Position || length(row) > 0;
        let tail = tail(group, length, options.zero_tail);
        sums.fill(Sums::default());
        if group.iter().filter(|&&row| counts(row)).count() > 1 {
            for &row in group {
                Row::of(rewards, weights, mask, rows.range(row)).add_to(&mut sums, options.align);
            }
            for sums in &mut sums {
                // What is left of the two is the baseline.
                sums.returns /= sums.weights + options.epsilon;
            }
        }
        for &row in group {
            let until = if tail.row == Some(row) { tail.from } else { usize::MAX };
            Row::of(rewards, weights, mask, rows.range(row)).subtract(&sums, until, options.align);
        }
    }
    Ok(())
}

/// Over the rows of a group at one place.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// Σ G · W
    returns: f64,
    /// Σ W
    weights: f64,
}

fn zeros<T: Copy + Default>(length: usize) -> Result<Vec<T>, Error> {
    let mut made = Vec::new();
    made.try_reserve_exact(length).map_err(|_| Error::Memory)?;
    // Always so; said to the compiler, which then leaves out that resize could fail.
    if made.capacity().wrapping_sub(made.len()) >= length {
        made.resize(length, T::default());
    }
    Ok(made)
}

/// The row of a group that is longer than all others, and the length of the second.
struct Tail {
    row: Option<u32>,
    from: usize,
}

fn tail(group: &[u32], length: impl Fn(u32) -> u32, zero_tail: bool) -> Tail {
    let (mut row, mut longest, mut second) = (None, None, 0);
    for &candidate in if zero_tail { group } else { &[] } {
        let length = length(candidate);
        if longest.is_none_or(|longest| length > longest) {
            second = longest.unwrap_or(0);
            (row, longest) = (Some(candidate), Some(length));
        } else if length > second {
            second = length;
        }
    }
    let row = row.filter(|_| longest > Some(second));
    Tail { row, from: second as usize }
}

struct Row<'a> {
    rewards: &'a mut [f64],
    weights: &'a mut [f64],
    mask: Option<&'a [u8]>,
}

impl<'a> Row<'a> {
    fn of(
        rewards: &'a mut [f64],
        weights: &'a mut [f64],
        mask: Option<&'a [u8]>,
        range: Range<usize>,
    ) -> Row<'a> {
        Row {
            rewards: rewards.get_mut(range.clone()).unwrap_or_default(),
            weights: weights.get_mut(range.clone()).unwrap_or_default(),
            mask: mask.map(|mask| mask.get(range).unwrap_or_default()),
        }
    }

    /// Rewards to the sums from each token on, weights to the sums up to it; the number of trained tokens.
    fn accumulate(self) -> u32 {
        let Some(mask) = self.mask else {
            let mut weight = 0.0;
            for x in self.weights.iter_mut() {
                weight += *x;
                *x = weight;
            }
            let mut sum = 0.0;
            for x in self.rewards.iter_mut().rev() {
                sum += *x;
                *x = sum;
            }
            return self.rewards.len() as u32;
        };
        let (mut weight, mut length) = (0.0, 0);
        for (x, &mask) in self.weights.iter_mut().zip(mask) {
            if is_trained(mask) {
                weight += *x;
                length += 1;
            }
            *x = weight;
        }
        let mut sum = 0.0;
        for (x, &mask) in self.rewards.iter_mut().zip(mask).rev() {
            if is_trained(mask) {
                sum += *x;
            }
            *x = sum;
        }
        length
    }

    fn add_to(self, sums: &mut [Sums], align: Align) {
        let tokens = self.rewards.iter().zip(&*self.weights);
        let add = |sums: &mut Sums, (&sum, &weight): (&f64, &f64)| {
            sums.returns += sum * weight;
            sums.weights += weight;
        };
        match (self.mask, align) {
            (None, _) => tokens.zip(sums).for_each(|(token, sums)| add(sums, token)),
            (Some(mask), Align::Position) => tokens
                .zip(mask)
                .zip(sums)
                .filter(|((_, mask), _)| is_trained(**mask))
                .for_each(|((token, _), sums)| add(sums, token)),
            (Some(mask), Align::TrainedToken) => tokens
                .zip(mask)
                .filter(|(_, mask)| is_trained(**mask))
                .zip(sums)
                .for_each(|((token, _), sums)| add(sums, token)),
        }
    }

    /// Sums to returns, in the place of the weights, and advantages, in that of the rewards. From `until` on there
    /// is no baseline.
    fn subtract(self, sums: &[Sums], until: usize, align: Align) {
        let mut place = 0;
        for (at, (x, weight)) in self.rewards.iter_mut().zip(self.weights).enumerate() {
            let sum = *x;
            *weight = sum;
            if self.mask.is_some_and(|mask| mask.get(at).is_none_or(|&mask| !is_trained(mask))) {
                *x = 0.0;
                continue;
            }
            let at = if align == Align::Position { at } else { place };
            place += 1;
            if at < until {
                *x = sum - sums.get(at).copied().unwrap_or_default().returns;
            }
        }
    }
}
