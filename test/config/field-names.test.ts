// What is wrong with a config is told in the words in which it was given.

import { describe, expect, it } from 'vitest';
import { readLocalSettings } from '../../ts/backends/local/local-settings.ts';
import { TrainerConfig } from '../../ts/config/trainer-config.ts';
import { ConfigError } from '../../ts/errors/config-error.ts';
import { BASE_CONFIG } from '../../ts/trainer/config-files/base-config.ts';
import { folderInMemory } from '../../ts/trainer/config-files/config-folder.ts';
import { readConfigFile } from '../../ts/trainer/config-files/read-config-file.ts';
import { problemsOf } from '../support/config-problems.ts';

/** No field takes it; those of a section take none of its keys. */
const WRONG = { wrong: { wrong: 1 } };

/** Paths of all fields below, and not of sections whose keys are anybody's. */
function pathsOf(values: object, open: readonly string[], above = ''): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const path = above + key;
    if (open.includes(path)) return [];
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isSection ? pathsOf(value, open, `${path}.`) : [path];
  });
}

function nested(path: string, value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path.split('.');
  return { [key]: rest.length === 0 ? value : nested(rest.join('.'), value) };
}

function placesOf(call: () => unknown): string[] {
  return problemsOf(call).map((problem) => problem.split(': ')[0] as string);
}

const localProblems = (config: TrainerConfig): string[] =>
  placesOf(() => readLocalSettings({ model: {}, training: {} }, config));

describe('a config in code', () => {
  const open = ['root', 'workflow.workflowArgs'];
  const fields = pathsOf(TrainerConfig.create(), open);

  it.each(fields)('%s is named as in code', (path) => {
    const init = nested(path, WRONG);
    expect(new Set(placesOf(() => TrainerConfig.create(init)))).toEqual(
      new Set([`TrainerConfig.${path}`]),
    );
    const [section = '', field = ''] = path.split('.');
    const known = nested(`${section}.zz_${field}`, 1);
    expect(placesOf(() => TrainerConfig.create(known))).toEqual([
      `TrainerConfig.${section}.zz_${field}`,
    ]);
  });

  it('is named so where a backend refuses it', () => {
    const config = TrainerConfig.create({
      algorithm: { lossFn: 'ppoo', routerReplay: 'R2' },
      rollout: { train: { temperature: 5000 } },
    });
    expect(localProblems(config)).toEqual([
      'TrainerConfig.rollout.train.temperature',
      'TrainerConfig.algorithm.lossFn',
      'TrainerConfig.algorithm.routerReplay',
    ]);
  });

  it('is named so in warnings', () => {
    const places: unknown[] = [];
    const algorithm = { stepwiseAdvantageMode: 'per_step', useRllm: true } as const;
    TrainerConfig.create({ algorithm }, { onWarning: (warning) => places.push(warning.places) });
    expect(places).toEqual([
      ['TrainerConfig.algorithm.useRllm'],
      ['TrainerConfig.algorithm.stepwiseAdvantageMode'],
    ]);
  });
});

describe('a config of a file', async () => {
  const { root } = await readConfigFile('run.yaml', [], {
    folder: folderInMemory({ 'run.yaml': BASE_CONFIG }),
  });
  const fields = pathsOf(root, ['rllm.workflow.workflow_args']);

  it.each(fields)('%s is named as in files', (path) => {
    const given = nested(path, WRONG);
    expect(new Set(placesOf(() => TrainerConfig.fromConfig(given)))).toEqual(new Set([path]));
  });

  it.each(fields)('%s is named so where the command line says it', async (path) => {
    const folder = folderInMemory({ 'run.yaml': '' });
    const file = await readConfigFile('run.yaml', [`${path}={wrong: {wrong: 1}}`], { folder });
    try {
      file.toTrainerConfig();
      expect.unreachable();
    } catch (error) {
      for (const problem of (error as ConfigError).problems) {
        expect(problem.path).toBe(path);
        expect(problem.message).toMatch(/\(override .*\)$/);
      }
      expect(error).toBeInstanceOf(ConfigError);
    }
  });

  it('is named so where a backend refuses it, with the roles of a run or without', () => {
    const config = TrainerConfig.fromConfig({
      rllm: {
        algorithm: { adv_estimator: 'grpo', loss_fn: 'ppoo', router_replay: 'R2' },
        rollout: { train: { temperature: 5000 } },
      },
    });
    const names = [
      'rllm.rollout.train.temperature',
      'rllm.algorithm.loss_fn',
      'rllm.algorithm.router_replay',
    ];
    expect(localProblems(config)).toEqual(names);
    const estimatorMap = { judge: 'rloo' };
    expect(localProblems(TrainerConfig.from(config, { estimatorMap }))).toEqual(names);
  });
});
