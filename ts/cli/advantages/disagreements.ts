import type { ScoredRollout } from '../score.ts';

/** So many places of each kind are named. */
const PLACES = 5;

/** How the advantages by one estimator are other than those by the first, over the rollouts of one role. */
export interface RoleDisagreement {
  readonly role: string;
  /** Rollouts that have advantages. */
  readonly rollouts: number;
  /** Of which both are the same number. */
  readonly equal: number;
  /** One is above 0 and the other below: they push a policy in opposite directions. */
  readonly oppositeSigns: number;
  /** One is 0 and the other is not. */
  readonly zeroInOne: number;
  /** One is NaN or infinite, and the other is something else. These are in none of the numbers below. */
  readonly notFinite: number;
  /** Absolute differences of finite advantages; null where there are none. */
  readonly meanDifference: number | null;
  readonly largestDifference: number | null;
  /** Pearson's; null where one of them is constant. 1 means that they differ by a scale and a shift only. */
  readonly correlation: number | null;
}

export type DisagreementKind = 'opposite-signs' | 'zero-in-one' | 'not-finite' | 'largest';

/** A rollout that two estimators see otherwise. */
export interface DisagreementPlace {
  readonly kind: DisagreementKind;
  readonly rollout: ScoredRollout;
  readonly first: number;
  readonly other: number;
}

/** What one estimator sees otherwise than the first. */
export interface Disagreement {
  readonly first: string;
  readonly other: string;
  readonly roles: readonly RoleDisagreement[];
  /** The first rollouts of each kind, and those that differ most, the largest difference first. */
  readonly places: readonly DisagreementPlace[];
}

/**
 * Where the advantages of rollouts by further estimators differ from those by the first.
 *
 * @param rollouts - read once
 * @param names - of the estimators, the first one and the others
 */
export function disagreementsOf(
  rollouts: Iterable<ScoredRollout>,
  names: readonly string[],
): Disagreement[] {
  const [first = '', ...others] = names;
  const tallies = others.map(() => ({ roles: new Map<string, RoleTally>(), places: new Places() }));
  for (const rollout of rollouts) {
    const { role, advantage } = rollout;
    if (advantage === null) continue;
    for (const [i, { roles, places }] of tallies.entries()) {
      const other = rollout.others[i] ?? null;
      if (other === null) continue;
      const tally = roles.get(role) ?? new RoleTally();
      roles.set(role, tally);
      const kind = tally.add(advantage, other);
      if (kind) places.add(kind, rollout, advantage, other);
    }
  }
  return tallies.map(({ roles, places }, i) => ({
    first,
    other: others[i] as string,
    roles: [...roles].map(([role, tally]) => tally.result(role)),
    places: places.all,
  }));
}

class RoleTally {
  #rollouts = 0;
  #equal = 0;
  #oppositeSigns = 0;
  #zeroInOne = 0;
  #notFinite = 0;
  #finite = 0;
  #differences = 0;
  #largest = 0;
  // Means and sums of products, updated number by number.
  #meanX = 0;
  #meanY = 0;
  #xx = 0;
  #yy = 0;
  #xy = 0;

  /** Returns how the two differ; null where they are the same. */
  add(x: number, y: number): DisagreementKind | null {
    this.#rollouts++;
    if (Number.isFinite(x) && Number.isFinite(y)) this.#addFinite(x, y);
    if (x === y || (Number.isNaN(x) && Number.isNaN(y))) {
      this.#equal++;
      return null;
    }
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      this.#notFinite++;
      return 'not-finite';
    }
    if (Math.sign(x) * Math.sign(y) < 0) {
      this.#oppositeSigns++;
      return 'opposite-signs';
    }
    if ((x === 0) !== (y === 0)) {
      this.#zeroInOne++;
      return 'zero-in-one';
    }
    return 'largest';
  }

  #addFinite(x: number, y: number): void {
    const n = ++this.#finite;
    const difference = Math.abs(x - y);
    this.#differences += difference;
    if (difference > this.#largest) this.#largest = difference;
    const [dx, dy] = [x - this.#meanX, y - this.#meanY];
    this.#meanX += dx / n;
    this.#meanY += dy / n;
    this.#xx += dx * (x - this.#meanX);
    this.#yy += dy * (y - this.#meanY);
    this.#xy += dx * (y - this.#meanY);
  }

  result(role: string): RoleDisagreement {
    const product = this.#xx * this.#yy;
    const any = this.#finite > 0;
    return {
      role,
      rollouts: this.#rollouts,
      equal: this.#equal,
      oppositeSigns: this.#oppositeSigns,
      zeroInOne: this.#zeroInOne,
      notFinite: this.#notFinite,
      meanDifference: any ? this.#differences / this.#finite : null,
      largestDifference: any ? this.#largest : null,
      // Rounding may leave a hair above 1.
      correlation: product > 0 ? Math.max(-1, Math.min(1, this.#xy / Math.sqrt(product))) : null,
    };
  }
}

class Places {
  readonly #byKind = new Map<DisagreementKind, DisagreementPlace[]>();
  readonly #largest: DisagreementPlace[] = [];

  add(kind: DisagreementKind, rollout: ScoredRollout, first: number, other: number): void {
    if (kind !== 'largest') {
      const places = this.#byKind.get(kind) ?? [];
      this.#byKind.set(kind, places);
      if (places.length < PLACES) places.push({ kind, rollout, first, other });
    }
    const size = (place: { first: number; other: number }): number =>
      Math.abs(place.first - place.other);
    const difference = size({ first, other });
    const last = this.#largest[PLACES - 1];
    if (!Number.isFinite(difference) || (last && size(last) >= difference)) return;
    const at = this.#largest.findIndex((place) => size(place) < difference);
    const place: DisagreementPlace = { kind: 'largest', rollout, first, other };
    this.#largest.splice(at < 0 ? this.#largest.length : at, 0, place);
    this.#largest.length = Math.min(PLACES, this.#largest.length);
  }

  get all(): DisagreementPlace[] {
    const kinds: DisagreementKind[] = ['opposite-signs', 'zero-in-one', 'not-finite'];
    return [...kinds.flatMap((kind) => this.#byKind.get(kind) ?? []), ...this.#largest];
  }
}
