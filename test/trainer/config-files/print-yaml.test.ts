// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations are what is read here.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folderInMemory } from '../../../ts/trainer/config-files/config-folder.ts';
import {
  type ConfigNode,
  list,
  type MappingNode,
  mapping,
  scalar,
} from '../../../ts/trainer/config-files/node.ts';
import { parseYaml } from '../../../ts/trainer/config-files/parse-yaml.ts';
import { printYaml } from '../../../ts/trainer/config-files/print-yaml.ts';
import { readConfigFile } from '../../../ts/trainer/config-files/read-config-file.ts';
import { encodeNode, readVectors } from './vectors.ts';

it('writes values with their places', async () => {
  const text =
    'rllm:\n  trainer: {total_epochs: 3, logger: [console, "yes"]}\n  algorithm: {kl_beta: 1e-6, eps_clip: 1.0}\nnone: {}\nseed: ${rllm.data.seed}\n';
  const folder = folderInMemory({ 'run.yaml': text });
  const file = await readConfigFile('run.yaml', ['rllm.rollout.n=2', '+a=[]'], { folder });
  expect(await file.toYaml()).toBe(`rllm:
  trainer:
    total_epochs: 3 # run.yaml:2
    logger:
      - console # run.yaml:2
      - "yes" # run.yaml:2
  algorithm:
    kl_beta: 1e-06 # run.yaml:3
    eps_clip: 1.0 # run.yaml:3
  rollout:
    n: 2 # override "rllm.rollout.n=2"
none: {} # run.yaml:4
seed: 0 # run.yaml:5: \${rllm.data.seed}
a: [] # override "+a=[]"
`);
});

it('writes what is read back as the same', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryMapping, async (node) => {
      const { root, problems } = await parseYaml(await printYaml(node), 'f.yaml');
      expect(problems).toEqual([]);
      expect(encodeNode(root)).toEqual(encodeNode(node));
    }),
  );
});

it('quotes all text that OmegaConf would read as something else', async () => {
  for (const { text } of readVectors<{ text: string }>('yaml')) {
    const node = mapping([[text, list([scalar(text.replace(/^v: /, ''), '')], '')]], '');
    const { root } = await parseYaml(await printYaml(node), 'f.yaml');
    expect(encodeNode(root)).toEqual(encodeNode(node));
  }
});

const arbitraryText = fc.oneof(fc.string({ unit: 'binary' }), fc.string());

const arbitraryMapping: fc.Arbitrary<MappingNode> = fc.letrec<{
  node: ConfigNode;
  mapping: MappingNode;
}>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc
      .oneof(arbitraryText, fc.double(), fc.bigInt(), fc.boolean(), fc.constant(null))
      .map((value) => scalar(value, 'f.yaml:1')),
    fc.array(tie('node'), { maxLength: 3 }).map((items) => list(items, 'f.yaml:2')),
    tie('mapping'),
  ),
  mapping: fc
    .uniqueArray(fc.tuple(arbitraryText, tie('node')), { maxLength: 3, selector: ([key]) => key })
    .map((entries) => mapping(entries, 'f.yaml:3')),
})).mapping;
