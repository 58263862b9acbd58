import type { ProblemKind } from '../../../ts/rollouts/index.ts';

/** What is expected of a file that its real writer wrote, beside its groups. */
export interface Entry {
  /** Name of the format that it must be recognised as; null where nothing in it can be read. */
  readonly format: string | null;
  /** How often each kind of problem is reported, all of them. */
  readonly reported: Partial<Record<ProblemKind, number>>;
  /** Groups of the table that are not read so, by their labels, with the reason in a comment. */
  readonly except?: RegExp;
  /** What `rewardKey` is. */
  readonly rewardKey?: string;
  /** Rewards are in the order of the rollouts' indices, not of the files. */
  readonly byIndex?: true;
}

/** By the names in the table of expected groups. A new format has its lines here. */
export const table: Readonly<Record<string, Entry>> = {
  'rllm/logs/demo/exp-a/episodes/train_step_3_epoch_0/': {
    format: 'rllm',
    reported: { guessed: 1, 'side-file': 1 },
    byIndex: true,
  },
  'rllm/logs/demo/exp-a/episodes/train_step_4_epoch_0/': {
    format: 'rllm',
    reported: { 'missing-reward': 1, 'not-a-rollout': 1, 'side-file': 1 },
    byIndex: true,
  },
  'rllm/logs/demo/exp-a/episodes/val_step_3_epoch_0/': {
    format: 'rllm',
    // Twice of the summary: that it is passed over, and that it counts an episode more than there are.
    reported: { 'non-finite-reward': 2, 'side-file': 2 },
    byIndex: true,
  },
  'rllm/eval/demo_tiny-model_20260101_010203/': {
    format: 'rllm',
    reported: { 'missing-reward': 1, 'non-finite-reward': 2, 'side-file': 1 },
  },
  'rllm/eval/results.json': {
    format: 'rllm-results',
    reported: { guessed: 1, 'non-finite-reward': 2 },
  },
  'rllm/eval/demo_org_tiny-model_results.json': { format: 'rllm-results', reported: {} },
  'slime/dump/rollout_data/8.pt': { format: null, reported: { 'not-text': 1 } },
  'slime/dump/rollout_data/eval_8.pt': { format: null, reported: { 'not-text': 1 } },
  'verl/rollout/12.jsonl': {
    format: 'verl',
    reported: { guessed: 1, 'non-finite-reward': 1, 'uneven-groups': 1 },
  },
  'verl/val/20.jsonl': { format: 'verl', reported: { guessed: 1, 'non-finite-reward': 1 } },
  'verl/rollout_v1/12.jsonl': { format: 'verl', reported: { 'earlier-output': 1 } },
  'verl/val_v1/13.jsonl': { format: 'verl', reported: { 'non-finite-reward': 1 } },
  'trl/out_plain/completions/completions_00012.parquet': {
    format: 'trl',
    reported: { guessed: 1 },
  },
  'trl/out_plain_pandas2/completions/completions_00012.parquet': {
    format: 'trl',
    reported: { guessed: 1 },
  },
  // Its groups, and that rewards were summed.
  'trl/out_two_rewards/completions/completions_00013.parquet': {
    format: 'trl',
    reported: { guessed: 2 },
  },
  'trl/out_two_rewards_pandas2/completions/completions_00013.parquet': {
    format: 'trl',
    reported: { guessed: 2 },
  },
  'ms-swift/out/completions.jsonl': {
    format: 'ms-swift',
    rewardKey: 'accuracy',
    reported: { guessed: 1 },
  },
  'ms-swift/out_entropy/completions.jsonl': {
    format: 'ms-swift',
    rewardKey: 'accuracy',
    reported: { guessed: 1, 'uneven-groups': 1 },
  },
  'verifiers/outputs/evals/demo--tiny-model/1a2b3c4d/results.jsonl': {
    format: 'verifiers',
    reported: { 'missing-reward': 1, 'non-finite-reward': 1 },
  },
  // An infinite score is written as null; the last line is an episode that failed.
  'verifiers/outputs/evals_v1/demo--tiny-model--bash--a1/traces.jsonl': {
    format: 'verifiers-traces',
    reported: { 'missing-reward': 2, 'not-a-rollout': 1 },
  },
  'prime-rl/run-a/rollouts/step_7/train/all/traces.jsonl': {
    format: 'verifiers-traces',
    reported: { 'missing-reward': 1, 'not-a-rollout': 1 },
  },
  'prime-rl/run-a/rollouts/step_7/train/effective/traces.jsonl': {
    format: 'verifiers-traces',
    reported: { 'missing-reward': 1 },
  },
  'prime-rl/run-a/metrics.jsonl': { format: null, reported: { 'not-a-rollout': 1 } },
  'rllm/metrics/demo/exp.jsonl': { format: 'rllm', reported: { 'not-a-rollout': 3 } },
  'skyrl/dumped_evals/global_step_5_evals/demo_tiny.jsonl': {
    format: 'skyrl',
    reported: { guessed: 1, 'non-finite-reward': 1, 'uneven-groups': 1 },
  },
  'skyrl/dumped_evals/global_step_5_evals/unknown.jsonl': {
    format: 'skyrl',
    reported: { guessed: 1, 'uneven-groups': 1 },
  },
  'tinker-cookbook/run/iteration_000004/train_rollout_summaries.jsonl': {
    format: 'tinker-cookbook',
    reported: {},
  },
  'tinker-cookbook/run/iteration_000005/train_rollout_summaries.jsonl': {
    format: 'tinker-cookbook',
    reported: { 'non-finite-reward': 2 },
  },
  'tinker-cookbook/run/iteration_000004/eval_demo_rollout_summaries.jsonl': {
    format: 'tinker-cookbook',
    reported: {},
  },
  'nemo-rl/logs/exp_001/train_data_step1.jsonl': { format: 'nemo-rl', reported: { guessed: 1 } },
  'nemo-rl/logs/exp_001/train_data_step2.jsonl': { format: 'nemo-rl', reported: { guessed: 1 } },
  'nemo-rl/logs/exp_001/val_data_step2.jsonl': { format: 'nemo-rl', reported: { guessed: 1 } },
  'areal/logs/rollout/3/40.jsonl': { format: 'areal', reported: { 'repeated-rollout': 4 } },
  'areal/logs/rollout/3/41.jsonl': { format: 'areal', reported: {} },
  'areal/logs/eval-rollout/2/*.jsonl': { format: 'areal', reported: { 'non-finite-reward': 1 } },
  'open-instruct/rollouts/demo_run_rollouts_000000.jsonl': {
    format: 'open-instruct',
    reported: {},
  },
  'art/.art/demo/models/m1/trajectories/train/0003.yaml': { format: 'art', reported: {} },
  'art/.art/demo/models/m1/trajectories/val/0003.yaml': {
    format: 'art',
    reported: { 'non-finite-reward': 2 },
  },
  'art/.art/demo/models/m2/trajectories/train/0003.jsonl': { format: 'art', reported: {} },
  'art/.art/demo/models/m2/trajectories/val/0003.jsonl': {
    format: 'art',
    reported: { 'non-finite-reward': 2 },
  },
  'art/.art/demo/models/m2/trajectories/train/0003.parquet': {
    format: 'art-parquet',
    reported: {},
  },
  'art/.art/demo/models/m2/trajectories/val/0003.parquet': {
    format: 'art-parquet',
    reported: { 'non-finite-reward': 2 },
  },
  'agent-lightning/step_4/train_trajectories.jsonl.zip': {
    format: 'agent-lightning-trajectories',
    reported: { guessed: 1, 'uneven-groups': 1 },
  },
  'agent-lightning/unzipped/train_trajectories.jsonl': {
    format: 'agent-lightning-trajectories',
    reported: { guessed: 1, 'uneven-groups': 1 },
  },
  // One group has rewards that are objects, of which one entry can be read at a time.
  'slime/dump/rollout_data/8.jsonl': {
    format: 'slime',
    rewardKey: 'acc',
    except: /key `fmt`/,
    reported: { 'missing-reward': 1, 'non-finite-reward': 1 },
  },
};
