import { describe, expect, it } from 'vitest';
import {
  type CollectOptions,
  collectRewardAndAdvantageFromTrajectoryGroups as collect,
} from '../../ts/advantage/collect.ts';
import type { TrackerStates } from '../../ts/advantage/tracked.ts';
import { advantagesOf, groupWith } from '../support/make-groups.ts';
import { register } from '../support/register.ts';

const quiet: CollectOptions = { onWarning: () => {} };

describe('estimators with a tracker', () => {
  it('remember an agent from batch to batch', () => {
    const trackers: TrackerStates = new Map();
    const options = { ...quiet, trackers };
    const [first, second] = [[groupWith('a:s', [1])], [groupWith('b:s', [1])]];
    collect(first, { estimator: 'prime-rl/rae' }, options);
    collect(second, { estimator: 'prime-rl/rae' }, options);
    expect(advantagesOf(first).flat(2)).toEqual([1]);
    expect(advantagesOf(second).flat(2)).toEqual([0.95]);
  });

  it('remember tasks apart, and roles apart', () => {
    const trackers: TrackerStates = new Map();
    const batch = () => [groupWith('a:s', [1, 1]), groupWith('b:s', [0, 0]), groupWith('a:j', [0])];
    const config = { estimator: 'spo/spo' } as const;
    collect(batch(), config, { ...quiet, trackers });
    const solver = trackers.get('s');
    expect(solver?.kind === 'beta' && [...solver.counts.keys()]).toEqual(['a', 'b']);
    expect([...trackers.keys()]).toEqual(['s', 'j']);
  });

  it('forget a batch that fails, in all roles', () => {
    register('failing', () => {
      throw new Error('no');
    });
    const trackers: TrackerStates = new Map();
    const groups = [groupWith('a:s', [1]), groupWith('a:j', [1])];
    const config = { estimator: 'prime-rl/rae', estimatorMap: { j: 'failing' } };
    expect(() => collect(groups, config, { ...quiet, trackers })).toThrow(/failing/);
    expect(trackers.size).toBe(0);
  });

  it('are refused where nothing is remembered', () => {
    const groups = [groupWith('a:s', [1])];
    expect(() => collect(groups, { estimator: 'prime-rl/rae' }, quiet)).toThrow(
      'estimator "prime-rl/rae" (role "s") remembers earlier batches: it needs trackers',
    );
  });

  it('are refused where what is kept is none', () => {
    const of = (trackers: unknown) => () =>
      collect([groupWith('a:s', [1])], { estimator: 'prime-rl/rae' }, {
        ...quiet,
        trackers,
      } as CollectOptions);
    for (const none of [{}, [], null]) expect(of(none)).toThrow(/^trackers must be a Map/);
    expect(of(new Map([['s', {}]]))).toThrow('trackers of role "s".kind must be one of ema, beta');
    expect(of(new Map([['s', { kind: 'ema', means: {} }]]))).toThrow(
      'trackers of role "s".means must be a Map, got an object',
    );
  });
});
