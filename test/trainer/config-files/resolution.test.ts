// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations are what is read here.

import { describe, expect, it } from 'vitest';
import { mapping, scalar } from '../../../ts/trainer/config-files/node.ts';
import { parseYaml } from '../../../ts/trainer/config-files/parse-yaml.ts';
import { Resolution } from '../../../ts/trainer/config-files/resolution.ts';
import { ResolveError } from '../../../ts/trainer/config-files/resolve-error.ts';
import { type Encoded, encodeNode, normalise, type Outcome, readVectors } from './vectors.ts';

interface Setting {
  readonly env: Record<string, string>;
  readonly context: string;
}

/** Refused on purpose: Python's text of a mapping or a list means nothing elsewhere, and few use these functions. */
const REFUSED = [
  'x${b}',
  'x${b.d}',
  'a: x${b}\nb: [1, a, null]\n',
  'a: x${b}\nb: {c: 1}\n',
  '${oc.env:NOPE,[1,2]}',
  '${oc.env:NOPE,{a:1}}',
  '${oc.dict.values:b}',
  '${oc.create:[1]}',
  '${oc.create:{a:1}}',
  '${oc.deprecated:a}',
];

/** Understood where OmegaConf alone fails: keys are text here, and these functions are Hydra's and rLLM's. */
const UNDERSTOOD = ['${1}', '${now:%Y}', '${mul:2,3}'];

const now = new Date(2026, 10, 29, 7, 5, 9);

describe('Resolution', () => {
  const [setting, ...rows] = readVectors<Outcome & { text?: string; config?: string }>(
    'interpolation',
  );
  const { env, context } = setting as unknown as Setting;

  it('gives what OmegaConf gives, and refuses what it refuses', async () => {
    const surroundings = (await parseYaml(context, 'f.yaml')).root;
    const different: string[] = [];
    for (const { text, config = '', value, error } of rows) {
      const within = scalar(text ?? '', '');
      const { root } =
        text === undefined
          ? await parseYaml(config, 'f.yaml')
          : { root: mapping([...surroundings.entries, ['v', within]], '') };
      const got = outcome(() => {
        const resolution = new Resolution(root, { env, now });
        return text === undefined
          ? resolution.resolve(root, [])
          : resolution.resolve(within, ['v']);
      });
      const expected = error === undefined ? normalise(value ?? null) : 'refused';
      if (JSON.stringify(got) !== JSON.stringify(expected)) different.push(text ?? config);
    }
    expect(different.sort()).toEqual([...REFUSED, ...UNDERSTOOD].sort());
  });

  it.each([
    [
      'a: ${b.lenght}\nb: {length: 1}',
      '${b.lenght} leads nowhere: there is no b.lenght; did you mean b.length?',
    ],
    ['a: ${b.c}\nb: 5', '${b.c} leads nowhere: b is 5 and has no c'],
    ['a: ${b}\nb: ???', '${b} leads to b, which has no value (???)'],
    ['a: ${b.c}\nb: ???', '${b.c} leads through b, which has no value (???)'],
    ['a: ${b}\nb: ${c}\nc: x${a}', 'goes in a circle: a → b → c → a'],
    ['a: ${..b}', '..b leads above the whole config'],
    [
      'a: ${oc.env:TOKEN}',
      '${oc.env:TOKEN}: the environment variable TOKEN is not set, and there is no default',
    ],
    [
      'a: ${sum:2,3}',
      '${sum:2,3}: there is no function sum; there are oc.env, oc.select, oc.decode, oc.dict.keys, mul, now',
    ],
    ['a: ${oc.env:}', '${oc.env:}: oc.env takes 1 or 2 arguments, got 0'],
    ['a: ${oc.env:1}', '${oc.env:1} needs the name of an environment variable, got 1'],
    ['a: ${b', 'is no interpolation: expected a dot or } at column 4, got the end of the text'],
    ['a: ${b c}', 'is no interpolation: expected a dot or } at column 4, got " "'],
    ["a: ${oc.env:X,'y}", "is no interpolation: a quote ' is not closed"],
    ['a: x${b}\nb: [1]', '${b} is a list, which cannot stand within a text'],
    ['a: ${b.${c}}\nb: {x: 1}\nc: 5', '${b.${c}}: ${c} must be text to be a key, and is 5'],
    ['a: ${now:%A}', '${now:%A}: there is no code %A; there are %Y, %m, %d, %H, %M, %S, %%'],
  ])('says why %j has no value', async (text, expected) => {
    const { root } = await parseYaml(text, 'f.yaml');
    const resolution = new Resolution(root, { env: {}, now });
    expect(() => resolution.resolve(root, [])).toThrow(new ResolveError(expected));
  });

  it('writes times as Hydra does', async () => {
    const { root } = await parseYaml('a: outputs/${now:%Y-%m-%d}/${now:%H-%M-%S}%', 'f.yaml');
    const resolved = new Resolution(root, { env: {}, now }).resolve(root, []);
    expect(encodeNode(resolved)).toEqual({ map: [['a', 'outputs/2026-11-29/07-05-09%']] });
  });
});

function outcome(resolve: () => Parameters<typeof encodeNode>[0]): Encoded {
  try {
    return encodeNode(resolve());
  } catch {
    return 'refused';
  }
}
