import type { EstimatorInput } from '../../estimators/estimator-input.ts';
import { describeInputs, neededInputs } from '../../estimators/needed-inputs.ts';
import { describeAnySpec } from '../../estimators/presets/list-presets.ts';
import { findPresetEstimator } from '../../estimators/presets/preset-estimator.ts';
import { type FoundPreset, findPreset } from '../../estimators/presets/preset-registry.ts';
import { describeAdvEstimator, getAdvEstimator } from '../../estimators/registry.ts';
import { describeSingleton } from '../../estimators/spec/describe-singleton.ts';
import type { Io } from '../io.ts';
import { EVIDENCE, type Facts, writeFacts, writeJsonValue } from '../write-facts.ts';
import { namedSpec } from './named-spec.ts';

/** Writes all that is known of one estimator: formula, source, what differs, its variants, and its spec as JSON. */
export async function showEstimator(name: string, json: boolean, io: Io): Promise<void> {
  const spec = namedSpec(name);
  // One of somebody's own may stand in the place of a preset.
  const isPreset = getAdvEstimator(name) === findPresetEstimator(name);
  const found = isPreset ? findPreset(name) : undefined;
  const about = describeAdvEstimator(name);
  const facts = {
    ...about,
    ...(found && presetFacts(found)),
    formula: describeAnySpec(spec),
    needs: neededInputs(getAdvEstimator(name)),
    ...(!('level' in spec) && { groupOfOne: describeSingleton(spec) }),
  };
  if (json) await writeJsonValue({ ...facts, spec }, io);
  else await writeFacts({ name, title: facts.title, lines: lines(facts, found), spec }, io);
}

function presetFacts({ preset, framework }: FoundPreset) {
  const { paper, evidence, differs, deviates, source, variants = {} } = preset;
  return {
    framework: framework.framework,
    repository: framework.repository,
    version: framework.version,
    source,
    ...(paper !== undefined && { paper }),
    evidence,
    ...(differs !== undefined && { differs }),
    ...(deviates !== undefined && { deviates }),
    variants: Object.fromEntries(
      Object.entries(variants).map(([variant, spec]) => [variant, describeAnySpec(spec)]),
    ),
  };
}

function lines(
  facts: {
    readonly formula: string;
    readonly needs: readonly EstimatorInput[];
    readonly source: string | null;
    readonly groupOfOne?: string;
  },
  found: FoundPreset | undefined,
): Facts['lines'] {
  return [
    ['formula', facts.formula],
    ['a group of one gets', facts.groupOfOne],
    ['needs', facts.needs.length > 0 ? describeInputs(facts.needs) : undefined],
    ['paper', found?.preset.paper],
    ['source', facts.source ?? undefined],
    ['version', found && `${found.framework.repository} ${found.framework.version}`],
    ['evidence', found && EVIDENCE[found.preset.evidence]],
    ['differs', found?.preset.differs],
    ['deviates', found?.preset.deviates],
    ...Object.entries(found?.preset.variants ?? {}).map(([variant, spec]): [string, string] => [
      `:${variant}`,
      describeAnySpec(spec),
    ]),
  ];
}
