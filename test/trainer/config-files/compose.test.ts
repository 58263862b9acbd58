// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations are what is read here.

import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { encodeNode, normalise, type Outcome, readVectors } from './vectors.ts';

interface Row extends Outcome {
  readonly files: Readonly<Record<string, string>>;
  readonly overrides: readonly string[];
}

/** By their overrides, or by their files. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  '~n': 'a key whose value is null may be removed',
  '~m': 'a key whose value is missing may be removed',
  '+a/b=1': 'a key with a slash is a group, and there is none of that name',
  'db/list.yaml': 'a config file holds a mapping',
};

describe('composeConfig and applyOverrides', () => {
  it('make what Hydra makes, and refuse what it refuses', async () => {
    const different: string[] = [];
    for (const { files, overrides, value } of readVectors<Row>('compose')) {
      const { root, problems } = await compose(files, overrides);
      const got = problems.length > 0 ? undefined : encodeNode(root);
      const expected = value === undefined ? undefined : normalise(value);
      if (JSON.stringify(got) === JSON.stringify(expected)) continue;
      different.push(overrides.join(' ') || (Object.keys(files).at(-1) ?? ''));
    }
    expect(different).toEqual(Object.keys(DIFFERENCES));
  });
});

const FILES = {
  'config.yaml': 'defaults:\n  - db: mysql\n  - _self_\nrun:\n  name: x\n  steps: [1, 2]\n',
  'db/mysql.yaml': 'driver: mysql\n',
  'db/postgres.yaml': 'driver: postgres\n',
};

function withConfig(text: string): Record<string, string> {
  return { ...FILES, 'config.yaml': text };
}

describe('what cannot be composed', () => {
  it.each([
    [
      withConfig('defaults:\n  - db: postgre\n'),
      [],
      'config.yaml:2: there is no db/postgre.yaml in /conf; did you mean postgres?',
    ],
    [
      withConfig('defaults:\n  - db: oracle\n'),
      [],
      'config.yaml:2: there is no db/oracle.yaml in /conf; there are mysql, postgres',
    ],
    [
      withConfig('defaults:\n  - server: apache\n'),
      [],
      'config.yaml:2: there is no server/apache.yaml, and no folder /conf/server',
    ],
    [
      withConfig('defaults:\n  - rllm: base\n'),
      [],
      "config.yaml:2: there is no rllm/base.yaml, and no folder /conf/rllm; rLLM's base values are built in, so the entry can be left out",
    ],
    [
      withConfig('defaults:\n  - /ppo\nhydra:\n  searchpath: [pkg://x]\n'),
      [],
      'config.yaml:2: there is no ppo.yaml in /conf; there is config; hydra.searchpath is not followed',
    ],
    [
      withConfig('defaults:\n  - db: ???\n'),
      [],
      'config.yaml:2: group db wants a choice (???): db=OPTION; there are mysql, postgres',
    ],
    [
      withConfig('defaults: db\n'),
      [],
      'config.yaml:1: defaults must be a list of files and groups, got "db"',
    ],
    [
      withConfig('defaults:\n  - 5\n'),
      [],
      'config.yaml:2: an entry of defaults must be a file or "group: option", got 5',
    ],
    [
      withConfig('defaults:\n  - {db: mysql, x: y}\n'),
      [],
      'config.yaml:2: an entry of defaults must be one "group: option", got 2 of them',
    ],
    [
      withConfig('defaults:\n  - db: 5\n'),
      [],
      'config.yaml:2: the option of group db must be the name of a file, a list of names, or null, got 5',
    ],
    [
      withConfig('defaults:\n  - maybe db: mysql\n'),
      [],
      'config.yaml:2: a group of defaults may have "optional" and "override" before it, got "maybe"',
    ],
    [
      withConfig('defaults:\n  - _self_\n  - _self_\n'),
      [],
      'config.yaml:2: defaults names _self_ twice',
    ],
    [
      withConfig('defaults:\n  - db: mysql\n  - db: postgres\n'),
      [],
      'config.yaml:2: group db is in the defaults twice; another option is "override db: mysql"',
    ],
    [
      withConfig('defaults:\n  - override db: mysql\n  - db: postgres\n'),
      [],
      'config.yaml:2: "override db" must stand behind all entries of defaults that are none',
    ],
    [
      withConfig('defaults:\n  - db: mysql\n  - override server: x\n'),
      [],
      'config.yaml:3: no defaults name group server',
    ],
    [
      withConfig('defaults:\n  - server: ${dbs}\n'),
      [],
      'config.yaml:2: ${dbs} leads nowhere: there is no dbs',
    ],
    [
      {
        'config.yaml': 'defaults: [a]\n',
        'a.yaml': 'defaults: [b]\n',
        'b.yaml': 'defaults: [a]\n',
      },
      [],
      'b.yaml:1: defaults go in a circle: a → b → a',
    ],
    [
      { ...FILES, 'db/mysql.yaml': '# @package a b\nx: 1\n' },
      [],
      'db/mysql.yaml:1: must be "# @package PATH", got "# @package a b"',
    ],
    [
      FILES,
      ['db=oracle'],
      'override "db=oracle": there is no db/oracle.yaml in /conf; there are mysql, postgres',
    ],
    [FILES, ['db@x=mysql'], 'override "db@x=mysql": no defaults name group db@x; did you mean db?'],
    [
      FILES,
      ['db=5'],
      'override "db=5": must name an option of group db, or several as a list, got 5',
    ],
    [FILES, ['++db=mysql'], 'override "++db=mysql": is for values; +db=mysql adds a group'],
    [
      FILES,
      ['~db=postgres'],
      'override "~db=postgres": no defaults name group db with option postgres, so it cannot be removed',
    ],
    [
      FILES,
      ['server/x=y'],
      'override "server/x=y": looks like a choice for config group server/x, but there is no folder /conf/server/x',
    ],
    [
      FILES,
      ['run.nmae=y'],
      'run.nmae: is not in the config; did you mean run.name? +run.nmae=y adds it (override "run.nmae=y")',
    ],
    [
      FILES,
      ['run.seed=1'],
      'run.seed: is not in the config; +run.seed=1 adds it (override "run.seed=1")',
    ],
    [
      FILES,
      ['+run.name=y'],
      'run.name: is there already and is "x"; run.name=y changes it, ++run.name=y sets it in any case (override "+run.name=y")',
    ],
    [
      FILES,
      ['run.name.x=y'],
      'run.name.x: cannot be set: run.name is "x" (override "run.name.x=y")',
    ],
    [
      FILES,
      ['run.steps.5=y'],
      'run.steps.5: cannot be set: run.steps is a list of 2, and has no item 5 (override "run.steps.5=y")',
    ],
    [
      FILES,
      ['run={nam:y}'],
      'run: has no key nam; did you mean name? +run={nam:y} adds it (override "run={nam:y}")',
    ],
    [
      FILES,
      ['run=[1]'],
      'run: must be a mapping as in config.yaml:5, got a list in override "run=[1]"',
    ],
    [
      FILES,
      ['~run.nam'],
      'run.nam: cannot be removed: it is not in the config; did you mean ~run.name? (override "~run.nam")',
    ],
    [
      FILES,
      ['~run.name=y'],
      'run.name: cannot be removed: it is "x" and not "y" (override "~run.name=y")',
    ],
    [
      FILES,
      ['~run.steps.0'],
      'run.steps.0: cannot be removed: it is an item of a list; give the whole list (override "~run.steps.0")',
    ],
  ])(
    'is refused with the place and what there is instead: %j %j',
    async (files, overrides, expected) => {
      const { problems } = await compose(files, overrides);
      expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([expected]);
    },
  );

  it('is named all at once, and the rest is composed', async () => {
    const files = withConfig('defaults:\n  - db: oracle\n  - db@x: mysql\n  - y: z\na: 1\n');
    const { root, problems } = await compose(files, ['b=1', 'a=2', 'x.driver=none']);
    expect(problems.map(({ path }) => path)).toEqual(['config.yaml:4', 'config.yaml:2', 'b']);
    expect(encodeNode(root)).toEqual({
      map: [
        ['x', { map: [['driver', 'none']] }],
        ['a', { int: '2' }],
      ],
    });
  });

  it('is no concern of ours when only Hydra reads it', async () => {
    const files = withConfig(
      'defaults:\n  - db: mysql\n  - override hydra/job_logging: none\na: 1\n',
    );
    const { problems, ignored } = await compose(files, ['hydra.run.dir=x', 'hydra/launcher=y']);
    expect(problems).toEqual([]);
    expect(ignored).toEqual(['hydra.run.dir', 'hydra/launcher', 'hydra/job_logging']);
  });
});
