import { readExactJsonValues, readJsonValues } from './json-values.ts';
import { Refusal } from './problem.ts';
import { ObjectRecord, type RolloutRecord } from './record.ts';

/**
 * All records on a JSON line, in order: usually one, several where line ends are missing, none on a blank line.
 *
 * @param terminated - whether a line end followed; a record that is torn without one was cut off
 */
export function readJsonLine(text: string, terminated: boolean): (RolloutRecord | Refusal)[] {
  const { values, rest, torn } = readJsonValues(text);
  // The line is read exactly once for all its records, if any of them asks.
  let exact: unknown[] | undefined;
  const readExactly = (index: number): unknown => {
    exact ??= readExactJsonValues(text);
    return exact[index];
  };
  const records = values.map((value, i) => toRecord(value, () => readExactly(i)));
  if (rest !== '') records.push(describeRest(rest, torn && !terminated));
  return records;
}

function toRecord(value: unknown, readExactly: () => unknown): RolloutRecord | Refusal {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return new ObjectRecord(value, readExactly);
  }
  const what = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  const hint = Array.isArray(value) ? arrayHint : '';
  return new Refusal('malformed-json', `expected a JSON object, got ${what}${hint}`);
}

const arrayHint = "; `jq -c '.[]'` writes one object a line";

function describeRest(rest: string, cutOff: boolean): Refusal {
  const shown = excerpt(rest);
  if (/^<[^<>]*>$/.test(rest.trim())) {
    return new Refusal('placeholder', `a placeholder stands here instead of a rollout: ${shown}`);
  }
  if (cutOff) {
    return new Refusal('torn-record', `the file ends in the middle of a record: ${shown}`);
  }
  const hint = rest.startsWith('[')
    ? `; is this one JSON document over several lines?${arrayHint.slice(1)}`
    : /^\{\s*$/.test(rest)
      ? '; is this one JSON document over several lines? `jq -c .` writes one object a line'
      : '';
  return new Refusal('malformed-json', `not valid JSON: ${shown}${hint}`);
}

function excerpt(text: string): string {
  const quoted = JSON.stringify(text.slice(0, 60));
  return text.length > 60 ? `${quoted}… (${text.length} characters)` : quoted;
}
