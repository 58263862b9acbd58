import { show } from '../errors/show.ts';
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

/** Without a default: left out, they are the rollout engine's choice. */
const OPTIONAL: FieldTable = {
  topK: numeric('top_k', -1, { integer: true, min: -1 }),
  seed: numeric('seed', 0, { integer: true }),
  stop: STOP,
};

/**
 * Reads `rllm.rollout.train` or `val`. Keys that nobody here knows pass through to the backend as they are; a known one
 * that is spelled as in code where files are read, or the other way round, is refused.
 */
export function readSamplingParams(
  section: Section,
  maxTokens: number,
  naming: 'file' | 'code',
): SamplingParams {
  const required = fields(maxTokens);
  const params: Record<string, unknown> = section.readAll(required, naming);
  for (const [name, field] of Object.entries(OPTIONAL)) {
    const key = naming === 'file' ? field.key : name;
    if ((section.value(key) ?? null) !== null) params[name] = section.read(field, key);
  }
  const others = section.entries().filter(([key]) => !section.knows(key));
  for (const [name, { key }] of Object.entries({ ...required, ...OPTIONAL })) {
    const [meant, wrong] = naming === 'file' ? [key, name] : [name, key];
    if (others.some(([other]) => other === wrong))
      section.problem(wrong, `unknown key, did you mean ${show(meant)}?`);
  }
  return Object.freeze({ ...params, ...Object.fromEntries(others) });
}
