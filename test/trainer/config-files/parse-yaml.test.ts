import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../ts/trainer/config-files/parse-yaml.ts';
import { encodeNode, normalise, type Outcome, readVectors } from './vectors.ts';

/** Texts that are read in another way on purpose, or whose difference harms nobody. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  a: 'a config is a mapping',
  '[1, 2]': 'a config is a mapping',
  '- 1\n- 2\n': 'a config is a mapping',
  '[]': 'a config is a mapping',
  'a:\tb': 'a tab between key and value is harmless',
  'a: x\u2028y': 'a line separator of Unicode within text is harmless',
  'd: &d {a: 1}\nf: &f {a: 2}\ne:\n  <<: *d\n  <<: *f\n':
    'two merge keys: which one wins depends on the version of PyYAML',
  'd: &d {alpha: 1}\nf: &f {alpha: 2}\ne:\n  <<: [*d, *f]\n':
    'the first wins, as the type says and older PyYAML does; 6.0.4 lets the last one win for keys of several letters',
  'a: !!omap [x: 1]': 'a type without a counterpart',
  'a: !!pairs [x: 1]': 'a type without a counterpart',
  'a: {yes: no, on: off}': 'both keys are true: refused as the same key twice',
  'a: {1: 2, 1.0: 3}': 'keys are text here, and these differ',
};

describe('parseYaml', () => {
  it('reads what OmegaConf reads, and refuses what it refuses', async () => {
    const different: string[] = [];
    for (const { text, value, error } of readVectors<Outcome & { text: string }>('yaml')) {
      // Whether interpolations are well-formed is looked at when they are resolved.
      if (error === 'GrammarParseError') continue;
      const { root, problems } = await parseYaml(text, 'f.yaml');
      const got = problems.length > 0 ? undefined : encodeNode(root);
      const expected = value === undefined ? undefined : normalise(value);
      if (JSON.stringify(got) !== JSON.stringify(expected)) different.push(text);
    }
    expect(different.sort()).toEqual(Object.keys(DIFFERENCES).sort());
  });

  it('gives the first of merged mappings the word', async () => {
    const { root } = await parseYaml(
      'd: &d {alpha: 1, x: 1}\nf: &f {alpha: 2, y: 2}\ne:\n  <<: [*d, *f]\n  x: 3\n',
      'f.yaml',
    );
    expect(encodeNode(root.entries.get('e') as never)).toEqual({
      map: [
        ['alpha', { int: '1' }],
        ['x', { int: '3' }],
        ['y', { int: '2' }],
      ],
    });
  });

  it.each([
    ['a: ! "5"\nb: ! \'null\'\n', [{ int: '5' }, null]],
    ['a: 1\n\rb: x\n  \r', [{ int: '1' }, 'x']],
  ])('reads %j', async (text, values) => {
    const { root, problems } = await parseYaml(text, 'f.yaml');
    expect(problems).toEqual([]);
    expect([...root.entries.values()].map(encodeNode)).toEqual(values);
  });

  it('refuses aliases that stand for more than there is memory for', async () => {
    const lines = [...'bcdefghi'].map((name, i) => {
      const below = `*${'abcdefgh'[i]}`;
      return `${name}: &${name} [${Array(10).fill(below).join(', ')}]\n`;
    });
    const { problems } = await parseYaml(`a: &a [x]\n${lines.join('')}`, 'f.yaml');
    expect(problems).toEqual([
      {
        path: 'f.yaml:7:7',
        message: 'must stand for 1000000 values at most, got 2111111 with its aliases',
      },
    ]);
  });

  it('knows the line of every value', async () => {
    const { root } = await parseYaml('a:\n  b: 1\n  c:\n    - x\n    - y\n', 'f.yaml');
    expect(places(root)).toEqual([
      'f.yaml:1',
      'f.yaml:2',
      'f.yaml:2',
      'f.yaml:4',
      'f.yaml:4',
      'f.yaml:5',
    ]);
  });

  it('names the place and the reason of everything that is wrong, all at once', async () => {
    const text = 'a: 1\nb:\n  c: !custom 5\n  d: =\na: 2\n? [x]\n: 3\n~: 4\ne: *nope\n';
    const { problems } = await parseYaml(text, 'f.yaml');
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'f.yaml:3:14: "5" cannot be read with the tag !custom',
      'f.yaml:4:6: = must stand in quotes',
      'f.yaml:5:1: key "a" stands twice in one mapping',
      'f.yaml:6:3: a key must be text, a number or a boolean, got a list',
      'f.yaml:8:1: a key must be text, a number or a boolean, got null',
      'f.yaml:9:4: there is no anchor &nope before',
    ]);
  });

  it.each([
    ['a: &x {b: *x}\n', 'f.yaml:1:7: must not contain itself'],
    ['a: 1\n---\nb: 2\n', 'f.yaml:2:1: there must be one document, and here begins a second one'],
    ['- 1\n', 'f.yaml:1:1: must be a mapping of keys to values, got a list'],
    ['a: [1, 2\n', /^f\.yaml:2:1: is not YAML: /],
    ['a: "\u0007"\n', /^f\.yaml:1:5: control characters/],
    ['a: b: "\u0000"\nc: ]\n', /^f\.yaml:1:8: control characters/],
    ['a: [1,\nb: 2\nc: [3]\nd: {e: 4}\n', /^f\.yaml:2:1: is not YAML: /],
    ['a:\n  <<: 5\n', 'f.yaml:2:3: << must be a mapping or a list of mappings, got a scalar'],
  ])('refuses %j', async (text, expected) => {
    const { problems } = await parseYaml(text, 'f.yaml');
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    ]);
  });
});

function places(node: Parameters<typeof encodeNode>[0]): string[] {
  if (node.kind === 'scalar') return [node.place];
  const children = node.kind === 'list' ? node.items : [...node.entries.values()];
  return [node.place, ...children.flatMap(places)];
}
