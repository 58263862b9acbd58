import type { TokenStep } from '../token-spec.ts';
import { klStep } from './kl.ts';
import { outcomeStep } from './outcome.ts';
import { addStep, baselineStep, clipStep, maskStep, multiplyStep } from './plain.ts';
import type { StepKind, StepOf } from './step-kind.ts';
import { teacherReweightStep } from './teacher-reweight.ts';
import { whitenStep } from './whiten.ts';

const kinds: { readonly [K in TokenStep['kind']]: StepKind<StepOf<K>> } = {
  outcome: outcomeStep,
  kl: klStep,
  whiten: whitenStep,
  'teacher-reweight': teacherReweightStep,
  baseline: baselineStep,
  clip: clipStep,
  multiply: multiplyStep,
  add: addStep,
  mask: maskStep,
};

/** All steps by their kind. */
export const stepKinds: Readonly<Record<string, StepKind<TokenStep>>> = kinds as never;
