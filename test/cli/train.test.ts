// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations are what is read here.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from './run.ts';
import { AGENT, CONFIG, jsonOf, project, train } from './train-project.ts';

describe('upperhand train', () => {
  it('trains as the config says, and tells a line a step where there is no terminal', async () => {
    const { code, out, err } = await train({});
    expect(code).toBe(0);
    const steps = err.replace(/[\d.]+ rollouts\/s, \S+ left/g, 'N');
    expect(steps.split('\n')).toEqual([
      'step 1/2: reward 0.500, pass@1 0.500, N',
      'step 2/2: reward 0.500, pass@1 0.500, N',
      '',
    ]);
    expect(out).toMatch(/^task a \| rollout \d \| agent \| /m);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      /^all epochs are done: 2 steps, 1 epoch in \d+s, reward 0\.500, pass@1 0\.500$/,
    );
  });

  it('tells machines the same, a JSON object a line', async () => {
    const val = `${AGENT}export const valDataset = trainDataset.slice(0, 1);`;
    const outcome = await train({ 'agent.mjs': val }, ['--json', 'rllm.trainer.test_freq=2']);
    const events = jsonOf(outcome);
    expect(outcome.code).toBe(0);
    expect(events.map(({ type }) => type)).toEqual([
      'start',
      'step',
      'step',
      'validation',
      'validation',
      'stop',
      'result',
    ]);
    expect(events[1]).toMatchObject({
      step: 1,
      totalSteps: 2,
      epoch: 0,
      metrics: { 'reward/agent/mean': 0.5 },
    });
    expect(events.at(-1)).toMatchObject({
      steps: 2,
      epochs: 1,
      stopReason: 'epochs',
      metrics: { 'reward/agent/mean': 0.5 },
      valMetrics: { 'val/unknown/pass@1': 1 },
    });
    expect(outcome.err).toMatch(/^task a \| rollout \d/m);
  });

  it('takes overrides', async () => {
    const outcome = await train({}, [
      '--json',
      'rllm.trainer.total_epochs=2',
      'rllm.rollout={n:4}',
      '~rllm.data',
    ]);
    expect(outcome.err).toContain('must have the tasks of a batch at least, 64');
    const second = await train({}, ['--json', 'rllm.trainer.total_batches=1', 'rllm.rollout.n=4']);
    expect(jsonOf(second).at(-1)).toMatchObject({ steps: 1, stopReason: 'total-batches' });
  });

  it('reads tasks from files, which count from the config, or from here on the command line', async () => {
    const lines = ['a', 'b']
      .map((id) => JSON.stringify({ id, question: id, answer: 'yes' }))
      .join('\n');
    const files = {
      'agent.mjs': AGENT.replace('export const trainDataset', 'const unused'),
      'tasks/one.jsonl': lines,
      'tasks/two.jsonl': lines.replaceAll('a', 'c').replaceAll('b', 'd'),
      'run.yaml': `${CONFIG}data: {train_files: [tasks/one.jsonl, tasks/two.jsonl], val_files: tasks/one.jsonl}\n`,
    };
    const both = await train(files, ['--json', 'rllm.trainer.test_freq=1']);
    expect(jsonOf(both).at(-1)).toMatchObject({
      steps: 2,
      valMetrics: { 'val/unknown/pass@1': 1 },
    });
    const folder = project(files);
    const one = `data.train_files=${join(folder, 'tasks/one.jsonl')}`;
    const single = await run(['train', join(folder, 'run.yaml'), one, '--json']);
    expect(jsonOf(single).at(-1)).toMatchObject({ steps: 1 });
  });

  it('puts metrics and config into the folder of --out', async () => {
    const folder = join(project(), 'runs', '1');
    const { code, err } = await train({}, ['--out', folder, 'rllm.rollout.n=4']);
    expect({ code, err: err.includes('error') }).toEqual({ code: 0, err: false });
    expect(readdirSync(folder).sort()).toEqual(['config.yaml', 'metrics.jsonl']);
    const metrics = readFileSync(join(folder, 'metrics.jsonl'), 'utf8').trimEnd().split('\n');
    expect(metrics.map((line) => JSON.parse(line).step)).toEqual([1, 2]);
    const config = readFileSync(join(folder, 'config.yaml'), 'utf8');
    expect(config).toContain('n: 4 # override "rllm.rollout.n=4"');
    // What was written is a config itself.
    const again = await train({ 'run.yaml': config }, ['--json']);
    expect(jsonOf(again).at(-1)).toMatchObject({ type: 'result', steps: 2 });
  });

  it('prints the config with the place of every value, and does nothing else', async () => {
    const { code, out, err } = await train({ 'agent.mjs': 'throw new Error("not run")' }, [
      '--print-config',
      'rllm.rollout.n=3',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`config: ./agent.mjs # run.yaml:2
rllm:
  data:
    train_batch_size: 2 # run.yaml:4
  rollout:
    n: 3 # override "rllm.rollout.n=3"
  trainer:
    total_epochs: 1 # run.yaml:6
    test_freq: 0 # run.yaml:6
    logger: [] # run.yaml:6
`);
    const json = await train({}, ['--print-config', '--json', 'rllm.rollout.n=3']);
    expect(jsonOf(json)).toMatchObject([{ config: './agent.mjs', rllm: { rollout: { n: 3 } } }]);
  });

  it('takes a module in the place of a config', async () => {
    const folder = project();
    const outcome = await run([
      'train',
      join(folder, 'agent.mjs'),
      'rllm.data.train_batch_size=2',
      'rllm.trainer={total_epochs:1,test_freq:0,logger:[]}',
      '--json',
    ]);
    expect(jsonOf(outcome).at(-1)).toMatchObject({ type: 'result', steps: 2 });
  });

  it('trains the model of the local backend', async () => {
    const agent = `
export const workflow = async (task, ctx) =>
  (await ctx.model.chat([{ role: 'user', content: task.question }])).content === 'b';
export const trainDataset = [{ id: 'a', question: 'a' }];`;
    const config = `config: ./agent.mjs
model: {layers: 1, width: 8, heads: 1, feed_forward: 8, context: 16, characters: ab}
rllm:
  backend: local
  data: {train_batch_size: 1}
  rollout: {n: 4, train: {max_tokens: 1}}
  trainer: {total_epochs: 2, test_freq: 0, save_freq: 0, resume_mode: disable, logger: []}
`;
    const outcome = await train({ 'agent.mjs': agent, 'run.yaml': config }, ['--json']);
    expect(jsonOf(outcome).at(-1)).toMatchObject({ type: 'result', steps: 2 });
    expect(outcome.err).not.toContain('model');
  });

  it('makes a backend with the roles of the module', async () => {
    const agent = `${AGENT}
export const trajGroupAdvEstimatorMap = { agent: ['rloo', 'cispo'] };
export const backend = ({ config }) => {
  const { estimatorMap, lossFnMap } = config.algorithm;
  throw new Error(JSON.stringify([estimatorMap, lossFnMap]));
};`;
    const { err } = await train({ 'agent.mjs': agent });
    expect(err).toContain('could not be made: [{"agent":"rloo"},{"agent":"cispo"}]');
  });

  it('lists sections of other backends once', async () => {
    const { code, err } = await train({
      'run.yaml': `${CONFIG}critic: {x: "\${nope}"}\nactor_rollout_ref: {}\n`,
    });
    expect(code).toBe(0);
    expect(err.match(/critic/g)).toHaveLength(1);
    expect(err).toContain(
      'warning: config keys that mean nothing here were ignored: critic, actor_rollout_ref',
    );
  });

  it('gives values of the environment to the config', async () => {
    const files = { 'run.yaml': CONFIG.replace('n: 2', 'n: "${oc.decode:${oc.env:ATTEMPTS}}"') };
    const { out } = await train(files, ['--print-config'], { env: { ATTEMPTS: '3' } });
    expect(out).toContain('n: 3 # run.yaml:5: ${oc.decode:${oc.env:ATTEMPTS}}');
  });

  it('fails with one line when the run fails', async () => {
    const agent = AGENT.replace('return content === task.answer;', "throw new Error('no luck');");
    const failing = ['rllm.workflow.retry_limit=1'];
    const { code, err } = await train({ 'agent.mjs': agent }, failing);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: stage 1 \(generate episodes\) failed at step 1: .*no luck/m);
    const outcome = await train({ 'agent.mjs': agent }, [...failing, '--json']);
    expect(jsonOf(outcome).at(-1)).toMatchObject({
      type: 'error',
      message: expect.stringContaining('no luck'),
    });
  });

  it('says what it does, and how it ends', async () => {
    const { code, out } = await run(['train', '--help']);
    expect(code).toBe(0);
    for (const text of [
      '--out <dir>',
      '--json',
      '--print-config',
      'Exit status',
      '${oc.env:NAME,default}',
    ])
      expect(out).toContain(text);
  });
});
