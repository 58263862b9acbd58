import type { Episode } from '../types/episode.ts';

/** Written into `metadata.timing` of an episode: seconds, and moments as ISO 8601 text in UTC. */
export interface EpisodeTiming {
  readonly start_timestamp: string;
  readonly end_timestamp: string;
  readonly llm_time: number;
  readonly env_time: number;
  readonly reward_time: number;
  readonly total_time: number;
}

interface StepTiming {
  readonly start_timestamp: string | null;
  end_timestamp: string | null;
  llm_time: number;
  env_time: number;
}

/**
 * Clocks one rollout, from its making on. A step begins with each call of the model and ends with the next; calls of
 * the environment in between are its own.
 *
 * Source: rLLM's `TimingTrackingMixin`.
 */
export class RolloutTiming {
  readonly #began = performance.now();
  readonly #beganAt = now();
  readonly #steps: StepTiming[] = [];
  #llmSeconds = 0;
  #envSeconds = 0;
  #rewardSeconds = 0;

  /** Begins a step. What it gives is to be called when the model answered, or failed. */
  beginModelCall(): () => void {
    this.#endStep();
    const step: StepTiming = {
      start_timestamp: now(),
      end_timestamp: null,
      llm_time: 0,
      env_time: 0,
    };
    this.#steps.push(step);
    return stopwatch((seconds) => {
      this.#llmSeconds += seconds;
      step.llm_time += seconds;
    });
  }

  /** What it gives is to be called when the environment answered, or failed. */
  beginEnvironmentCall(): () => void {
    const step = this.#steps.at(-1);
    return stopwatch((seconds) => {
      this.#envSeconds += seconds;
      if (step) step.env_time += seconds;
    });
  }

  addRewardTime(seconds: number): void {
    this.#rewardSeconds += seconds;
  }

  finish(): EpisodeTiming {
    this.#endStep();
    return {
      start_timestamp: this.#beganAt,
      end_timestamp: now(),
      llm_time: this.#llmSeconds,
      env_time: this.#envSeconds,
      reward_time: this.#rewardSeconds,
      total_time: (performance.now() - this.#began) / 1000,
    };
  }

  /**
   * Finishes, and writes the times into the metadata of an episode, of its trajectories and, by position, of their
   * steps. Times are of the whole rollout: each of several trajectories gets all of them.
   */
  writeTo(episode: Episode): void {
    const timing = this.finish();
    episode.metadata.timing = timing;
    for (const trajectory of episode.trajectories) {
      const { steps, metadata } = trajectory;
      const hasSteps = steps.length > 0;
      const [first = timing, last = timing] = [this.#steps[0], this.#steps.at(-1)];
      metadata.num_steps = steps.length;
      metadata.timing = {
        ...timing,
        start_timestamp: hasSteps ? first.start_timestamp : null,
        end_timestamp: hasSteps ? last.end_timestamp : null,
      };
      steps.forEach((step, s) => {
        step.metadata.timing = { ...(this.#steps[s] ?? NOT_TIMED) };
      });
    }
  }

  #endStep(): void {
    const step = this.#steps.at(-1);
    if (step) step.end_timestamp ??= now();
  }
}

const NOT_TIMED: StepTiming = {
  start_timestamp: null,
  end_timestamp: null,
  llm_time: 0,
  env_time: 0,
};

let last = { moment: Number.NaN, text: '' };

/** Many rollouts take steps in the same millisecond; its text is made once. */
function now(): string {
  const moment = Date.now();
  if (moment !== last.moment) last = { moment, text: new Date(moment).toISOString() };
  return last.text;
}

function stopwatch(add: (seconds: number) => void): () => void {
  const began = performance.now();
  return () => add((performance.now() - began) / 1000);
}
