import { describe, expect, it } from 'vitest';
import {
  type LocalSettingsInput,
  readLocalSettings,
} from '../../../ts/backends/local/local-settings.ts';
import { TrainerConfig, type TrainerConfigInit } from '../../../ts/config/trainer-config.ts';
import { ConfigError } from '../../../ts/errors/config-error.ts';
import type { Warning } from '../../../ts/errors/warning.ts';

function read(root: object, given: Partial<LocalSettingsInput> = {}, init: TrainerConfigInit = {}) {
  const warnings: Warning[] = [];
  const config = TrainerConfig.create({ ...init, root: root as Record<string, unknown> });
  const settings = readLocalSettings({ model: {}, training: {}, ...given }, config, (warning) =>
    warnings.push(warning),
  );
  return { ...settings, warnings };
}

function problems(...args: Parameters<typeof read>): string[] {
  try {
    read(...args);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ path }) => path);
  }
  return [];
}

describe('the settings of a local backend', () => {
  it('have defaults', () => {
    const { model, training, warnings } = read({});
    expect(model).toMatchObject({
      layers: 2,
      width: 64,
      heads: 4,
      feedForward: 256,
      context: 128,
      seed: 0,
    });
    expect(training).toEqual({
      learningRate: 1e-3,
      beta1: 0.9,
      beta2: 0.95,
      eps: 1e-8,
      weightDecay: 0,
      gradClipNorm: 1,
      numMinibatches: 1,
      maxLength: null,
      lossDivisor: null,
      sampledEntropy: 0,
      entropyBonus: 0,
      entropyBonusSteps: null,
      referenceKl: 0,
    });
    expect(warnings).toEqual([]);
  });

  it('are read from the file, and those of code go before them', () => {
    const root = {
      model: { layers: 3, feed_forward: 32, characters: 'ab', name: 'Qwen/Qwen3-8B' },
      training: { learning_rate: 0.1, max_length: 64, group_size: 8, entropy_bonus_steps: 9 },
    };
    const given = { model: { layers: 1 }, training: { learningRate: 0.2 } };
    const { model, training, warnings } = read(root, given);
    expect(model).toMatchObject({ layers: 1, feedForward: 32, characters: 'ab' });
    expect(training).toMatchObject({ learningRate: 0.2, maxLength: 64, entropyBonusSteps: 9 });
    expect(warnings).toEqual([]);
  });

  it('report all problems together, with their places', () => {
    const root = {
      model: { layers: 0, width: 'wide', heads: 3 },
      training: { learning_rates: 1, beta1: 2, max_length: 129 },
    };
    const given = { training: { eps: 0, gradClip: 1 } as never };
    const algorithm = {
      lossFn: 'pppo',
      lossFnMap: { judge: 'cispo2' },
      routerReplay: 'R2' as const,
    };
    expect(problems(root, given, { algorithm }).sort()).toEqual([
      'TrainerConfig.algorithm.lossFn',
      'TrainerConfig.algorithm.routerReplay',
      'model.layers',
      'model.width',
      'model.width',
      'the loss of role judge',
      'training.beta1',
      'training.eps',
      'training.gradClip',
      'training.learning_rates',
      'training.max_length',
    ]);
  });

  it('refuse to correct rollouts that are π_old', () => {
    const rolloutCorrection = { bypassMode: true, tisMode: 'token' as const };
    expect(problems({}, {}, { algorithm: { rolloutCorrection } })).toEqual([
      'TrainerConfig.algorithm',
    ]);
  });

  it('refuse what the model, its optimizer and its sampling cannot have, before anything begins', () => {
    const model = { layers: 65, width: 5000, context: 1, characters: 'aⓤ' };
    const training = { beta1: 1, beta2: 1 };
    const rollout = { train: { temperature: 1e-4 }, val: { temperature: 5000 } };
    expect(problems({ model, training }, {}, { rollout }).sort()).toEqual([
      'TrainerConfig.rollout.train.temperature',
      'TrainerConfig.rollout.val.temperature',
      'model.characters',
      'model.context',
      'model.layers',
      'model.width',
      'training.beta1',
      'training.beta2',
    ]);
    const edges = { model: { layers: 64, context: 2 }, training: { beta1: 0, beta2: 0.999 } };
    expect(problems(edges, {}, { rollout: { val: { temperature: 0 } } })).toEqual([]);
  });

  it('warn of keys that nobody reads', () => {
    const { warnings } = read({ model: { attention: 'flash' } });
    expect(warnings).toMatchObject([{ kind: 'unknown-config-key', places: ['model.attention'] }]);
  });
});
