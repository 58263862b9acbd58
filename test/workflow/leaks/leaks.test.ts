import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { holdLeakGuard, runOwned } from '../../../ts/workflow/leak-guard.ts';
import { makeEngine, promisesToSettle } from '../engines.ts';

const program = fileURLToPath(new URL('./leaking-rollouts.ts', import.meta.url));

function run(what: string): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', program, what],
    {
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

const left = (uid: string, message: string) =>
  `leaked-rejection: code of rollout "${uid}" left a promise behind that was rejected: ${message}`;

describe('a promise that a rollout leaves behind and that is rejected', () => {
  it('does not end the process; it is counted, and warned of by the name of the rollout', () => {
    const { status, stdout, stderr } = run('none');
    expect([status, stderr]).toEqual([0, '']);
    const { warnings, leakedRejections, right } = JSON.parse(stdout);
    expect([...warnings].sort()).toEqual(
      [
        left('at once:0', 'at once'),
        left('later:0', 'later'),
        left('text:0', 'text'),
        left('a:0', 'of a class'),
      ].sort(),
    );
    expect([leakedRejections, right]).toEqual([3, true]);
  });

  it('does not reach what the application does with its own faults', () => {
    expect(run('listener')).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('one that is rejected by the shutdown', () => {
  it('does not end the process either', () => {
    const { status, stdout, stderr } = run('stopped');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n')).toEqual(['engine-closed', 'shut down', 'leaked-rejection']);
  });
});

describe('all other rejections', () => {
  it('end the process as ever, while rollouts run', () => {
    const { status, stdout, stderr } = run('other');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Error: of nobody');
  });

  it('and after the engine was shut down', () => {
    const { status, stderr } = run('late');
    expect(status).toBe(1);
    expect(stderr).toContain('Error: after the end');
  });
});

describe('the guard', () => {
  it('is there while somebody holds it, and leaves process as it was', async () => {
    const { emit } = process;
    const wasOwn = Object.hasOwn(process, 'emit');
    const releases = [holdLeakGuard(), holdLeakGuard()];
    expect(process.emit).not.toBe(emit);
    releases[0]?.();
    await promisesToSettle();
    expect(process.emit).not.toBe(emit);
    releases[1]?.();
    await expect.poll(() => process.emit).toBe(emit);
    expect(Object.hasOwn(process, 'emit')).toBe(wasOwn);
    expect(runOwned({ leaked() {} }, () => 7)).toBe(7);
  });

  it('is let go by shutdown, also when nothing was played', async () => {
    const { emit } = process;
    const engine = makeEngine(() => 1);
    await engine.initializePool();
    await engine.executeTasks([1]);
    expect(process.emit).not.toBe(emit);
    await engine.shutdown();
    await makeEngine(() => 1).shutdown();
    await expect.poll(() => process.emit).toBe(emit);
  });

  it('does not take itself out from under somebody who came later', async () => {
    const { emit } = process;
    const release = holdLeakGuard();
    const ours = process.emit;
    const theirs = ((...args: Parameters<typeof emit>) =>
      Reflect.apply(ours, process, args)) as typeof emit;
    process.emit = theirs;
    release();
    await promisesToSettle();
    expect(process.emit).toBe(theirs);
    const heard: unknown[] = [];
    process.once('SIGWINCH', (signal) => heard.push(signal));
    process.emit('SIGWINCH', 'SIGWINCH');
    expect(heard).toEqual(['SIGWINCH']);
    process.emit = emit;
  });
});
