import type { Backend } from '../../../ts/trainer/backend.ts';
import { decodeValue } from '../../../ts/trainer/checkpoint/decode-value.ts';
import { encodeValue } from '../../../ts/trainer/checkpoint/encode-value.ts';
import type { TrainerState } from '../../../ts/trainer/trainer-state.ts';
import type { Step } from '../../../ts/types/step.ts';
import type { RolloutEngine } from '../../../ts/workflow/rollout-engine.ts';

const WORDS = 4;
const RATE = 0.3;

interface Saved {
  logits: Float64Array;
  momentum: Float64Array;
  updates: number;
  random: number;
}

/**
 * A backend that learns: a softmax over four words, whose answers depend on its weights, with a momentum and with
 * random numbers of its own in the update. What it forgets in a checkpoint shows in every step after it.
 */
export class TinyPolicy implements Backend<Step[]> {
  readonly name = 'tiny';
  saved: Saved = {
    logits: new Float64Array(WORDS),
    momentum: new Float64Array(WORDS),
    updates: 0,
    random: 12345,
  };

  initRolloutEngine(): RolloutEngine {
    return {
      weightVersion: 0,
      getModelResponse: async (_, { uid, turn, params }) => {
        const chances = this.#chances();
        const drawn = hashed(`${uid} ${turn} ${params.temperature} ${this.saved.updates}`);
        let word = 0;
        for (let sum = chances[0] as number; sum < drawn && word < WORDS - 1; )
          sum += chances[++word] as number;
        return {
          text: String(word),
          content: String(word),
          reasoning: null,
          toolCalls: [],
          promptIds: [100, turn],
          completionIds: [word],
          logprobs: [Math.log(chances[word] as number)],
          finishReason: 'stop',
          weightVersion: null,
        };
      },
    };
  }

  transformToBackendBatch({ trajectoryGroups }: TrainerState<Step[]>): Step[] {
    const trajectories = (trajectoryGroups ?? []).flatMap((group) => group.trajectories);
    return trajectories.flatMap(({ steps }) => steps);
  }

  processBackendBatch(): void {}

  updatePolicy({ backendBatch, metrics }: TrainerState<Step[]>): void {
    const { logits, momentum } = this.saved;
    const chances = this.#chances();
    const gradient = new Float64Array(WORDS);
    for (const { responseIds, advantage } of backendBatch ?? []) {
      for (let w = 0; w < WORDS; w++) {
        const hit = (responseIds[0] === w ? 1 : 0) - (chances[w] as number);
        gradient[w] = (gradient[w] as number) + Number(advantage) * hit;
      }
    }
    for (let w = 0; w < WORDS; w++) {
      const noise = 0.1 * (this.#random() - 0.5);
      momentum[w] = 0.9 * (momentum[w] as number) + (gradient[w] as number) / 10 + noise;
      logits[w] = (logits[w] as number) + RATE * (momentum[w] as number);
    }
    this.saved.updates++;
    metrics['tiny/logit'] = logits[3] as number;
    metrics['tiny/rows'] = backendBatch?.length ?? 0;
  }

  saveState(): Uint8Array {
    return encodeValue(this.saved, 'tiny');
  }

  loadState(bytes: Uint8Array): void {
    this.saved = decodeValue(bytes) as Saved;
  }

  #chances(): number[] {
    const weights = Array.from(this.saved.logits, Math.exp);
    const sum = weights.reduce((a, b) => a + b);
    return weights.map((weight) => weight / sum);
  }

  #random(): number {
    this.saved.random = (Math.imul(this.saved.random, 1664525) + 1013904223) >>> 0;
    return this.saved.random / 2 ** 32;
  }
}

/** From 0 to 1, by the text alone. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
