import type { Finding, FindingKind, FindingPlace } from './finding.ts';
import { findingKinds } from './finding.ts';

/** Counts findings and keeps where the first ones of each kind are. */
export class FindingTally {
  readonly #places: number;
  readonly #counts = new Map<FindingKind, number>();
  readonly #first = new Map<FindingKind, FindingPlace[]>();
  readonly #reasons = new Map<FindingKind, Map<string, number>>();

  /** @param places - how many are kept of each kind */
  constructor(places: number) {
    this.#places = places;
  }

  /** @param place - called for the first ones */
  add(kind: FindingKind, place: () => FindingPlace, reason?: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const first = this.#first.get(kind) ?? [];
    this.#first.set(kind, first);
    if (first.length < this.#places) first.push(place());
    if (reason === undefined) return;
    const reasons = this.#reasons.get(kind) ?? new Map<string, number>();
    this.#reasons.set(kind, reasons);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }

  /** In the order of `findingKinds`. */
  get findings(): Finding[] {
    const kinds = Object.keys(findingKinds) as FindingKind[];
    return kinds
      .filter((kind) => this.#counts.has(kind))
      .map((kind) => {
        const reasons = [...(this.#reasons.get(kind) ?? [])].sort(([, a], [, b]) => b - a);
        return {
          kind,
          ...findingKinds[kind],
          count: this.#counts.get(kind) ?? 0,
          ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
          places: this.#first.get(kind) ?? [],
        };
      });
  }
}
