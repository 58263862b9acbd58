//! The oracle: the same numbers in the same order, written to be obvious. It allocates at every step and
//! shares nothing with the crate but the types of its options.

use upperhand_kernels::{
    Baseline, CenterOptions, EpsilonPlace, ScaleOf, Scope, SingletonRule, StandardizeOptions,
    Summary,
};

pub fn pairwise(a: &[f64]) -> f64 {
    let n = a.len();
    if n < 8 {
        let mut r = 0.0;
        for x in a {
            r += x;
        }
        return r;
    }
    if n <= 128 {
        let mut r = a[0..8].to_vec();
        let mut i = 8;
        while i + 8 <= n {
            for j in 0..8 {
                r[j] += a[i + j];
            }
            i += 8;
        }
        let mut s = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
        while i < n {
            s += a[i];
            i += 1;
        }
        return s;
    }
    let half = n / 2 / 8 * 8;
    pairwise(&a[..half]) + pairwise(&a[half..])
}

pub fn sum(a: &[f64]) -> f64 {
    0.0 + pairwise(a)
}

pub fn mean(a: &[f64]) -> f64 {
    sum(a) / a.len() as f64
}

pub fn variance(a: &[f64], ddof: f64) -> f64 {
    let m = mean(a);
    let squares: Vec<f64> = a.iter().map(|x| (x - m) * (x - m)).collect();
    let degrees = a.len() as f64 - ddof;
    if a.is_empty() {
        f64::NAN
    } else if degrees < 0.0 {
        sum(&squares) / 0.0
    } else {
        sum(&squares) / degrees
    }
}

/// Least or greatest, NaN when there is one or nothing; zeros are +0.
pub fn extreme(a: &[f64], better: fn(f64, f64) -> bool) -> f64 {
    if a.is_empty() || a.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    let mut best = a[0];
    for &x in a {
        if better(x, best) {
            best = x;
        }
    }
    if best == 0.0 { 0.0 } else { best }
}

pub fn min(a: &[f64]) -> f64 {
    extreme(a, |x, best| x < best)
}

pub fn max(a: &[f64]) -> f64 {
    extreme(a, |x, best| x > best)
}

pub fn summarize(a: &[f64], ddof: f64, threshold: f64) -> Summary {
    Summary {
        count: a.len(),
        sum: sum(a),
        mean: mean(a),
        std: variance(a, ddof).sqrt(),
        min: min(a),
        max: max(a),
        count_below: a.iter().filter(|x| x.abs() < threshold).count(),
    }
}

/// Calls `each` with each group's start and end.
fn for_groups(offsets: &[u32], mut each: impl FnMut(usize, usize)) {
    for g in 1..offsets.len() {
        each(offsets[g - 1] as usize, offsets[g] as usize);
    }
}

pub fn center(a: &[f64], offsets: &[u32], options: &CenterOptions) -> Vec<f64> {
    let pool_mean = mean(a);
    let mut out = Vec::new();
    for_groups(offsets, |start, end| {
        let group = &a[start..end];
        for &x in group {
            out.push(match (options.baseline, options.singleton) {
                (Scope::Pool, _) => x - pool_mean,
                (Scope::Group, SingletonRule::Raw) if group.len() == 1 => x,
                (Scope::Group, SingletonRule::Zero) if group.len() == 1 => 0.0,
                (Scope::Group, _) => x - mean(group),
            });
        }
    });
    out
}

pub fn leave_one_out(a: &[f64], offsets: &[u32], singleton: SingletonRule) -> Vec<f64> {
    let mut out = Vec::new();
    for_groups(offsets, |start, end| {
        let group = &a[start..end];
        let n = group.len() as f64;
        for &x in group {
            out.push(match singleton {
                SingletonRule::Raw if group.len() == 1 => x,
                SingletonRule::Zero if group.len() == 1 => 0.0,
                _ => (n / (n - 1.0)) * (x - mean(group)),
            });
        }
    });
    out
}

pub fn standardize(a: &[f64], offsets: &[u32], options: &StandardizeOptions) -> Vec<f64> {
    let own_baseline = options.baseline == Baseline::Group;
    let own_scale = options.scale == Scope::Group;
    let lone = |start: usize, end: usize, rule: SingletonRule| {
        end - start == 1 && options.singleton == rule
    };

    let pool_mean = mean(a);
    let mut residuals = Vec::new();
    for_groups(offsets, |start, end| {
        for &x in &a[start..end] {
            residuals.push(match options.baseline {
                Baseline::None => x,
                Baseline::Pool => x - pool_mean,
                Baseline::Group if lone(start, end, SingletonRule::Zero) => 0.0,
                Baseline::Group if lone(start, end, SingletonRule::Raw) => x,
                Baseline::Group => x - mean(&a[start..end]),
            });
        }
    });

    let measured = match options.scale_of {
        ScaleOf::Values => a,
        ScaleOf::Residuals => &residuals,
    };
    let pool_variance = variance(measured, options.ddof);
    let mut out = Vec::new();
    for_groups(offsets, |start, end| {
        for residual in &residuals[start..end] {
            let variance = match options.scale {
                Scope::Pool => pool_variance,
                Scope::Group if lone(start, end, SingletonRule::Raw) => 1.0,
                Scope::Group => variance(&measured[start..end], options.ddof),
            };
            let divisor = match options.epsilon_place {
                EpsilonPlace::Outside => variance.sqrt() + options.epsilon,
                EpsilonPlace::Inside => (variance + options.epsilon).sqrt(),
            };
            let zero = lone(start, end, SingletonRule::Zero) && (own_baseline || own_scale);
            out.push(if zero { 0.0 } else { residual / divisor });
        }
    });
    out
}
