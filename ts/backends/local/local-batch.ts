import { refuse } from '../../errors/refuse.ts';
import type { IdOptions } from '../../types/ids.ts';
import type { Step } from '../../types/step.ts';
import type { Trajectory } from '../../types/trajectory.ts';
import { groupRole, type TrajectoryGroup } from '../../types/trajectory-group.ts';
import type { Datum } from './datum.ts';

/** Steps of one trajectory as one sequence of tokens, of which those of the answers are learned from. */
export interface LocalRow {
  readonly role: string;
  /** The group of its trajectory. */
  readonly group: string;
  /** The number of its trajectory in the batch, which may have several rows. */
  readonly trajectory: number;
  /** The temperature that the answers were drawn at; 1 where they were the likeliest. */
  readonly temperature: number;
  /** Prompt and answer, what came between, the next answer … */
  readonly tokens: number[];
  /** 1 for the tokens of answers. */
  readonly mask: number[];
  /** As they were sampled; 0 elsewhere. */
  readonly rolloutLogprobs: number[];
  /** The steps, and where their answers begin. */
  readonly answers: { readonly step: Step; readonly start: number }[];
}

/** What a local policy is updated with. */
export interface LocalBatch {
  readonly rows: readonly LocalRow[];
  /** Steps without token ids of prompt and answer, or without a log-probability for each: nothing can be learned from them. */
  readonly skippedSteps: number;
  readonly metrics: Readonly<Record<string, number>>;
  /**
   * Log-probabilities under the weights that are to be updated, row by row. Where those sampled the answers they are
   * those of the rollouts, to the bit; the update holds them against the policy's own.
   */
  logprobs: readonly ArrayLike<number>[];
  /** π_old where it is no longer what is updated: of a minibatch, those before the first one. Default: `logprobs`. */
  readonly oldLogprobs?: readonly ArrayLike<number>[];
  /** The same under those of the reference, where a loss or an estimator has a KL term. */
  reference: readonly ArrayLike<number>[] | null;
  /** Of the distributions of all tokens, under the weights that are to be updated, where a loss needs them. */
  entropies?: readonly ArrayLike<number>[];
}

/**
 * Makes a batch of trajectory groups. A step whose prompt goes on from the step before continues its sequence; another
 * one begins a new sequence.
 *
 * Source: rLLM's `transform_trajectory_groups_to_datums` of its Tinker backend, with its metrics.
 */
export function toLocalBatch(
  groups: readonly TrajectoryGroup[],
  options: IdOptions = {},
): LocalBatch {
  const rows: LocalRow[] = [];
  let skippedSteps = 0;
  let steps = 0;
  let trajectories = 0;
  for (const group of groups) {
    const role = groupRole(group, options);
    for (const trajectory of group.trajectories) {
      const about = { role, group: group.groupId, trajectory: trajectories };
      const made = rowsOf(trajectory, about);
      rows.push(...made.rows);
      skippedSteps += made.skipped;
      steps += trajectory.steps.length - made.skipped;
      if (made.rows.length > 0) trajectories++;
    }
  }
  const metrics = {
    'batch/skipped_steps': skippedSteps,
    ...(rows.length > 0 && {
      'batch/steps_per_traj/mean': rows.length / trajectories,
      'batch/merge_compression_ratio': steps / rows.length,
    }),
  };
  const logprobs = rows.map((row) => row.rolloutLogprobs);
  return { rows, skippedSteps, metrics, logprobs, reference: null };
}

function rowsOf(
  { steps }: Trajectory,
  about: Pick<LocalRow, 'role' | 'group' | 'trajectory'>,
): { readonly rows: LocalRow[]; readonly skipped: number } {
  const rows: LocalRow[] = [];
  let skipped = 0;
  for (const step of steps) {
    const { promptIds, responseIds, logprobs } = step;
    if (promptIds.length === 0 || responseIds.length === 0 || logprobs.length === 0) {
      skipped++;
      continue;
    }
    const temperature = temperatureOf(step);
    let row = rows.at(-1);
    if (!row || row.temperature !== temperature || !begins(promptIds, row.tokens)) {
      row = { ...about, temperature, tokens: [], mask: [], rolloutLogprobs: [], answers: [] };
      rows.push(row);
    }
    row.answers.push({ step, start: promptIds.length });
    for (let t = row.tokens.length; t < promptIds.length; t++)
      addToken(row, promptIds[t] as number, 0, 0);
    for (let t = 0; t < responseIds.length; t++)
      addToken(row, responseIds[t] as number, 1, logprobs[t] as number);
  }
  return { rows, skipped };
}

function addToken(
  { tokens, mask, rolloutLogprobs }: LocalRow,
  token: number,
  isTrained: 0 | 1,
  logprob: number,
): void {
  tokens.push(token);
  mask.push(isTrained);
  rolloutLogprobs.push(logprob);
}

/** The log-probabilities of the likeliest tokens, drawn at temperature 0, are those at 1. */
function temperatureOf({ metadata: { temperature = null } }: Step): number {
  if (temperature === null || temperature === 0) return 1;
  if (typeof temperature === 'number' && Number.isFinite(temperature) && temperature > 0)
    return temperature;
  return refuse("a step's metadata.temperature", 'a number ≥ 0', temperature);
}

function begins(prompt: readonly number[], tokens: readonly number[]): boolean {
  return tokens.length <= prompt.length && tokens.every((token, i) => prompt[i] === token);
}

/** The advantage of each token of a row; 0 where none is trained. */
export function advantagesOf({ answers, tokens }: LocalRow): Float64Array {
  const values = new Float64Array(tokens.length);
  for (const { step, start } of answers) {
    const { advantage, responseIds } = step;
    if (advantage === null) refuse("a step's advantage", 'computed before the update', advantage);
    if (typeof advantage === 'number') values.fill(advantage, start, start + responseIds.length);
    else if (advantage.length === responseIds.length) values.set(advantage, start);
    else
      refuse(
        "a step's advantage",
        `one number for each of ${responseIds.length} tokens`,
        advantage,
      );
  }
  return values;
}

/** Whether all answers were sampled by weights of this version. */
export function isSampledBy(rows: readonly LocalRow[], weightVersion: number): boolean {
  return rows.every(({ answers }) =>
    answers.every(({ step }) => step.weightVersion === weightVersion),
  );
}

/** Whether log-probabilities are the same for all tokens of answers. */
export function agree(
  { rows, logprobs }: LocalBatch,
  others: readonly ArrayLike<number>[],
): boolean {
  return rows.every(({ mask }, i) =>
    mask.every((isTrained, t) => isTrained === 0 || logprobs[i]?.[t] === others[i]?.[t]),
  );
}

/** The rows as what the policy computes of. */
export function datumsOf(rows: readonly LocalRow[]): Datum[] {
  return rows.map(({ tokens, mask, temperature }) => ({ tokens, mask, temperature }));
}
