import { describe, expect, it } from 'vitest';
import { listAdvEstimators } from '../../ts/estimators/registry.ts';
import { jsonLines, run } from '../cli/run.ts';
import { makeRollouts } from '../runtimes/report/make-rollouts.mjs';
import { reportFolder } from './report-folder.ts';

const { file, plain, report, sums } = reportFolder();

describe('the data of a report', () => {
  it('has the groups, their rollouts and how much signal there is', async () => {
    const { data, cuts } = await report(plain);
    expect(data).toMatchObject({
      title: plain,
      rollouts: 5,
      groups: 2,
      missing: 1,
      signal: { total: 2, informative: 1, constant: 1 },
      trends: [],
      scatter: null,
      limits: { maxMb: 20, listedGroups: 2, groupsWithTexts: 2 },
    });
    expect(data.list.groups).toMatchObject({
      task: ['a', 'b'],
      size: [2, 3],
      signal: ['informative', 'constant'],
      mean: [0.5, 0.5],
    });
    expect(data.list.rollouts).toMatchObject({
      reward: [1, 0, 0.5, 0.5, null],
      index: ['0', '1', '0', '1', '2'],
      line: [1, 2, 3, 4, 5],
    });
    expect(data.findings.map(({ kind }) => kind)).toEqual(['missing', 'constant']);
    // The rollout without a reward is the last of the list.
    expect(data.findings[0]?.places[0]).toMatchObject({ line: 5, rollout: 4 });
    expect(cuts).toEqual({ texts: 0, characters: 0, messages: 0 });
  });

  it('has the advantages of upperhand advantages, by each estimator', async () => {
    const { data } = await report(sums);
    expect(data.list.estimators).toEqual(listAdvEstimators());
    for (const [e, estimator] of data.list.estimators.entries()) {
      const { out } = await run([
        'advantages',
        sums,
        '--estimator',
        estimator,
        '--format',
        'jsonl',
      ]);
      const expected = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { line: number; item: number; advantage: number })
        .map(({ line, item, advantage }) => [`${line}:${item}`, advantage] as const);
      const { line, item, advantages } = data.list.rollouts;
      const found = line.map((of, id) => [`${of}:${item[id]}`, advantages[e]?.[id]] as const);
      expect(new Map(found)).toEqual(new Map(expected));
    }
  });

  it('follows rewards, signal and lengths step after step, role by role', async () => {
    const { data } = await report(sums);
    expect(data.trends.map(({ role, points }) => [role, points.length])).toEqual([
      ['solver', 8],
      ['judge', 8],
    ]);
    const solver = data.trends[0]?.points ?? [];
    expect(solver.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(solver.every(({ signal }) => signal.total === 12)).toBe(true);
    const lines = makeRollouts()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const first = lines.filter(({ step }) => step === 1).map((one) => one.trajectories[0].reward);
    const mean = first.reduce((sum: number, reward: number) => sum + reward, 0) / first.length;
    expect(solver[0]?.reward).toBe(mean);
    expect(data.scatter).toMatchObject({ unit: 'tokens', total: lines.length * 2 });
  });

  it('has every message once, and which are those of the step before', async () => {
    const turn = (...texts: string[]): object => ({
      chatCompletions: texts.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })),
      responseIds: [5, 6],
      logprobs: [-0.25, -0.75],
    });
    const path = file(
      'turns.jsonl',
      jsonLines([
        {
          upperhand: 1,
          id: 'a:0',
          task: 'the task',
          trajectories: [
            { name: 'r', reward: 1, steps: [turn('q', 'a'), turn('q', 'a', 'r', 'b')] },
          ],
        },
      ]),
    );
    const { texts } = await report(path);
    expect(texts).toMatchObject([
      {
        id: 0,
        task: 'the task',
        steps: [
          {
            same: 0,
            messages: [{ text: 'q' }, { role: 'assistant', text: 'a' }],
            meanLogprob: -0.5,
          },
          { same: 2, messages: [{ text: 'r' }, { text: 'b' }], responseTokens: 2 },
        ],
      },
    ]);
    expect(texts[0]?.steps[1]?.tokens).toEqual({ ids: [5, 6], logprobs: [-0.25, -0.75] });
  });
});

describe('steps without messages', () => {
  it('say what they saw, thought and did', async () => {
    const steps = [
      { observation: 'a wall', thought: 'hm', action: { move: 'left' } },
      { observation: { tile: 3 }, modelResponse: 'right', action: 'right' },
    ];
    const path = file(
      'steps.jsonl',
      jsonLines([{ upperhand: 1, id: 'a:0', trajectories: [{ name: 'r', reward: 1, steps }] }]),
    );
    const { texts } = await report(path);
    expect(texts[0]?.steps.map(({ messages }) => messages)).toEqual([
      [
        { role: 'observation', text: 'a wall' },
        { role: 'thought', text: 'hm' },
        { role: 'assistant', text: '{"move":"left"}' },
      ],
      [
        { role: 'observation', text: '{"tile":3}' },
        { role: 'assistant', text: 'right' },
      ],
    ]);
  });
});
