import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bad, rllm } from './bad-configs/bad.ts';
import { BAD_DEFAULTS } from './bad-configs/defaults.ts';
import { BAD_INTERPOLATIONS } from './bad-configs/interpolations.ts';
import { BAD_MODULES } from './bad-configs/modules.ts';
import { BAD_OVERRIDES } from './bad-configs/overrides.ts';
import { BAD_VALUES } from './bad-configs/values.ts';
import { BAD_YAML } from './bad-configs/yaml.ts';
import { run } from './run.ts';
import { AGENT, CONFIG, jsonOf, project, train } from './train-project.ts';

const BAD: readonly Bad[] = [
  ...BAD_YAML,
  ...BAD_VALUES,
  ...BAD_INTERPOLATIONS,
  ...BAD_DEFAULTS,
  ...BAD_OVERRIDES,
  ...BAD_MODULES,
];

describe('a bad config', () => {
  it('comes in at least 40 kinds', () => {
    expect(new Set(BAD.map(({ kind }) => kind)).size).toBe(BAD.length);
    expect(BAD.length).toBeGreaterThanOrEqual(40);
  });

  it.each(BAD)(
    'is refused with path, expectation and what came: $kind',
    async ({ yaml, files, overrides = [], says }) => {
      const whole = { ...(yaml !== undefined && { 'run.yaml': CONFIG + yaml }), ...files };
      const { code, out, err } = await train(whole, overrides);
      for (const text of says) expect(err).toContain(text);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(
        /^error: .*run\.yaml has (a problem|\d+ problems); nothing was run\n {2}\S/,
      );
    },
  );

  it('has all its problems told at once, to machines too', async () => {
    const files = { 'run.yaml': rllm('  algorithm: {adv_estimator: x, kl_beta: "0"}\n') };
    const overrides = ['rllm.rollout.n=0', 'rllm.rollout.m=1', 'x=[', '--json'];
    const outcome = await train(files, overrides);
    const paths = [
      'override "x=["',
      'rllm.rollout.m',
      'rllm.rollout.n',
      'rllm.algorithm.adv_estimator',
      'rllm.algorithm.kl_beta',
    ];
    const [error] = jsonOf(outcome) as { type: string; problems: { path: string }[] }[];
    expect(error?.problems.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const path of paths) expect(outcome.err).toContain(`\n  ${path}: `);
    expect(outcome.err).toContain('run.yaml has 5 problems; nothing was run');
  });
});

describe('a module that cannot be run', () => {
  it.each([
    [
      'is not there',
      { 'run.yaml': CONFIG.replace('agent', 'nope') },
      'nope.mjs: there is no such file',
    ],
    [
      'throws',
      { 'agent.mjs': '\nthrow new Error("oh no");' },
      /agent\.mjs: oh no \(.*agent\.mjs:2\)/,
    ],
    ['is no JavaScript', { 'agent.mjs': '\n\nof course\n' }, /agent\.mjs: .*/],
    ['imports what is not there', { 'agent.mjs': "import 'nope-nope';" }, 'agent.mjs: '],
    [
      'makes its backend in vain',
      { 'agent.mjs': `${AGENT}export const backend = () => { throw new Error('no GPU'); };` },
      'the backend of the module could not be made: no GPU',
    ],
  ])('%s', async (_, files: Record<string, string>, expected: string | RegExp) => {
    const { code, out, err } = await train(files);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: /);
    expect(err).toMatch(expected);
  });

  it('is told together with files of tasks that cannot be read', async () => {
    const config = `${CONFIG.replace('agent', 'nope')}data: {train_files: no.jsonl, val_files: [5]}\n`;
    const { err } = await train({ 'run.yaml': config });
    expect(err).toContain('run.yaml has 3 problems; nothing was run');
    expect(err).toMatch(
      /\n {2}config: cannot import .*nope\.mjs: there is no such file \(run\.yaml:2\)/,
    );
    expect(err).toMatch(/\n {2}data\.train_files: .*no\.jsonl.* \(run\.yaml:7\)/);
    expect(err).toMatch(/\n {2}data\.val_files\.0: must be the path .* got 5 \(run\.yaml:7\)/);
  });

  it('is told of exports that are most likely misspelt', async () => {
    const { code, err } = await train({ 'agent.mjs': `${AGENT}export const valDatset = [];` });
    expect(code).toBe(0);
    expect(err).toContain(
      'warning: ./agent.mjs: exports that mean nothing to a run: valDatset (did you mean valDataset?)',
    );
  });
});

describe('a run folder that cannot be written', () => {
  it.each(['run.yaml', 'run.yaml/deeper'])('%s', async (place) => {
    const folder = project();
    const path = join(folder, place);
    const { code, err } = await run(['train', join(folder, 'run.yaml'), '--out', path]);
    expect(code).toBe(1);
    expect(err).toContain(`error: cannot write ${path}: `);
  });
});
