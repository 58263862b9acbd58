import type { CheckedRows } from '../checked-rows.ts';
import type { OptimalTokenBaselineCredit } from '../token-spec.ts';
import type { CreditKind } from './credit-kind.ts';

const WHO = 'the credit optimal-token-baseline';

export const optimalTokenBaselineCredit: CreditKind<OptimalTokenBaselineCredit> = {
  fields: ['epsilon', 'zeroTail', 'align'],

  check({ epsilon, zeroTail, align }, path, problems) {
    problems.number(`${path}.epsilon`, epsilon, 0);
    problems.flag(`${path}.zeroTail`, zeroTail);
    problems.word(`${path}.align`, align, ['position', 'trained-token']);
  },

  describe({ epsilon, align }) {
    const place = align === 'position' ? 'place' : 'trained token';
    return `G − Σ G W / (Σ W + ${epsilon.toExponential().replace('e+', 'e')}) over the group at the same ${place}, G = Σ r from it on, W = Σ (1 − 2 π + Σ π²) up to it`;
  },

  needs: () => ['logprobs', 'sumPiSquared'],

  run(rewards, { epsilon, zeroTail, align }, rows, kernels) {
    const { order, offsets: groups } = rows.groups(WHO);
    const { mask, offsets } = rows;
    const weights = varianceProxy(rows);
    const tokens = { rewards, weights, mask, offsets, members: order, groups };
    const out = { advantages: rewards, returns: weights };
    kernels.optimalTokenBaseline(tokens, { epsilon, zeroTail, align }, out);
    return out;
  },
};

/** 1 − 2 π + Σ π², the squared length of the token's score, times the square of its importance weight. */
function varianceProxy(rows: CheckedRows): Float64Array {
  const logprobs = rows.require('logprobs', WHO);
  const squares = rows.require('sumPiSquared', WHO);
  const ratios = rows.has('rolloutWeights') ? rows.require('rolloutWeights', WHO) : null;
  return logprobs.map((logprob, t) => {
    const proxy = 1 - 2 * Math.exp(logprob) + (squares[t] as number);
    return ratios === null ? proxy : proxy * (ratios[t] as number) ** 2;
  });
}
