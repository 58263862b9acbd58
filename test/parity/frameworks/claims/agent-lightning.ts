import { presetSpec } from '../../../../ts/estimators/presets/preset-registry.ts';
import { getAdvEstimator } from '../../../../ts/estimators/registry.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import { paddedOffsets } from '../../../../ts/estimators/token/token-rows.ts';
import type { TokenSpec } from '../../../../ts/estimators/token/token-spec.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { type OutcomeInputs, outcome } from '../outcome.ts';
import { padded } from '../padded.ts';
import { groupTolerance, ofMaskType, SINGLE, whitenTolerance } from '../partly-single.ts';
import type { FrameworkRecord } from '../records.ts';

const leftOut = { metrics: 'counts of rows and rollouts, of its logging' };

export const agentLightningClaims: FrameworkClaims = {
  framework: 'agent-lightning',
  functions: {
    'rollout_level/grpo': claim('grpo'),
    'rollout_level/rloo': claim('rloo'),
    'rollout_level/opo': claim('opo'),
    'rollout_level/gpg': { ...claim('gpg'), tolerance: () => SINGLE },
    'rollout_level/grpo_passk': claim('grpo_passk'),
    'rollout_level/reinforce_plus_plus_baseline': claim('reinforce_plus_plus_baseline'),
    'rollout_level/gae': {
      proves: 'no agent-lightning/gae',
      run: () => ({ advantages: getAdvEstimator('agent-lightning/gae') }),
      differences: [
        {
          rule: 'a8 equal tokens',
          because:
            'it takes GAE where the trained tokens of a row happen to get equal numbers; ours has no GAE of one number a rollout',
          applies: givesEqualTokens,
          rare: true,
        },
      ],
    },
    'rollout_level/reinforce_plus_plus': {
      ...claim('reinforce_plus_plus', { trained: true }),
      leftOut: { ...leftOut, returns: 'the rewards, before they are whitened' },
      differences: [
        {
          rule: 'a8 rewards of tokens',
          because:
            'it refuses a rollout whose tokens get different returns; ours takes one reward a rollout, here their sum',
          applies: paysBetween,
        },
        {
          rule: 'a8 rewards of masked tokens',
          because:
            'it compares the rows of a rollout by the rewards of all tokens, and pays for those of trained ones; ours compares what is paid, and refuses',
          applies: paysUntrained,
        },
      ],
    },
  },
};

function claim(name: string, more: OutcomeInputs = {}): Claim {
  return {
    proves: `agent-lightning/${name}`,
    run: (record) => {
      const trajectoryIds = record.inputs.rollout_id as string[];
      const { advantages, returns } = outcome(record, specOf(name, record), {
        ...more,
        trajectoryIds,
      });
      return name === 'reinforce_plus_plus' ? { advantages } : { advantages, returns };
    },
    leftOut,
    tolerance: (record) => {
      const rollouts = record.inputs.rollout_id as string[];
      return Math.max(
        groupTolerance(record, (row) => rollouts[row]),
        whitenTolerance(record),
      );
    },
  };
}

/** The spec of a preset for the arguments and the mask of a record. */
function specOf(name: string, record: FrameworkRecord): AdvantageSpec {
  const centres = record.args.norm_adv_by_std_in_grpo === false && name.startsWith('grpo');
  const variant = centres ? 'norm_adv_by_std_in_grpo=False' : undefined;
  return ofMaskType(presetSpec(`agent-lightning/${name}`, variant) as AdvantageSpec, record);
}

/** Whether a trained token that is not the last of its row has a reward. */
function paysBetween(record: FrameworkRecord): boolean {
  const { rows, columns, mask, input } = padded(record);
  const rewards = input('rewards');
  return Array.from({ length: rows }).some((_, row) => {
    const last = mask.subarray(row * columns, (row + 1) * columns).lastIndexOf(1);
    return rewards
      .subarray(row * columns, row * columns + Math.max(last, 0))
      .some((reward, t) => reward !== 0 && mask[row * columns + t] === 1);
  });
}

/** Whether a token that is not trained has a reward. */
function paysUntrained(record: FrameworkRecord): boolean {
  const { mask, input } = padded(record);
  return input('rewards').some((reward, t) => reward !== 0 && mask[t] === 0);
}

/** Whether GAE gives the trained tokens of each rollout's first row numbers that are nearly equal. */
function givesEqualTokens(record: FrameworkRecord): boolean {
  const { rows, columns, mask, input } = padded(record);
  const rollouts = record.inputs.rollout_id as string[];
  const first = Array.from({ length: rows }, (_, row) => row).filter(
    (row) => rollouts.indexOf(rollouts[row] as string) === row,
  );
  const ofFirst = (values: Float64Array): number[] =>
    first.flatMap((row) => Array.from(values.subarray(row * columns, (row + 1) * columns)));
  const trained = ofFirst(mask);
  if (trained.reduce((sum, on) => sum + on, 0) < 2) return false;
  const { advantages } = runTokenSpec(presetSpec('verl/gae') as TokenSpec, {
    offsets: paddedOffsets(first.length, columns),
    mask: trained,
    rewards: ofFirst(input('rewards')),
    values: ofFirst(input('values')),
  });
  return first.every((_, i) => {
    const kept = [...advantages.slice(i * columns, (i + 1) * columns)].filter(
      (_, t) => trained[i * columns + t] === 1,
    );
    const span = Math.max(...kept) - Math.min(...kept);
    return span <= 1e-5 * Math.max(1, ...kept.map(Math.abs));
  });
}
