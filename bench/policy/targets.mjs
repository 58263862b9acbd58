import { ratio } from '../lib/table.mjs';
import { judge } from '../lib/targets.mjs';
import { samplingFlops, trainingFlops } from './flops.mjs';
import { BURN, OWN_NATIVE } from './rivals.mjs';

const EAGER = 'PyTorch, eager';
const COMPILED = 'PyTorch, compiled';

/** The targets; one that is missed is answered by flops and by what the machine can do at most. */
export function policyTargets(result, ours) {
  const { training, sampling, products, sampledToTrained, overhead, burn } = result;
  const against = (rival, limit, words, beside) =>
    training[rival]
      ? [
          judge(
            `training, at least ${words}`,
            { atLeast: limit },
            [
              {
                where: 'tokens a second',
                value: training[rival].oursAsFast[1],
                why: whySlower(rival),
              },
            ],
            beside,
          ),
        ]
      : [];
  return [
    ...against(EAGER, 0.4, '0.4 × PyTorch on one thread'),
    ...against(COMPILED, 0.4, '0.4 × PyTorch compiled'),
    ...against(BURN.webAssembly, 1, 'as fast as burn-flex, both in WebAssembly', natively()),
    judge('sampled tokens, at least 3 × as many a second as trained ones', { atLeast: 3 }, [
      {
        where: 'batch 64',
        value: sampledToTrained[1],
        why: `${megaflops(samplingFlops)} a call, prompts included, where a training step has ${megaflops(trainingFlops)} for as many tokens: at the same speed that gives ${(trainingFlops / samplingFlops).toFixed(2)}; ${share('sampling', ours)}, training ${share('training', ours)}`,
      },
    ]),
    judge(
      'trainer, at most 2 % beside the policy’s time',
      { atMost: 2 },
      Object.entries(overhead).map(([where, found]) => ({
        where,
        value: 100 * found.overhead,
        why: whyBeside(found),
      })),
    ),
  ];

  function natively() {
    const lines = [];
    const across = training[BURN.native]?.oursAsFast;
    if (across)
      lines.push(`against native burn-flex ${ratio(across[1])}; ${whySlower(BURN.native)}`);
    const both = burn['both natively'];
    if (both)
      lines.push(
        `both natively ${ratio(both.training[1])}; ${share('training', OWN_NATIVE)}: ours multiplies natively with the same vectors of 128 bits, for the same bits on every machine, burn-flex with the wider ones and the fused multiply-add that it finds`,
      );
    return lines;
  }

  function whySlower(rival) {
    const theirs = products[rival];
    return [
      `${megaflops(trainingFlops)} a step: ours ${share('training', ours)}`,
      `${rival} ${share('training', rival)}`,
      `${theirs.gflops > products[ours].gflops ? 'it' : 'ours'} has the higher peak, ${(Math.max(theirs.gflops, products[ours].gflops) / Math.min(theirs.gflops, products[ours].gflops)).toFixed(1)} × the other’s${rival === BURN.webAssembly ? '' : ': WebAssembly has vectors of 128 bits and no fused multiply-add'}`,
    ].join('; ');
  }

  function share(kind, name) {
    const { gflops } = { training, sampling }[kind][name];
    const most = products[name].gflops;
    return `at ${gflops.toFixed(1)} GFLOP/s, ${Math.round((100 * gflops) / most)} % of the ${most.toFixed(1)} of a large product`;
  }
}

function whyBeside({ games, ms, samplingMs, trainingMs, sampledTokens, trainedTokens }) {
  const policy = samplingMs + trainingMs;
  const each = (1000 * (ms - policy)) / games;
  return `an update of ${games} rollouts, ${sampledTokens} sampled and ${trainedTokens} trained tokens: the policy takes ${policy.toFixed(0)} ms, all the rest ${(ms - policy).toFixed(0)} ms, ${each.toFixed(0)} µs a rollout`;
}

function megaflops(flops) {
  return `${(flops / 1e6).toFixed(0)} MFLOP`;
}
