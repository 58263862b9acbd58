import { rllmPresets } from '../../../../ts/estimators/presets/rllm.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { advantageSpec, estimate } from '../preset-runs.ts';
import { numbers } from '../records.ts';

const pkpo: Claim = {
  proves: 'rllm/pkpo',
  run: ({ inputs, args }) => {
    const spec = advantageSpec(rllmPresets, 'pkpo');
    const credit = { kind: 'max-at-k', k: args.k as number } as const;
    const rewards = GroupedRewards.from([numbers({ d: inputs.rewards })]);
    const advantages = estimate({ ...spec, credit }, rewards);
    return { advantages, returns: advantages };
  },
  differences: [
    {
      rule: 'infinite reward',
      because:
        'It multiplies an infinite reward by weights of 0, which is NaN; ours adds what has a weight.',
      applies: ({ inputs }) => numbers({ d: inputs.rewards }).includes(Infinity),
      within: () => ({ advantages: Infinity, returns: Infinity }),
    },
    {
      rule: 'b17 k below 1',
      because: 'It takes k for 1; ours refuses.',
      applies: ({ args }) => (args.k as number) < 1,
    },
  ],
};

export const rllmPkpoClaims: FrameworkClaims = { framework: 'rllm-pkpo', functions: { pkpo } };
