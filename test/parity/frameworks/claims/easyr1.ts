import { presetSpec } from '../../../../ts/estimators/presets/preset-registry.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec } from '../../../../ts/estimators/token/token-spec.ts';
import { bestOfNaN } from '../best-of-nan.ts';
import { beyond } from '../beyond.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import { cancelsInFloat32 } from '../float32.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { outcome } from '../outcome.ts';
import { flatRows, padded } from '../padded.ts';
import { ofMaskType, whitenTolerance } from '../partly-single.ts';
import type { FrameworkRecord } from '../records.ts';

const lonely: Difference = {
  rule: 'one token',
  because:
    'with fewer than two tokens in all it takes the population variance: 1e-4 of the one, and numbers at masked ones; ours gives 0',
  applies: (record) => padded(record).mask.reduce((sum, on) => sum + on, 0) < 2,
  within: () => ({ advantages: Infinity }),
};

export const easyr1Claims: FrameworkClaims = {
  framework: 'easyr1',
  functions: {
    grpo: { ...estimator('grpo'), differences: [cancelsInFloat32(['rewards'])] },
    grpo_passk: { ...estimator('grpo_passk'), differences: [bestOfNaN] },
    rloo: estimator('rloo'),
    reinforce_plus_plus: {
      proves: 'easyr1/reinforce_plus_plus',
      run: (record) => tokens(record, 'reinforce_plus_plus', { gamma: record.args.gamma }),
      tolerance: whitenTolerance,
      differences: [lonely, squaresOverflowFloat32(['rewards'])],
    },
    remax: {
      proves: 'easyr1/remax',
      run: (record) => {
        const baselines = padded(record).input('reward_baselines');
        const { advantages } = outcome(record, specOf('remax', record), { baselines });
        const { returns } = runTokenSpec(
          {
            level: 'token',
            missing: 'propagate',
            credit: { kind: 'discounted-return', gamma: 1, masked: 'carry' },
          },
          rowsOf(record),
        );
        return { advantages, returns };
      },
      differences: [
        {
          rule: 'a1 remax fails',
          because:
            'it multiplies one number a row with a mask of rows by tokens, which fails; ours puts it at the tokens of its row',
          applies: (record) => {
            const { rows, columns } = padded(record);
            return rows !== 1 && rows !== columns;
          },
        },
        {
          rule: 'a1 remax crosswise',
          because:
            'with as many rows as tokens, the same puts the number of row t into column t; ours puts it at the tokens of row t',
          applies: (record) => padded(record).rows !== 1,
          within: () => ({ advantages: Infinity }),
        },
      ],
    },
    gae: {
      proves: 'easyr1/gae',
      run: (record) => {
        const { gamma, lam: lambda } = record.args;
        return tokens(record, 'gae', { gamma, lambda });
      },
      tolerance: whitenTolerance,
      differences: [
        {
          rule: 'a1 gae',
          because:
            'it asks whether a column of the mask is true, which fails for more than one row, and has no tensor to stack for a last token that is masked; ours computes each row',
          applies: (record) => {
            const { rows, mask } = padded(record);
            return rows !== 1 || mask.at(-1) === 0;
          },
        },
      ],
    },
  },
};

/** Of `trainer/config.py`. */
const CREDIT = { gamma: 1, lambda: 1 };

function estimator(name: string): Claim {
  return {
    proves: `easyr1/${name}`,
    run: (record) => outcome(record, specOf(name, record)),
  };
}

/** The spec of a preset for the arguments of a record. */
function specOf(name: string, { args }: FrameworkRecord): AdvantageSpec {
  const spec = presetSpec(`easyr1/${name}`) as AdvantageSpec;
  const { scale } = spec;
  if (!('epsilon' in scale) || args.eps === undefined) return spec;
  return { ...spec, scale: { ...scale, epsilon: args.eps as number } };
}

/** A token-level preset with other numbers in its credit. */
function tokens(
  record: FrameworkRecord,
  name: string,
  credit: Readonly<Record<string, unknown>>,
): Record<string, Float64Array> {
  const spec = ofMaskType(presetSpec(`easyr1/${name}`) as TokenSpec, record);
  return {
    ...runTokenSpec(
      { ...spec, credit: { ...spec.credit, ...beyond(credit, CREDIT) } as TokenSpec['credit'] },
      rowsOf(record),
    ),
  };
}

function rowsOf(record: FrameworkRecord): Parameters<typeof runTokenSpec>[1] {
  const batch = padded(record);
  return { ...flatRows(batch), rewards: batch.input('rewards'), values: batch.input('values') };
}
