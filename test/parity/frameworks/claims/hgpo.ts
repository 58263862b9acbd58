import { presetSpec } from '../../../../ts/estimators/presets/preset-registry.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runStepSpec } from '../../../../ts/estimators/step/run-step-spec.ts';
import { stepReturns } from '../../../../ts/estimators/step/step-returns.ts';
import type { StepSpec } from '../../../../ts/estimators/step/step-spec.ts';
import type { FrameworkClaims } from '../claim.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { outcome } from '../outcome.ts';
import { padded, spreadRows } from '../padded.ts';
import { groupTolerance } from '../partly-single.ts';
import type { FrameworkRecord } from '../records.ts';

export const hgpoClaims: FrameworkClaims = {
  framework: 'hgpo',
  functions: {
    hgpo: {
      proves: 'hgpo/hgpo',
      run: (record) => {
        const { mode, history_length } = record.args;
        const variant = mode === 'mean_norm' ? undefined : `mode=${mode}`;
        const spec = presetSpec('hgpo/hgpo', variant) as StepSpec;
        const batch = padded(record);
        const perStep = runStepSpec(
          { ...spec, state: { ...spec.state, history: history_length as number } },
          {
            groups: record.inputs.group as string[],
            trajectories: record.inputs.traj as string[],
            states: record.inputs.anchor_obs as string[],
            returns: batch.input('step_rewards'),
          },
        );
        const advantages = spreadRows(batch, perStep);
        return { advantages, returns: advantages };
      },
      tolerance: () => 1e-5,
      differences: [
        squaresOverflowFloat32(['step_rewards']),
        {
          rule: 'a2 fails',
          because:
            'A state that occurs once makes the function read a variable that no loop has set, or that points into another group: an error. Here the step in that state gets 0.',
          applies: (record) => staleSteps(record) === undefined,
        },
        {
          rule: 'a2 overwrites',
          because:
            'A state that occurs once sets the step that was looked at last to 0. Here the step in that state gets 0, and the other keeps what it has.',
          applies: (record) => (staleSteps(record)?.length ?? 0) > 0,
          within: (record) => {
            const stale = staleSteps(record) ?? [];
            const bounds = record.inputs.group as string[];
            const perStep = bounds.map((_, i) => (stale.includes(i) ? Infinity : 0));
            return { advantages: perStep, returns: perStep };
          },
        },
        {
          rule: 'float32 near pairs',
          because:
            'its float32 mean is off by a few units in the last place of the returns, which the std of two nearly equal ones magnifies; ours computes in float64',
          applies: ({ args }) => args.mode === 'mean_std_norm',
          within: (record) => {
            const bounds = nearPairs(record);
            return { advantages: bounds, returns: bounds };
          },
          rare: true,
        },
      ],
    },
    episode_norm_reward: {
      proves: 'hgpo/episode_norm_reward',
      run: (record) => {
        const { remove_std, compute_mean_std_cross_all_data: everyRow } = record.args;
        const flags = [
          ...(remove_std ? [] : ['remove_std=False']),
          ...(everyRow ? [] : ['compute_mean_std_cross_all_data=False']),
        ].join(', ');
        const spec = presetSpec('hgpo/episode_norm_reward', flags || undefined);
        const trajectoryIds = record.inputs.traj as string[];
        const { advantages } = outcome(record, spec as AdvantageSpec, { trajectoryIds });
        return { advantages };
      },
      tolerance: (record) => {
        const { args, inputs } = record;
        const trajectories = inputs.traj as string[];
        const everyRow = args.compute_mean_std_cross_all_data === true;
        return groupTolerance(record, (row) => (everyRow ? row : trajectories[row]));
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

/** What float32 may leave of each step's return among those in the same state, the nearest of which bounds their std. */
function nearPairs(record: FrameworkRecord): number[] {
  const { group, anchor_obs: states } = record.inputs as { group: string[]; anchor_obs: string[] };
  const returns = padded(record).input('step_rewards');
  return group.map((own, i) => {
    const others = Array.from(returns).filter(
      (_, j) => group[j] === own && states[j] === states[i],
    );
    const largest = Math.max(...others.map(Math.abs));
    const gaps = others.flatMap((a) => others.map((b) => Math.abs(a - b)).filter((gap) => gap > 0));
    return (8 * 2 ** -24 * largest) / (Math.min(...gaps) / 2 + 1e-6);
  });
}

/** The steps that are set to 0 because a loop has left its variable there; undefined where that is an error. */
function staleSteps({ inputs, args }: FrameworkRecord): number[] | undefined {
  const [groups, trajectories, states] = ['group', 'traj', 'anchor_obs'].map(
    (name) => inputs[name] as string[],
  ) as [string[], string[], string[]];
  const stale: number[] = [];
  let left: readonly [number, number] | undefined;
  for (const group of [...new Set(groups)].sort()) {
    const rows = groups.flatMap((other, i) => (other === group ? [i] : []));
    const names = [...new Set(rows.map((i) => trajectories[i] as string))].sort();
    const steps = names.map((name) => rows.filter((i) => trajectories[i] === name));
    const kinds = new Map<string, [number, number][]>();
    steps.forEach((ofTrajectory, t) => {
      ofTrajectory.forEach((row, s) => {
        const state = states[row] as string;
        kinds.set(state, [...(kinds.get(state) ?? []), [t, s]]);
      });
    });
    const shared = [...kinds].filter(([, places]) => places.length > 1);
    // Lone states are kept under the word 'alone'; a state of that name is one of them.
    if (shared.length < kinds.size && !shared.some(([state]) => state === 'alone'))
      shared.push(['alone', []]);
    for (const [state, places] of shared) {
      if (state !== 'alone') {
        left = lastCompared(places, steps, states, args);
        continue;
      }
      const row = left && steps[left[0]]?.[left[1]];
      if (row === undefined) return undefined;
      stale.push(row, ...rows.filter((i) => states[i] === 'alone'));
    }
  }
  return stale;
}

/** The step of a state that entered last when those with the longest shared history come first. */
function lastCompared(
  places: readonly (readonly [number, number])[],
  steps: readonly (readonly number[])[],
  states: readonly string[],
  args: FrameworkRecord['args'],
): readonly [number, number] | undefined {
  const entered = new Set<readonly [number, number]>();
  for (let shared = args.history_length as number; shared >= 0; shared--) {
    const histories = new Map<string, (readonly [number, number])[]>();
    for (const place of places) {
      const [t, s] = place;
      if (s < shared) continue;
      const before = (steps[t] as number[]).slice(s - shared, s).map((row) => states[row]);
      const key = JSON.stringify(before);
      histories.set(key, [...(histories.get(key) ?? []), place]);
    }
    for (const together of histories.values())
      if (together.length > 1) for (const place of together) entered.add(place);
  }
  return [...entered].at(-1);
}
