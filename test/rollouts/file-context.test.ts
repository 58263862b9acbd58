import { expect, it } from 'vitest';
import {
  fileContext,
  numberInPath,
  splitInPath,
  stepInBase,
  stepInPath,
} from '../../ts/rollouts/file-context.ts';

it('knows folders and file, without the endings of packings', () => {
  const { parts, base } = fileContext('file:///logs/run.zip/step_7/./a.jsonl.gz');
  expect([parts, base]).toEqual([['logs', 'run.zip', 'step_7', 'a.jsonl'], 'a.jsonl']);
  expect(fileContext('C:\\logs\\3\\40.jsonl').parts).toEqual(['C:', 'logs', '3', '40.jsonl']);
  expect(fileContext('<stdin>').parts).toEqual(['<stdin>']);
});

const paths: [path: string, step: number | undefined, split: string | undefined][] = [
  ['episodes/train_step_3_epoch_0/episode_hash0_ida.json', 3, 'train'],
  ['episodes/val_step_12_epoch_1/episode_hash0_ida.json', 12, 'val'],
  ['dumped_evals/global_step_5_evals/demo.jsonl', 5, 'eval'],
  ['rollouts/step_7/train/effective/traces.jsonl', 7, 'train'],
  ['run/iteration_000004/eval_demo_rollout_summaries.jsonl', 4, 'eval'],
  ['logs/exp_001/train_data_step1.jsonl', 1, 'train'],
  ['logs/eval-rollout/2/40.jsonl', undefined, 'eval'],
  ['.art/p/models/m/trajectories/val/0003.yaml', undefined, 'val'],
  ['rollouts.jsonl', undefined, undefined],
  ['misstep_9/training_notes/evaluator/x.jsonl', undefined, 'train'],
  ['train/a/b/c/d/e/x.jsonl', undefined, undefined],
];

it.each(paths)('finds step and split in %s', (path, step, split) => {
  const file = fileContext(path);
  expect([stepInPath(file), splitInPath(file)]).toEqual([step, split]);
});

it('finds the step that a file is named after', () => {
  const steps = ['12.jsonl', '0003.yaml', 'completions_00012.parquet', 'a1.jsonl', 'x.jsonl'];
  expect(steps.map((name) => stepInBase(fileContext(`out/${name}`)))).toEqual([
    12,
    3,
    12,
    undefined,
    undefined,
  ]);
});

it('finds numbers by patterns of a format, the nearest part first', () => {
  const file = fileContext('rollout/3/40.jsonl');
  expect(numberInPath(file, /^(\d+)$/)).toBe(3);
  expect(numberInPath(file, /^(\d+)(?:\.|$)/)).toBe(40);
});
