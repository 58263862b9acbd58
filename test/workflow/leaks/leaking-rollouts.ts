/** Rollouts that leave promises behind; a program of its own, since test runners listen to rejections themselves. */
import { UnifiedWorkflowEngine } from '../../../ts/workflow/unified-workflow-engine.ts';
import { Workflow } from '../../../ts/workflow/workflow.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const [, , what] = process.argv;

class Leaking extends Workflow<string> {
  override async run(task: string): Promise<void> {
    if (task === 'leaks') void sleep(1).then(() => Promise.reject(new Error('of a class')));
  }
}

/** What the rollout does not wait for is rejected by the shutdown itself. */
async function stopWhileAsking(): Promise<void> {
  const engine = new UnifiedWorkflowEngine<number>({
    rolloutEngine: { getModelResponse: () => new Promise(() => {}) },
    workflow: (_, ctx) => {
      void ctx.model.chat([{ role: 'user', content: 'x' }]);
      return new Promise(() => {});
    },
    onWarning: ({ kind }) => console.log(kind),
  });
  engine.executeTasks([1]).catch(({ code }) => console.log(code));
  await sleep(1);
  await engine.shutdown();
  console.log('shut down');
}

async function main(): Promise<void> {
  // What an application does that wants to know of its own faults.
  if (what === 'listener') process.on('unhandledRejection', () => process.exit(9));
  const warnings: string[] = [];
  const options = {
    rolloutEngine: { getModelResponse: () => Promise.reject(new Error('no model')) },
    onWarning: ({ kind, message }: { kind: string; message: string }) =>
      void warnings.push(`${kind}: ${message}`),
  };
  const engine = new UnifiedWorkflowEngine<string>({
    ...options,
    workflow: async (task) => {
      if (task === 'at once') void Promise.reject(new Error('at once'));
      if (task === 'later') void sleep(5).then(() => Promise.reject(new Error('later')));
      if (task === 'text') void Promise.reject('text');
      return 1;
    },
  });
  const classes = new UnifiedWorkflowEngine<string>({ ...options, workflow: Leaking });
  const tasks = ['well', 'at once', 'later', 'text', 'well'];
  const episodes = await engine.executeTasks(tasks, tasks);
  await classes.executeTasks(['leaks', 'well'], ['a', 'b']);
  if (what === 'stopped') {
    await stopWhileAsking();
    return;
  }
  if (what === 'other') setTimeout(() => void Promise.reject(new Error('of nobody')), 1);
  await sleep(20);
  await engine.shutdown();
  await classes.shutdown();
  const { leakedRejections } = engine.counts;
  console.log(
    JSON.stringify({ warnings, leakedRejections, right: episodes.every((one) => one.isCorrect) }),
  );
  if (what === 'late') void Promise.reject(new Error('after the end'));
}

void main();
