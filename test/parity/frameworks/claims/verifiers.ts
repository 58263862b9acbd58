import { spreadOverTokens } from '../../../../ts/estimators/nodes/node-advantages.ts';
import { verifiersPresets } from '../../../../ts/estimators/presets/verifiers.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { advantageSpec, estimate } from '../preset-runs.ts';

interface Step {
  readonly reward: number | null;
  readonly advantage: number | null;
}

interface Node {
  readonly mask: readonly number[];
  readonly advantages: readonly number[] | null;
}

const scoreGroup: Claim = {
  proves: 'verifiers/legacy',
  run: ({ inputs }) => {
    const columns = (inputs.rewards_per_function as unknown[][]).map((column) =>
      column.map((reward) => (reward === null ? null : Number(reward))),
    );
    const group = GroupedRewards.from([new Float64Array(columns[0]?.length ?? 0)]);
    const call = { columns, columnWeights: inputs.weights as number[] };
    const spec = advantageSpec(verifiersPresets, 'legacy');
    const sums = estimate({ ...spec, baseline: { kind: 'none' } }, group, call);
    const advantages = estimate(spec, group, call);
    return {
      reward: sums,
      advantage: advantages,
      steps: (inputs.steps as Step[][]).map((steps, i) =>
        steps.map(({ reward, advantage }) => [reward ?? sums[i], advantage ?? advantages[i]]),
      ),
    };
  },
  differences: [
    {
      rule: 'a reward of None',
      because: 'It cannot multiply None, and fails; ours has NaN for the group.',
      applies: ({ inputs }) => (inputs.rewards_per_function as unknown[][]).flat().includes(null),
    },
  ],
  leftOut: { metrics: 'the rewards of single functions, as they came' },
};

const branchAdvantages: Claim = {
  proves: 'spreadOverTokens',
  run: ({ inputs }) => {
    const nodes = inputs.nodes as readonly Node[];
    return {
      advantages: spreadOverTokens(
        nodes.map(({ mask }) => mask),
        nodes.map(({ advantages }) => advantages),
      ),
    };
  },
  differences: [
    {
      rule: 'b14 lists of another length',
      because:
        'A list that has not one number a sampled token is cut or filled up with 0; ours refuses it.',
      applies: ({ inputs }) =>
        (inputs.nodes as readonly Node[]).some(
          ({ mask, advantages }) =>
            advantages !== null && advantages.length !== mask.filter((on) => on !== 0).length,
        ),
    },
  ],
};

export const verifiersClaims: FrameworkClaims = {
  framework: 'verifiers',
  functions: { legacy_score_group: scoreGroup, v1_branch_advantages: branchAdvantages },
};
