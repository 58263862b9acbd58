import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { FileSink } from '../../ts/cli/file-sink.ts';
import { findOutPlace } from '../../ts/cli/out-place.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'upperhand-sink-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function write(path: string, text: string): Promise<void> {
  const sink = await FileSink.create(await findOutPlace(path));
  sink.write(text);
  await sink.finish();
}

function leftovers(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.tmp'));
}

describe('FileSink', () => {
  it('keeps the permissions of the file that it replaces', async () => {
    const path = join(folder, 'secret');
    writeFileSync(path, 'old');
    chmodSync(path, 0o600);
    await write(path, 'new');
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o600]);
  });

  it('makes the file that a link leads to, whether it was there or not', async () => {
    mkdirSync(join(folder, 'deep'));
    symlinkSync('second', join(folder, 'first'));
    symlinkSync('deep/target', join(folder, 'second'));
    for (const text of ['new', 'newer']) {
      await write(join(folder, 'first'), text);
      expect(readFileSync(join(folder, 'deep', 'target'), 'utf8')).toBe(text);
    }
    expect(readdirSync(join(folder, 'deep'))).toEqual(['target']);
  });

  const { error: noPipes } = spawnSync('mkfifo', ['--version']);
  it.skipIf(noPipes)('writes into a pipe behind a link', async () => {
    const [pipe, link] = [join(folder, 'pipe'), join(folder, 'to-pipe')];
    execFileSync('mkfifo', [pipe]);
    symlinkSync(pipe, link);
    const reader = spawn('cat', [pipe]);
    const read = new Promise((done) => {
      reader.stdout.once('data', (data: Buffer) => done(data.toString()));
    });
    await write(link, 'through the pipe');
    expect(await read).toBe('through the pipe');
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it('says before anything is written what cannot be written', async () => {
    writeFileSync(join(folder, 'plain'), '');
    symlinkSync('circle', join(folder, 'circle'));
    const wrong: [string, string][] = [
      [folder, 'it is a folder'],
      [join(folder, 'none', 'x'), 'its folder does not exist'],
      [join(folder, 'plain', 'x'), 'a part of its path is no folder'],
      [join(folder, 'circle'), 'its links lead in a circle'],
    ];
    for (const [path, reason] of wrong) {
      await expect(findOutPlace(path)).rejects.toThrow(`cannot write ${path}: ${reason}`);
    }
  });

  it('leaves nothing behind when it is abandoned', async () => {
    const sink = await FileSink.create(await findOutPlace(join(folder, 'never')));
    sink.write('half of it');
    await sink.flush();
    await sink.abandon();
    expect(readdirSync(folder)).not.toContain('never');
    expect([leftovers(), process.listenerCount('SIGINT')]).toEqual([[], 0]);
  });

  it.skipIf(process.platform === 'win32')('leaves nothing behind when interrupted', async () => {
    const path = join(folder, 'interrupted');
    writeFileSync(path, 'old');
    const script = `
      const { FileSink } = await import('./ts/cli/file-sink.ts');
      const { findOutPlace } = await import('./ts/cli/out-place.ts');
      const sink = await FileSink.create(await findOutPlace(${JSON.stringify(path)}));
      sink.write('half of it');
      await sink.flush();
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const args = ['--import', 'tsx', '--input-type=module', '-e', script];
    const child = spawn(process.execPath, args, { cwd: root });
    child.stdout.once('data', () => {
      expect(leftovers()).toHaveLength(1);
      child.kill('SIGINT');
    });
    const signal = await new Promise((done) => {
      child.on('close', (_, by) => done(by));
    });
    expect([signal, leftovers(), readFileSync(path, 'utf8')]).toEqual(['SIGINT', [], 'old']);
  });
});
