import { join } from 'node:path';
import { expect, it } from 'vitest';
import { surveyRollouts } from '../../../ts/rollouts/index.ts';
import { dataDir, describeExternal } from '../../support/external.ts';

const folder = dataDir();

/** What a survey says of a file, in short. */
async function survey(path: string, content = false) {
  const { formats, rollouts, groups, findings, parts } = await surveyRollouts(join(folder, path), {
    skipUnreadableSources: true,
    content,
  });
  return {
    formats: formats.map(({ format, version }) => (version ? `${format} ${version}` : format)),
    rollouts,
    groups,
    findings: Object.fromEntries(findings.map(({ kind, count }) => [kind, count])),
    parts: parts.map(({ set }) => set),
  };
}

describeExternal('surveys of real files', join(folder, 'nemo-gym'), () => {
  const gym: [string, object][] = [
    ['blackjack', { rollouts: 5, groups: 1, findings: {} }],
    ['aalcr', { groups: 2, findings: { 'too-easy': 1, 'too-hard': 1, uneven: 1 } }],
    [
      'graphwalks',
      { groups: 4, findings: { duplicates: 1, singletons: 3, uneven: 1, 'too-easy': 1 } },
    ],
    ['competitive_coding_challenges', { groups: 1, findings: { 'too-hard': 1 } }],
    ['grl_tetris', { groups: 5, findings: { singletons: 5 } }],
    ['tales', { groups: 5, findings: { singletons: 5, truncated: 3 } }],
    ['openair_congestion', { groups: 5, findings: { singletons: 5 } }],
    ['longmt_eval', { groups: 5, findings: { singletons: 5 } }],
    ['conversational_tool_use_simulation', { groups: 5, findings: { singletons: 5 } }],
    ['newton_bench', { groups: 3, findings: { guessed: 1, singletons: 2, uneven: 1 } }],
    ['genrm_compare', { rollouts: 5, findings: { missing: 5, guessed: 1 } }],
    ['multichallenge', { rollouts: 5, findings: { missing: 5, guessed: 1, uneven: 1 } }],
    ['jailbreak_detection', { rollouts: 0, formats: [], findings: { malformed: 5 } }],
    ['longmt_eval_reward_profiling', { rollouts: 0, findings: { malformed: 5 } }],
    ['hermes_math', { groups: 5, findings: { singletons: 5 } }],
  ];

  it.each(gym)('%s', async (name, expected) => {
    const told = Object.entries(await survey(`nemo-gym/${name}.jsonl`));
    expect(Object.fromEntries(told.filter(([key]) => key in expected))).toEqual(expected);
  });

  it('keeps the steps of one file apart', async () => {
    const { parts, groups } = await survey(
      'verifiers/labeled/reward_saturation_group_collapse_clean.jsonl',
    );
    expect(parts).toEqual(['step 0', 'step 1']);
    expect(groups).toBe(6);
  });

  it('tells the versions of a format', async () => {
    expect((await survey('writers/verl/rollout')).formats).toEqual(['verl v0']);
    expect((await survey('writers/verl/rollout_v1')).formats).toEqual(['verl v1']);
  });

  it('finds nothing wrong with real token ids and log probabilities', async () => {
    const { findings } = await survey('nemo-gym/competitive_coding_challenges.jsonl', true);
    expect(findings).toEqual({ 'too-hard': 1 });
  });
});
