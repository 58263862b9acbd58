import { type Bad, rllm } from './bad.ts';

export const BAD_VALUES: readonly Bad[] = [
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
    kind: 'a loss for an estimator',
    overrides: ['rllm.algorithm.adv_estimator=gspo'],
    says: [
      'rllm.algorithm.adv_estimator',
      'gspo is a loss (loss_fn: gspo, in code lossFn), which usually goes with the estimator "grpo"',
    ],
  },
  {
    kind: 'an estimator for a loss',
    overrides: ['rllm.algorithm.loss_fn=rloo'],
    says: [
      'rllm.algorithm.loss_fn',
      'rloo is an estimator (adv_estimator: rloo, in code estimator)',
      'override',
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
];
