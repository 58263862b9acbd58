"""Each case as one who knows NumPy writes it: (groups, size) in, arrays out, no loop over groups."""

import numpy as np

EPSILON = 1e-6


def grpo(x):
    out = x - x.mean(axis=1, keepdims=True)
    out /= x.std(axis=1, keepdims=True) + EPSILON
    return [out]


def grpo_no_std(x):
    return [x - x.mean(axis=1, keepdims=True)]


def reinforce_plus_plus_baseline(x):
    out = x - x.mean(axis=1, keepdims=True)
    out /= out.ravel().std() + EPSILON
    return [out]


def prpo(x):
    flat = x.ravel()
    out = x - flat.mean()
    out /= flat.std() + EPSILON
    return [out]


def rloo(x):
    n = x.shape[1]
    out = x - x.mean(axis=1, keepdims=True)
    out *= n / (n - 1)
    return [out]


def summarize(x):
    flat = x.ravel()
    below = np.count_nonzero(np.abs(flat) < 0.5)
    return [[flat.size, flat.sum(), flat.mean(), flat.std(), flat.min(), flat.max(), below]]


def segment_summaries(x):
    return [x.mean(axis=1), x.std(axis=1), x.min(axis=1), x.max(axis=1)]


CASES = {
    "grpo": grpo,
    "grpo-no-std": grpo_no_std,
    "reinforce-plus-plus-baseline": reinforce_plus_plus_baseline,
    "prpo": prpo,
    "rloo": rloo,
    "summarize": summarize,
    "segment-summaries": segment_summaries,
}
