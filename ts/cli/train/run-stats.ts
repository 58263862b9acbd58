import type { TrainProgress } from '../../trainer/train-progress.ts';

/** Numbers of a run as it goes on, for people. */
export class RunStats {
  /** The step in work, or the last one that was done. */
  step = 0;
  stepsDone = 0;
  /** 0 when it is not known. */
  totalSteps = 0;
  /** What the rollouts below are for. */
  mode: 'train' | 'val' = 'train';
  done = 0;
  total = 0;
  perSecond = 0;
  /** Over the rollouts of the batch so far; null while there are none. */
  reward: number | null = null;
  passAt1: number | null = null;
  /** The same of the last batch that was for training. */
  trained: Pick<RunStats, 'reward' | 'passAt1'> = { reward: null, passAt1: null };
  readonly #now: () => number;
  #begun: number | null = null;
  #firstStep = 0;
  #stepEnded = 0;

  /** @param now - milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(event: TrainProgress): void {
    this.step = event.step;
    this.totalSteps = event.totalSteps || this.totalSteps;
    if (event.type === 'start') {
      this.#begun = this.#now();
      this.#stepEnded = this.#begun;
      this.#firstStep = event.step;
      this.stepsDone = event.step;
    } else if (event.type === 'step') {
      this.#stepEnded = this.#now();
      this.stepsDone = event.step;
    } else if (event.type === 'episodes') {
      this.mode = event.mode;
      this.done = event.done;
      this.total = event.total;
      this.perSecond = event.perSecond;
      this.reward = event.meanReward;
      this.passAt1 = event.correct;
      if (event.mode === 'train') this.trained = { reward: this.reward, passAt1: this.passAt1 };
    }
  }

  /** From the time that a step took so far, validations included; null before the first one is done. */
  get secondsLeft(): number | null {
    const done = this.stepsDone - this.#firstStep;
    if (this.#begun === null || this.totalSteps === 0 || done < 1) return null;
    const perStep = (this.#stepEnded - this.#begun) / done;
    const left = perStep * (this.totalSteps - this.stepsDone) - (this.#now() - this.#stepEnded);
    return Math.max(0, left) / 1000;
  }
}
