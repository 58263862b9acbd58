import type { SpecProblems } from '../spec-problems.ts';
import type { DiscountedReturnCredit, GaeCredit } from '../token-spec.ts';

type Timed = DiscountedReturnCredit | GaeCredit;

export const TIMED_FIELDS = ['gamma', 'masked', 'untrained', 'step', 'stepReward'] as const;

export function checkTimed(credit: Timed, path: string, problems: SpecProblems): void {
  const { gamma, masked, untrained, step, stepReward } = credit;
  problems.number(`${path}.gamma`, gamma, 0, 1);
  problems.word(`${path}.masked`, masked, ['carry', 'walk', 'zero', 'reset', 'cut']);
  if (untrained !== undefined) problems.word(`${path}.untrained`, untrained, ['keep', 'zero']);
  if (step !== undefined) problems.word(`${path}.step`, step, ['token', 'turn', 'segment']);
  if (stepReward !== undefined) problems.word(`${path}.stepReward`, stepReward, ['sum', 'last']);
}

const MASKED = {
  carry: 'passing over untrained ones',
  walk: 'untrained ones too',
  zero: 'untrained ones as 0',
  reset: 'forgetting at untrained ones what comes after',
  cut: 'untrained ones apart from what follows them',
} as const;

/** Over what a recursion runs, in words. */
export function describeTimed({ masked, step = 'token' }: Timed): string {
  return step === 'token' ? `over tokens, ${MASKED[masked]}` : `over ${step}s`;
}
