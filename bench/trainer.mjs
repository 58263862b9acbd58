// What the engine and the trainer cost for each rollout, over the same workflow without them: `npm run bench:trainer`.

import { createTrajectory } from 'upperhand';
import { UnifiedTrainer, UnifiedWorkflowEngine, Workflow } from 'upperhand/trainer';
import { trainerReport } from './lib/reports.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { compete } from './lib/rounds.mjs';
import { judge } from './lib/targets.mjs';

const TASKS = 1250;
const GROUP = 8;
const ROLLOUTS = TASKS * GROUP;
const ROUNDS = 11;

const promptIds = [11, 12, 13, 14, 15, 16, 17, 18];
const completionIds = [21, 22, 23, 24];
const logprobs = [-0.1, -0.2, -0.3, -0.4];

/** What bounds the ones that miss the target. */
const WHY = {
  'engine, all rollouts at once':
    'ten thousand contexts, signals and conversations are alive together, and about half of the time is garbage collection',
};

/** A model that answers at once, so that only what lies around it is measured. */
const rolloutEngine = {
  weightVersion: 0,
  getModelResponse: async (_messages, { uid }) => ({
    text: uid,
    content: uid,
    reasoning: null,
    toolCalls: [],
    promptIds,
    completionIds,
    logprobs,
    finishReason: 'stop',
    weightVersion: null,
  }),
};

const askOnce = async (task, ctx) => {
  const { content } = await ctx.model.chat([{ role: 'user', content: task.question }]);
  return content.endsWith('0') || content.endsWith('3') ? 1 : 0;
};
const justScore = async (task) => task.id % 2;

class AskOnce extends Workflow {
  async run(task) {
    const { content } = await this.model.chat([{ role: 'user', content: task.question }]);
    const step = this.model.steps.at(-1);
    step.reward = content.endsWith('0') ? 1 : 0;
    this.commit({ trajectory: createTrajectory({ name: 'agent', steps: [step] }) });
  }
}

const tasks = Array.from({ length: TASKS }, (_, id) => ({ id, question: `${id} + ${id} =` }));
const rollouts = tasks.flatMap((task) => new Array(GROUP).fill(task));
const ids = rollouts.map(({ id }) => `task-${id}`);

const result = beginResult('trainer');
const found = await compete(
  [
    { name: 'workflow alone', run: () => timed(alone) },
    { name: 'engine, no model call', run: () => timed(() => play(justScore)) },
    { name: 'engine, one model call', run: () => timed(() => play(askOnce)) },
    { name: 'engine, one model call, as a class', run: () => timed(() => play(AskOnce)) },
    { name: 'engine, all rollouts at once', run: () => timed(() => play(askOnce, ROLLOUTS)) },
    { name: 'trainer, one step', run: () => timed(fit) },
  ],
  { base: 'workflow alone', rounds: ROUNDS },
);
Object.assign(result, { rollouts: ROLLOUTS, groupSize: GROUP, rounds: ROUNDS, found });
const perRollout = (name) => (found[name].ms * 1000) / ROLLOUTS;
result.targets = [
  judge('at most 100 µs for each rollout', { atMost: 100 }, [
    ...Object.keys(found).map((name) => ({ where: name, value: perRollout(name), why: WHY[name] })),
  ]),
];
const file = saveResult(result, trainerReport);
console.log(`${trainerReport(result)}\n\n${file}`);

async function timed(work) {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start);
}

/** What people would write without an engine: the same calls, one after the other. */
async function alone() {
  const steps = [];
  for (const [i, task] of rollouts.entries()) {
    const request = { uid: `${ids[i]}:${i % GROUP}` };
    const model = {
      chat: async (messages) => {
        const output = await rolloutEngine.getModelResponse(messages, request);
        steps.push({ messages, output });
        return output;
      },
    };
    await askOnce(task, { model });
  }
  if (steps.length !== ROLLOUTS) throw new Error('a step is missing');
}

async function play(workflow, nParallelTasks = 256) {
  const engine = new UnifiedWorkflowEngine({ workflow, rolloutEngine, nParallelTasks });
  const episodes = await engine.executeTasks(rollouts, ids);
  await engine.shutdown();
  if (
    episodes.length !== ROLLOUTS ||
    episodes.some(({ trajectories }) => trajectories.length === 0)
  )
    throw new Error('a rollout is missing');
}

async function fit() {
  const trainer = new UnifiedTrainer({
    backend: {
      name: 'bench',
      initRolloutEngine: () => rolloutEngine,
      transformToBackendBatch: ({ trajectoryGroups }) => trajectoryGroups,
      processBackendBatch: () => {},
      updatePolicy: () => {},
    },
    config: {
      data: { trainBatchSize: TASKS },
      rollout: { n: GROUP },
      trainer: { totalBatches: 1, testFreq: -1, logger: [] },
    },
    workflow: askOnce,
    trainDataset: tasks,
  });
  const { steps, metrics } = await trainer.fit();
  await trainer.shutdown();
  if (steps !== 1 || metrics['groups/num_trajs_after_filter'] !== ROLLOUTS)
    throw new Error('a rollout is missing');
}
