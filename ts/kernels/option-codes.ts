import { refuse } from '../errors/refuse.ts';
import type {
  CenterOptions,
  EpsilonPlace,
  LeaveOneOutOptions,
  StandardizeOptions,
} from './kernels.ts';
import type { Scope, SingletonRule } from './scope.ts';

/** The words of options by the codes that the WebAssembly module knows them under. */
const SCOPE: Codes<Scope> = { group: 0, pool: 1 };
export const BASELINE: Codes<Scope | 'none'> = { group: 0, pool: 1, none: 2 };
const SCALE_OF: Codes<StandardizeOptions['scaleOf']> = { values: 0, residuals: 1 };
const EPSILON_PLACE: Codes<EpsilonPlace> = { outside: 0, inside: 1 };
export const SINGLETON: Codes<SingletonRule> = { raw: 0, zero: 1, member: 2 };

export type Codes<T extends string> = Readonly<Record<T, number>>;

/** @throws UpperhandError `invalid-argument` for a word that is no option, as the two below */
export function centerCodes({ baseline, singleton }: CenterOptions): [number, number] {
  return [codeOf(SCOPE, 'baseline', baseline), codeOf(SINGLETON, 'singleton', singleton)];
}

export function standardizeCodes(
  options: StandardizeOptions,
): [baseline: number, scale: number, scaleOf: number, epsilonPlace: number, singleton: number] {
  return [
    codeOf(BASELINE, 'baseline', options.baseline),
    codeOf(SCOPE, 'scale', options.scale),
    codeOf(SCALE_OF, 'scaleOf', options.scaleOf),
    codeOf(EPSILON_PLACE, 'epsilonPlace', options.epsilonPlace),
    codeOf(SINGLETON, 'singleton', options.singleton),
  ];
}

export function leaveOneOutCode({ singleton }: LeaveOneOutOptions): number {
  return codeOf(SINGLETON, 'singleton', singleton);
}

export function codeOf<T extends string>(codes: Codes<T>, option: string, word: T): number {
  if (!Object.hasOwn(codes, word)) refuse(option, `one of ${Object.keys(codes).join(', ')}`, word);
  return codes[word];
}
