// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations are what is read here.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from './run.ts';
import { AGENT, CONFIG, jsonOf, project, train } from './train-project.ts';

interface Bad {
  /** What is wrong, in a word. */
  readonly kind: string;
  /** Lines that are added to a config which is fine, or files instead of it. */
  readonly yaml?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly overrides?: readonly string[];
  /** Where the message says that it is: path, what was expected, what came. */
  readonly says: readonly string[];
}

const rllm = (text: string): string => CONFIG.replace('rllm:\n', `rllm:\n${text}`);

const BAD: readonly Bad[] = [
  // YAML
  {
    kind: 'an unclosed list',
    yaml: 'x: [1, 2\n',
    says: ['run.yaml:8:1', 'is not YAML', 'must be sufficiently indented'],
  },
  { kind: 'an unclosed quote', yaml: 'x: "abc\n', says: ['run.yaml:8:1', 'is not YAML', 'quote'] },
  {
    kind: 'a wrong indentation',
    yaml: 'a:\n    b: 1\n  c: 2\n',
    says: ['run.yaml:9', 'is not YAML'],
  },
  { kind: 'a tab', yaml: 'a:\n\tb: 1\n', says: ['run.yaml:8', 'is not YAML', 'Tabs'] },
  { kind: 'a key twice', yaml: 'x: 1\nx: 2\n', says: ['run.yaml:8:1', 'key "x" stands twice'] },
  {
    kind: 'a section twice',
    yaml: 'rllm: {}\n',
    says: ['run.yaml:7:1', 'key "rllm" stands twice'],
  },
  {
    kind: 'a null key',
    yaml: '~: 1\n',
    says: ['run.yaml:7:1', 'a key must be text, a number or a boolean', 'got null'],
  },
  {
    kind: 'a list as key',
    yaml: '? [a]\n: 1\n',
    says: ['run.yaml:7:3', 'a key must be text', 'got a list'],
  },
  {
    kind: 'an unknown anchor',
    yaml: 'x: *nope\n',
    says: ['run.yaml:7:4', 'there is no anchor &nope'],
  },
  {
    kind: 'an anchor in itself',
    yaml: 'x: &x [*x]\n',
    says: ['run.yaml:7:7', 'must not contain itself'],
  },
  {
    kind: 'a merge of no mapping',
    yaml: 'x: {<<: 5}\n',
    says: ['run.yaml:7:5', '<< must be a mapping or a list of mappings', 'got a scalar'],
  },
  {
    kind: 'an unknown tag',
    yaml: 'x: !secret abc\n',
    says: ['run.yaml:7:12', '"abc" cannot be read with the tag !secret'],
  },
  {
    kind: 'a tag of another type',
    yaml: 'x: !!int abc\n',
    says: ['run.yaml:7:10', '"abc" cannot be read with the tag !!int'],
  },
  {
    kind: 'a control character',
    yaml: 'x: a\u0007b\n',
    says: ['run.yaml:7:5', 'control characters must be written as escapes'],
  },
  {
    kind: 'two documents',
    yaml: '---\ny: 1\n',
    says: ['run.yaml:7:1', 'there must be one document'],
  },
  {
    kind: 'a list as config',
    files: { 'run.yaml': '- 1\n' },
    says: ['run.yaml:1:1', 'must be a mapping of keys to values', 'got a list'],
  },
  // Values
  {
    kind: 'text for a number',
    overrides: ['rllm.trainer.total_epochs=ten'],
    says: [
      'rllm.trainer.total_epochs',
      'an integer ≥ 0',
      'got "ten"',
      'override "rllm.trainer.total_epochs=ten"',
    ],
  },
  {
    kind: 'a fraction for a whole number',
    overrides: ['rllm.rollout.n=2.5'],
    says: ['rllm.rollout.n', 'an integer ≥ 1', 'got 2.5'],
  },
  {
    kind: 'a number out of range',
    overrides: ['rllm.rollout.n=0'],
    says: ['rllm.rollout.n', 'an integer ≥ 1', 'got 0'],
  },
  {
    kind: 'a negative number',
    overrides: ['rllm.algorithm.kl_beta=-1'],
    says: ['rllm.algorithm.kl_beta', 'a number ≥ 0', 'got -1'],
  },
  {
    kind: 'a number that is none',
    overrides: ['rllm.algorithm.eps_clip=nan'],
    says: ['rllm.algorithm.eps_clip', 'a number ≥ 0', 'got NaN'],
  },
  {
    kind: 'an infinite number',
    overrides: ['rllm.rollout.train.temperature=inf'],
    says: ['rllm.rollout.train.temperature', 'a number ≥ 0', 'got Infinity'],
  },
  {
    kind: 'a number too large to be exact',
    overrides: ['rllm.data.seed=12345678901234567890'],
    says: ['rllm.data.seed', 'a whole number below 2^53', 'got 12345678901234567890'],
  },
  {
    kind: 'text for a boolean',
    overrides: ['rllm.trainer.val_only=yes'],
    says: ['rllm.trainer.val_only', 'true or false', 'got "yes"'],
  },
  {
    kind: 'a quoted boolean',
    files: { 'run.yaml': rllm('  compact_filtering: {enable: "false"}\n') },
    says: ['rllm.compact_filtering.enable', 'true or false', 'got "false"', 'run.yaml:4'],
  },
  {
    kind: 'a float without a sign in YAML',
    files: { 'run.yaml': rllm('  algorithm: {eps_clip: -.5}\n') },
    says: ['rllm.algorithm.eps_clip', 'a number ≥ 0', 'got "-.5"', 'run.yaml:4'],
  },
  {
    kind: 'null for a number',
    overrides: ['rllm.rollout.n=null'],
    says: ['rllm.rollout.n', 'an integer ≥ 1', 'got null'],
  },
  {
    kind: 'a list for a number',
    overrides: ['rllm.rollout.n=[1,2]'],
    says: ['rllm.rollout.n', 'an integer ≥ 1', 'got an array of 2'],
  },
  {
    kind: 'text for a section',
    overrides: ['rllm.trainer=fast'],
    says: ['rllm.trainer', 'a mapping of keys to values', 'got "fast"'],
  },
  {
    kind: 'a list for a section',
    files: { 'run.yaml': rllm('  data: [1]\n').replace('  data: {train_batch_size: 2}\n', '') },
    says: ['rllm.data', 'a mapping of keys to values', 'got an array of 1', 'run.yaml:4'],
  },
  {
    kind: 'a word that is no choice',
    overrides: ['rllm.algorithm.lr_schedule=cosin'],
    says: ['rllm.algorithm.lr_schedule', 'one of constant, linear, cosine', 'got "cosin"'],
  },
  {
    kind: 'a loss that there is not, with the scripted backend',
    overrides: ['rllm.algorithm.loss_fn=pppo'],
    says: ['rllm.algorithm.loss_fn', 'unknown loss "pppo"', 'Did you mean "ppo"?', 'override'],
  },
  {
    kind: 'an estimator that there is not',
    overrides: ['rllm.algorithm.adv_estimator=gropo'],
    says: [
      'rllm.algorithm.adv_estimator',
      'unknown advantage estimator "gropo"',
      'Did you mean "grpo"?',
    ],
  },
  {
    kind: 'a tracker that there is not',
    overrides: ['rllm.trainer.logger=[tensorbord]'],
    says: ['rllm.trainer.logger', 'tensorbord', 'tensorboard'],
  },
  {
    kind: 'a misspelt key',
    files: { 'run.yaml': rllm('  algorithm: {esp_clip: 0.2}\n') },
    says: ['rllm.algorithm.esp_clip', 'unknown key, did you mean "eps_clip"?', 'run.yaml:4'],
  },
  {
    kind: 'a misspelt section',
    files: { 'run.yaml': rllm('  algoritm: {eps_clip: 0.2}\n') },
    says: ['rllm.algoritm', 'unknown key, did you mean "algorithm"?', 'run.yaml:4'],
  },
  {
    kind: 'an unknown reason to mask',
    files: { 'run.yaml': rllm('  compact_filtering: {mask_timeouts: true}\n') },
    says: ['rllm.compact_filtering.mask_timeouts', 'unknown key, did you mean "mask_timeout"?'],
  },
  {
    kind: 'values that exclude each other',
    overrides: ['rllm.rejection_sample.multiplier=2'],
    says: [
      'rllm.rejection_sample.multiplier',
      'must be 1 while rllm.rejection_sample.enable is not true',
      'got 2',
    ],
  },
  {
    kind: 'what is not there yet',
    overrides: ['rllm.async_training.enable=true'],
    says: ['rllm.async_training.enable', 'must be false', 'not there yet'],
  },
  // Missing values and interpolations
  {
    kind: 'a missing value',
    overrides: ['rllm.rollout.n=???'],
    says: ['rllm.rollout.n', 'has no value (???)'],
  },
  {
    kind: 'an interpolation to nothing',
    overrides: ['rllm.rollout.n=${rllm.rollout.m}'],
    says: ['rllm.rollout.n', '${rllm.rollout.m} leads nowhere', 'there is no rllm.rollout.m'],
  },
  {
    kind: 'a misspelt interpolation',
    overrides: ['rllm.data.max_prompt_length=${rllm.data.max_respons_length}'],
    says: [
      'rllm.data.max_prompt_length',
      'leads nowhere',
      'did you mean rllm.data.max_response_length?',
    ],
  },
  {
    kind: 'an interpolation to a missing value',
    yaml: 'data: {size: ???, train_batch_size: "${data.size}"}\n',
    says: ['data.train_batch_size', '${data.size} leads to data.size, which has no value (???)'],
  },
  {
    kind: 'a circle',
    overrides: ['rllm.rollout.n=${rllm.rollout.n_val}', 'rllm.rollout.n_val=${rllm.rollout.n}'],
    says: [
      'rllm.rollout.n',
      'goes in a circle: rllm.rollout.n → rllm.rollout.n_val → rllm.rollout.n',
    ],
  },
  {
    kind: 'an environment variable that is not set',
    overrides: ['rllm.trainer.project_name=${oc.env:PROJECT}'],
    says: [
      'rllm.trainer.project_name',
      'the environment variable PROJECT is not set, and there is no default',
    ],
  },
  {
    kind: 'text of the environment for a number',
    overrides: ['rllm.rollout.n=${oc.env:N,4}'],
    says: ['rllm.rollout.n', 'an integer ≥ 1', 'got "4"', '${oc.env:N,4}'],
  },
  {
    kind: 'a function that there is not',
    overrides: ['rllm.rollout.n=${sum:1,2}'],
    says: ['rllm.rollout.n', 'there is no function sum', 'there are oc.env, oc.select'],
  },
  {
    kind: 'an interpolation that is none',
    files: { 'run.yaml': rllm('  transform: {default_traj_name: "${a b}"}\n') },
    says: [
      'rllm.transform.default_traj_name',
      'is no interpolation',
      'expected a dot or } at column 4, got " "',
    ],
  },
  {
    kind: 'a mapping within a text',
    overrides: ['rllm.trainer.project_name=x-${rllm.data}'],
    says: [
      'rllm.trainer.project_name',
      '${rllm.data} is a mapping, which cannot stand within a text',
    ],
  },
  // Defaults lists
  {
    kind: 'defaults that are no list',
    yaml: 'defaults: base\n',
    says: ['run.yaml:7', 'defaults must be a list of files and groups', 'got "base"'],
  },
  {
    kind: 'a missing group',
    yaml: 'defaults:\n  - model: small\n',
    says: ['run.yaml:8', 'there is no model/small.yaml', 'no folder'],
  },
  {
    kind: 'a missing option',
    yaml: 'defaults:\n  - model: smal\n',
    files: { 'model/small.yaml': 'a: 1\n', 'model/large.yaml': 'a: 2\n' },
    says: ['run.yaml:8', 'there is no model/smal.yaml', 'did you mean small?'],
  },
  {
    kind: 'a group without a choice',
    yaml: 'defaults:\n  - model: ???\n',
    files: { 'model/small.yaml': 'a: 1\n' },
    says: ['run.yaml:8', 'group model wants a choice (???): model=OPTION', 'there is small'],
  },
  {
    kind: "rLLM's base that is not here",
    yaml: 'defaults:\n  - rllm: base\n',
    says: ['run.yaml:8', 'there is no rllm/base.yaml', 'can be left out'],
  },
  {
    kind: 'files that disagree',
    yaml: 'x: {a: 1}\ndefaults: [other, _self_]\n',
    files: { 'other.yaml': 'x: [1]\n' },
    says: ['x', 'must be a list as in other.yaml:1', 'got a mapping in run.yaml:7'],
  },
  // Overrides
  {
    kind: 'an override without a value',
    overrides: ['rllm.rollout.n'],
    says: ['override "rllm.rollout.n"', 'has no value; write rllm.rollout.n=VALUE'],
  },
  { kind: 'an override of no key', overrides: ['=1'], says: ['override "=1"', 'has no key'] },
  {
    kind: 'an override of a misspelt key',
    overrides: ['rllm.rolout.n=1'],
    says: [
      'rllm.rolout.n',
      'is not in the config',
      'did you mean rllm.rollout.n?',
      '+rllm.rolout.n=1 adds it',
    ],
  },
  {
    kind: 'an addition of what is there',
    overrides: ['+rllm.rollout.n=1'],
    says: ['rllm.rollout.n', 'is there already and is 2', '++rllm.rollout.n=1 sets it'],
  },
  {
    kind: 'a removal of what is not there',
    overrides: ['~rllm.trainer.total_epoch'],
    says: [
      'rllm.trainer.total_epoch',
      'cannot be removed: it is not in the config',
      'did you mean ~rllm.trainer.total_epochs?',
    ],
  },
  {
    kind: 'a removal of another value',
    overrides: ['~rllm.rollout.n=3'],
    says: ['rllm.rollout.n', 'cannot be removed: it is 2 and not 3'],
  },
  {
    kind: 'an unclosed list on the command line',
    overrides: ['rllm.trainer.logger=[console'],
    says: ['override "rllm.trainer.logger=[console"', 'expected , or ]', 'got the end of the text'],
  },
  {
    kind: 'an unclosed quote on the command line',
    overrides: ["rllm.trainer.project_name='a"],
    says: ['override "rllm.trainer.project_name=\'a"', "the quote ' at column 27 is not closed"],
  },
  {
    kind: 'a sweep',
    overrides: ['rllm.rollout.n=1,2'],
    says: ['override "rllm.rollout.n=1,2"', 'several values', 'a list is rllm.rollout.n=[1,2]'],
  },
  {
    kind: 'a function that sweeps',
    overrides: ['rllm.rollout.n=choice(1,2)'],
    says: ['override "rllm.rollout.n=choice(1,2)"', 'choice() stands for several values'],
  },
  {
    kind: 'a group that there is not',
    overrides: ['model/size=small'],
    says: [
      'override "model/size=small"',
      'looks like a choice for config group model/size',
      'there is no folder',
    ],
  },
  {
    kind: 'a list in the place of a mapping',
    overrides: ['rllm.rollout=[1]'],
    says: [
      'rllm.rollout',
      'must be a mapping as in run.yaml:5',
      'got a list in override "rllm.rollout=[1]"',
    ],
  },
  // The module
  {
    kind: 'no module',
    files: { 'run.yaml': 'rllm: {}\n' },
    says: [
      'config',
      'must name a module that exports a workflow',
      'got nothing',
      'export const workflow',
    ],
  },
  {
    kind: 'a module that is no text',
    overrides: ['config=5'],
    says: ['config', 'must name a module that exports a workflow', 'got 5'],
  },
  {
    kind: 'a module without a workflow',
    files: { 'agent.mjs': 'export const trainDataset = [];\nexport const respond = () => "";\n' },
    says: ['./agent.mjs', 'must export workflow', 'got "trainDataset", "respond"'],
  },
  {
    kind: 'no backend',
    files: { 'agent.mjs': AGENT.replace('respond', 'reply') },
    says: [
      'rllm.backend',
      'must be "local" or "scripted", or the module must export a backend',
      'got nothing',
    ],
  },
  {
    kind: 'a backend that is not there yet',
    files: { 'run.yaml': rllm('  backend: tinker\n') },
    says: [
      'rllm.backend',
      'must be "local" or "scripted", or the module must export a backend',
      'got "tinker"',
      'run.yaml:4',
    ],
  },
  {
    kind: 'a backend that lacks methods',
    files: { 'agent.mjs': `${AGENT}export const backend = { name: 'x' };` },
    says: ['backend', 'lacks the methods initRolloutEngine'],
  },
  {
    kind: 'a scripted backend without a script',
    files: {
      'run.yaml': rllm('  backend: scripted\n'),
      'agent.mjs': AGENT.replace('respond', 'reply'),
    },
    says: ['rllm.backend', 'the module must export respond', 'got undefined'],
  },
  {
    kind: 'no tasks',
    files: { 'agent.mjs': AGENT.replace('trainDataset', 'tasks') },
    says: [
      'data.train_files',
      'must name files of tasks, or the module must export trainDataset',
      'got neither',
    ],
  },
  {
    kind: 'tasks from two places',
    yaml: 'data: {train_files: x.jsonl}\n',
    files: { 'x.jsonl': '{"a": 1}\n' },
    says: ['data.train_files', 'must be null while the module exports trainDataset', 'got files'],
  },
  {
    kind: 'a file of tasks that is not there',
    yaml: 'data: {val_files: nope.jsonl}\n',
    says: ['data.val_files', 'nope.jsonl', 'no such file'],
  },
  {
    kind: 'a file of tasks that is no JSON',
    yaml: 'data: {val_files: x.jsonl}\n',
    files: { 'x.jsonl': 'hello\n' },
    says: ['data.val_files', 'x.jsonl', 'hello'],
  },
  {
    kind: 'a Parquet file',
    yaml: 'data: {val_files: x.parquet}\n',
    says: ['data.val_files', 'must be JSON lines', 'got "x.parquet"', 'to_json'],
  },
  {
    kind: 'files that are no paths',
    yaml: 'data: {val_files: [1]}\n',
    says: [
      'data.val_files.0',
      'must be the path of a JSON-lines file, or a list of paths',
      'got 1',
    ],
  },
  {
    kind: 'fewer tasks than a batch',
    overrides: ['rllm.data.train_batch_size=5'],
    says: ['trainDataset', 'the tasks of a batch at least, 5', 'got 4'],
  },
  {
    kind: 'a hook that is no function',
    files: { 'agent.mjs': `${AGENT}export const trajGroupingHook = 5;` },
    says: ['trajGroupingHook', 'must be a function', 'got 5'],
  },
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
