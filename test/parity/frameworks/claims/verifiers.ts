import { verifiersPresets } from '../../../../ts/estimators/presets/verifiers.ts';
import type { BaselineSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { advantageSpec, estimate } from '../preset-runs.ts';

const scoreGroup: Claim = {
  proves: 'verifiers/centred',
  run: ({ inputs }) => {
    const columns = (inputs.rewards_per_function as unknown[][]).map((column) =>
      column.map((reward) => (reward === null ? null : Number(reward))),
    );
    const group = GroupedRewards.from([new Float64Array(columns[0]?.length ?? 0)]);
    const call = { columns, columnWeights: inputs.weights as number[] };
    const spec = advantageSpec(verifiersPresets, 'centred');
    const nothing: BaselineSpec = { kind: 'none' };
    return {
      reward: estimate({ ...spec, baseline: nothing }, group, call),
      advantage: estimate(spec, group, call),
    };
  },
  differences: [
    {
      rule: 'a reward of None',
      because: 'It cannot multiply None, and fails; ours has NaN for the group.',
      applies: ({ inputs }) => (inputs.rewards_per_function as unknown[][]).flat().includes(null),
    },
  ],
  leftOut: {
    metrics: 'the rewards of single functions, as they came',
    steps: 'what it writes on steps that have no reward or advantage',
  },
};

export const verifiersClaims: FrameworkClaims = {
  framework: 'verifiers',
  functions: { legacy_score_group: scoreGroup },
};
