import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LocalPolicy } from '../../../ts/backends/local/local-policy.ts';
import type { Warning } from '../../../ts/errors/warning.ts';
import { SMALL, workerFile } from './support.ts';

/** A thread that answers the first call, and ends with the second one. */
function broken(end: string): URL {
  const code = `
    import { parentPort } from 'node:worker_threads';
    parentPort.postMessage({ ready: true });
    parentPort.on('message', ({ id, method }) => {
      if (method === 'create') parentPort.postMessage({ id, value: { parameterCount: 1 } });
      else ${end};
    });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

const datums = [{ tokens: [1, 2, 3] }];

describe('the threads of a policy', () => {
  it('give back errors as they were thrown there', async () => {
    const policy = await LocalPolicy.create({ config: SMALL, workers: 1, workerFile });
    await expect(policy.optimStep({ learningRate: -1 })).rejects.toMatchObject({
      name: 'UpperhandError',
      code: 'invalid-argument',
      message: expect.stringMatching(/^optimStep: learningRate must be/),
    });
    expect((await policy.forward(datums)).logprobs).toHaveLength(1);
    await policy.close();
  });

  it('leave the event loop free', async () => {
    const config = { ...SMALL, width: 64, layers: 2, context: 128 };
    const policy = await LocalPolicy.create({ config, workerFile });
    const asks = Array.from({ length: 64 }, (_, i) => ({
      prompt: [1],
      key: [0n, BigInt(i), 0n] as const,
      maxTokens: 120,
    }));
    let turns = 0;
    const clock = setInterval(() => turns++, 1);
    const drawn = await policy.sample(asks);
    clearInterval(clock);
    expect(drawn).toHaveLength(64);
    expect(turns).toBeGreaterThan(5);
    await policy.close();
  });

  it('that cannot start are replaced by this one, with a warning', async () => {
    const warnings: Warning[] = [];
    const onWarning = (warning: Warning) => warnings.push(warning);
    for (const file of [
      new URL("data:text/javascript,throw new Error('no memory')"),
      new URL('./no-such-worker.mjs', import.meta.url),
    ]) {
      const policy = await LocalPolicy.create({
        config: SMALL,
        workers: 2,
        workerFile: file,
        onWarning,
      });
      expect(policy.workers).toBe(1);
      expect((await policy.forward(datums)).logprobs).toHaveLength(1);
      await policy.close();
    }
    expect(warnings.map(({ kind }) => kind)).toEqual(['thread-fallback', 'thread-fallback']);
    expect(warnings[0]?.message).toContain('ended: no memory');
  });

  it.each([
    ['process.exit(7)', 'it exited with code 7'],
    ["throw new Error('out of memory')", 'out of memory'],
  ])('that end by %s fail what is in flight and what comes after', async (end, reason) => {
    const policy = await LocalPolicy.create({ config: SMALL, workers: 1, workerFile: broken(end) });
    const failed = { code: 'policy-failed', message: expect.stringContaining(reason) };
    const [a, b] = [policy.forward(datums), policy.parameters()];
    await expect(a).rejects.toMatchObject(failed);
    await expect(b).rejects.toMatchObject(failed);
    await expect(policy.forward(datums)).rejects.toMatchObject(failed);
    await policy.close();
  });

  it.each([0, 1])('fail what is in flight when they are closed (%i)', async (workers) => {
    const policy = await LocalPolicy.create({ config: SMALL, workers, workerFile });
    const pending = policy.forward(datums).catch((error) => error.code);
    await policy.close();
    expect(await pending).toBe('engine-closed');
    await expect(policy.forward(datums)).rejects.toMatchObject({ code: 'engine-closed' });
    await policy.close();
  });

  it('let the process end when nothing is asked of them, and not before', () => {
    const script = fileURLToPath(new URL('./idle-process.mjs', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'answered\n', stderr: '' });
  });
});
