import { afterEach } from 'vitest';
import type { AdvEstimator } from '../../ts/estimators/adv-estimator.ts';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';

const undos: (() => void)[] = [];

/** Registers an estimator until the test ends; call {@link undoRegistrations} once in the file. */
export function register(name: string, estimator: AdvEstimator): void {
  undos.push(registerAdvEstimator(name, estimator, { override: true }));
}

export function undoRegistrations(): void {
  afterEach(() => {
    for (const undo of undos.splice(0)) undo();
  });
}
