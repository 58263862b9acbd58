// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations are what is read here.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../ts/errors/config-error.ts';
import type { ConfigFile } from '../../../ts/trainer/config-files/config-file.ts';
import { folderInMemory } from '../../../ts/trainer/config-files/config-folder.ts';
import { readConfigFile } from '../../../ts/trainer/config-files/read-config-file.ts';
import { gather } from '../../support/config-problems.ts';

function read(
  files: string | Readonly<Record<string, string>>,
  overrides: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ConfigFile> {
  const folder = folderInMemory(typeof files === 'string' ? { 'run.yaml': files } : files, '/conf');
  return readConfigFile('run.yaml', overrides, { folder, env, now: new Date(2026, 10, 29) });
}

function problemsOf(file: ConfigFile, backendSections: readonly string[] = []): string[] {
  try {
    file.toTrainerConfig({ backendSections, onWarning: () => {} });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
}

/** rLLM's present layout, with the keys of several parts. */
const RLLM: Readonly<Record<string, string>> = {
  'run.yaml': `
defaults:
  - rllm: base
  - rllm/backend: tinker
  - _self_
hydra:
  run: {dir: "outputs/\${now:%Y-%m-%d}"}
  searchpath: ["pkg://verl.trainer.config"]
rllm:
  algorithm: {adv_estimator: rloo, kl_beta: 1e-3}
  trainer: {experiment_name: "\${oc.env:RUN,local}-\${model.lora_rank}"}
`,
  'rllm/base.yaml': `
agent: {name: math_agent, max_steps: 20}
data: {train_batch_size: 64, max_response_length: 30720}
workflow: {n_parallel_tasks: 256, workflow_args: {timeout: 1e6, gamma: 0.0}}
rollout:
  n: 8
  train: {temperature: 1.0, max_tokens: "\${rllm.data.max_response_length}"}
trainer: {project_name: rllm-training, experiment_name: default, logger: ['console']}
episode_logging: {episode_log_dir: "logs/\${rllm.trainer.project_name}/\${rllm.trainer.experiment_name}"}
`,
  'rllm/backend/tinker.yaml': `# @package _global_

model: {name: "Qwen/Qwen3-8B", lora_rank: 32}
training:
  group_size: ???
  learning_rate: 2e-5
  default_local_dir: 'checkpoints/\${rllm.trainer.project_name}'
validation:
  group_size: ???
rllm:
  backend: tinker
  rollout:
    n: \${oc.select:training.group_size, 8}
    n_val: \${oc.select:validation.group_size, 1}
`,
};

describe('readConfigFile', () => {
  it('reads a config in the layout of rLLM', async () => {
    const { warnings, onWarning } = gather();
    const file = await read(RLLM, ['training.group_size=4', 'rllm.data.max_response_length=1_024']);
    const config = file.toTrainerConfig({ onWarning, backendSections: ['model', 'training'] });
    expect(config).toMatchObject({
      algorithm: { estimator: 'rloo', klBeta: 1e-3 },
      rollout: { n: 4, nVal: 1, train: { maxTokens: 1024 } },
      workflow: { workflowArgs: { timeout: 1e6, gamma: 0 } },
      trainer: { experimentName: 'local-32', logger: ['console'] },
      episodeLogging: { episodeLogDir: 'logs/rllm-training/local-32' },
    });
    expect(file.root).toMatchObject({
      training: {
        group_size: 4,
        learning_rate: 2e-5,
        default_local_dir: 'checkpoints/rllm-training',
      },
      validation: {},
      hydra: { run: { dir: 'outputs/2026-11-29' } },
    });
    expect(warnings).toEqual([
      expect.objectContaining({ kind: 'unknown-config-key', places: ['rllm.agent', 'hydra'] }),
    ]);
  });

  it('takes the environment from its argument alone', async () => {
    const text = 'rllm: {trainer: {experiment_name: "${oc.env:HOME,none}"}}';
    const without = (await read(text)).toTrainerConfig();
    const within = (await read(text, [], { HOME: '/home/me' })).toTrainerConfig();
    expect([without, within].map(({ trainer }) => trainer.experimentName)).toEqual([
      'none',
      '/home/me',
    ]);
  });

  it('lets overrides and interpolations use what a file leaves to its defaults', async () => {
    const file = await read(
      'rllm: {episode_logging: {episode_log_dir: "x/${rllm.trainer.project_name}"}}',
      ['rllm.trainer.total_epochs=3', 'rllm.rollout.train.temperature=0.5', 'config=./agent.ts'],
    );
    expect(file.toTrainerConfig()).toMatchObject({
      trainer: { totalEpochs: 3 },
      rollout: { train: { temperature: 0.5 } },
      episodeLogging: { episodeLogDir: 'x/rllm-training' },
    });
    expect(file.root).toMatchObject({
      config: './agent.ts',
      rllm: { trainer: { total_epochs: 3 } },
    });
  });

  it('knows where every value was written', async () => {
    const file = await read(RLLM, ['rllm.rollout.n=2', '+mine.x={y:[1,2]}']);
    expect(file.placeOf('rllm.algorithm.kl_beta')).toBe('run.yaml:10');
    expect(file.placeOf('rllm.workflow.workflow_args.gamma')).toBe('rllm/base.yaml:4');
    expect(file.placeOf('rllm.rollout.n')).toBe('override "rllm.rollout.n=2"');
    expect(file.placeOf('mine.x.y.1')).toBe('override "+mine.x={y:[1,2]}"');
    expect(file.placeOf('rllm.nope')).toBeUndefined();
  });

  it('reads the older layout', async () => {
    const file = await read(
      'algorithm: {adv_estimator: rloo}\ndata: {train_batch_size: 4}\ntraining: {group_size: 2}\n',
    );
    const { warnings, onWarning } = gather();
    expect(file.toTrainerConfig({ onWarning })).toMatchObject({
      algorithm: { estimator: 'rloo' },
      data: { trainBatchSize: 4 },
      rollout: { n: 2 },
    });
    expect(warnings).toEqual([]);
  });

  it('reports problems of files, overrides, interpolations and values together, each with its place', async () => {
    const text = `
rllm:
  algorithm: {adv_estimator: grop}
  trainer:
    total_epochs: ten
    experiment_name: \${rllm.trainer.nme}
  rollout: {n: ???, n_val: "\${oc.env:N}"}
  data: {seed: 12345678901234567890}
`;
    const file = await read(text, [
      'rllm.trainer.test_frq=1',
      'rllm.data.train_batch_size=0',
      'a=[1',
    ]);
    expect(problemsOf(file)).toEqual([
      'override "a=[1": expected , or ], got the end of the text; a text with special characters must stand in quotes',
      'rllm.trainer.test_frq: is not in the config; did you mean rllm.trainer.test_freq? +rllm.trainer.test_frq=1 adds it (override "rllm.trainer.test_frq=1")',
      'rllm.trainer.experiment_name: ${rllm.trainer.nme} leads nowhere: there is no rllm.trainer.nme (run.yaml:6)',
      'rllm.rollout.n: has no value (???); give it one in the file or on the command line (run.yaml:7)',
      'rllm.rollout.n_val: ${oc.env:N}: the environment variable N is not set, and there is no default (run.yaml:7)',
      'rllm.data.seed: must be a whole number below 2^53, got 12345678901234567890 (run.yaml:8)',
      'rllm.data.train_batch_size: must be an integer ≥ 1, got 0 (override "rllm.data.train_batch_size=0")',
      'rllm.trainer.total_epochs: must be an integer ≥ 0, got "ten" (run.yaml:5)',
      'rllm.algorithm.adv_estimator: unknown advantage estimator "grop"; known: grpo, reinforce, reinforce_plus_plus_baseline, prpo, rloo. Did you mean "grpo"? registerAdvEstimator adds your own. (run.yaml:3)',
    ]);
  });

  it('shows how a value was written that came from elsewhere', async () => {
    const file = await read('rllm: {rollout: {n: "${oc.env:N,4}"}}');
    expect(problemsOf(file)).toEqual([
      'rllm.rollout.n: must be an integer ≥ 1, got "4" (run.yaml:1: ${oc.env:N,4})',
    ]);
  });

  it('minds what has no value only where somebody reads it', async () => {
    const text = 'critic: {path: "${nope}", size: ???}\nmodel: {path: "${nope}", size: ???}\n';
    const file = await read(text);
    expect(problemsOf(file)).toEqual([]);
    expect(problemsOf(file, ['model'])).toEqual([
      'model.path: ${nope} leads nowhere: there is no nope (run.yaml:2)',
    ]);
    expect(file.root).toEqual({ critic: { path: '${nope}' }, model: { path: '${nope}' } });
  });

  it('does not blame values for a file that is missing', async () => {
    const text = 'defaults:\n  - mine: base\nrllm: {trainer: {experiment_name: "${mine.name}"}}\n';
    expect(problemsOf(await read(text))).toEqual([
      'run.yaml:2: there is no mine/base.yaml, and no folder /conf/mine',
    ]);
  });

  it('lists what only Hydra reads with the other keys that are ignored', async () => {
    const { warnings, onWarning } = gather();
    const file = await read('critic: {}\nhydra: {}\n', ['hydra.run.dir=x']);
    file.toTrainerConfig({ onWarning });
    expect(warnings.map(({ places }) => places)).toEqual([['hydra.run.dir', 'critic', 'hydra']]);
  });
});

describe('readConfigFile on disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'upperhand-config-'));
    for (const [path, text] of Object.entries(RLLM)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('finds groups beside the file', async () => {
    const file = await readConfigFile(join(folder, 'run.yaml'), ['rllm/backend=null']);
    expect(problemsOf(file)).toEqual([
      'override "rllm/backend=null": must name an option of group rllm/backend, or several as a list, got null',
    ]);
    const config = (await readConfigFile(join(folder, 'run.yaml'))).toTrainerConfig({
      onWarning: () => {},
    });
    expect(config.trainer.experimentName).toBe('local-32');
  });

  it('names a file that is not there, and a folder', async () => {
    const missing = await readConfigFile(join(folder, 'nope.yaml'));
    expect(problemsOf(missing)).toEqual([`nope.yaml: there is no file nope.yaml in ${folder}`]);
    const misspelt = await readConfigFile(join(folder, 'runs.yaml'));
    expect(problemsOf(misspelt)).toEqual([
      `runs.yaml: there is no file runs.yaml in ${folder}; did you mean run.yaml?`,
    ]);
    const rllm = await readConfigFile(join(folder, 'rllm'));
    expect(problemsOf(rllm)).toEqual(['rllm: must be a config file, got a folder']);
    const option = await readConfigFile(join(folder, 'run.yaml'), ['rllm/backend=verl']);
    expect(problemsOf(option)).toEqual([
      `override "rllm/backend=verl": there is no rllm/backend/verl.yaml in ${folder}; there is tinker; hydra.searchpath is not followed`,
    ]);
  });

  it('names a file that cannot be read', async () => {
    await writeFile(join(folder, 'latin.yaml'), Buffer.from('a: \xe9\n', 'latin1'));
    const latin = await readConfigFile(join(folder, 'latin.yaml'));
    expect(problemsOf(latin)).toEqual([
      expect.stringMatching(/^latin\.yaml: cannot be read: .*utf-8/),
    ]);
    const read = () => Promise.reject(new Error('no permission'));
    const barred = { ...folderInMemory({}), read };
    expect(problemsOf(await readConfigFile('run.yaml', [], { folder: barred }))).toEqual([
      'run.yaml: cannot be read: no permission',
    ]);
  });
});
