// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations are what is read here.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigProblem } from '../../../ts/errors/config-error.ts';
import { mergeConfigs } from '../../../ts/trainer/config-files/merge.ts';
import {
  type ConfigNode,
  list,
  type MappingNode,
  mapping,
  scalar,
} from '../../../ts/trainer/config-files/node.ts';
import { parseYaml } from '../../../ts/trainer/config-files/parse-yaml.ts';
import { type Encoded, encodeNode, normalise, type Outcome, readVectors } from './vectors.ts';

/** By the last of the texts: what differs from OmegaConf, and why that is as good. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  "a: '${other}' + a: ???": 'the interpolation stays one, and leads to the same',
  "a: '${list}' + a: ???": 'the interpolation stays one, and leads to the same',
  "1: x + '1': y": 'keys are text here',
  '[1] + [2, 3]': 'a config is a mapping',
};

describe('mergeConfigs', () => {
  it('makes what OmegaConf makes, and refuses what it refuses', async () => {
    const different: string[] = [];
    for (const { texts, value } of readVectors<Outcome & { texts: string[] }>('merge')) {
      const files = await Promise.all(texts.map((text) => parseYaml(text, 'f.yaml')));
      const { root, problems } = merge(...files.map((file) => file.root));
      const isRead = files.every((file) => file.problems.length === 0);
      const got = isRead && problems.length === 0 ? encodeNode(root) : undefined;
      const expected = value === undefined ? undefined : normalise(value);
      if (JSON.stringify(got) === JSON.stringify(expected)) continue;
      different.push(texts.map((text) => text.split('\n').at(-1)).join(' + '));
    }
    expect(different).toEqual(Object.keys(DIFFERENCES));
  });

  it('says where two files disagree about what a key holds', async () => {
    const lower = await parseYaml('a:\n  b: {c: 1}\n', 'base.yaml');
    const upper = await parseYaml('a:\n  b: [1]\n', 'run.yaml');
    expect(merge(lower.root, upper.root).problems).toEqual([
      { path: 'a.b', message: 'must be a mapping as in base.yaml:2, got a list in run.yaml:2' },
    ]);
  });

  it('keeps a config over which nothing, or it itself, is laid', () => {
    fc.assert(
      fc.property(arbitraryConfig, (config) => {
        const nothing = mapping([], '');
        expect(merged(config, nothing)).toEqual(encodeNode(config));
        expect(merged(nothing, config)).toEqual(encodeNode(config));
        expect(merged(config, config)).toEqual(encodeNode(config));
      }),
    );
  });

  it('does not care which two of three are merged first', () => {
    fc.assert(
      fc.property(arbitraryConfig, arbitraryConfig, arbitraryConfig, (a, b, c) => {
        expect(merged(merge(a, b).root, c)).toEqual(merged(a, merge(b, c).root));
      }),
    );
  });

  it('has every value of the upper config, and every key of both', () => {
    fc.assert(
      fc.property(arbitraryConfig, arbitraryConfig, (a, b) => {
        const { root } = merge(a, b);
        const leaves = leavesOf(root);
        for (const [path, value] of leavesOf(b)) {
          if (value !== '???') expect([path, leaves.get(path)]).toEqual([path, value]);
        }
        expect(keysOf(root)).toEqual(new Set([...keysOf(a), ...keysOf(b)]));
      }),
    );
  });
});

function merge(...configs: MappingNode[]): { root: MappingNode; problems: ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const options = { env: {}, now: new Date(0), problems };
  const root = configs.reduce((base, over) => mergeConfigs(base, over, options));
  return { root, problems };
}

function merged(...configs: MappingNode[]): Encoded {
  return encodeNode(merge(...configs).root);
}

/** Configs in which the same key always holds the same kind of value: without that the order of merging counts. */
const arbitraryConfig: fc.Arbitrary<MappingNode> = fc.letrec<{ config: MappingNode }>((tie) => ({
  config: fc
    .record(
      {
        text: fc.constantFrom('x', 'y', '???').map((value) => scalar(value, '')),
        number: fc.bigInt({ min: 0n, max: 3n }).map((value) => scalar(value, '')),
        nothing: fc.constant(scalar(null, '')),
        list: fc.array(fc.boolean(), { maxLength: 2 }).map((items) =>
          list(
            items.map((item) => scalar(item, '')),
            '',
          ),
        ),
        inner: fc.oneof({ depthSize: 'small' }, fc.constant(mapping([], '')), tie('config')),
      },
      { requiredKeys: [] },
    )
    .map((entries) => mapping(Object.entries(entries), '')),
})).config;

function leavesOf(node: ConfigNode, path = ''): Map<string, unknown> {
  if (node.kind === 'list') return new Map([[path, node.items.map(encodeNode)]]);
  if (node.kind === 'scalar') return new Map([[path, node.value]]);
  return new Map(
    [...node.entries].flatMap(([key, child]) => [...leavesOf(child, `${path}.${key}`)]),
  );
}

function keysOf(node: ConfigNode, path = ''): Set<string> {
  if (node.kind !== 'mapping') return new Set([path]);
  return new Set([
    path,
    ...[...node.entries].flatMap(([key, child]) => [...keysOf(child, `${path}.${key}`)]),
  ]);
}
