import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TrainerConfig } from '../../../ts/config/trainer-config.ts';
import { BASE_CONFIG } from '../../../ts/trainer/config-files/base-config.ts';
import { folderInMemory } from '../../../ts/trainer/config-files/config-folder.ts';
import { readConfigFile } from '../../../ts/trainer/config-files/read-config-file.ts';
import { gather } from '../../support/config-problems.ts';

async function read(text: string): Promise<TrainerConfig> {
  const folder = folderInMemory({ 'run.yaml': text });
  const { warnings, onWarning } = gather();
  const config = (await readConfigFile('run.yaml', [], { folder })).toTrainerConfig({ onWarning });
  expect(warnings).toEqual([]);
  return config;
}

it('says what the config is without a file', async () => {
  const { root: _, ...base } = await read(BASE_CONFIG);
  const { root: __, ...defaults } = TrainerConfig.fromConfig({});
  expect(base).toEqual(defaults);
});

it('has the keys that the documentation lists', async () => {
  const page = readFileSync(new URL('../../../docs/trainer.md', import.meta.url), 'utf8');
  const [, listed = ''] = /```yaml\n(rllm:\n[\s\S]*?)```/.exec(page) ?? [];
  const [base, documented] = await Promise.all([read(BASE_CONFIG), read(listed)]);
  expect(base.root).toEqual(documented.root);
});
