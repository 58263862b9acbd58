/**
 * `npx tsx test/parity/frameworks/sample.ts`: writes the part of the recordings of `$UPPERHAND_ORACLE` that runs with the
 * tests, to `golden`. Of each function that is claimed it takes the smallest records that show every kind of record there
 * is, and, until there are 30, small ones that say much: for every combination of settings in turn. Then, for every constant of a
 * loss preset that a record can tell from another one, the smallest such record.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listGolden } from '../golden-files.ts';
import type { Claim } from './claim.ts';
import { loadClaims } from './load-claims.ts';
import { lossMutants, provesMutant, withMutant } from './loss-mutants.ts';
import { type RecordedCase, readRecorded } from './records.ts';
import { originalDir, sampleDir } from './report.ts';
import { outcomeOf } from './run-claims.ts';

const LEAST = 30;
/** Of them, at least so many that say much. */
const TELLING = 10;

mkdirSync(sampleDir, { recursive: true });
for (const name of readdirSync(sampleDir))
  if (name.endsWith('.jsonl')) rmSync(join(sampleDir, name));
let total = 0;
for (const file of listGolden(originalDir())) {
  const { functions } = await loadClaims(basename(file, '.jsonl'));
  const recorded = readRecorded(originalDir(), file);
  const chosen = new Set<RecordedCase>();
  const inputs = new Set<string>();
  for (const [name, claim] of Object.entries(functions)) {
    const records = recorded.filter(({ record }) => record.function === name);
    for (const one of choose(records, claim, inputs)) chosen.add(one);
  }
  for (const mutant of lossMutants(basename(file, '.jsonl'))) {
    const told = (one: RecordedCase): boolean => {
      const claim = functions[one.record.function];
      return claim !== undefined && isToldBy(one, claim);
    };
    const own = recorded.filter(({ record }) => provesMutant(functions[record.function], mutant));
    withMutant(mutant, () => {
      if (own.some((one) => chosen.has(one) && told(one))) return;
      const telling = own.filter(told);
      if (telling.length > 0) chosen.add(cheapest(telling, inputs));
    });
  }
  if (chosen.size === 0) continue;
  const text = write(recorded.filter((one) => chosen.has(one)));
  writeFileSync(join(sampleDir, file), text);
  total += text.length;
  console.log(`${file}: ${chosen.size} records, ${Math.round(text.length / 1000)} kB`);
}
console.log(`${Math.round(total / 1000)} kB`);

/** Adds the inputs of what it chooses to those that are written anyway. */
function choose(
  records: readonly RecordedCase[],
  claim: Claim,
  inputs: Set<string>,
): RecordedCase[] {
  const left = new Set(records);
  const chosen: RecordedCase[] = [];
  const take = (from: readonly RecordedCase[]): void => {
    const one = cheapest(from, inputs);
    left.delete(one);
    chosen.push(one);
  };
  const kinds = new Map(records.map((one) => [one, kindsOf(one, claim)]));
  const seen = new Set<string>();
  for (const kind of new Set([...kinds.values()].flat())) {
    if (seen.has(kind)) continue;
    take([...left].filter((one) => kinds.get(one)?.includes(kind)));
    for (const shown of kinds.get(chosen.at(-1) as RecordedCase) ?? []) seen.add(shown);
  }
  // Small records say little: groups of one, single tokens. With these no constant of a preset could be told from another.
  const settings = [...new Set(records.map(settingsOf))];
  const turns = Math.min(Math.max(settings.length, TELLING), 2 * TELLING);
  const enough = Math.max(LEAST, chosen.length + turns);
  for (let turn = 0; chosen.length < enough; turn++) {
    const wanted = settings[turn % settings.length];
    const telling = [...left].filter((one) => settingsOf(one) === wanted && saysMuch(one));
    if (telling.length > 0) take(telling);
    else if (turn >= settings.length && left.size > 0) take([...left]);
    else if (left.size === 0) break;
  }
  return chosen;
}

/** The one that takes least to write; its input is written from now on. */
function cheapest(from: readonly RecordedCase[], inputs: Set<string>): RecordedCase {
  const cost = ({ record, inputLine, caseLine }: RecordedCase): number =>
    strip(caseLine).length + (inputs.has(record.input) ? 0 : strip(inputLine).length);
  const found = from.reduce((best, one) => (cost(one) < cost(best) ? one : best));
  inputs.add(found.record.input);
  return found;
}

/** Whether a record fails as presets are now. */
function isToldBy({ record }: RecordedCase, claim: Claim): boolean {
  const outcome = outcomeOf(claim, record);
  return typeof outcome === 'object' && 'failure' in outcome;
}

function settingsOf({ record }: RecordedCase): string {
  const flags = Object.values(record.args).filter((value) => typeof value !== 'number');
  return JSON.stringify(flags.filter((value) => typeof value !== 'object'));
}

/** Whether a result has enough different numbers for a wrong constant to show. */
function saysMuch({ record }: RecordedCase): boolean {
  const found = new Set<number>();
  const collect = (value: unknown): void => {
    if (typeof value === 'number' && value !== 0 && Number.isFinite(value))
      found.add(Math.abs(value));
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) if (name !== 'shape') collect(inner);
  };
  collect(record.expect);
  return found.size >= 4;
}

/** What a record shows: a case made by hand, flags, a refusal, a rule of difference, a float type. */
function kindsOf({ record }: RecordedCase, claim: Claim): string[] {
  const { note, args, expect, inputs } = record;
  const flags = Object.entries(args).filter(([, value]) =>
    ['string', 'boolean'].includes(typeof value),
  );
  const outcome = outcomeOf(claim, record);
  return [
    `note ${note.replace(/\d+/g, '')}`,
    `dtype ${String(inputs.dtype)}`,
    ...flags.map(([name, value]) => `${name} ${String(value)}`),
    ...('error' in expect ? ['refused'] : []),
    ...(typeof outcome === 'object' && 'rule' in outcome ? [`rule ${outcome.rule}`] : []),
  ];
}

/** Each input before its cases, as recorded but without the numbers' second, hexadecimal form. */
function write(cases: readonly RecordedCase[]): string {
  const lines: string[] = [];
  const written = new Set<string>();
  for (const { record, inputLine, caseLine } of cases) {
    if (!written.has(record.input)) lines.push(strip(inputLine));
    written.add(record.input);
    lines.push(strip(caseLine));
  }
  return `${lines.join('\n')}\n`;
}

function strip(line: string): string {
  return line.replaceAll(/, ?"x": ?"[0-9a-f]*"/g, '');
}
