import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  getAdvEstimator,
  isSpecEstimator,
  listAdvEstimators,
  registerAdvEstimator,
} from '../../ts/estimators/registry.ts';
import { describeSingleton } from '../../ts/estimators/spec/describe-singleton.ts';
import { formats } from '../../ts/rollouts/formats/index.ts';
import { run } from './run.ts';

describe('upperhand', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('has help for every command, with examples and exit status', async () => {
    for (const args of [[], ['advantages'], ['estimators'], ['demo']]) {
      const { code, out, err } = await run([...args, '--help']);
      expect([args, code, err]).toEqual([args, 0, '']);
      expect(out).toMatch(/Usage: upperhand/);
      expect(out).toMatch(/\nExamples?:\n {2}upperhand/);
      expect(out).toMatch(/Exit status/);
    }
  });

  it('explains every option of `advantages`', async () => {
    const { out } = await run(['advantages', '--help']);
    const options = [
      'estimator',
      'estimator-map',
      'no-std',
      'epsilon',
      'import',
      'kernels',
      'format',
      'input-format',
      'separate-files',
      'out',
    ];
    for (const { name, title } of formats)
      expect(out).toMatch(new RegExp(`\\n  ${name} +${title}\\n`));
    for (const option of options) expect(out).toMatch(new RegExp(`\\n {2}--${option} .*\\w`));
    expect(out).not.toContain('(default: {})');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(112);
  });

  it('shows help on stderr and ends with 2 without a command', async () => {
    const { code, out, err } = await run([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Usage: upperhand');
  });
});

describe('upperhand estimators', () => {
  it('lists what is registered with its formula', async () => {
    const { code, out, err } = await run(['estimators']);
    expect([code, err]).toEqual([0, '']);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows[0]).toEqual(['name', 'what it is', 'formula']);
    expect(rows.slice(1).map(([name]) => name)).toEqual(listAdvEstimators());
    expect(rows[1]).toEqual(['grpo', 'GRPO', '(r − mean(group)) / (std(group) + 1e-6)']);
  });

  it('gives the same to machines', async () => {
    for (const option of [['--json'], ['--format', 'json']]) {
      const { out } = await run(['estimators', ...option]);
      expect(JSON.parse(out)).toMatchObject(
        listAdvEstimators().map((name) => ({ name, builtIn: true })),
      );
    }
    expect(await run(['estimators', '--format', 'table'])).toEqual(await run(['estimators']));
  });

  it('lists one of yours, and aligns the table on a terminal', async () => {
    const takeBack = registerAdvEstimator('doubled', (rewards) => ({
      advantages: rewards.values.map((r) => 2 * r),
    }));
    try {
      const { out } = await run(['estimators'], { tty: true, env: { NO_COLOR: '1' } });
      expect(out).toMatch(/\ndoubled {2,}doubled {2,}\(a function of its own\)\n$/);
    } finally {
      takeBack();
    }
  });
});

describe('upperhand demo estimators', () => {
  it('shows every estimator side by side, and what each group can teach', async () => {
    const { code, out, err } = await run(['demo', 'estimators']);
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[1]?.split(/ +/)).toEqual(['task', 'reward', ...listAdvEstimators()]);
    expect(lines[2]?.split(/ +/).slice(0, 7)).toEqual([
      'sort-list',
      '1',
      '1.732',
      '1.000',
      '3.120',
      '1.347',
      '1.000',
    ]);
    for (const signal of ['informative', 'too easy', 'too hard', 'constant', 'single']) {
      expect(out).toContain(signal);
    }
    expect(out).toContain('upperhand advantages FILE');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what must not be in a pipe
    expect(out).not.toMatch(/\u001b/);
  });

  it('says for which estimators equal rewards teach nothing, as its own table shows', async () => {
    const { out } = await run(['demo', 'estimators']);
    const lines = out.split('\n');
    const first = lines.findIndex((line) => line.startsWith('fix-typo'));
    const names = lines[1]?.split(/ +/).slice(2) ?? [];
    const pushed = lines[first]?.split(/ +/).slice(2).map(Number) ?? [];
    const [, within = '', others = ''] =
      /^ {2}(.*) give each 0, .*\n {2}(.*) push all of them alike/m.exec(out) ?? [];
    expect(within.split(', ')).toEqual(names.filter((_, i) => pushed[i] === 0));
    expect(others.split(', ')).toEqual(names.filter((_, i) => pushed[i] !== 0));
    for (const name of names) {
      const estimator = getAdvEstimator(name);
      if (!isSpecEstimator(estimator)) throw new Error(name);
      expect(lines).toContain(`  ${name}: ${describeSingleton(estimator.spec())}`);
    }
  });

  it('is coloured on a terminal', async () => {
    expect((await run(['demo', 'estimators'], { tty: true })).out).toContain('\u001b[1m');
  });
});
