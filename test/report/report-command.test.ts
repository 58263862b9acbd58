import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, run } from '../cli/run.ts';
import { readReport } from './parts.ts';
import { reportFolder } from './report-folder.ts';

const { at, file, folder, plain, report, sums } = reportFolder();

describe('upperhand report', () => {
  it('says what it wrote, on stdout alone', async () => {
    const out = at('said.html');
    const ran = await run(['report', plain, '-o', out]);
    expect(ran).toEqual({
      code: 0,
      out: `${out}: 5 rollouts in 2 groups, 0.1 MB\n`,
      err: '',
    });
  });

  it('replaces a report, and nothing else unless --force', async () => {
    const out = file('mine.html', '<p>mine</p>');
    const args = ['report', plain, '--out', out];
    const refused = await run(args);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toBe(`error: ${out} is there and is no report; --force replaces it\n`);
    expect(readFileSync(out, 'utf8')).toBe('<p>mine</p>');
    expect(await run([...args, '--force'])).toMatchObject({ code: 0 });
    expect(await run(args)).toMatchObject({ code: 0 });
    expect(readReport(out).data.rollouts).toBe(5);
  });

  it('is about the roles, tasks and steps that are asked for', async () => {
    const { data } = await report(sums, '--role', 'judge', '--step', '2', '--step', '3');
    expect(data).toMatchObject({ selection: '--role judge --step 2 --step 3', groups: 24 });
    expect(data.roles.map(({ role }) => role)).toEqual(['judge']);
    const texts = readReport(`${sums}.html`).texts;
    expect(texts.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 192 }, (_, i) => i),
    );
  });

  it('takes estimators in their order, each once', async () => {
    const names = ['rloo', 'grpo', 'rloo'].flatMap((name) => ['--estimator', name]);
    const { data } = await report(plain, ...names);
    expect(data.list.estimators).toEqual(['rloo', 'grpo']);
    expect(data.list.rollouts.advantages[0]).toEqual([1, -1, 0, 0, null]);
  });

  async function withTemporary<T>(path: string, use: () => Promise<T>): Promise<T> {
    const { TMPDIR } = process.env;
    process.env.TMPDIR = path;
    try {
      return await use();
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  }

  it('reads standard input, in a file that is gone afterwards', async () => {
    mkdirSync(at('temporary'));
    const out = at('stdin.html');
    const stdin = readFileSync(sums);
    const ran = await withTemporary(at('temporary'), () =>
      run(['report', '-', '--out', out], { stdin }),
    );
    expect(ran).toMatchObject({ code: 0, err: '' });
    const [found, expected] = [readReport(out), await report(sums)];
    expect(found.data.title).toBe('standard input');
    expect(found.texts).toEqual(expected.texts);
    expect(found.data.list.rollouts).toEqual(expected.data.list.rollouts);
    expect(readdirSync(at('temporary'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('reads pipes, as a shell makes them', async () => {
    const pipe = at('pipe');
    execFileSync('mkfifo', [pipe]);
    const out = at('pipe.html');
    const written = writeFile(pipe, readFileSync(sums));
    const ran = await run(['report', pipe, '--out', out]);
    await written;
    expect(ran).toMatchObject({ code: 0, err: '' });
    const [found, expected] = [readReport(out), await report(sums)];
    expect(found.data.title).toBe(pipe);
    expect(found.texts).toEqual(expected.texts);
  });

  it('ends with 1 where standard input cannot be kept', async () => {
    const ran = await withTemporary(at('none'), () =>
      run(['report', '-', '--out', at('kept.html')], { stdin: '{}' }),
    );
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/^error: standard input .* cannot be kept in .*none: ENOENT/);
  });

  it.each<[string, string[], RegExp]>([
    ['an estimator that there is not', [plain, '--estimator', 'gpro'], /gpro/],
    ['standard output', [plain, '--out', '-'], /--out must be a file/],
    ['a size that is none', [plain, '--max-mb', '0'], /from 0.5 to 2000/],
    ['a file that is read', [plain, '--out', plain], /would overwrite/],
  ])('refuses %s', async (_, args, message) => {
    const out = at('refused.html');
    const ran = await run(['report', ...(args.includes('--out') ? [] : ['--out', out]), ...args]);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toMatch(message);
    expect(existsSync(out)).toBe(false);
  });

  it('writes over no file of a folder that it reads, with --force neither', async () => {
    mkdirSync(at('run'));
    const path = file(join('run', 'a.jsonl'), readFileSync(plain, 'utf8'));
    const { code, err } = await run(['report', at('run'), '--force', '--out', path]);
    expect([code, err]).toEqual([
      2,
      `error: --out ${path} would overwrite ${path}, which is read\n`,
    ]);
    expect(readFileSync(path)).toEqual(readFileSync(plain));
    const beside = join(at('run'), 'report.html');
    for (let times = 0; times < 2; times++) {
      expect(await run(['report', at('run'), '--out', beside])).toMatchObject({ code: 0 });
    }
  });

  it('ends with 3 where records could not be read, and with 1 where none could', async () => {
    const torn = file('torn.jsonl', '{"task_id":"a","reward":1}\nbroken\n');
    const out = at('torn.html');
    const some = await run(['report', torn, '--out', out]);
    expect(some).toMatchObject({ code: 3 });
    expect(some.err).toMatch(/torn\.jsonl:2: /);
    expect(readReport(out).data.findings).toContainEqual(
      expect.objectContaining({ kind: 'malformed', count: 1 }),
    );
    const none = await run(['report', file('none.jsonl', 'broken\n'), '--out', at('none.html')]);
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(existsSync(at('none.html'))).toBe(false);
    const other = await run(['report', plain, '--role', 'x', '--out', at('none.html')]);
    expect(other.err).toContain('none of 5 rollouts is of --role x; roles are solver, judge\n');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('leaves out rollouts whose content is not valid, and shows those after them in their places', async () => {
    const line = (i: number, logprobs: unknown[]): object => ({
      upperhand: 1,
      id: `a:${i}`,
      trajectories: [
        {
          name: 'r',
          reward: i,
          steps: [{ modelResponse: `answer ${i}`, responseIds: [1], logprobs }],
        },
      ],
    });
    const path = file(
      'invalid.jsonl',
      jsonLines([line(0, [-1]), line(1, ['-1']), line(2, [-1]), line(3, [-1, -2])]),
    );
    const out = at('invalid.html');
    await run(['report', path, '--out', out]);
    const { data, texts } = readReport(out);
    const kinds = data.findings.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['invalid-content', 'mismatched']));
    expect(
      texts.map(({ id, steps }) => [id, steps[0]?.messages[0]?.text, steps[0]?.mismatch]),
    ).toEqual([
      [0, 'answer 0', undefined],
      [2, 'answer 2', undefined],
      // Its lists do not fit each other, and that is said.
      [3, 'answer 3', '1 token ids, 2 log probabilities'],
    ]);
  });
});
