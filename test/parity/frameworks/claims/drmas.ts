import { presetSpec } from '../../../../ts/estimators/presets/preset-registry.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { groupStates } from '../../../../ts/estimators/step/group-states.ts';
import { runStepSpec } from '../../../../ts/estimators/step/run-step-spec.ts';
import { stepReturns } from '../../../../ts/estimators/step/step-returns.ts';
import type { StepSpec } from '../../../../ts/estimators/step/step-spec.ts';
import type { FrameworkClaims } from '../claim.ts';
import { outcome } from '../outcome.ts';
import { padded, rowSums, spreadRows } from '../padded.ts';
import { groupTolerance } from '../partly-single.ts';
import type { FrameworkRecord } from '../records.ts';

export const drmasClaims: FrameworkClaims = {
  framework: 'drmas',
  functions: {
    gigpo: {
      proves: 'drmas/gigpo',
      run: (record) => {
        const { args, inputs } = record;
        const spec = gigpoSpec(record);
        const batch = padded(record);
        const perStep = runStepSpec(
          {
            ...spec,
            state: {
              ...spec.state,
              weight: args.step_advantage_w as number,
              same: args.enable_similarity === true ? { similarity: 0.95 } : 'equal',
            },
          },
          {
            groups: inputs.group as string[],
            trajectories: inputs.traj as string[],
            states: inputs.anchor_obs as string[],
            returns: batch.input('step_rewards'),
            outcomes: rowSums(batch, batch.input('rewards')),
          },
        );
        const advantages = spreadRows(batch, perStep);
        return { advantages, returns: advantages };
      },
      tolerance: (record) => groupTolerance(record, memberOf(record)),
    },
    episode_norm_reward: {
      proves: 'drmas/episode_norm_reward',
      run: (record) => {
        const { remove_std, group_by_agent_id } = record.args;
        const flags = [
          ...(remove_std ? [] : ['remove_std=False']),
          ...(group_by_agent_id ? ['group_by_agent_id=True'] : []),
        ].join(', ');
        const spec = presetSpec('drmas/episode_norm_reward', flags || undefined);
        const trajectoryIds = record.inputs.traj as string[];
        const { advantages } = outcome(record, spec as AdvantageSpec, { trajectoryIds });
        return { advantages };
      },
      tolerance: (record) => groupTolerance(record, memberOf(record)),
    },
    build_step_group: {
      proves: 'groupStates',
      run: ({ inputs, args }) => {
        const groups = inputs.group as string[];
        const states = inputs.anchor_obs as string[];
        const similarity = args.similarity_thresh as number;
        const same = args.enable_similarity === true ? { similarity } : 'equal';
        return { step_group: groupStates(groups, states, same) };
      },
    },
    compute_step_discounted_returns: {
      proves: 'stepReturns',
      run: (record) => ({
        step_returns: stepReturns(
          padded(record).input('step_rewards'),
          record.inputs.traj as string[],
          record.args.gamma as number,
        ),
      }),
    },
  },
};

/** The spec of a record's flags; trajectories counted by each of their rows are the group's members as they are. */
function gigpoSpec({ args }: FrameworkRecord): StepSpec {
  const variant = args.mode === 'mean_norm' ? undefined : `mode=${args.mode}`;
  const chosen = presetSpec('drmas/gigpo', variant) as StepSpec;
  if (args.group_by_agent_id !== true) return chosen;
  return { ...chosen, trajectory: { ...(chosen.trajectory as AdvantageSpec), rows: 'all' } };
}

/** What counts once in a group: a trajectory, or each row. */
function memberOf({ inputs, args }: FrameworkRecord): (row: number) => unknown {
  const trajectories = inputs.traj as string[];
  return (row) => (args.group_by_agent_id === true ? row : trajectories[row]);
}
