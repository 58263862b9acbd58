import { onTestFinished } from 'vitest';
import type { Warning } from '../../ts/errors/warning.ts';
import type { WorkflowEngineOptions } from '../../ts/workflow/engine-options.ts';
import { UnifiedWorkflowEngine } from '../../ts/workflow/unified-workflow-engine.ts';
import type { WorkflowInput } from '../../ts/workflow/workflow-input.ts';
import { FakeEngine } from './model/fake-engine.ts';

/** An engine that is shut down after the test, and that keeps its warnings. It goes on after failures, unless told otherwise. */
export function makeEngine<Task>(
  workflow: WorkflowInput<Task>,
  options: Partial<WorkflowEngineOptions<Task>> = {},
): UnifiedWorkflowEngine<Task> & { readonly warnings: Warning[] } {
  const warnings: Warning[] = [];
  const engine = new UnifiedWorkflowEngine<Task>({
    workflow,
    rolloutEngine: new FakeEngine(),
    raiseOnError: false,
    retryLimit: 1,
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  onTestFinished(() => engine.shutdown());
  return Object.assign(engine, { warnings });
}

/** What an episode keeps of the error that ended it. */
export function messageOf(
  episode: { readonly metadata: Readonly<Record<string, unknown>> } | undefined,
): unknown {
  return (episode?.metadata.error as { error_message?: unknown } | undefined)?.error_message;
}

/** What a promise is rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('was not rejected');
}

export const never = (): Promise<never> => new Promise(() => {});

/** Lets everything go on that waits for nothing but promises. */
export async function promisesToSettle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
