// upperhand train --resume, and what goes on without it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from './run.ts';
import { AGENT, CONFIG, project } from './train-project.ts';

const backend = pathToFileURL(
  fileURLToPath(new URL('../../ts/backends/scripted/scripted-backend.ts', import.meta.url)),
).href;

/** The same agent over a backend that has checkpoints. */
const SAVING = `${AGENT.replace('export const respond', 'const respond')}
import { ScriptedBackend } from '${backend}';
export const backend = () => new ScriptedBackend({ respond, checkpoints: true });
`;

function saved(
  config = CONFIG,
  agent = SAVING,
): {
  folder: string;
  train: (...args: string[]) => ReturnType<typeof run>;
} {
  const folder = project({ 'agent.mjs': agent, 'run.yaml': config });
  const out = join(folder, 'out');
  const train = (...args: string[]) =>
    run(['train', join(folder, 'run.yaml'), '--out', out, ...args]);
  return { folder: out, train };
}

describe('upperhand train --resume', () => {
  it('goes on from the latest checkpoint, with other settings where it may', async () => {
    const { folder, train } = saved();
    expect(await train()).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toContain('global_step_2');
    const { code, err } = await train('--resume', 'rllm.trainer.total_epochs=2');
    expect(code).toBe(0);
    expect(err).toMatch(/the run goes on from step 2, as it was saved in .*global_step_2/);
    expect(readdirSync(folder)).toContain('global_step_4');
    const steps = readFileSync(join(folder, 'metrics.jsonl'), 'utf8').match(/"step": \d+/g);
    expect(steps).toEqual([1, 2, 3, 4].map((step) => `"step": ${step}`));
    expect(readFileSync(join(folder, 'config.yaml'), 'utf8')).toMatch(/total_epochs: 2 # override/);
  });

  it('says so where the run was over', async () => {
    const { train } = saved();
    await train();
    const { code, out, err } = await train();
    expect(code).toBe(0);
    expect(err).not.toMatch(/nothing was trained/);
    expect(out).toMatch(
      /^the run was over at step 2 \(.*another --out begins a new one\): 0 steps/,
    );
    expect((await train('rllm.trainer.total_batches=2')).out).toMatch(
      /^the run was over at step 2 /,
    );
  });

  it('validates no more where the run was over, and moves nothing', async () => {
    const validated = `${SAVING}export const valDataset = trainDataset;\n`;
    const config = CONFIG.replace('test_freq: 0', 'test_freq: 1');
    const { folder, train } = saved(config, validated);
    const { out, err } = await train();
    // Each is told once: the last step is validated twice, as in rLLM, and comes out the same.
    expect(`${err}${out}`.match(/validation after step \d/g)).toEqual([
      'validation after step 1',
      'validation after step 2',
    ]);
    expect(out).toMatch(/\nvalidation after step 2: /);
    const before = readFileSync(join(folder, 'metrics.jsonl'));
    for (let again = 1; again <= 2; again++) {
      const over = await train();
      expect(over.out).toMatch(/^the run was over at step 2 /);
      expect(`${over.err}${over.out}`).not.toMatch(/validation after|moved/);
    }
    expect(readFileSync(join(folder, 'metrics.jsonl'))).toEqual(before);
    expect(readdirSync(folder)).not.toContain('metrics.superseded.jsonl');
  });

  it('goes over a config that disables it, and under the command line', async () => {
    const { train } = saved(
      CONFIG.replace('total_epochs: 1', 'total_epochs: 1, resume_mode: disable'),
    );
    await train();
    expect((await train('--resume')).err).toMatch(/goes on from step 2/);
    expect((await train()).err).not.toMatch(/goes on from/);
  });

  it('is refused where there is nothing to go on from, and nothing is run', async () => {
    const { folder, train } = saved();
    const { code, err } = await train('--resume');
    expect(code).toBe(2);
    expect(err).toMatch(
      /--resume: there is no checkpoint in .*out; leave --resume out to start anew/,
    );
    expect(() => readdirSync(folder)).toThrow('ENOENT');
  });

  it('is refused for a backend without checkpoints', async () => {
    const folder = project();
    const { code, err } = await run(['train', join(folder, 'run.yaml'), '--resume']);
    expect(code).toBe(2);
    expect(err).toMatch(/--resume: the backend "scripted" has no checkpoints/);
  });

  it('refuses a damaged checkpoint with its reason, and writes nothing', async () => {
    const { folder, train } = saved();
    await train('rllm.trainer.save_freq=1');
    writeFileSync(join(folder, 'global_step_2/checkpoint.bin'), 'x');
    const before = readFileSync(join(folder, 'config.yaml'), 'utf8');
    const { code, err } = await train('--resume', 'rllm.trainer.total_epochs=2');
    expect(code).toBe(1);
    expect(err).toMatch(
      /resuming failed: .*checkpoint\.bin is no checkpoint.*rllm\.trainer\.resume_from_path=\S+global_step_1 goes on/,
    );
    expect(readFileSync(join(folder, 'config.yaml'), 'utf8')).toBe(before);
    expect(readFileSync(join(folder, 'global_step_2/checkpoint.bin'), 'utf8')).toBe('x');
  });
});
