import { type ErrorCode, UpperhandError } from '../../../errors/upperhand-error.ts';

/** What a call was refused for, as the module tells it: a status, and where and what. */
export interface Problem {
  readonly status: number;
  readonly at: number;
  readonly got: number;
}

const SIZES = [
  'layers must be 1 to 64',
  'width must be 1 to 4096',
  'heads must be 1 to 4096',
  'feedForward must be 1 to 16384',
  'context must be 1 to 16384',
  'vocabulary must be 2 to 65536',
];

const OPTIONS = [
  'temperature must be 0.001 to 1000, or 0 where tokens are generated',
  'topP must be above 0 and at most 1',
  'learningRate must be finite and at least 0',
  'beta1 must be at least 0 and below 1',
  'beta2 must be at least 0 and below 1',
  'eps must be finite and above 0',
  'weightDecay must be finite and at least 0',
  'gradClipNorm must be finite and at least 0',
];

/** The error of a problem; `call` names the function that was called. */
export function problemError(call: string, { status, at, got }: Problem): UpperhandError {
  const [code, message] = told(status, at, got);
  return new UpperhandError(code, `${call}: ${message}`);
}

function told(status: number, at: number, got: number): readonly [ErrorCode, string] {
  switch (status) {
    case 1:
      return ['invalid-argument', `${SIZES[at]}, got ${got}`];
    case 2:
      return ['invalid-argument', 'width must be a multiple of heads'];
    case 3:
      return ['invalid-argument', `a policy can have at most ${2 ** 26} parameters`];
    case 4:
      return ['policy-failed', 'the WebAssembly module got no memory for it'];
    case 5:
      return ['invalid-argument', 'offsets must ascend from 0 to the number of tokens'];
    case 6:
      return ['invalid-argument', `token ${at} of the list is not in the vocabulary`];
    case 7:
      return ['invalid-argument', `sequence ${at} has fewer tokens than this needs`];
    case 8:
      return ['invalid-argument', `sequence ${at} would be longer than the context`];
    case 9:
      return ['invalid-argument', 'the lengths of the arrays do not fit each other'];
    case 10:
      return ['invalid-argument', `number ${at} is not finite`];
    case 11:
      return ['invalid-argument', OPTIONS[at] ?? `option ${at}`];
    case 12:
      return ['invalid-argument', `session ${at} of the list is not open`];
    case 13:
      return ['invalid-argument', `session ${at} of the list occurs twice`];
    case 14:
      return ['invalid-argument', 'kl needs a reference; call setReference before'];
    case 15:
      return ['policy-failed', 'the logits are not finite: training has diverged'];
    case 16:
      return ['invalid-state', 'the state is damaged, or not one of a policy'];
    case 17:
      return ['invalid-state', 'the state is of a policy with another config'];
    case 18:
      return ['invalid-state', 'the state has a format that this version does not know'];
    default:
      return ['policy-failed', `status ${status}`];
  }
}
