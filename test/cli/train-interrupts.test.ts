import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { watchInterrupts } from '../../ts/cli/train/interrupts.ts';
import { AGENT, project } from './train-project.ts';

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

describe('watchInterrupts', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'lets the first %s stop the run, and the second one end the process',
    (signal) => {
      const process = new FakeProcess();
      const told: string[] = [];
      const watched = watchInterrupts(
        process,
        () => told.push('first'),
        () => told.push('second'),
      );
      expect(watched.signal.aborted).toBe(false);
      process.emit(signal);
      expect([watched.signal.aborted, told, process.exits]).toEqual([true, ['first'], []]);
      process.emit(signal);
      expect([told, process.exits]).toEqual([['first', 'second'], [130]]);
      watched.stop();
      expect(process.eventNames()).toEqual([]);
    },
  );
});

/** A run whose rollouts tell that they have begun, and end when `release` is written to stdin. */
const WAITING = AGENT.replace(
  'export const workflow = async (task, ctx) => {',
  `import { once } from 'node:events';
let released = false;
export const workflow = async (task, ctx) => {
  console.log('begun');
  if (!released) await once(process.stdin, 'data');
  released = true;
  process.stdin.unref?.();`,
);

describe('upperhand train in a process of its own', () => {
  function start() {
    const folder = project({ 'agent.mjs': WAITING });
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const args = ['--import', 'tsx', 'ts/cli/bin.ts', 'train', join(folder, 'run.yaml')];
    const child = spawn(process.execPath, args, { cwd: root });
    const text = { out: '', err: '' };
    const waiting: { pattern: RegExp; resolve: () => void }[] = [];
    const note = (name: 'out' | 'err') => (data: Buffer) => {
      text[name] += data.toString();
      for (const { pattern, resolve } of waiting) if (pattern.test(text.out + text.err)) resolve();
    };
    child.stdout.on('data', note('out'));
    child.stderr.on('data', note('err'));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const saw = (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        waiting.push({ pattern, resolve });
        if (pattern.test(text.out + text.err)) resolve();
      });
    return { child, text, ended, saw };
  }

  it('finishes the step in work after one Ctrl-C', async () => {
    const { child, text, ended, saw } = start();
    await saw(/begun/);
    child.kill('SIGINT');
    await saw(/stopping after this step/);
    child.stdin.end('go\n');
    expect(await ended).toBe(3);
    expect(text.err).toMatch(
      /^stopping after this step; press Ctrl-C again to quit at once\nstep 1\/2: reward /,
    );
    expect(text.out).toContain('stopped before the end: 1 step, ');
  });

  it('quits at once after two', async () => {
    const { child, text, ended, saw } = start();
    await saw(/begun/);
    child.kill('SIGINT');
    await saw(/stopping after this step/);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(text.out).not.toContain('stopped');
  });
});
