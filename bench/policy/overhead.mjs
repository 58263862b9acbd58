import { LocalBackend } from 'upperhand/local';
import { InMemoryStore, UnifiedTrainer } from 'upperhand/trainer';
import { lakeRun } from '../../examples/frozen-lake/run.ts';
import { createPolicy } from '../../ts/backends/local/wasm/policy-module.ts';
import { median } from '../lib/clock.mjs';
import { round3 } from '../lib/rounds.mjs';
import { task } from './task.mjs';

/** Updates whose times count, after some in which code is compiled. */
const UPDATES = 15;
const BEFORE = 5;

/** Characters beside those of the game, so that the vocabulary has the size of the standard net's. */
const OTHERS = 'qrstuvwxyz!';

/** What is played: the frozen lake, a token an answer; and answers as long as the net's context allows. */
const workloads = {
  'frozen lake, up to 8 answers of a token': lake,
  'one answer of up to 32 tokens': longAnswers,
};

/**
 * Trains the standard net in one thread, and times how much of each update the calls of the policy take, and how much
 * everything else does: engine, workflow, advantages, losses, metrics, waiting.
 *
 * @returns for each workload medians of an update: milliseconds, tokens, and the rest over the policy's time
 */
export async function trainerOverhead() {
  const found = {};
  for (const [name, workload] of Object.entries(workloads)) found[name] = await measure(workload());
  return found;
}

async function measure({ games, model, backend: settings, config, ...others }) {
  const clock = new CallClock();
  const { context } = task.config;
  const backend = new LocalBackend({
    ...settings,
    model: { ...model, layers: 2, context },
    workers: 0,
    createPolicy: (sizes, seed) => clock.around(createPolicy(sizes, seed)),
  });
  const updates = [];
  let last = null;
  const off = { testFreq: -1, valBeforeTrain: false, saveFreq: -1, resumeMode: 'disable' };
  const trainer = new UnifiedTrainer({
    ...others,
    backend,
    config: { ...config, trainer: { ...config.trainer, ...off, logger: [] } },
    tracking: [],
    print: () => {},
    onProgress: (event) => {
      if (event.type !== 'step') return;
      const now = { ...clock.read(), ms: performance.now(), cpuMs: cpuMilliseconds() };
      if (last && event.step > BEFORE) updates.push(difference(now, last));
      last = now;
    },
  });
  await trainer.fit();
  await trainer.shutdown();
  for (const [name, size] of Object.entries(task.config))
    if (backend.policy.config[name] !== size) throw new Error(`${name} is not the standard net's`);
  const policyMs = ({ samplingMs, trainingMs }) => samplingMs + trainingMs;
  const middle = (of) => round3(median(updates.map(of)));
  return {
    games,
    updates: updates.length,
    ...Object.fromEntries(Object.keys(updates[0]).map((key) => [key, middle((u) => u[key])])),
    overhead: middle((u) => (u.ms - policyMs(u)) / policyMs(u)),
    cpuOverhead: middle((u) => (u.cpuMs - u.policyCpuMs) / u.policyCpuMs),
  };
}

function lake() {
  const { backend, trainer, config, games } = lakeRun({
    seed: 1,
    updates: BEFORE + UPDATES,
    store: new InMemoryStore(),
  });
  const model = { ...backend.model, characters: backend.model.characters + OTHERS };
  return { games, model, backend, config, ...trainer };
}

function longAnswers() {
  const [tasks, n] = [8, 16];
  const characters = 'abcdefghijklmnopqrstuvwxyz01234';
  return {
    games: tasks * n,
    model: { width: 64, heads: 4, feedForward: 256, characters, seed: 1 },
    backend: {},
    config: {
      data: { trainBatchSize: tasks },
      rollout: { n, train: { temperature: 1, maxTokens: task.newTokens } },
      trainer: { totalEpochs: BEFORE + UPDATES },
    },
    workflow: async (text, ctx) => {
      const { content } = await ctx.model.complete(text);
      return content.split('a').length / 32;
    },
    trainDataset: Array.from({ length: tasks }, (_, i) => `${characters[i]}bcdefg`),
  };
}

/** Adds up the time in a policy's methods. */
class CallClock {
  #sums = {
    samplingMs: 0,
    trainingMs: 0,
    policyCpuMs: 0,
    calls: 0,
    sampledTokens: 0,
    trainedTokens: 0,
  };

  read() {
    return { ...this.#sums };
  }

  around(policy) {
    const { config, parameterCount, tensors } = policy;
    const timed = { config, parameterCount, tensors };
    const properties = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(policy));
    for (const [name, { value }] of Object.entries(properties)) {
      if (typeof value === 'function') timed[name] = this.#method(policy, name);
      else Object.defineProperty(timed, name, { get: () => policy[name] });
    }
    return timed;
  }

  #method(policy, name) {
    const sums = this.#sums;
    const samples = ['open', 'fork', 'rekey', 'extend', 'generate', 'drop'].includes(name);
    const part = samples ? 'samplingMs' : 'trainingMs';
    return (...args) => {
      const [start, cpuStart] = [performance.now(), cpuMilliseconds()];
      const result = policy[name](...args);
      sums[part] += performance.now() - start;
      sums.policyCpuMs += cpuMilliseconds() - cpuStart;
      sums.calls++;
      if (name === 'generate') sums.sampledTokens += result.tokens.length;
      if (name === 'forwardBackward') {
        const [{ tokens, offsets }] = args;
        sums.trainedTokens += tokens.length - (offsets.length - 1);
      }
      return result;
    };
  }
}

function cpuMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function difference(now, last) {
  return Object.fromEntries(Object.entries(now).map(([name, value]) => [name, value - last[name]]));
}
