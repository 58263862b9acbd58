import { readExactJsonValues, readJsonValues } from './json-values.ts';
import { Refusal } from './problem.ts';
import { ObjectRecord, type RolloutRecord } from './record.ts';

/** A value as a record, if it is an object. */
export function toRecord(value: unknown, readExactly: () => unknown): RolloutRecord | Refusal {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return new ObjectRecord(value, readExactly);
  }
  const what = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  const hint = Array.isArray(value) ? arrayHint : '';
  return new Refusal('malformed-json', `expected a JSON object, got ${what}${hint}`);
}

export const arrayHint = "; `jq -c '.[]'` writes one object a line";

/**
 * The records of a JSON document: one of an object, one in each entry of an array, in order. Several documents may follow
 * each other.
 */
export function* readJsonDocument(text: string): Generator<RolloutRecord | Refusal> {
  const { values, rest, torn } = readJsonValues(text);
  let exact: unknown[] | undefined;
  const readExactly = (index: number): unknown => {
    exact ??= readExactJsonValues(text);
    return exact[index];
  };
  for (const [i, value] of values.entries()) {
    if (!Array.isArray(value)) yield toRecord(value, () => readExactly(i));
    else {
      for (const [n, entry] of value.entries()) {
        yield toRecord(entry, () => (readExactly(i) as unknown[])[n]);
      }
    }
  }
  if (rest !== '') yield describeRest(rest, torn);
}

/**
 * What text is that is no complete value.
 *
 * @param hint - goes on after what is said of text that is no JSON
 */
export function describeRest(rest: string, cutOff: boolean, hint = ''): Refusal {
  const shown = excerpt(rest);
  if (/^<[^<>]*>$/.test(rest.trim())) {
    return new Refusal('placeholder', `a placeholder stands here instead of a rollout: ${shown}`);
  }
  if (cutOff) {
    return new Refusal('torn-record', `the file ends in the middle of a record: ${shown}`);
  }
  return new Refusal('malformed-json', `not valid JSON: ${shown}${hint}`);
}

function excerpt(text: string): string {
  const quoted = JSON.stringify(text.slice(0, 60));
  return text.length > 60 ? `${quoted}… (${text.length} characters)` : quoted;
}
