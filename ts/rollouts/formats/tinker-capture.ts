import type { StepInit } from '../../types/step.ts';
import { numbersOf } from '../content.ts';
import { refuseRecord } from '../fields.ts';
import type { FileContext } from '../file-context.ts';
import { getLength, getPath, getRecords, type RolloutRecord } from '../record.ts';

/** Numbers that are kept of captures: 128 MB of them. */
const MOST_NUMBERS = 1 << 24;

/** A call of the model: what was asked, and its first answer. */
type Call = Pick<StepInit, 'promptIds' | 'responseIds' | 'logprobs'>;

class Captures {
  readonly #calls = new Map<string, Call[]>();
  #numbers = 0;

  /** False where there is no room for it. */
  add(key: string, call: Call): boolean {
    const size = sizeOf(call);
    if (this.#numbers + size > MOST_NUMBERS) return false;
    this.#numbers += size;
    const calls = this.#calls.get(key) ?? [];
    this.#calls.set(key, calls);
    calls.push(call);
    return true;
  }

  /** The calls of a rollout, which are forgotten. */
  take(key: string): readonly Call[] {
    const calls = this.#calls.get(key) ?? [];
    this.#calls.delete(key);
    this.#numbers -= calls.reduce((sum, call) => sum + sizeOf(call), 0);
    return calls;
  }
}

const captures = /* @__PURE__ */ new WeakMap<object, Captures>();

/** Whether a record is a line of tinker-cookbook's capture of sampling, `capture/sample.jsonl`. */
export function isCapture(record: RolloutRecord): boolean {
  return record.has('scope') && record.get('kind') === 'sample';
}

/**
 * Keeps what was sampled for a rollout until its summary is read, where content is wanted.
 *
 * @throws Refusal always: it is no rollout by itself
 */
export function keepCapture(record: RolloutRecord, file: FileContext): never {
  const [iteration, group, rollout] = ['iteration', 'group_idx', 'traj_idx'].map((name) =>
    getPath(record, 'scope', name),
  );
  if (iteration === undefined || group === undefined || rollout === undefined) {
    return refuseRecord('rollout-part', 'is what was sampled outside of any rollout');
  }
  const [sample] = getRecords(record, 'samples') ?? [];
  if (file.reading && sample && (getLength(sample, 'tokens') ?? 0) > 0) {
    const kept = captures.get(file.reading) ?? new Captures();
    captures.set(file.reading, kept);
    const call = {
      promptIds: numbersOf(record.get('prompt_tokens')),
      responseIds: numbersOf(sample.get('tokens')),
      logprobs: numbersOf(sample.get('logprobs')),
    };
    const run = file.parts.slice(0, Math.max(0, file.parts.lastIndexOf('capture')));
    const split = getPath(record, 'scope', 'split') ?? null;
    if (!kept.add(JSON.stringify([run, split, iteration, group, rollout]), call)) {
      return refuseRecord(
        'not-a-rollout',
        'is what was sampled for a rollout, and more than can be kept until its summary is read; its tokens are left out',
      );
    }
  }
  return refuseRecord(
    'rollout-part',
    'is what was sampled for a rollout, whose reward is in the rollout summaries',
  );
}

/**
 * What was sampled for the steps of a rollout: of each step the next call that gave as many tokens as it has. Empty entries
 * where there is none.
 *
 * @param lengths - tokens of each step
 * @param place - split, iteration, group and rollout, as the summary has them
 */
export function capturedSteps(
  lengths: readonly number[],
  [split, ...place]: readonly [split: unknown, ...unknown[]],
  file: FileContext,
): Call[] {
  const kept = file.reading && captures.get(file.reading);
  if (!kept) return [];
  const run = file.parts.slice(0, -2);
  const [named, unnamed] = [split, null].map((one) => JSON.stringify([run, one, ...place]));
  let calls = kept.take(named as string);
  if (calls.length === 0 && split === 'train') calls = kept.take(unnamed as string);
  let next = 0;
  return lengths.map((length) => {
    const at = calls.findIndex((call, i) => i >= next && call.responseIds?.length === length);
    if (at < 0) return {};
    next = at + 1;
    return calls[at] ?? {};
  });
}

function sizeOf({ promptIds = [], responseIds = [], logprobs = [] }: Call): number {
  return promptIds.length + responseIds.length + logprobs.length;
}
