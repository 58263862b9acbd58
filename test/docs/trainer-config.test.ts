import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { AsyncTrainingConfig } from '../../ts/config/async-training-config.ts';
import { TrainerConfig } from '../../ts/config/trainer-config.ts';
import { DATA, LOOP, MULTIPLIER, ROLLOUT, WORKFLOW } from '../../ts/config/trainer-fields.ts';
import { TerminationReason } from '../../ts/index.ts';
import { codeBlocks, pageTables } from './code-blocks.ts';

const block = codeBlocks('docs/trainer.md').find(
  ({ language, text }) => language === 'yaml' && text.includes('async_training:'),
);
const told = parse(block?.text ?? '') as { rllm: Record<string, Record<string, unknown>> };

it('docs/trainer.md lists the defaults of all keys', () => {
  const ofPage = TrainerConfig.fromConfig(told, {
    onWarning: ({ message }) => expect.unreachable(message),
  });
  expect({ ...ofPage, root: null }).toEqual({
    ...TrainerConfig.fromConfig({ rllm: {} }),
    root: null,
  });
});

const keysOf = (table: object): string[] => Object.values(table).map(({ key }) => key);

it.each([
  ['data', keysOf(DATA)],
  ['workflow', [...keysOf(WORKFLOW), 'workflow_args']],
  ['rollout', [...keysOf(ROLLOUT), 'train', 'val']],
  ['trainer', keysOf(LOOP)],
  ['rejection_sample', ['enable', MULTIPLIER.key, ...keysOfTable('rllm.rejection_sample')]],
  ['algorithm', keysOfTable('rllm.algorithm')],
  ['transform', keysOfTable('rllm.transform')],
  [
    'compact_filtering',
    ['enable', ...Object.values(TerminationReason).map((reason) => `mask_${reason}`)],
  ],
  ['async_training', Object.keys(AsyncTrainingConfig.create()).map(toSnake)],
])('docs/trainer.md has all keys of %s', (section, keys) => {
  expect(Object.keys(told.rllm[section] ?? {}).sort()).toEqual([...keys].sort());
});

function keysOfTable(heading: string): string[] {
  const table = pageTables('docs/config.md').find((one) => one.heading === `\`${heading}\``);
  return (table?.rows ?? []).map(({ key = '' }) => key).filter((key) => key !== '–');
}

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
