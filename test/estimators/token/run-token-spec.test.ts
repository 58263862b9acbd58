import { describe, expect, it } from 'vitest';
import { runTokenSpec, type TokenCredit, type TokenRows } from '../../../ts/index.ts';

const MASK = [1, 1, 0, 1];
const rows: TokenRows = {
  offsets: [0, 4],
  rewards: [0, 0, 0, 1],
  mask: MASK,
  values: [0.1, 0.2, 0.3, 0.4],
};

const run = (credit: TokenCredit): { advantages: number[]; returns: number[] } => {
  const { advantages, returns } = runTokenSpec({ level: 'token', credit }, rows);
  return { advantages: [...advantages], returns: [...returns] };
};

const close = (got: readonly number[], expected: readonly number[]): void => {
  expect(got).toHaveLength(expected.length);
  got.forEach((x, i) => {
    expect(x).toBeCloseTo(expected[i] as number, 6);
  });
};

/** What verl's and SkyRL's own functions give for one row with a hole, whitening left out. */
describe('token recursions', () => {
  it('carries GAE over untrained tokens', () => {
    const gae = run({ kind: 'gae', gamma: 0.9, lambda: 0.8, masked: 'carry' });
    close(gae.advantages, [0.50624, 0.592, 0.6, 0.6]);
    close(gae.returns, [0.60624, 0.792, 0.9, 1]);
  });

  it('walks GAE through untrained tokens', () => {
    const gae = run({ kind: 'gae', gamma: 0.9, lambda: 0.8, masked: 'walk' });
    close(gae.advantages, [0.385453, 0.42424, 0.492, 0.6]);
  });

  it('carries a return over untrained tokens', () => {
    const carried = { gamma: 0.9, masked: 'carry', untrained: 'zero' } as const;
    close(run({ kind: 'discounted-return', ...carried }).advantages, [0.81, 0.9, 0, 1]);
  });

  it('forgets at untrained tokens what comes after them', () => {
    const reset = { gamma: 0.9, masked: 'reset', untrained: 'zero' } as const;
    close(run({ kind: 'discounted-return', ...reset }).advantages, [0, 0, 0, 1]);
  });
});

describe('optimal token baselines', () => {
  it('gives what verl gives for three rows', () => {
    const pi = [0.5, 0.8, 0.9, 0.4, 0.6, 0.7, 0.3, 0.9, 0.5];
    const { advantages } = runTokenSpec(
      {
        level: 'token',
        credit: {
          kind: 'optimal-token-baseline',
          epsilon: 1e-8,
          zeroTail: true,
          align: 'position',
        },
      },
      {
        offsets: [0, 3, 6, 9],
        rewards: [0, 0, 1, 0, 0, 0, 0, 0.5, 0],
        mask: [1, 1, 1, 1, 1, 1, 1, 1, 0],
        logprobs: pi.map(Math.log),
        sumPiSquared: [0.4, 0.7, 0.8, 0.3, 0.5, 0.6, 0.25, 0.8, 0.4],
        groups: ['a', 'a', 'a'],
      },
    );
    close(
      [...advantages],
      [0.532258, 0.576923, 0.666667, -0.467742, -0.423077, -0.333333, 0.032258, 0.076923, 0],
    );
  });
});
