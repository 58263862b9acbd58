import { show } from '../errors/show.ts';
import type { OnWarning } from '../errors/warning.ts';
import { AdvantageEstimator, type EstimatorName } from '../types/advantage-estimator.ts';
import type {
  AlgorithmConfig,
  LossAggMode,
  LrSchedule,
  RolloutCorrectionConfig,
  RouterReplay,
  TisMode,
} from '../types/algorithm-config.ts';
import { ConfigReading, type Section } from './config-reading.ts';
import { isEstimator, readEstimatorMap, readLossFnMap, toMap } from './estimator-map.ts';
import { choice, type Field, flag, numeric, orNull, text } from './field.ts';

const FIELDS = {
  usePrecomputedAdvantage: flag('use_precomputed_advantage', false),
  lossFn: orNull(text('loss_fn', '')),
  lrSchedule: choice<LrSchedule>('lr_schedule', 'constant', ['constant', 'linear', 'cosine']),
  warmupSteps: numeric('warmup_steps', -1, { integer: true }),
  warmupStepsRatio: numeric('warmup_steps_ratio', 0, { min: 0, max: 1 }),
  klBeta: numeric('kl_beta', 0, { min: 0 }),
  epsClip: numeric('eps_clip', 0.2, { min: 0 }),
  epsClipHigh: orNull(numeric('eps_clip_high', 0.2, { min: 0 })),
  lossAggMode: orNull(
    choice<LossAggMode>('loss_agg_mode', 'token-mean', [
      'token-mean',
      'seq-mean-token-sum',
      'seq-mean-token-mean',
    ]),
  ),
  routerReplay: choice<RouterReplay>('router_replay', 'disabled', ['disabled', 'R2', 'R3']),
};

const NORM: Field<boolean> = flag('norm_adv_by_std_in_grpo', true);

/** rLLM's clamp depends on where the config comes from. */
const TIS_CAP_IN_CODE = 5;
const TIS_CAP_IN_FILES = 2;

/** Keys of newer rLLM that resemble one above and are not a misspelling of it. */
const ELSEWHERE = ['loss_params', 'loss_plugins'];

const MAPS_IN_CODE =
  'is no key of a file; in code it is estimatorMap, of a run trajGroupAdvEstimatorMap';

/** Names that are right in code: to ignore them would be to train with another estimator than was wanted. */
const NAMES_IN_CODE = {
  estimator: 'unknown key, did you mean "adv_estimator"?',
  estimator_map: MAPS_IN_CODE,
  estimatorMap: MAPS_IN_CODE,
  loss_fn_map: MAPS_IN_CODE,
  lossFnMap: MAPS_IN_CODE,
};

/** Where the parts of the config stand; of several sections the first one that says something decides. */
export interface AlgorithmLayout {
  readonly algorithm: Section;
  readonly estimator: readonly Section[];
  readonly norm: readonly Section[];
  readonly useRllm: readonly Section[];
  readonly mode: { readonly path: string; readonly value: unknown };
  readonly estimatorMap: unknown;
  /** What to say beside "is required" when no estimator is there. */
  readonly requiredHint?: string;
}

/** Reads a config from the sections of a file. Problems and warnings go to the reading, which the caller ends. */
export function assemble(reading: ConfigReading, layout: AlgorithmLayout): AlgorithmConfig {
  const { algorithm } = layout;
  const correction = algorithm.child('rollout_correction');
  for (const section of layout.useRllm) warnOfUseRllm(reading, section, 'use_rllm');
  const config = {
    estimator: readEstimator(reading, layout),
    ...readEstimatorMap(reading.section(layout.estimatorMap ?? {}, 'estimatorMap')),
    stepwiseAdvantageMode: readMode(reading, layout.mode.path, layout.mode.value),
    normAdvByStdInGrpo: reading.decide(layout.norm, NORM.key).read(NORM),
    ...algorithm.readAll(FIELDS, 'file'),
    rolloutCorrection: readCorrection(correction, 'file'),
  };
  correction.judgeUnknownKeys();
  algorithm.judgeUnknownKeys({ elsewhere: ELSEWHERE, instead: NAMES_IN_CODE });
  return Object.freeze(config);
}

/** Makes a config of fields under their names in code; `path` is what messages call it. */
export function createAlgorithm(
  init: object,
  onWarning?: OnWarning,
  path = 'AlgorithmConfig',
): AlgorithmConfig {
  const reading = new ConfigReading();
  const section = reading.section(init, path);
  const correction = section.child('rolloutCorrection');
  warnOfUseRllm(reading, section, 'useRllm');
  const { estimatorMap, lossFnMap } = readEstimatorMap(section.child('estimatorMap'));
  const losses = readLossFnMap(section.child('lossFnMap'));
  const written = section.value('estimator');
  const estimator = written === undefined ? AdvantageEstimator.GRPO : written;
  const config = {
    estimator: isEstimator(section, 'estimator', estimator) ? estimator : AdvantageEstimator.GRPO,
    estimatorMap,
    lossFnMap: toMap([...Object.entries(losses), ...Object.entries(lossFnMap)]),
    stepwiseAdvantageMode: readMode(
      reading,
      section.pathOf('stepwiseAdvantageMode'),
      section.value('stepwiseAdvantageMode'),
    ),
    normAdvByStdInGrpo: section.read(NORM, 'normAdvByStdInGrpo'),
    ...section.readAll(FIELDS, 'code'),
    rolloutCorrection: readCorrection(correction, 'code'),
  };
  correction.judgeUnknownKeys({ closed: true });
  section.judgeUnknownKeys({ closed: true });
  reading.finish(onWarning);
  return Object.freeze(config);
}

function readEstimator(reading: ConfigReading, layout: AlgorithmLayout): EstimatorName {
  const section = reading.decide(layout.estimator, 'adv_estimator');
  const name = section.value('adv_estimator');
  if (name === undefined) {
    if (!layout.estimator.some(({ broken }) => broken))
      section.problem('adv_estimator', `is required${layout.requiredHint ?? ''}`);
  } else if (isEstimator(section, 'adv_estimator', name)) return name;
  return AdvantageEstimator.GRPO;
}

function readMode(reading: ConfigReading, path: string, mode: unknown): 'broadcast' {
  if (mode === 'per_step') {
    reading.warn({
      kind: 'deprecated-option',
      message: `${path}: "per_step" is deprecated and became "broadcast": every step gets its trajectory's advantage`,
      places: [path],
    });
  } else if (mode !== undefined && mode !== 'broadcast') {
    reading.problem(path, `must be "broadcast" (or "per_step", deprecated), got ${show(mode)}`);
  }
  return 'broadcast';
}

function readCorrection(section: Section, naming: 'file' | 'code'): RolloutCorrectionConfig {
  const cap = naming === 'file' ? TIS_CAP_IN_FILES : TIS_CAP_IN_CODE;
  const fields = {
    tisMode: orNull(choice<TisMode>('tis_mode', 'token', ['token', 'sequence'])),
    bypassMode: orNull(flag('bypass_mode', false)),
    tisCap: numeric('tis_cap', cap, { above: 0 }),
  };
  return Object.freeze(section.readAll(fields, naming));
}

function warnOfUseRllm(reading: ConfigReading, section: Section, key: string): void {
  if ((section.value(key) ?? null) === null) return;
  const path = section.pathOf(key);
  reading.warn({
    kind: 'deprecated-option',
    message: `${path} is deprecated and has no effect; remove it`,
    places: [path],
  });
}
