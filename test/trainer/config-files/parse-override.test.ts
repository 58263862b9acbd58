import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOverrides } from '../../../ts/trainer/config-files/parse-override.ts';
import { encodeNode, normalise, type Outcome, readVectors } from './vectors.ts';

interface Row extends Outcome {
  readonly text: string;
  readonly key: string;
  readonly package: string | null;
  readonly type: string;
  readonly sweep?: string;
}

const KINDS: Readonly<Record<string, string>> = {
  CHANGE: 'change',
  ADD: 'add',
  FORCE_ADD: 'force-add',
  DEL: 'delete',
};

/** Refused on purpose where Hydra takes them. */
const REFUSED = [
  '=1',
  '@a=1',
  '~',
  'k=int(1.5)',
  'k=float(1)',
  'k=str(1)',
  'k=bool(1)',
  "k=int('1')",
  'k=int([1,2])',
];

function messageOf(text: string): string {
  const [problem] = parseOverrides([text]).problems;
  return problem ? `${problem.path} ${problem.message}` : 'nothing';
}

describe('parseOverrides', () => {
  it('reads what Hydra reads, and refuses what it refuses', () => {
    const rows = readVectors<Row>('overrides');
    for (const { text, key, type, sweep, error, value, ...row } of rows) {
      const [override] = parseOverrides([text]).overrides;
      const got = override && {
        key: override.key,
        package: override.package,
        kind: override.kind,
        value: override.value ? encodeNode(override.value) : null,
      };
      const expected =
        error || sweep || REFUSED.includes(text)
          ? undefined
          : { key, package: row.package, kind: KINDS[type], value: normalise(value ?? null) };
      expect([text, got]).toEqual([text, expected]);
    }
  });

  it('reads all and names everything that is wrong', () => {
    const { overrides, problems } = parseOverrides(['a=1', 'b', 'c=[1', 'd=2']);
    expect(overrides.map(({ key }) => key)).toEqual(['a', 'd']);
    expect(problems.map(({ path }) => path)).toEqual(['override "b"', 'override "c=[1"']);
  });

  it.each([
    ['a.b', 'override "a.b" has no value; write a.b=VALUE, or ~a.b to remove it'],
    ['--lr=1', 'override "--lr=1" is no option of train'],
    ['a[0]=1', '"[" cannot stand in a key (an item of a list is a.0=VALUE)'],
    ['a b=1', '" " cannot stand in a key'],
    ['=1', 'has no key'],
    [
      'a=1,2',
      "names several values, which would be several runs; a list is a=[1,2], a text a='1,2'",
    ],
    ['a=choice(1,2)', 'choice() stands for several values'],
    ['a=glob(*)', 'glob() stands for several values'],
    ['a=int(1.5)', 'int() is a function, and functions are not supported'],
    ['a=[1,2', 'expected , or ], got the end of the text'],
    ['a={b}', 'expected :, got } at column 5'],
    ["a='x", "the quote ' at column 3 is not closed"],
    ['a=~/x', '"~" at column 3 cannot stand outside of quotes'],
    ['a=é', '"é" at column 3 cannot stand outside of quotes'],
    ['a=b=c', 'expected the end of the text, got = at column 4'],
  ])('says what is wrong with %s', (text, expected) => {
    expect(messageOf(text)).toContain(expected);
  });

  it('gets back what was printed', () => {
    fc.assert(
      fc.property(arbitraryKey, arbitraryValue, (key, value) => {
        const text = `${key}=${print(value)}`;
        const { overrides, problems } = parseOverrides([text]);
        expect(problems).toEqual([]);
        expect(overrides).toMatchObject([{ text, kind: 'change', key, package: null }]);
        expect(encodeNode(overrides[0]?.value as never)).toEqual(encodePrinted(value));
      }),
    );
  });
});

type Printed = string | number | bigint | boolean | null | Printed[] | { [key: string]: Printed };

const arbitraryName = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_-]{0,8}$/);
const arbitraryKey = fc
  .array(arbitraryName, { minLength: 1, maxLength: 4 })
  .map((names) => names.join('.'));
const arbitraryValue: fc.Arbitrary<Printed> = fc.letrec<{ value: Printed }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.bigInt(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      arbitraryName.map((name) => `k_${name}`),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value;

/** By Hydra's rules: text in quotes, a float with something that makes it one. */
function print(value: Printed): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return printFloat(value);
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${key}:${print(item)}`)
    .join(', ')}}`;
}

/** Backslashes are doubled only before a quote and at the end. */
function quote(text: string): string {
  return `'${text.replace(/(\\*)'/g, (_, slashes: string) => `${slashes}${slashes}\\'`).replace(/\\+$/, '$&$&')}'`;
}

function printFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function encodePrinted(value: Printed): unknown {
  if (typeof value === 'bigint') return { int: String(value) };
  if (typeof value === 'number') return normalise({ float: printFloat(value) });
  if (Array.isArray(value)) return { list: value.map(encodePrinted) };
  if (typeof value !== 'object' || value === null) return value;
  return { map: Object.entries(value).map(([key, item]) => [key, encodePrinted(item)]) };
}
