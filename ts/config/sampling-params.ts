import type { SamplingParams } from '../types/sampling-params.ts';
import type { Section } from './config-reading.ts';
import { type Field, type FieldTable, numeric } from './field.ts';

const STOP: Field<readonly string[] | undefined> = {
  key: 'stop',
  fallback: undefined,
  expected: 'a list of strings',
  accepts: (value): value is readonly string[] =>
    Array.isArray(value) && value.every((text) => typeof text === 'string'),
};

/** Fields that every backend knows; all others pass through. */
function fields(maxTokens: number): FieldTable {
  return {
    temperature: numeric('temperature', 1, { min: 0 }),
    topP: numeric('top_p', 1, { above: 0, max: 1 }),
    maxTokens: numeric('max_tokens', maxTokens, { integer: true, min: 1 }),
  };
}

const OPTIONAL = {
  topK: numeric('top_k', -1, { integer: true, min: -1 }),
  seed: numeric('seed', 0, { integer: true }),
};

/** Reads `rllm.rollout.train` or `val`. Keys that nobody here knows pass through to the backend as they are. */
export function readSamplingParams(
  section: Section,
  maxTokens: number,
  naming: 'file' | 'code',
): SamplingParams {
  const params: Record<string, unknown> = section.readAll(fields(maxTokens), naming);
  for (const [name, field] of Object.entries(OPTIONAL)) {
    const key = naming === 'file' ? field.key : name;
    if ((section.value(key) ?? null) !== null) params[name] = section.read<number>(field, key);
  }
  if ((section.value('stop') ?? null) !== null) params.stop = section.read(STOP);
  for (const [key, value] of section.entries()) {
    if (!section.knows(key)) params[key] = value;
  }
  return Object.freeze(params);
}
