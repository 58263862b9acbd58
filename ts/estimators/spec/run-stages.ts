import { refuse } from '../../errors/refuse.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { track } from '../tracker/track.ts';
import type { AdvantageSpec, RowsSpec } from './advantage-spec.ts';
import { combineColumns } from './combine-columns.ts';
import type { SpecPlan } from './compile-spec.ts';
import { applyToOwnRows } from './own-rows.ts';
import { applyPostStep } from './post-steps.ts';
import { applyRewardStep } from './reward-steps.ts';
import {
  allMembers,
  hasLone,
  hasNaN,
  pick,
  pickSample,
  type Sample,
  type Subset,
  spread,
  subsetOf,
  withoutLone,
} from './sample.ts';
import { speakingRows } from './speaking-rows.ts';
import type { SpecInputs } from './spec-input.ts';
import {
  type Columns,
  checkLengths,
  readColumns,
  readTracker,
  readTrajectoryIds,
  type TrackerInputs,
} from './spec-inputs.ts';

/** A spec with columns, rows, missing rewards, a tracker or post steps: one stage after the other. */
export function runStages(
  spec: AdvantageSpec,
  plan: SpecPlan,
  rows: Sample,
  kernels: Kernels,
  inputs: SpecInputs,
): Float64Array {
  const count = rows.values.length;
  // Of all rows, also of those that are left out.
  checkLengths(rows.lengths);
  const { tracker } = plan.needs;
  const trackerInputs = tracker && readTracker(tracker, inputs, count);
  const ids = readTrajectoryIds(plan.needs, inputs, count);
  const given = spec.columns ? readColumns(spec.columns, inputs, count) : null;
  const summed = spec.columns?.combine === 'sum' && given !== null;
  const sample =
    summed && spec.columns
      ? { ...rows, values: combineColumns(spec.columns, given, rows, null, kernels) }
      : rows;
  const stage: Stage = {
    spec,
    plan,
    kernels,
    columns: summed ? null : (given ?? { columns: [rows.values], weights: Float64Array.of(1) }),
    tracker: trackerInputs,
    pending: { commit: () => {} },
  };
  const out =
    ids === null || typeof spec.rows !== 'object'
      ? estimateAll(stage, sample)
      : estimateSpeakers(stage, sample, spec.rows, ids);
  stage.pending.commit();
  return out;
}

/** What the stages of one call share. */
interface Stage {
  readonly spec: AdvantageSpec;
  readonly plan: SpecPlan;
  readonly kernels: Kernels;
  /** Null where they are summed already. */
  readonly columns: Columns | null;
  readonly tracker: TrackerInputs | null;
  /** What changes the tracker's state, once all else went well. */
  readonly pending: { commit: () => void };
}

function estimateSpeakers(
  stage: Stage,
  rows: Sample,
  rule: RowsSpec,
  ids: readonly unknown[],
): Float64Array {
  const { subset, speakerOf } = speakingRows(rule, rows, ids);
  if (rule.applies === 'row') {
    const own = withRewardSteps(stage.spec, { ...rows, values: settle(stage, rows.values) });
    const speakers = subset ? pickSample(own, subset) : own;
    return finish(stage, own, applyToOwnRows(stage.spec, speakers, own, stage.kernels));
  }
  if (subset === null) return estimateAll(stage, rows);
  const made = estimateAll(pickStage(stage, subset.places), pickSample(rows, subset));
  return pick(made, speakerOf);
}

function estimateAll(stage: Stage, sample: Sample): Float64Array {
  const { spec, plan, kernels, columns } = stage;
  const separate = spec.columns?.combine === 'normalize-then-sum' && columns;
  const values = separate
    ? combineColumns(spec.columns, columns, sample, plan.estimate, kernels)
    : sample.values;
  const settled = settle(stage, values);
  const scored = membersOf(spec, sample.offsets, values);
  const kept = settled === sample.values ? sample : { ...sample, values: settled };
  if (scored === null) return estimateScored(stage, kept, Boolean(separate));
  const { places } = scored;
  const made = estimateScored(
    pickStage(stage, places),
    pickSample(kept, scored),
    Boolean(separate),
  );
  return spread(made, places, values.length);
}

/** Those that any statistic is of, or null where it is all. */
function membersOf(
  { missing, singleton }: AdvantageSpec,
  offsets: Uint32Array,
  values: Float64Array,
): Subset | null {
  const leavesOut = missing === 'exclude' && hasNaN(values);
  const scored = leavesOut ? subsetOf(offsets, (i) => !Number.isNaN(values[i])) : null;
  if (singleton !== 'exclude' || !hasLone(scored?.offsets ?? offsets)) return scored;
  return withoutLone(scored ?? allMembers(offsets));
}

function estimateScored(stage: Stage, scored: Sample, estimated: boolean): Float64Array {
  const { plan, kernels, tracker } = stage;
  if (estimated) return finish(stage, scored, scored.values);
  const sample = withRewardSteps(stage.spec, scored);
  if (plan.needs.tracker === null || tracker === null)
    return finish(stage, sample, plan.estimate(sample, kernels));
  const { state, keys, forgetting } = tracker;
  const tracked = track(plan.needs.tracker, state, keys, sample.values, forgetting);
  stage.pending.commit = tracked.commit;
  const { baselines } = tracked;
  return finish(stage, sample, plan.estimate({ ...sample, baselines }, kernels));
}

function withRewardSteps({ reward = [] }: AdvantageSpec, sample: Sample): Sample {
  if (reward.length === 0) return sample;
  const values = sample.values.slice();
  for (const step of reward) applyRewardStep(step, sample.kl, values);
  return { ...sample, values };
}

function finish(
  { spec, kernels }: Stage,
  { values, lengths }: Sample,
  made: Float64Array,
): Float64Array {
  const { post = [] } = spec;
  if (post.length === 0) return made;
  const out = made === values ? made.slice() : made;
  for (const step of post) applyPostStep(step, lengths, kernels, out);
  return out;
}

function settle({ spec }: Stage, values: Float64Array): Float64Array {
  const rule = spec.missing ?? 'propagate';
  if (rule === 'refuse') {
    for (let i = 0; i < values.length; i++)
      if (!Number.isFinite(values[i])) refuse(`rewards[${i}]`, 'a finite number', values[i]);
  }
  if (rule !== 'zero' || !hasNaN(values)) return values;
  return values.map((value) => (Number.isNaN(value) ? 0 : value));
}

function pickStage(stage: Stage, places: Uint32Array): Stage {
  const { columns, tracker } = stage;
  return {
    ...stage,
    columns: columns && { ...columns, columns: columns.columns.map((c) => pick(c, places)) },
    tracker: tracker && {
      ...tracker,
      keys: Array.from(places, (place) => tracker.keys[place] as string),
      forgetting: tracker.forgetting && pick(tracker.forgetting, places),
    },
  };
}
