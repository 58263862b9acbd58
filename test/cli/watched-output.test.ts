import { describe, expect, it } from 'vitest';
import { commandTable } from '../../ts/cli/commands/command-table.ts';
import type { TextStream } from '../../ts/cli/io.ts';
import { main } from '../../ts/cli/main.ts';
import { WatchedOutput } from '../../ts/cli/watched-output.ts';
import { run } from './run.ts';

/** A stdout that can write so many times, and then tells its error, as late as a pipe does. */
function failing(code: string, times = 0): TextStream {
  let written = 0;
  return {
    write(_text, done) {
      const error = Object.assign(new Error(`${code}: it failed`), { code });
      const after = written++ < times ? null : error;
      setImmediate(() => done(after));
    },
  };
}

async function runInto(stdout: TextStream, args: readonly string[]) {
  const told: string[] = [];
  const stderr: TextStream = {
    write(text, done) {
      told.push(String(text));
      done();
    },
  };
  const rows = '{"task_id": "a", "reward": 1}\n{"task_id": "a", "reward": 0}\n';
  async function* stdin() {
    yield new TextEncoder().encode(rows);
  }
  const code = await main(args, { stdin: stdin(), stdout, stderr, env: {} });
  return { code, err: told.join('') };
}

const commands: (readonly string[])[] = [
  ['--help'],
  ['--version'],
  ['help', 'advantages'],
  ...commandTable.map(({ name }) => [name, '--help']),
  ['estimators'],
  ['estimators', 'show', 'grpo', '--json'],
  ['losses'],
  ['losses', 'diff', 'ppo', 'cispo'],
  ['advantages', '-'],
  ['advantages', '-', '--format', 'jsonl'],
  ['inspect', '-'],
  ['explain', '-', '--rollout', '1'],
];

describe('output that cannot be written', () => {
  it.each(commands)('is a failure of upperhand %s %s %s %s', async (...args) => {
    const { code, err } = await runInto(failing('ENOSPC'), args.filter(Boolean));
    expect(code).toBe(1);
    expect(err.match(/error: cannot write to stdout: ENOSPC: it failed\n/g)).toHaveLength(1);
  });

  it('is none where its reader went away', async () => {
    for (const args of commands)
      expect(await runInto(failing('EPIPE'), args)).toMatchObject({ code: 0 });
    expect((await runInto(failing('EPIPE'), ['losses'])).err).toBe('');
  });

  it('leaves the status of a wrong command line', async () => {
    expect((await runInto(failing('ENOSPC'), ['nope'])).code).toBe(2);
  });
});

describe('a watched output', () => {
  it('waits for what is on its way, and tells the first error', async () => {
    const output = new WatchedOutput(failing('ENOSPC', 2));
    const done: (string | undefined)[] = [];
    for (let i = 0; i < 4; i++) output.write('x', (error) => done.push(error?.message));
    expect((await output.failure())?.message).toBe('ENOSPC: it failed');
    expect(done).toEqual([undefined, undefined, 'ENOSPC: it failed', 'ENOSPC: it failed']);
    expect(await new WatchedOutput(failing('ENOSPC')).failure()).toBeNull();
  });

  it('is the terminal that it writes on', async () => {
    const stream = { write() {}, isTTY: true, columns: 70 };
    const { isTTY, columns } = new WatchedOutput(stream);
    expect({ isTTY, columns }).toEqual({ isTTY: true, columns: 70 });
    expect((await run(['--version'])).code).toBe(0);
  });
});
