import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Respond } from '../../ts/backends/scripted/scripted-answer.ts';
import { ScriptedBackend } from '../../ts/backends/scripted/scripted-backend.ts';
import { UnifiedTrainer } from '../../ts/trainer/unified-trainer.ts';
import type { WorkflowFunction } from '../../ts/workflow/workflow-input.ts';
import { root } from '../docs/code-blocks.ts';

/** The lines that an example writes when it is run as its first lines say. */
export function runExample(path: string, ...args: string[]): string[] {
  const command = ['--import', 'tsx', join(root, path), ...args];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.trimEnd().split('\n');
}

/**
 * Trains a workflow of an example for two steps, and holds what the backend was given to train on to what its model
 * sent: the tokens, the log-probabilities and the version of each answer, no more and no less.
 *
 * @returns the number of answers in each step
 */
export async function expectTrained<Task>(
  respond: Respond,
  workflow: WorkflowFunction<Task>,
  tasks: readonly Task[],
): Promise<number[]> {
  const answers: number[] = [];
  let sent: string[] = [];
  const trainer = new UnifiedTrainer<Task>({
    backend: new ScriptedBackend({
      respond,
      onEvent: (event) => {
        if (event.type === 'answer') {
          const { promptIds, completionIds, logprobs, weightVersion } = event.output;
          sent.push(JSON.stringify([[...promptIds, ...completionIds], logprobs, weightVersion]));
        } else if (event.type === 'update') {
          const trained = event.batch.rows.map(({ tokens, logprobs, weightVersion }) =>
            JSON.stringify([tokens, logprobs, weightVersion]),
          );
          expect(trained.sort()).toEqual(sent.sort());
          expect(event.batch.rows.every(({ advantages }) => advantages[0] !== 0)).toBe(true);
          answers.push(sent.length);
          sent = [];
        }
      },
    }),
    workflow,
    trainDataset: tasks,
    config: {
      data: { trainBatchSize: tasks.length },
      rollout: { n: 4 },
      trainer: { totalEpochs: 2, testFreq: 0 },
    },
    tracking: [],
    print: () => {},
  });
  await trainer.fit();
  await trainer.shutdown();
  return answers;
}
