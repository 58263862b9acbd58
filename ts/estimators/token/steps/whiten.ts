import { UpperhandError } from '../../../errors/upperhand-error.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { CheckedRows } from '../checked-rows.ts';
import type { TokenWhitenStep } from '../token-spec.ts';
import type { StepKind } from './step-kind.ts';

export const whitenStep: StepKind<TokenWhitenStep> = {
  fields: [
    'scope',
    'of',
    'ddof',
    'epsilon',
    'epsilonPlace',
    'mean',
    'divide',
    'countEpsilon',
    'few',
  ],

  check(step, path, problems) {
    if (step.scope !== undefined) problems.word(`${path}.scope`, step.scope, ['pool', 'group']);
    if (step.of !== undefined) problems.word(`${path}.of`, step.of, ['trained', 'all']);
    if (step.ddof !== 0 && step.ddof !== 1)
      problems.add(`${path}.ddof`, `must be 0 or 1, got ${step.ddof}`);
    problems.number(`${path}.epsilon`, step.epsilon, 0);
    problems.word(`${path}.epsilonPlace`, step.epsilonPlace, ['outside', 'inside', 'floor']);
    if (step.mean !== undefined)
      problems.word(`${path}.mean`, step.mean, ['subtract', 'keep', 'restore']);
    if (step.divide !== undefined) problems.flag(`${path}.divide`, step.divide);
    if (step.countEpsilon !== undefined)
      problems.number(`${path}.countEpsilon`, step.countEpsilon, 0);
    if (step.few !== undefined)
      problems.word(`${path}.few`, step.few, ['arithmetic', 'zero', 'keep', 'refuse']);
  },

  describe({
    scope = 'pool',
    of = 'trained',
    ddof,
    epsilon,
    epsilonPlace,
    mean = 'subtract',
    divide = true,
  }) {
    const over = `${of === 'trained' ? 'trained tokens' : 'tokens'} of the ${scope}`;
    const centred = mean === 'keep' ? 'x' : `x − mean(${over})`;
    if (!divide) return centred;
    const e = epsilon.toExponential().replace('e+', 'e');
    const args = ddof === 0 ? over : `${over}, ddof=${ddof}`;
    const divisor = {
      outside: `(std(${args}) + ${e})`,
      inside: `sqrt(var(${args}) + ${e})`,
      floor: `sqrt(max(var(${args}), ${e}))`,
    }[epsilonPlace];
    return `${mean === 'keep' ? 'x' : `(${centred})`} / ${divisor}${mean === 'restore' ? ' + mean' : ''}`;
  },

  apply(values, step, rows, kernels) {
    if (step.scope !== 'group')
      return whiten(values, [0, rows.numTokens], step, maskOf(step, rows), kernels);
    const { order, offsets } = rows.groups('the step whiten');
    return inGroupOrder(values, rows, order, offsets, step, kernels);
  },
};

function maskOf({ of = 'trained' }: TokenWhitenStep, rows: CheckedRows): Uint8Array | null {
  return of === 'all' ? null : rows.mask;
}

function whiten(
  values: Float64Array,
  offsets: ArrayLike<number>,
  step: TokenWhitenStep,
  mask: Uint8Array | null,
  kernels: Kernels,
): Float64Array {
  const {
    ddof,
    epsilon,
    epsilonPlace,
    mean = 'subtract',
    divide = true,
    countEpsilon = 0,
    few = 'arithmetic',
  } = step;
  const options = { mean, divide, ddof, epsilon, epsilonPlace, countEpsilon };
  const segments = Uint32Array.from(offsets);
  const before = few === 'keep' ? values.slice() : values;
  const short = few === 'arithmetic' ? [] : tooFew(segments, mask, divide ? ddof : 0);
  if (few === 'refuse' && short.length > 0)
    throw new UpperhandError(
      'invalid-argument',
      `whitening with ddof ${ddof} needs more than ${divide ? ddof : 0} trained tokens, got ${short[0]?.count}`,
    );
  kernels.whitenTokens({ values, mask, offsets: segments }, options, values);
  for (const { start, end } of short)
    for (let i = start; i < end; i++) values[i] = few === 'zero' ? 0 : (before[i] as number);
  return values;
}

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Segments of no more counted tokens than ddof. */
function tooFew(offsets: Uint32Array, mask: Uint8Array | null, ddof: number): Segment[] {
  const short: Segment[] = [];
  for (let s = 1; s < offsets.length; s++) {
    const start = offsets[s - 1] as number;
    const end = offsets[s] as number;
    let count = 0;
    for (let i = start; i < end; i++) if (mask === null || mask[i] !== 0) count++;
    if (count <= ddof) short.push({ start, end, count });
  }
  return short;
}

/** The tokens of each group side by side, whitened, and put back. */
function inGroupOrder(
  values: Float64Array,
  rows: CheckedRows,
  order: Uint32Array,
  groups: Uint32Array,
  step: TokenWhitenStep,
  kernels: Kernels,
): Float64Array {
  const mask = maskOf(step, rows);
  const gathered = new Float64Array(values.length);
  const gatheredMask = mask === null ? null : new Uint8Array(values.length);
  const starts = new Uint32Array(order.length + 1);
  order.forEach((row, i) => {
    const [start, end, at] = [
      rows.offsets[row] as number,
      rows.offsets[row + 1] as number,
      starts[i] as number,
    ];
    gathered.set(values.subarray(start, end), at);
    if (mask !== null) gatheredMask?.set(mask.subarray(start, end), at);
    starts[i + 1] = at + end - start;
  });
  const segments = groups.map((group) => starts[group] as number);
  whiten(gathered, segments, step, gatheredMask, kernels);
  order.forEach((row, i) => {
    values.set(gathered.subarray(starts[i], starts[i + 1]), rows.offsets[row]);
  });
  return values;
}
