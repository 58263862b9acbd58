import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type Outcome, type RunOptions, run } from './run.ts';

/** Plays tasks whose answer the model knows from the second update on, for half of the attempts before. */
export const AGENT = `
export const workflow = async (task, ctx) => {
  const { content } = await ctx.model.chat([{ role: 'user', content: task.question }]);
  return content === task.answer;
};
export const respond = (messages, { uid, weightVersion }) =>
  weightVersion > 1 || uid.endsWith('0') ? 'yes' : 'no';
export const trainDataset = ['a', 'b', 'c', 'd'].map((id) => ({ id, question: id, answer: 'yes' }));
`;

export const CONFIG = `
config: ./agent.mjs
rllm:
  data: {train_batch_size: 2}
  rollout: {n: 2}
  trainer: {total_epochs: 1, test_freq: 0, logger: []}
`;

const folders: string[] = [];

/** A folder with a config, a module and other files, which is gone after the tests of the file. */
export function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'upperhand-train-'));
  folders.push(folder);
  const all = { 'run.yaml': CONFIG, 'agent.mjs': AGENT, ...files };
  for (const [path, text] of Object.entries(all)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return folder;
}

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** `upperhand train run.yaml …` in a folder of files. */
export function train(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<Outcome> {
  return run(['train', join(project(files), 'run.yaml'), ...args], options);
}

/** The objects of `--json`. */
export function jsonOf({ out }: Outcome): Record<string, unknown>[] {
  return out
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
