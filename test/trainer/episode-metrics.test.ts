import { describe, expect, it } from 'vitest';
import { episodeMetrics, meanMetrics } from '../../ts/trainer/episode-metrics.ts';
import { createEpisode, type EpisodeInit } from '../../ts/types/episode.ts';
import { gather } from '../support/config-problems.ts';

const episodes = (...inits: EpisodeInit[]) => inits.map((init) => createEpisode(init));

describe('episodeMetrics', () => {
  it('averages what episodes say, in the order in which the keys come', () => {
    const { warnings, onWarning } = gather();
    const metrics = episodeMetrics(
      episodes({ metrics: { b: 1, a: true } }, { metrics: { a: 0, c: 4 } }),
      onWarning,
    );
    expect(Object.entries(metrics).slice(0, 3)).toEqual([
      ['batch/b', 1],
      ['batch/a', 0.5],
      ['batch/c', 4],
    ]);
    expect(warnings).toEqual([]);
  });

  it('gives the share of every reason of rLLM, and of newer ones where they occur', () => {
    const metrics = episodeMetrics(
      episodes({ terminationReason: 'timeout' }, {}, { terminationReason: 'sandbox_error' }, {}),
      () => {},
    );
    expect(metrics).toEqual({
      'batch/termination_reason/max_prompt_length_exceeded': 0,
      'batch/termination_reason/max_response_length_exceeded': 0,
      'batch/termination_reason/env_done': 0,
      'batch/termination_reason/max_turns_exceeded': 0,
      'batch/termination_reason/timeout': 0.25,
      'batch/termination_reason/unknown': 0.5,
      'batch/termination_reason/error': 0,
      'batch/termination_reason/sandbox_error': 0.25,
    });
  });

  it.each([
    ['0.5', 0.5],
    [' -1e3 ', -1000],
    ['.5', 0.5],
    ['5.', 5],
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['NaN', Number.NaN],
  ])('reads the text %j as Python does', (text, number) => {
    expect(meanMetrics(episodes({ metrics: { m: text } }), () => {}).get('m')).toBe(number);
  });

  it.each(['', ' ', '0x10', '1,5', 'one', '--1', null, {}, [1]])(
    'leaves %j out, and says so',
    (value) => {
      const { warnings, onWarning } = gather();
      const means = meanMetrics(episodes({ id: 'e', metrics: { m: value, n: 1 } }), onWarning);
      expect([...means]).toEqual([['n', 1]]);
      expect(warnings).toMatchObject([
        { kind: 'metrics-dropped', places: [expect.stringContaining('episode e')] },
      ]);
    },
  );
});
