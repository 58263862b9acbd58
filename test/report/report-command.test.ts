import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listAdvEstimators } from '../../ts/estimators/registry.ts';
import { jsonLines, run } from '../cli/run.ts';
import { hostile, makeHostileRollouts, makeRollouts } from '../runtimes/report/make-rollouts.mjs';
import { type ReportParts, readReport } from './parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

function file(name: string, content: string): string {
  writeFileSync(at(name), content);
  return at(name);
}

async function report(path: string, ...options: string[]): Promise<ReportParts> {
  const out = `${path}.html`;
  expect(await run(['report', path, '--out', out, ...options])).toMatchObject({ code: 0, err: '' });
  return readReport(out);
}

const plain = file(
  'plain.jsonl',
  jsonLines([
    { task_id: 'a', name: 'solver', rollout_idx: 0, reward: 1 },
    { task_id: 'a', name: 'solver', rollout_idx: 1, reward: 0 },
    { task_id: 'b', name: 'judge', rollout_idx: 0, reward: 0.5 },
    { task_id: 'b', name: 'judge', rollout_idx: 1, reward: 0.5 },
    { task_id: 'b', name: 'judge', rollout_idx: 2, reward: null },
  ]),
);
const sums = file('sums.jsonl', makeRollouts());

describe('the data of a report', () => {
  it('has the groups, their rollouts and how much signal there is', async () => {
    const { data, cuts } = await report(plain);
    expect(data).toMatchObject({
      title: plain,
      rollouts: 5,
      groups: 2,
      missing: 1,
      signal: { total: 2, informative: 1, constant: 1 },
      trends: [],
      scatter: null,
      limits: { maxMb: 20, listedGroups: 2, groupsWithTexts: 2 },
    });
    expect(data.list.groups).toMatchObject({
      task: ['a', 'b'],
      size: [2, 3],
      signal: ['informative', 'constant'],
      mean: [0.5, 0.5],
    });
    expect(data.list.rollouts).toMatchObject({
      reward: [1, 0, 0.5, 0.5, null],
      index: ['0', '1', '0', '1', '2'],
      line: [1, 2, 3, 4, 5],
    });
    expect(data.findings.map(({ kind }) => kind)).toEqual(['missing', 'constant']);
    // The rollout without a reward is the last of the list.
    expect(data.findings[0]?.places[0]).toMatchObject({ line: 5, rollout: 4 });
    expect(cuts).toEqual({ texts: 0, characters: 0, messages: 0 });
  });

  it('has the advantages of upperhand advantages, by each estimator', async () => {
    const { data } = await report(sums);
    expect(data.list.estimators).toEqual(listAdvEstimators());
    for (const [e, estimator] of data.list.estimators.entries()) {
      const { out } = await run([
        'advantages',
        sums,
        '--estimator',
        estimator,
        '--format',
        'jsonl',
      ]);
      const expected = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { line: number; item: number; advantage: number })
        .map(({ line, item, advantage }) => [`${line}:${item}`, advantage] as const);
      const { line, item, advantages } = data.list.rollouts;
      const found = line.map((of, id) => [`${of}:${item[id]}`, advantages[e]?.[id]] as const);
      expect(new Map(found)).toEqual(new Map(expected));
    }
  });

  it('follows rewards, signal and lengths step after step, role by role', async () => {
    const { data } = await report(sums);
    expect(data.trends.map(({ role, points }) => [role, points.length])).toEqual([
      ['solver', 8],
      ['judge', 8],
    ]);
    const solver = data.trends[0]?.points ?? [];
    expect(solver.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(solver.every(({ signal }) => signal.total === 12)).toBe(true);
    const lines = makeRollouts()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const first = lines.filter(({ step }) => step === 1).map((one) => one.trajectories[0].reward);
    const mean = first.reduce((sum: number, reward: number) => sum + reward, 0) / first.length;
    expect(solver[0]?.reward).toBe(mean);
    expect(data.scatter).toMatchObject({ unit: 'tokens', total: lines.length * 2 });
  });

  it('has every message once, and which are those of the step before', async () => {
    const turn = (...texts: string[]): object => ({
      chatCompletions: texts.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })),
      responseIds: [5, 6],
      logprobs: [-0.25, -0.75],
    });
    const path = file(
      'turns.jsonl',
      jsonLines([
        {
          upperhand: 1,
          id: 'a:0',
          task: 'the task',
          trajectories: [
            { name: 'r', reward: 1, steps: [turn('q', 'a'), turn('q', 'a', 'r', 'b')] },
          ],
        },
      ]),
    );
    const { texts } = await report(path);
    expect(texts).toMatchObject([
      {
        id: 0,
        task: 'the task',
        steps: [
          {
            same: 0,
            messages: [{ text: 'q' }, { role: 'assistant', text: 'a' }],
            meanLogprob: -0.5,
          },
          { same: 2, messages: [{ text: 'r' }, { text: 'b' }], responseTokens: 2 },
        ],
      },
    ]);
    expect(texts[0]?.steps[1]?.tokens).toEqual({ ids: [5, 6], logprobs: [-0.25, -0.75] });
  });
});

describe('steps without messages', () => {
  it('say what they saw, thought and did', async () => {
    const steps = [
      { observation: 'a wall', thought: 'hm', action: { move: 'left' } },
      { observation: { tile: 3 }, modelResponse: 'right', action: 'right' },
    ];
    const path = file(
      'steps.jsonl',
      jsonLines([{ upperhand: 1, id: 'a:0', trajectories: [{ name: 'r', reward: 1, steps }] }]),
    );
    const { texts } = await report(path);
    expect(texts[0]?.steps.map(({ messages }) => messages)).toEqual([
      [
        { role: 'observation', text: 'a wall' },
        { role: 'thought', text: 'hm' },
        { role: 'assistant', text: '{"move":"left"}' },
      ],
      [
        { role: 'observation', text: '{"tile":3}' },
        { role: 'assistant', text: 'right' },
      ],
    ]);
  });
});

describe('texts that would run', () => {
  it('stand in the page as data, and come out as they were', async () => {
    const { html, data, texts } = await report(file('hostile.jsonl', makeHostileRollouts()));
    expect(data.list.groups.task).toEqual(hostile);
    expect(texts.map(({ task }) => task)).toEqual(hostile.flatMap((text) => [text, text]));
    for (const { task, steps, facts } of texts) {
      expect(steps[0]?.messages[0]).toEqual({ role: 'user', text: task });
      expect(facts).toContainEqual(['note', task]);
    }
    // One script of the page, and blocks of data: nothing of a file begins an element.
    const opened = html.match(/<script[^>]*>/g) ?? [];
    expect(
      opened.filter((tag) => !tag.startsWith('<script type="application/json" data-report=')),
    ).toEqual(['<script>']);
    for (const mark of ['<img', '<iframe', '<svg', '<style>body', 'example.com/x.png" onerror']) {
      if (mark.startsWith('<')) expect(html).not.toContain(mark);
    }
  });

  it('cannot stand in the title', async () => {
    const path = file('<img src=x onerror=a()>.jsonl', jsonLines([{ task_id: 'a', reward: 1 }]));
    const { html } = await report(path);
    expect(html).toContain('&#60;img src=x onerror=a()&#62;.jsonl – rollout report</title>');
    expect(html).not.toContain('<img');
  });

  it('meet a policy that lets nothing but the page itself run, and nothing load', async () => {
    const { html } = await report(plain);
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'$/,
    );
    expect(html).not.toMatch(/(?:src|href)="(?!#)/);
  });
});

describe('--max-mb', () => {
  const long = 'a long text \u{1f600} <b>'.repeat(2000);
  const path = file(
    'long.jsonl',
    jsonLines(
      Array.from({ length: 60 }, (_, i) => ({
        upperhand: 1,
        id: `${i >> 1}:${i & 1}`,
        trajectories: [
          {
            name: 'r',
            reward: i & 1,
            steps: [
              {
                chatCompletions: [
                  { role: 'user', content: 'short' },
                  { role: 'assistant', content: `${long}end ${i}` },
                ],
              },
            ],
          },
        ],
      })),
    ),
  );

  it('cuts the middle of long texts, and says so', async () => {
    const { html, data, cuts, texts } = await report(path, '--max-mb', '0.5');
    expect(Buffer.byteLength(html)).toBeLessThan(500_000);
    expect(Buffer.byteLength(html)).toBeGreaterThan(400_000);
    expect(data.limits).toEqual({ maxMb: 0.5, listedGroups: 30, groupsWithTexts: 30 });
    expect(cuts.texts).toBe(60);
    expect(texts).toHaveLength(60);
    let characters = 0;
    for (const [i, { steps }] of texts.entries()) {
      const [short, cut] = steps[0]?.messages ?? [];
      expect(short?.text).toBe('short');
      if (typeof cut?.text !== 'object') throw new Error('it is not cut');
      expect(cut.text.tail.endsWith(`end ${i}`)).toBe(true);
      characters += cut.text.cut;
    }
    expect(cuts.characters).toBe(characters);
  });

  it('lists some of very many groups, those with findings among them', async () => {
    const many = Array.from({ length: 9000 }, (_, i) => ({
      task_id: `t${i >> 1}`,
      reward: i >> 1 === 3333 ? null : i & 1,
    }));
    const { data } = await report(file('many.jsonl', jsonLines(many)), '--max-mb', '0.5');
    expect(data).toMatchObject({ rollouts: 9000, groups: 4500 });
    const { listedGroups } = data.limits;
    expect(listedGroups).toBeLessThan(1500);
    expect(listedGroups).toBeGreaterThan(500);
    expect(data.list.groups.task).toContain('t3333');
    expect(data.findings[0]).toMatchObject({ kind: 'missing', count: 2 });
  });
});

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
    expect(other.err).toContain('none of 5 rollouts is of --role x');
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
