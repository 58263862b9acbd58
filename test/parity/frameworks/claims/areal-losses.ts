import type { Claim, FrameworkClaims } from '../claim.ts';
import { type AnyLossOptions, leaks, lossFields, numTrained, refused } from '../loss-records.ts';
import { type FrameworkRecord, rows } from '../records.ts';

/** By sequence each token has the mean of the advantages of its row. */
function batchOf(record: FrameworkRecord) {
  const tokens = rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: 'old_log_probs',
    rolloutLogprobs: 'rollout_log_probs',
    advantages: 'advantages',
  });
  if (record.args.importance_sampling_level !== 'sequence') return tokens;
  const { mask, offsets, advantages } = tokens;
  const means = Float64Array.from(advantages as Float64Array);
  for (let row = 0; row + 1 < offsets.length; row++) {
    const [start, end] = [offsets[row] as number, offsets[row + 1] as number];
    let [sum, count] = [0, 0];
    for (let i = start; i < end; i++) {
      if (mask?.[i] !== 1) continue;
      sum += advantages?.[i] as number;
      count += 1;
    }
    means.fill(sum / Math.max(count, 1), start, end);
  }
  return { ...tokens, advantages: means };
}

const levelOf = ({ args }: FrameworkRecord): AnyLossOptions => ({
  ratioLevel: args.importance_sampling_level ?? 'token',
});

function lossClaim(
  name: string,
  options: (record: FrameworkRecord) => AnyLossOptions,
  counted: Readonly<Record<string, string>>,
  leftOut: Claim['leftOut'],
): Claim {
  return {
    proves: `loss:areal/${name}`,
    run: (record) => {
      const tokens = batchOf(record);
      const call = { loss: `areal/${name}`, tokens, options: options(record) };
      const fields = lossFields(call, counted);
      const metrics = Object.entries((fields.metrics ?? {}) as Record<string, number>);
      // Theirs are counts of tokens.
      const counts = metrics.map(([key, value]) => [
        key,
        Number.isNaN(value) ? 0 : Math.round(value * numTrained(tokens)),
      ]);
      return { ...fields, ...(counts.length > 0 && { metrics: Object.fromEntries(counts) }) };
    },
    ...(leftOut && { leftOut }),
    differences: [refused, leaks],
  };
}

export const arealLossClaims: FrameworkClaims = {
  framework: 'areal',
  functions: {
    'loss.ppo': lossClaim(
      'ppo',
      (record) => ({
        ...levelOf(record),
        epsClip: record.args.eps_clip as number,
        epsClipHigh: (record.args.eps_clip_higher ?? null) as number | null,
        dualClip: (record.args.c_clip ?? null) as number | null,
      }),
      { clipped: 'clip_fraction', dual_clipped: 'dual_clip_fraction' },
      undefined,
    ),
    'loss.sapo': lossClaim(
      'sapo',
      (record) => ({
        ...levelOf(record),
        tauPositive: record.args.tau_pos,
        tauNegative: record.args.tau_neg,
      }),
      {},
      { metrics: 'always 0 there' },
    ),
    'loss.cispo': lossClaim(
      'cispo',
      ({ args }) => ({
        epsClip: args.eps_clip as number,
        // AReaL wants one; null would be the lower bound's here.
        epsClipHigh: (args.eps_clip_higher ?? Number.NaN) as number,
      }),
      { clipped: 'clip_fraction' },
      { 'metrics.dual_clipped': 'always 0 there' },
    ),
  },
};
