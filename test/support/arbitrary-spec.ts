import fc from 'fast-check';
import type { AdvantageSpec, StdSpec } from '../../ts/estimators/spec/advantage-spec.ts';
import { conflictsOf } from '../../ts/estimators/spec/spec-conflicts.ts';
import type { SlowInput } from './slow-spec.ts';

const scope = fc.constantFrom('group', 'pool');
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** Epsilons are far above what rounding leaves of nothing. */
const std = {
  ddof: fc.constantFrom(0, 1),
  epsilon: fc.constantFrom(1e-3, 0.1),
  epsilonPlace: fc.constantFrom('outside', 'inside', 'floor'),
  about: fc.constantFrom('mean', 'zero'),
  tooFew: fc.constantFrom('divide', 'keep-centred', 'zero'),
  zero: fc.constantFrom(
    {},
    { zeroVariance: 'zero', zeroUpTo: 1e-9 },
    { zeroVariance: 'keep-centred', zeroUpTo: 1e-9 },
  ),
} satisfies Record<string, fc.Arbitrary<unknown>>;

const poolOnly = {
  weighting: fc.constantFrom('trajectory', 'token'),
  countEpsilon: fc.constantFrom(0, 1e-8),
  recentre: fc.boolean(),
} satisfies Record<string, fc.Arbitrary<unknown>>;

const flat = <T extends { readonly zero: object }>({
  zero,
  ...rest
}: T): Omit<T, 'zero'> & StdSpec => ({ ...rest, ...zero }) as unknown as Omit<T, 'zero'> & StdSpec;

const groupStd = fc
  .record({
    kind: fc.constant('std'),
    scope: fc.constantFrom('group', 'leave-one-out'),
    of: fc.constantFrom('values', 'residuals'),
    ...std,
  })
  .map(flat);
const poolStd = fc
  .record({
    kind: fc.constant('std'),
    scope: fc.constant('pool'),
    of: fc.constantFrom('values', 'residuals'),
    ...std,
    ...poolOnly,
  })
  .map(flat);

const baseline = fc.oneof(
  fc
    .constantFrom('none', 'length-weighted-mean', 'best-of-rest', 'greedy')
    .map((kind) => ({ kind })),
  fc.record({ kind: fc.constantFrom('mean', 'leave-one-out'), scope }),
  fc.record({ kind: fc.constant('log-mean-exp'), temperature: fc.constantFrom(0.5, 2) }),
);
const scale = fc.oneof(
  fc.constantFrom('none', 'nonzero-share').map((kind) => ({ kind })),
  fc.record({
    kind: fc.constant('mean'),
    epsilon: fc.constant(1e-3),
    nonPositive: fc.constantFrom('divide', 'zero'),
  }),
  groupStd,
  poolStd,
);
const post = fc.array(
  fc.oneof(
    fc.constant({ kind: 'clip', low: -1, high: 0.75 }),
    fc.constant({ kind: 'multiply', by: 2 }),
    fc.constant({ kind: 'balance', positive: 0.5, negative: 2 }),
    fc.record({ kind: fc.constant('whiten'), ...std, ...poolOnly }).map(flat),
  ),
  { maxLength: 2 },
);
const reward = fc.array(
  fc.constantFrom(
    { kind: 'clip', low: -0.5, high: 1 },
    { kind: 'add', number: 0.25 },
    { kind: 'multiply', by: 2 },
    { kind: 'kl', coefficient: 0.5 },
  ),
  { maxLength: 2 },
);

/** Specs without trackers and refusals, of legal combinations. */
export const specs: fc.Arbitrary<AdvantageSpec> = fc
  .record({
    baseline,
    scale,
    singleton: fc.constantFrom('raw', 'zero', 'member', 'exclude'),
    missing: maybe(fc.constantFrom('exclude', 'zero')),
    rows: maybe(fc.record({ speaks: fc.constantFrom('first', 'last') })),
    columns: maybe(
      fc.record({
        combine: fc.constantFrom('sum', 'normalize-then-sum'),
        missing: fc.constantFrom('propagate', 'skip'),
      }),
    ),
    reward: maybe(reward),
    credit: maybe(fc.record({ kind: fc.constant('max-at-k'), k: fc.integer({ min: 1, max: 4 }) })),
    post: maybe(post),
  })
  // Credits are no quarters: whether their mean or std is 0 is a matter of rounding.
  .map((spec) => (spec.credit ? { ...spec, scale: { kind: 'none' }, post: undefined } : spec))
  .map((spec) => JSON.parse(JSON.stringify(spec)) as AdvantageSpec)
  .filter((spec) => conflictsOf(spec).length === 0);

/** Rewards in quarters, of which sums and means of equals are exact, so that an std of 0 is 0 in any arithmetic. */
const quarters = fc.integer({ min: -4, max: 8 }).map((k) => k / 4);

/** Groups of up to seven rows, with all that a spec may ask for; every eighth reward is missing. */
export const inputs: fc.Arbitrary<SlowInput> = fc
  .integer({ min: 1, max: 3 })
  .chain((width) =>
    fc.record({
      groups: fc.array(
        fc.array(
          fc.record({
            reward: fc.oneof(
              { weight: 7, arbitrary: quarters },
              { weight: 1, arbitrary: fc.constant(Number.NaN) },
            ),
            length: fc.integer({ min: 0, max: 5 }),
            baseline: quarters,
            kl: quarters,
            id: fc.integer({ min: 0, max: 3 }),
            columns: fc.array(
              fc.oneof(
                { weight: 7, arbitrary: quarters },
                { weight: 1, arbitrary: fc.constant(Number.NaN) },
              ),
              { minLength: width, maxLength: width },
            ),
          }),
          { maxLength: 7 },
        ),
        { maxLength: 4 },
      ),
      weights: fc.array(fc.constantFrom(1, 0.5, -2), { minLength: width, maxLength: width }),
    }),
  )
  .map(({ groups, weights }) => ({
    weights,
    members: groups.flatMap((members, group) => members.map((member) => ({ ...member, group }))),
  }));
