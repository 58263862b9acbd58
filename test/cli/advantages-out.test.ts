import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFiles } from '../support/temporary-files.ts';
import { jsonLines, run } from './run.ts';

const { folder, file } = temporaryFiles();

const two = jsonLines([
  { task_id: 't', name: 'solver', reward: 1 },
  { task_id: 't', name: 'solver', reward: 0 },
]);

describe('upperhand advantages', () => {
  it('writes --out as a whole or not at all', async () => {
    const path = join(folder, 'out.jsonl');
    const { out, code } = await run(['advantages', '-', '--format', 'jsonl', '--out', path], {
      stdin: two,
    });
    expect([out, code]).toEqual(['', 0]);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
    const failed = await run(['advantages', '-', '--out', path], { stdin: '' });
    expect(failed.code).toBe(1);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('takes --out - for stdout', async () => {
    const args = ['advantages', '-', '--format', 'jsonl'];
    const plain = await run(args, { stdin: two });
    expect(await run([...args, '--out', '-'], { stdin: two })).toEqual(plain);
    expect(plain.code).toBe(0);
  });

  it('writes --out through a link, and refuses a folder that is not there', async () => {
    const [target, link] = [file('target.txt', 'old'), join(folder, 'link.txt')];
    symlinkSync(target, link);
    await run(['advantages', '-', '--format', 'jsonl', '--out', link], { stdin: two });
    expect(readFileSync(target, 'utf8')).toContain('"solver"');
    const missing = join(folder, 'none', 'x.json');
    const { code, err } = await run(['advantages', '-', '--out', missing], { stdin: two });
    expect(code).toBe(1);
    expect(err).toContain(`error: cannot write ${missing}: its folder does not exist\n`);
  });

  it('refuses to write over what it reads, and to read a file twice', async () => {
    const path = file('once.jsonl', two);
    const link = join(folder, 'once-again.jsonl');
    symlinkSync(path, link);
    const wrong: [string[], string][] = [
      [[path, '--out', path], `--out ${path} would overwrite ${path}, which is read`],
      [[path, '--out', link], `--out ${link} would overwrite ${path}, which is read`],
      [[path, path], `${path} is given twice; its rollouts would count twice`],
      [['none.jsonl', 'none.jsonl'], 'none.jsonl is given twice; its rollouts would count twice'],
      [
        [path, '-', link],
        `${link} is given twice, first as ${path}; its rollouts would count twice`,
      ],
    ];
    for (const [args, message] of wrong) {
      const { code, out, err } = await run(['advantages', ...args, '--separate-files']);
      expect([code, out, err]).toEqual([2, '', `error: ${message}\n`]);
    }
    expect(readFileSync(path, 'utf8')).toBe(two);
  });

  it('refuses to write over a file of a folder that it reads', async () => {
    const inside = join(folder, 'a-run', 'steps');
    mkdirSync(inside, { recursive: true });
    const path = file(join('a-run', 'steps', '1.jsonl'), two);
    const link = join(folder, 'into-a-run.jsonl');
    symlinkSync(path, link);
    for (const out of [path, link]) {
      const ran = await run(['advantages', join(folder, 'a-run'), '--out', out]);
      const message = `--out ${out} would overwrite ${path}, which is read`;
      expect(ran).toEqual({ code: 2, out: '', err: `error: ${message}\n` });
    }
    expect(readFileSync(path, 'utf8')).toBe(two);
    const beside = join(inside, 'advantages.txt');
    for (let times = 0; times < 2; times++) {
      const { code } = await run(['advantages', join(folder, 'a-run'), '--out', beside]);
      expect(code).toBe(0);
    }
  });

  it('looks whether --out can be written before it reads', async () => {
    const { err } = await run(['advantages', 'none.jsonl', '--out', folder]);
    expect(err).toBe(`error: cannot write ${folder}: it is a folder\n`);
    const { code } = await run(['advantages', 'none.jsonl', '--out', '']);
    expect(code).toBe(2);
  });
});
