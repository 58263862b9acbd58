import { LocalBackend } from 'upperhand/local';
import type { TrainerState } from 'upperhand/trainer';
import { randomNumbers } from '../../examples/frozen-lake/random.ts';

/** A control: the loop as it is, but what a trajectory is told has nothing to do with what it did. */
export class ShuffledBackend extends LocalBackend {
  readonly #random: () => number;

  constructor(options: ConstructorParameters<typeof LocalBackend>[0], seed: number) {
    super(options);
    this.#random = randomNumbers(seed, 99);
  }

  computeAdvantages(state: TrainerState, _algorithm: unknown, collect: () => void): void {
    collect();
    const trajectories = (state.trajectoryGroups ?? []).flatMap((group) => group.trajectories);
    const advantages = trajectories.map(({ steps }) => steps[0]?.advantage ?? 0);
    for (let i = advantages.length - 1; i > 0; i--) {
      const j = Math.floor(this.#random() * (i + 1));
      const [a, b] = [advantages[i], advantages[j]];
      if (a !== undefined && b !== undefined) [advantages[i], advantages[j]] = [b, a];
    }
    trajectories.forEach(({ steps }, i) => {
      for (const step of steps) step.advantage = advantages[i] ?? 0;
    });
  }
}
