import { arrayHint, describeRest, toRecord } from './json-records.ts';
import { readExactJsonValues, readJsonValues } from './json-values.ts';
import type { Refusal } from './problem.ts';
import type { RolloutRecord } from './record.ts';

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
  if (rest !== '') records.push(describeRest(rest, torn && !terminated, documentHint(rest)));
  return records;
}

function documentHint(rest: string): string {
  const several = '; is this one JSON document over several lines?';
  if (rest.startsWith('[')) return several + arrayHint.slice(1);
  return /^\{\s*$/.test(rest) ? `${several} \`jq -c .\` writes one object a line` : '';
}
