import { mkdtempSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FileCheckpointStore } from '../../../ts/trainer/checkpoint/file-checkpoint-store.ts';
import { replaceFs } from '../../support/replace-fs.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files = { 'checkpoint.bin': Uint8Array.of(1, 2, 3) };

describe('two that save in one folder', () => {
  it('are told so, and the one that was first has its checkpoint', async () => {
    const store = new FileCheckpointStore(join(folder, 'shared'));
    const other = new FileCheckpointStore(store.place);
    let isFirst = true;
    // The other one saves the same step between a file and its name.
    const rename: typeof fs.rename = async (from, to) => {
      if (isFirst) {
        isFirst = false;
        await other.write('global_step_2', files);
      }
      await fs.rename(from, to);
    };
    await expect(
      replaceFs({ rename }, () => store.write('global_step_2', files)),
    ).rejects.toMatchObject({
      code: 'invalid-state',
      message: `${store.place} was changed while a checkpoint was being saved there (ENOENT): does another trainer save in it? Each run needs a folder of its own`,
      cause: { code: 'ENOENT' },
    });
    expect(await other.read('global_step_2', 'checkpoint.bin')).toEqual(files['checkpoint.bin']);
  });

  it('is not what any other failure is taken for', async () => {
    const store = new FileCheckpointStore(join(folder, 'full'));
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const rename = async () => {
      throw full;
    };
    await expect(replaceFs({ rename }, () => store.write('global_step_1', files))).rejects.toBe(
      full,
    );
  });
});
