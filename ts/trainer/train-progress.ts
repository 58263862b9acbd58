import type { StopReason } from './train-result.ts';

/** The stages of a step, in order, by the names that progress and errors have. */
export const STAGES = [
  'generate episodes',
  'transform to groups',
  'reject groups',
  'transform batch',
  'process batch',
  'compute advantages',
  'update policy',
  'show last steps',
] as const;

export type StageName = (typeof STAGES)[number];

interface Place {
  /** Of the step in work, from 1; 0 in validation before training. */
  readonly step: number;
  /** Steps that the run will do; 0 when that is not known. */
  readonly totalSteps: number;
  readonly epoch: number;
}

/** What a run tells while it goes on, by `type`. */
export type TrainProgress =
  /** Before the first step. */
  | ({ readonly type: 'start' } & Place)
  /** A stage begins. */
  | ({ readonly type: 'stage'; readonly stage: StageName } & Place)
  /** A rollout is done, of the `total` of the batch in work. */
  | ({
      readonly type: 'episodes';
      readonly mode: 'train' | 'val';
      readonly done: number;
      readonly total: number;
      /** Over the trajectories so far that have a reward; null while there is none. */
      readonly meanReward: number | null;
      /** The share of the rollouts so far that are correct. */
      readonly correct: number;
      /** Rollouts a second since the batch began. */
      readonly perSecond: number;
    } & Place)
  /** A step is done. */
  | ({
      readonly type: 'step';
      readonly seconds: number;
      readonly metrics: Readonly<Record<string, number>>;
    } & Place)
  /** A validation is done. */
  | ({
      readonly type: 'validation';
      readonly metrics: Readonly<Record<string, number>>;
    } & Place)
  /** After the last step, when the run did not fail. */
  | ({ readonly type: 'stop'; readonly reason: StopReason } & Place);
