import { Cells } from '../inspect/cells.ts';
import type { Io } from '../io.ts';
import { cellText } from '../printable.ts';
import { type Section, writeSections } from '../sections.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { writeJsonValue } from '../write-facts.ts';
import { type LossExample, lossExample } from './loss-example.ts';
import { optionText } from './loss-lines.ts';
import { type NamedLoss, namedLoss } from './named-loss.ts';

/** An option in which two losses differ; null: a loss has no such option. */
interface OptionDifference {
  readonly field: string;
  readonly a: string | null;
  readonly b: string | null;
}

/** Writes in which options two losses differ, and an example on which their numbers part. */
export async function diffLosses(a: string, b: string, json: boolean, io: Io): Promise<void> {
  const [left, right] = [namedLoss(a), namedLoss(b)];
  const fields = differences(left, right);
  const example = fields.length === 0 ? null : lossExample(a, b);
  if (json) {
    const formulas = { [a]: left.about.formula, [b]: right.about.formula };
    await writeJsonValue({ a, b, formulas, fields, example }, io);
    return;
  }
  const forPeople = io.stdout.isTTY === true;
  const names = [cellText(a), cellText(b)] as const;
  const formulas: Section = {
    title: 'Losses of a token',
    columns: [{ name: 'loss' }, { name: 'loss of a token' }],
    rows: [left, right].map(({ about }, i) => [names[i] as string, about.formula ?? '']),
    whole: true,
  };
  const options: Section = {
    title: 'What differs',
    columns: [{ name: 'option' }, { name: names[0] }, { name: names[1] }],
    rows: fields.map((field) => [field.field, field.a ?? '–', field.b ?? '–']),
    whole: true,
  };
  const numbers = example === null ? [] : [numbersOf(example, names, new Cells(forPeople))];
  const sink = new StreamSink(io.stdout);
  await writeSections([formulas, options, ...numbers], sink, {
    forPeople,
    style: styleFor(io.stdout, io.env),
  });
  const note = noteOf(example);
  if (note !== '') sink.write(`\n${cellText(note)}\n`);
  await sink.finish();
}

function differences(left: NamedLoss, right: NamedLoss): OptionDifference[] {
  const fieldsOf = ({ loss, options, about: { preset } }: NamedLoss): Record<string, unknown> => ({
    loss,
    groups: preset?.groups ?? 'prompt',
    ...options,
  });
  const [a, b] = [fieldsOf(left), fieldsOf(right)];
  const told = (of: Record<string, unknown>, field: string): string | null =>
    Object.hasOwn(of, field) ? optionText(of[field]) : null;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .map((field) => ({ field, a: told(a, field), b: told(b, field) }))
    .filter((field) => field.a !== field.b);
}

function numbersOf(
  { losses, tokens }: LossExample,
  [left, right]: readonly [string, string],
  cells: Cells,
): Section {
  const value = (number: number | null): string =>
    number === null ? 'refused' : cells.number(number);
  const rows = tokens.map(({ sequence, group, advantage, ratio, a, b }) => [
    String(sequence),
    group,
    cells.number(advantage),
    cells.number(ratio),
    value(a),
    value(b),
  ]);
  return {
    title: 'On an example: the slope of each token, ∂loss/∂log π, and the loss',
    columns: [
      { name: 'sequence' },
      { name: 'group' },
      { name: 'A', right: true },
      { name: 'ρ', right: true },
      { name: left, right: true },
      { name: right, right: true },
    ],
    rows: [...rows, ['loss', '', '', '', value(losses.a), value(losses.b)]],
    whole: true,
  };
}

function noteOf(example: LossExample | null): string {
  if (example === null) return 'The two are the same in every option.';
  const { refused, tokens, losses } = example;
  if (refused.length > 0) return `The example is refused by ${refused.join('; ')}`;
  const agree = losses.a === losses.b && tokens.every(({ a, b }) => a === b);
  return agree ? 'They agree on this example.' : '';
}
