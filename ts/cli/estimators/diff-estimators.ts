import { compareSpecs } from '../../estimators/presets/compare-specs.ts';
import { describeAnySpec } from '../../estimators/presets/list-presets.ts';
import { type WorkedExample, workedExamples } from '../../estimators/presets/worked-example.ts';
import { Cells } from '../inspect/cells.ts';
import type { Io } from '../io.ts';
import { cellText, toJsonLines } from '../printable.ts';
import { type Section, writeSections } from '../sections.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { namedSpec } from './named-spec.ts';

/** Writes in which fields two estimators differ, and numbers of examples on which they part. */
export async function diffEstimators(a: string, b: string, json: boolean, io: Io): Promise<void> {
  const [left, right] = [namedSpec(a), namedSpec(b)];
  const fields = compareSpecs(left, right);
  const examples = fields.length === 0 ? [] : workedExamples(left, right);
  const sink = new StreamSink(io.stdout);
  if (json) {
    const formulas = { [a]: describeAnySpec(left), [b]: describeAnySpec(right) };
    sink.write(`${toJsonLines({ a, b, formulas, fields, examples })}\n`);
    await sink.finish();
    return;
  }
  const forPeople = io.stdout.isTTY === true;
  const style = styleFor(io.stdout, io.env);
  const names = [a, b].map(cellText) as [string, string];
  const formulas: Section = {
    title: 'Formulas',
    columns: [{ name: 'estimator' }, { name: 'formula' }],
    rows: [
      [names[0], describeAnySpec(left)],
      [names[1], describeAnySpec(right)],
    ],
    whole: true,
  };
  const differences: Section = {
    title: 'Fields that differ',
    columns: [{ name: 'field' }, { name: names[0] }, { name: names[1] }],
    rows: fields.map((field) => [field.field, field.a ?? '–', field.b ?? '–']),
    whole: true,
  };
  const cells = new Cells(forPeople);
  const numbers = examples.map((example) => exampleSection(example, names, cells));
  await writeSections([formulas, differences, ...numbers], sink, { forPeople, style });
  const note = noteOf(fields.length, examples.length, 'level' in left === 'level' in right);
  if (note !== '') sink.write(`\n${note}\n`);
  await sink.finish();
}

function noteOf(fields: number, examples: number, sameLevel: boolean): string {
  if (fields === 0) return 'The two are the same in every field.';
  if (examples > 0) return '';
  return sameLevel
    ? 'They agree on every example tried: groups of four, a constant group, a group of one, a missing reward.'
    : 'One gives a number a trajectory and the other one a step or token, so no example compares them.';
}

function exampleSection(
  { about, rewards, a, b }: WorkedExample,
  [left, right]: readonly [string, string],
  cells: Cells,
): Section {
  const rows = rewards.flatMap((group, g) =>
    group.map((reward, i) => {
      const value = (side: WorkedExample['a']): string =>
        typeof side === 'string' ? 'refused' : six(side[g]?.[i] as number, cells.forPeople);
      return [i === 0 ? `${g + 1}` : '', cells.reward(reward), value(a), value(b)];
    }),
  );
  const why = [a, b].filter((side): side is string => typeof side === 'string');
  return {
    title: `Where the numbers part: ${about}${why.map((text) => ` (refused: ${cellText(text)})`).join('')}`,
    columns: [
      { name: 'group' },
      { name: 'reward', right: true },
      { name: left, right: true },
      { name: right, right: true },
    ],
    rows,
    whole: true,
  };
}

/** Epsilons show in the sixth decimal. */
function six(value: number, forPeople: boolean): string {
  return forPeople && Number.isFinite(value) ? value.toFixed(6) : String(value);
}
