import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lakeRows } from '../../../ts/cli/demo/lake-view.ts';
import { runLakeDemo } from '../../../ts/cli/demo/run-lake-demo.ts';
import { bar, sparkline } from '../../../ts/cli/demo/sparkline.ts';
import { styleFor } from '../../../ts/cli/style.ts';
import { run } from '../run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upperhand-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function demo(isTTY: boolean) {
  const [out, err]: [string[], string[]] = [[], []];
  const into = (pieces: string[]) => ({
    write: (text: string | Uint8Array) => void pieces.push(String(text)),
    isTTY,
    columns: 80,
  });
  const io = { stdin: (async function* () {})(), stdout: into(out), stderr: into(err), env: {} };
  const size = { tasks: 4, warmUpSteps: 3 };
  const code = await runLakeDemo({ seed: 1, updates: 10, out: folder, workers: 0, size }, io);
  return { code, out: out.join(''), err: err.join('') };
}

describe('upperhand demo', () => {
  it('shows warm-up, reward and success, a game, and where everything is', async () => {
    const { code, out, err } = await demo(false);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('192 games of uniformly random legal moves');
    expect(out).toMatch(
      /^update 10\/10 {2}[█░]{20} reward 0\.\d\d {2}[▁-█]{10} {2}goal from \d+\/11$/m,
    );
    expect(out).toMatch(/from \d+ of 11 starts before the training/);
    expect(out).toMatch(/and from \d+ of 11 starts after 10 updates, 640 games/);
    expect(out).toMatch(/A game from cell d, move by move/);
    expect(out).toMatch(/^start {2,}[←↓→↑] \d+ %/m);
    expect(out).toMatch(/^a b c @ {2}/m);
    const metrics = await readFile(join(folder, 'metrics.jsonl'), 'utf8');
    expect(metrics.match(/"reward\/agent\/mean"/g)).toHaveLength(10);
    expect(await readdir(join(folder, 'tensorboard'))).toHaveLength(1);
    expect(await readdir(join(folder, 'episodes/train_step_10_epoch_0'))).toHaveLength(65);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what must not be in a pipe
    expect(out).not.toMatch(/\u001b/);
  });

  it('redraws one line on a terminal', async () => {
    const { out } = await demo(true);
    expect(out).toContain('\r\u001b[Kwarm-up 3/3');
    expect(out.split('\r\u001b[Kupdate')).toHaveLength(11);
  });

  it.each([
    ['--updates', '0'],
    ['--seed', '-1'],
    ['--seed', 'x'],
    ['--out', ''],
  ])('refuses %s %j', async (...args) => {
    expect(await run(['demo', ...args])).toMatchObject({ code: 2, out: '' });
  });
});

describe('the picture', () => {
  it('has a block for each number, or the mean of a part', () => {
    expect(sparkline([0, 0.5, 1], 10)).toBe('▁▅█');
    expect(sparkline([0, 1, 1, 1], 2)).toBe('▅█');
    expect(sparkline([], 5)).toBe('');
    expect(sparkline([1], 0)).toBe('');
    expect([bar(0, 4), bar(0.5, 4), bar(2, 4)]).toEqual(['░░░░', '██░░', '████']);
  });

  it('shows the lake, and who stands where', () => {
    const style = styleFor({ write: () => {} }, {});
    expect(lakeRows(style, 3)).toEqual(['a b c @', 'e O g O', 'i j k O', 'O n o G']);
  });
});
