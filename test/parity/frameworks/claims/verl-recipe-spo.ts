import { spoPresets } from '../../../../ts/estimators/presets/spo.ts';
import { forgettingFactor } from '../../../../ts/estimators/tracker/forgetting-factor.ts';
import { updateBeta } from '../../../../ts/estimators/tracker/track.ts';
import type { TrackerState } from '../../../../ts/estimators/tracker/tracker-state.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { padded, spreadRows } from '../padded.ts';
import { advantageSpec, estimate } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

const spec = advantageSpec(spoPresets, 'spo');

/** The tracker of a record: its rows are prompts. */
function tracker({ inputs }: FrameworkRecord): { state: TrackerState; keys: string[] } {
  const [a, b] = [numbers({ d: inputs.alpha }, 'float32'), numbers({ d: inputs.beta }, 'float32')];
  const keys = Array.from(a, (_, i) => String(i));
  const counts = new Map(keys.map((key, i) => [key, { a: a[i] as number, b: b[i] as number }]));
  return { state: { kind: 'beta', counts }, keys };
}

const advantages: Claim = {
  proves: 'spo/spo',
  run: (record) => {
    const batch = padded(record);
    const rewards = GroupedRewards.from([numbers({ d: record.inputs.rewards }, 'float32')]);
    // A reward of 0 against the baseline alone is −p.
    const baselines = estimate(
      { ...spec, post: [] },
      rewards.withValues(new Float64Array(batch.rows)),
      tracker(record),
    );
    return {
      advantages: spreadRows(batch, estimate(spec, rewards, tracker(record))),
      p_hats: baselines.map((baseline) => -baseline),
    };
  },
  leftOut: { metrics: 'figures for a log' },
  differences: [
    {
      rule: 'b2 groups of one',
      because: 'A batch of one row has no sample std and gets NaN; ours gives 0.',
      applies: (record) => padded(record).rows === 1,
    },
  ],
};

const rho: Claim = {
  proves: ['forgettingFactor', 'updateBeta'],
  run: (record) => {
    const { inputs, args } = record;
    const batch = padded(record);
    const [then, now] = [batch.input('past_log_probs'), batch.input('current_log_probs')];
    const seen = inputs.seen_before as number[];
    const rhos = Float64Array.from({ length: batch.rows }, (_, row) => {
      if (args.type === 'constant') return args.value as number;
      let [drift, tokens] = [0, 0];
      for (let i = row * batch.columns; i < (row + 1) * batch.columns; i++) {
        if (batch.mask[i] === 0) continue;
        drift += Math.abs((then[i] as number) - (now[i] as number));
        tokens++;
      }
      const mean = seen[row] && tokens > 0 ? drift / tokens : 0;
      return forgettingFactor(mean, { low: args.clip_lower as number });
    });
    const { state, keys } = tracker(record);
    const rewards = numbers({ d: inputs.rewards }, 'float32');
    const after = keys.map((key, i) => {
      const counts = state.kind === 'beta' ? state.counts.get(key) : undefined;
      return updateBeta(counts ?? { a: 0, b: 0 }, rewards[i] as number, rhos[i] as number);
    });
    return {
      rho: rhos,
      alpha_after: after.map(({ a }) => a),
      beta_after: after.map(({ b }) => b),
    };
  },
  leftOut: { metrics: 'figures for a log' },
};

export const verlRecipeSpoClaims: FrameworkClaims = {
  framework: 'verl-recipe-spo',
  functions: { advantages, rho },
};
