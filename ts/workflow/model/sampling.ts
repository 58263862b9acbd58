import type { SamplingParams } from '../../types/sampling-params.ts';
import type { Problem } from './problem.ts';

interface Field {
  readonly name: keyof SamplingParams & string;
  /** In the chat completions API, in config files and in the metadata of steps. */
  readonly apiName: string;
  readonly expected: string;
  readonly is: (value: unknown) => boolean;
}

const fields: readonly Field[] = [
  {
    name: 'temperature',
    apiName: 'temperature',
    expected: 'a number ≥ 0',
    is: (value) => isNumber(value) && value >= 0,
  },
  {
    name: 'topP',
    apiName: 'top_p',
    expected: 'a number from 0 to 1',
    is: (value) => isNumber(value) && value >= 0 && value <= 1,
  },
  {
    name: 'topK',
    apiName: 'top_k',
    expected: 'a whole number ≥ −1',
    is: (value) => Number.isInteger(value) && (value as number) >= -1,
  },
  {
    name: 'maxTokens',
    apiName: 'max_tokens',
    expected: 'a whole number ≥ 1',
    is: (value) => Number.isInteger(value) && (value as number) >= 1,
  },
  {
    name: 'stop',
    apiName: 'stop',
    expected: 'an array of texts',
    is: (value) => Array.isArray(value) && value.every((text) => typeof text === 'string'),
  },
  { name: 'seed', apiName: 'seed', expected: 'a whole number', is: Number.isInteger },
];

/** Names of the API by ours, where they differ. */
const renamed: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  fields.flatMap(({ name, apiName }) => (name === apiName ? [] : [[name, apiName]])),
);

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The parameters of the config with those of a request over them; what the request leaves undefined is the config's. */
export function mergeSampling(defaults: SamplingParams, given: SamplingParams): SamplingParams {
  const merged: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) merged[name] = value;
  return merged;
}

/** The first parameter that is wrong, under its name in the API or, `own`, under ours. */
export function samplingProblem(params: SamplingParams, own: boolean): Problem | undefined {
  for (const { name, apiName, expected, is } of fields) {
    const value = params[name];
    if (value !== undefined && !is(value))
      return { path: own ? name : apiName, expected, got: value };
    if (own && apiName !== name && params[apiName] !== undefined)
      return {
        path: apiName,
        expected: `left out: here it is called ${name}`,
        got: params[apiName],
      };
  }
  return undefined;
}

/** From the names of the API; other parameters stay as they are. */
export function fromApiNames(params: Readonly<Record<string, unknown>>): SamplingParams {
  const rest: Record<string, unknown> = { ...params };
  for (const { name, apiName } of fields) {
    if (!(apiName in rest)) continue;
    const value = rest[apiName];
    delete rest[apiName];
    rest[name] = value;
  }
  return rest;
}

/** To the names of the API; other parameters stay as they are. */
export function toApiNames(params: SamplingParams): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const name of Object.keys(params)) if (!renamed.has(name)) named[name] = params[name];
  for (const [name, apiName] of renamed) if (name in params) named[apiName] = params[name];
  return named;
}
