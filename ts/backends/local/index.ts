export {
  CharacterTokenizer,
  type CharacterTokenizerOptions,
  PRINTABLE,
  SPECIAL_CHARACTERS,
  type SpecialToken,
} from './character-tokenizer.ts';
export {
  encodeChat,
  encodeMessage,
  encodeTools,
  type ParsedAnswer,
  parseAnswer,
  writtenAnswer,
} from './chat-template.ts';
export type { Datum } from './datum.ts';
export type { Derivatives } from './derivatives.ts';
export { LocalBackend, type LocalBackendOptions } from './local-backend.ts';
export type { LocalBatch, LocalRow } from './local-batch.ts';
export { LocalEngine, type LocalEngineOptions } from './local-engine.ts';
export type { ModelSettings, TrainingSettings } from './local-fields.ts';
export {
  type ForwardBackwardResult,
  type ForwardOptions,
  LocalPolicy,
  type LocalPolicyOptions,
} from './local-policy.ts';
export type { Sample, SampleRequest } from './policy-calls.ts';
export type { CreatePolicy } from './policy-host.ts';
export type { Sampler } from './sample-queue.ts';
export type { DatumScores } from './scores.ts';
export {
  type CompletionDemonstration,
  type Demonstration,
  demonstrationDatum,
  type SupervisedOptions,
  supervised,
  type ToolDemonstration,
} from './supervised.ts';
export type {
  AdamOptions,
  EmbeddedPolicy,
  PolicyConfig,
  PolicyTensor,
} from './wasm/policy-exports.ts';
