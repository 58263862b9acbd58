import { presetSpec } from '../../../../ts/estimators/presets/preset-registry.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec } from '../../../../ts/estimators/token/token-spec.ts';
import { beyond } from '../beyond.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { cancelsInFloat32 } from '../float32.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { outcome } from '../outcome.ts';
import { flatRows, padded } from '../padded.ts';
import { groupTolerance, whitenTolerance } from '../partly-single.ts';
import type { FrameworkRecord } from '../records.ts';

export const skyrlClaims: FrameworkClaims = {
  framework: 'skyrl',
  functions: {
    grpo: { ...estimator('grpo'), tolerance: (record) => groupTolerance(record) },
    rloo: estimator('rloo'),
    loop: estimator('loop'),
    maxrl: {
      ...estimator('maxrl'),
      differences: [{ ...cancelsInFloat32(['rewards']), rare: true }],
    },
    'reinforce++': {
      proves: 'skyrl/reinforce++',
      run: (record) => tokens(record, 'reinforce++', { gamma: record.args.gamma }),
      tolerance: whitenTolerance,
      differences: [squaresOverflowFloat32(['rewards']), cancelsInFloat32(['rewards'])],
    },
    gae: {
      proves: 'skyrl/gae',
      run: (record) => {
        const { gamma, lambd: lambda } = record.args;
        return tokens(record, 'gae', { gamma, lambda });
      },
      tolerance: whitenTolerance,
      differences: [squaresOverflowFloat32(['rewards'])],
    },
  },
};

function estimator(name: string): Claim {
  return {
    proves: `skyrl/${name}`,
    run: (record) => outcome(record, specOf(name, record)),
  };
}

/** Of its functions, and of `train/config/config.py`. */
const EPSILON = { epsilon: 1e-6 };
const CREDIT = { gamma: 1, lambda: 1 };

/** The spec of a preset for the arguments of a record. */
function specOf(name: string, { args }: FrameworkRecord): AdvantageSpec {
  const { grpo_norm_by_std: divides = true, epsilon } = args;
  const variant = divides ? undefined : 'grpo_norm_by_std=False';
  const spec = presetSpec(`skyrl/${name}`, variant) as AdvantageSpec;
  const { scale } = spec;
  if (!('epsilon' in scale)) return spec;
  return { ...spec, scale: { ...scale, ...beyond({ epsilon: epsilon as number }, EPSILON) } };
}

/** A token-level preset with other numbers in its credit. */
function tokens(
  record: FrameworkRecord,
  name: string,
  credit: Readonly<Record<string, unknown>>,
): Record<string, Float64Array> {
  const spec = presetSpec(`skyrl/${name}`) as TokenSpec;
  const batch = padded(record);
  return {
    ...runTokenSpec(
      { ...spec, credit: { ...spec.credit, ...beyond(credit, CREDIT) } as TokenSpec['credit'] },
      { ...flatRows(batch), rewards: batch.input('rewards'), values: batch.input('values') },
    ),
  };
}
