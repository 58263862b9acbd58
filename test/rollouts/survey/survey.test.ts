import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupSignal } from '../../../ts/metrics/difficulty.ts';
import {
  type DetailedSurvey,
  type RolloutFormat,
  type SurveyOptions,
  surveyRollouts,
} from '../../../ts/rollouts/index.ts';
import { toBytes } from '../read.ts';

function surveyText(content: string, options: SurveyOptions = {}): Promise<DetailedSurvey> {
  const source = { name: 'test.jsonl', chunks: [toBytes(content)] };
  return surveyRollouts(source, { skipUnreadableSources: true, ...options });
}

const lines = (...records: unknown[]): string =>
  records
    .map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`)
    .join('');

/** `kind: count at first lines`. */
const found = ({ findings }: DetailedSurvey): string[] =>
  findings.map(
    ({ kind, count, places }) => `${kind}: ${count} at ${places.map(({ line }) => line).join(' ')}`,
  );

/** A format in which a file can tell everything. */
const telling: RolloutFormat = {
  name: 'telling',
  title: 'all that can be told',
  containers: ['jsonl'],
  describe: { group: 'g', role: 'none', reward: 'r', rolloutIndex: 'none' },
  detect: () => true,
  version: () => 'v2',
  read: (record) => {
    const {
      g,
      r = null,
      ...facts
    } = Object.fromEntries(
      record.names.filter((name) => name !== 'step1').map((name) => [name, record.get(name)]),
    );
    return {
      group: String(g),
      role: 'all',
      reward: r as number | null,
      rolloutIndex: null,
      ...facts,
    };
  },
  details: (record) => ({ steps: (record.get('step1') ?? [{}]) as never }),
};

describe('the findings of a survey', () => {
  it('are none where nothing is wrong', async () => {
    const text = lines({ task_id: 'a', reward: 1 }, { task_id: 'a', reward: 0 });
    expect(found(await surveyText(text))).toEqual([]);
  });

  it('tell records that give no rollout, with reasons', async () => {
    const text = lines(
      'broken',
      { task_id: 'a', reward: 1 },
      { reward: 1 },
      { task_id: 'a', reward: 0 },
    );
    const survey = await surveyText(text);
    expect(found(survey)).toEqual(['malformed: 2 at 1 3']);
    expect(survey.findings[0]?.reasons).toEqual({ 'malformed-json': 1, 'missing-group': 1 });
  });

  it('tell files that cannot be read', async () => {
    expect(found(await surveyRollouts('no-such-file', { skipUnreadableSources: true }))).toEqual([
      'unreadable: 1 at ',
    ]);
  });

  it('tell rewards that are missing or not finite, and do not count those for 0', async () => {
    const text = lines(
      '{"task_id":"a","reward":NaN}',
      { task_id: 'a' },
      { task_id: 'a', reward: 1 },
    );
    const survey = await surveyText(text);
    expect(found(survey)).toEqual(['missing: 1 at 2', 'non-finite: 1 at 1']);
    expect(survey.reward).toMatchObject({ count: 1, nonFinite: 1, mean: 1 });
    expect(survey.roles[0]).toMatchObject({ rollouts: 3, missing: 1 });
  });

  it('tell groups without signal apart, by the names of the difficulty metrics', async () => {
    const rewards = { easy: [1, 1], hard: [0, 0], same: [0.5, 0.5], good: [0, 1] };
    const text = lines(
      ...Object.entries(rewards).flatMap(([task_id, two]) =>
        two.map((reward) => ({ task_id, reward })),
      ),
    );
    const survey = await surveyText(text);
    expect(found(survey)).toEqual(['too-easy: 1 at 1', 'too-hard: 1 at 3', 'constant: 1 at 5']);
    expect(survey.roles[0]?.signal).toEqual({
      total: 4,
      informative: 1,
      tooEasy: 1,
      tooHard: 1,
      constant: 1,
    });
    expect(survey.metrics['batch/all_groups/fractions/too_easy']).toBe(0.25);
  });

  it('tell singletons, by rewards, and groups of another size than most', async () => {
    const text = lines(
      { task_id: 'a', reward: 1 },
      { task_id: 'a', reward: 0 },
      { task_id: 'b', reward: 1 },
      { task_id: 'b' },
      { task_id: 'c', reward: 0.5 },
      { task_id: 'd', reward: 0 },
      { task_id: 'd', reward: 1 },
    );
    const survey = await surveyText(text);
    expect(found(survey)).toEqual(['missing: 1 at 4', 'singletons: 2 at 3 5', 'uneven: 1 at 5']);
    expect(survey.roles[0]?.sizes).toEqual([
      { size: 1, groups: 1 },
      { size: 2, groups: 3 },
    ]);
  });

  it('tell rollouts that occur twice', async () => {
    const one = { task_id: 'a', reward: 1, rollout_idx: 0 };
    expect(found(await surveyText(lines(one, { ...one, reward: 0 })))).toEqual([
      'duplicates: 1 at 2',
    ]);
  });

  it('keep as many places as are wanted, and count the rest', async () => {
    const text = lines(...Array.from({ length: 9 }, () => ({ task_id: 'a' })));
    expect(found(await surveyText(text, { places: 2 }))).toEqual(['missing: 9 at 1 2']);
  });

  it('tell how rollouts ended, and how old their weights were', async () => {
    const text = lines(
      { g: 'a', r: 1, termination: 'length', truncated: true, age: 2, weightVersion: 3 },
      { g: 'a', r: 0, termination: 'stop', age: 0, weightVersion: 4 },
      { g: 'a', r: 0.5, failed: true },
      { g: 'a', r: 0.25, termination: 'length', truncated: true },
    );
    const survey = await surveyText(text, { format: telling });
    expect(found(survey)).toEqual([
      'mixed-versions: 1 at 1',
      'off-policy: 1 at 1',
      'truncated: 2 at 1 4',
      'failed: 1 at 3',
    ]);
    expect(survey.endings).toEqual([
      { reason: 'length', rollouts: 2, truncated: 2, failed: 0, rewardMean: 0.625 },
      { reason: 'stop', rollouts: 1, truncated: 0, failed: 0, rewardMean: 0 },
      { reason: null, rollouts: 1, truncated: 0, failed: 1, rewardMean: 0.5 },
    ]);
    expect([survey.age?.count, survey.age?.max, survey.weightVersion?.min]).toEqual([2, 2, 3]);
  });

  it('tell what is wrong with token ids and log probabilities, if asked', async () => {
    const step = { promptIds: [1, 2], responseIds: [3, 4], logprobs: [-1, -2] };
    const text = lines(
      { g: 'a', r: 1, step1: [step, { ...step, promptIds: [1, 2, 3, 4, 5] }] },
      { g: 'a', r: 0, step1: [{ ...step, logprobs: [-1] }] },
      { g: 'a', r: 0, step1: [{ ...step, advantage: [1] }] },
      { g: 'a', r: 0, step1: [{ ...step, logprobs: [-1, 0.5] }] },
      { g: 'a', r: 0, step1: [step, { ...step, promptIds: [1, 9] }] },
    );
    const fast = await surveyText(text, { format: telling });
    expect([found(fast), fast.contentChecked]).toEqual([[], false]);
    const survey = await surveyText(text, { format: telling, content: true });
    expect(survey.contentChecked).toBe(true);
    expect(found(survey)).toEqual([
      'mismatched: 2 at 2 3',
      'bad-logprobs: 1 at 4',
      'prefix-breaks: 1 at 5',
    ]);
    expect(survey.rollouts).toBe(5);
  });
});

describe('a survey', () => {
  it('tells steps and splits apart', async () => {
    const text = lines(
      { g: 'a', r: 1, step: 1, split: 'train', responseTokens: 10 },
      { g: 'a', r: 0, step: 1, split: 'train', responseTokens: 20 },
      { g: 'a', r: 1, step: 2, responseChars: 7 },
      { g: 'a', r: 1, step: 2 },
    );
    const { parts, groups, tokens, chars, formats } = await surveyText(text, { format: telling });
    expect(groups).toBe(2);
    expect(parts).toMatchObject([
      {
        set: 'step 1 · train',
        step: 1,
        split: 'train',
        rollouts: 2,
        rewardMean: 0.5,
        tokensMean: 15,
      },
      { set: 'step 2', step: 2, split: null, rollouts: 2, rewardMean: 1, tokensMean: Number.NaN },
    ]);
    expect([tokens?.count, chars?.count]).toEqual([2, 1]);
    expect(formats).toMatchObject([{ format: 'telling', version: 'v2', rollouts: 4 }]);
  });

  it('is about what is selected, but for records that gave nothing', async () => {
    const text = lines({ task_id: 'a' }, { task_id: 'b' }, 'broken', { task_id: 'b', reward: 1 });
    const survey = await surveyText(text, { select: ({ group }) => group === 'b' });
    expect([survey.rollouts, survey.counts.rollouts]).toEqual([2, 3]);
    expect(found(survey)).toEqual(['malformed: 1 at 3', 'missing: 1 at 2', 'singletons: 1 at 2']);
  });

  it('refuses an option that there is not', async () => {
    const options = { contents: true } as SurveyOptions;
    await expect(surveyText('', options)).rejects.toThrow('unknown option "contents"');
  });

  it('says what a naive computation says', async () => {
    const reward = fc.oneof(
      fc.constantFrom(0, 1, 0.5, null),
      fc.double({ min: -2, max: 2, noNaN: true }),
    );
    const records = fc.array(
      fc.record({
        task_id: fc.constantFrom('a', 'b', 'c', 'd'),
        name: fc.constantFrom('solver', 'judge'),
        reward,
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(records, async (rollouts) => {
        const survey = await surveyText(lines(...rollouts));
        const groups = new Map<string, (number | null)[]>();
        for (const { task_id, name, reward: value } of rollouts) {
          const key = `${name} ${task_id}`;
          groups.set(key, [...(groups.get(key) ?? []), value]);
        }
        const count = { singletons: 0, 'too-easy': 0, 'too-hard': 0, constant: 0, missing: 0 };
        for (const values of groups.values()) {
          const scored = values.filter((value) => value !== null);
          count.missing += values.length - scored.length;
          if (scored.length === 1) count.singletons++;
          if (scored.length < 2) continue;
          const mean = scored.reduce((sum, value) => sum + value, 0) / scored.length;
          const std = Math.sqrt(
            scored.reduce((sum, value) => sum + (value - mean) ** 2, 0) / scored.length,
          );
          const signal = groupSignal(mean, std);
          if (signal !== 'informative') count[signal]++;
        }
        const told = new Map(survey.findings.map((finding) => [finding.kind, finding.count]));
        for (const [kind, expected] of Object.entries(count)) {
          expect([kind, told.get(kind as 'missing') ?? 0]).toEqual([kind, expected]);
        }
        expect(survey.groups).toBe(groups.size);
        expect(survey.rollouts).toBe(rollouts.length);
        const all = rollouts.map(({ reward: value }) => value).filter((value) => value !== null);
        expect(survey.reward.count).toBe(all.length);
        if (all.length === 0) return;
        const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
        expect(survey.reward.mean).toBeCloseTo(mean, 12);
        expect([survey.reward.min, survey.reward.max]).toEqual([
          Math.min(...all) + 0,
          Math.max(...all) + 0,
        ]);
      }),
      { numRuns: 60 },
    );
  });
});
