import { lossPresetTables } from '../../../ts/losses/presets/all.ts';
import type { FrameworkLossPresets, LossPreset } from '../../../ts/losses/presets/loss-preset.ts';
import type { Claim } from './claim.ts';

/** A loss preset with one of its constants wrong. */
export interface LossMutant {
  readonly framework: string;
  readonly name: string;
  /** What is wrong: `verl/vanilla epsClip 0.2 → 0.3`. */
  readonly title: string;
  readonly preset: LossPreset;
}

const OTHER_WORDS: Readonly<Record<string, string>> = {
  'token-mean': 'seq-mean-token-mean',
  'seq-mean-token-mean': 'seq-mean-token-sum',
  'seq-mean-token-sum': 'token-mean',
  'seq-mean-token-sum-norm': 'seq-mean-token-sum',
  'group-mean-token-mean': 'token-mean',
  'token-sum': 'token-mean',
  'held-ratio': 'ratio',
  rollout: 'old',
  old: 'rollout',
  zero: 'clamp',
  product: 'token',
  score: 'token',
  k1: 'k2',
  k3: 'k2',
};

function otherThan(value: unknown): unknown {
  if (value === null) return 0.7;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [];
  if (typeof value !== 'number') return OTHER_WORDS[value as string];
  return value === Infinity ? 0.1 : 1.5 * value;
}

/** The presets of a framework that ran, each time with another constant wrong. */
export function lossMutants(framework: string): LossMutant[] {
  const table = lossPresetTables.find((one) => one.framework === framework);
  return Object.entries(table?.presets ?? {}).flatMap(([name, preset]) => {
    if (preset.evidence !== 'ran') return [];
    const of = (what: string, from: unknown, to: unknown, wrong: object): LossMutant => ({
      framework,
      name,
      title: `${framework}/${name} ${what} ${from} → ${to}`,
      preset: { ...preset, ...wrong } as LossPreset,
    });
    const { loss, aggregation, options = {} } = preset;
    const other = loss === 'cross_entropy' ? 'reinforce' : 'cross_entropy';
    return [
      of('loss', loss, other, { loss: other, options: {} }),
      of('aggregation', aggregation, otherThan(aggregation), {
        aggregation: otherThan(aggregation),
      }),
      ...Object.entries(options).map(([option, value]) =>
        of(option, JSON.stringify(value), JSON.stringify(otherThan(value)), {
          options: { ...options, [option]: otherThan(value) },
        }),
      ),
    ];
  });
}

/** Whether a claim is about the preset that is wrong. */
export function provesMutant(claim: Claim | undefined, { framework, name }: LossMutant): boolean {
  return [claim?.proves ?? []].flat().includes(`loss:${framework}/${name}`);
}

/** Does something while a preset is wrong. */
export function withMutant<T>({ framework, name, preset }: LossMutant, act: () => T): T {
  const tables = lossPresetTables as FrameworkLossPresets[];
  const place = tables.findIndex((one) => one.framework === framework);
  const table = tables[place] as FrameworkLossPresets;
  tables[place] = { ...table, presets: { ...table.presets, [name]: preset } };
  try {
    return act();
  } finally {
    tables[place] = table;
  }
}
