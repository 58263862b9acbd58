import { nextTurn } from '../../platform/next-turn.ts';
import type { Sample, SampleRequest } from './policy-calls.ts';

/** Draws answers, many at a time. */
export interface Sampler {
  sample(requests: readonly SampleRequest[]): Promise<Sample[]>;
}

interface Waiting {
  readonly request: SampleRequest;
  readonly signal: AbortSignal;
  resolve(sample: Sample): void;
  reject(error: unknown): void;
}

/**
 * Gathers requests that come one by one: those of one turn of the event loop are drawn together, and those that come
 * meanwhile wait for the next time. How they were gathered never changes an answer.
 */
export class SampleQueue {
  readonly #sampler: Sampler;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(sampler: Sampler) {
    this.#sampler = sampler;
  }

  /** @throws the reason of a signal that aborted before the answer was drawn; what the sampler throws */
  draw(request: SampleRequest, signal: AbortSignal): Promise<Sample> {
    const drawn = new Promise<Sample>((resolve, reject) => {
      this.#waiting.push({ request, signal, resolve, reject });
    });
    if (!this.#isRunning) void this.#run();
    return drawn;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // Rollouts that were answered together ask again within this turn of the event loop.
      await nextTurn();
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#drawAll(batch);
    }
    this.#isRunning = false;
  }

  async #drawAll(batch: readonly Waiting[]): Promise<void> {
    const wanted = batch.filter(({ signal, reject }) => {
      if (signal.aborted) reject(signal.reason);
      return !signal.aborted;
    });
    if (wanted.length === 0) return;
    try {
      const samples = await this.#sampler.sample(wanted.map(({ request }) => request));
      wanted.forEach(({ resolve }, i) => {
        resolve(samples[i] as Sample);
      });
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }
}
