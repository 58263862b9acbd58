import { leftOutLines } from '../lib/reports.mjs';
import { milliseconds, ratio, table } from '../lib/table.mjs';
import { renderTargets } from '../lib/targets.mjs';
import { renderDistances } from './agreement.mjs';
import { flopFormula, samplingFlops, trainingFlops } from './flops.mjs';

/** Speeds of all contenders, the flops behind them, and what the trainer costs. */
export function policyReport(result) {
  const { task, rounds, versions, agreement, training, sampling, products, productSize } = result;
  const { config, lists, length, promptLength, newTokens } = task;
  const python = versions ? ` Python ${versions.python}, PyTorch ${versions.torch}.` : '';
  const judgedBy =
    result.timedBy === 'processor'
      ? 'Speeds and ratios are by processor time, which a busy machine changes less than time by the clock.'
      : 'Speeds and ratios are by the clock.';
  return [
    `A net of ${config.layers} layers, width ${config.width}, ${config.heads} heads, feed-forward ${config.feedForward}, vocabulary ${config.vocabulary}, context ${config.context}; everybody on one thread; ${rounds} interleaved rounds, medians. ${judgedBy}${python}`,
    ...leftOutLines(result.leftOut),
    `Before they were timed all had computed the same from the same parameters and tokens:\n\n${Object.entries(
      agreement,
    )
      .map(([name, found]) => `- ${name}: ${renderDistances(found)}`)
      .join('\n')}`,
    `## Training\n\nForward, backward, clipping and Adam for ${lists} × ${length - 1} tokens.\n\n${speeds(training)}`,
    `## Sampling\n\n${newTokens} tokens after each of ${lists} prompts of ${promptLength}, prompts included, with a cache of keys and values. jax-js, whose shapes are fixed, computes prompts token by token and attention over all places.\n\n${speeds(sampling)}\n\nOurs samples ${spread(result.sampledToTrained)} tokens in the time in which it trains one.`,
    ...(Object.keys(result.burn).length > 0
      ? [`## Like for like\n\n${likeForLike(result.burn)}`]
      : []),
    `## Flops\n\nMatrix products alone, a multiply and an add each. ${flopFormula} = ${mega(trainingFlops)} MFLOP; sampling: ${mega(samplingFlops)} MFLOP. What the machine can do at most is measured by a product of two ${productSize} × ${productSize} matrices of float32 in the same rounds: in WebAssembly one written for it, for the others what they multiply with.\n\n${flops(result)}`,
    `## Trainer\n\nUpdates of the trainer in one thread, medians: the time in calls of the policy, and in all the rest.\n\n${beside(result.overhead)}`,
    `## Targets\n\n${renderTargets(result.targets)}`,
  ].join('\n\n');

  function flops() {
    const rows = Object.keys(training).map((name) => {
      const most = products[name]?.gflops;
      const part = (kind) =>
        most
          ? `${kind[name].gflops.toFixed(1)} (${Math.round((100 * kind[name].gflops) / most)} %)`
          : kind[name].gflops.toFixed(1);
      return [name, most?.toFixed(1) ?? '', part(training), part(sampling)];
    });
    return table(['GFLOP/s', 'large product', 'training', 'sampling'], rows);
  }
}

function speeds(found) {
  const rows = Object.entries(found).map(
    ([name, { ms, processorMs, tokensPerSecond, oursAsFast }]) => [
      name,
      milliseconds(ms),
      processorMs === undefined ? '' : milliseconds(processorMs),
      tokensPerSecond.toLocaleString('en'),
      spread(oursAsFast),
    ],
  );
  return table(
    ['', 'time', 'processor time', 'tokens a second', 'ours is × as fast (quartiles)'],
    rows,
  );
}

/** One crate is both burn-flex in WebAssembly and burn-flex natively. */
function likeForLike(burn) {
  const rows = Object.entries(burn).map(([how, { training, sampling }]) => [
    how,
    spread(training),
    spread(sampling),
  ]);
  return table(['ours against burn-flex', 'training, × as fast', 'sampling, × as fast'], rows);
}

function beside(overhead) {
  const rows = Object.entries(overhead).map(([name, found]) => [
    name,
    found.games,
    `${found.sampledTokens} / ${found.trainedTokens}`,
    milliseconds(found.samplingMs),
    milliseconds(found.trainingMs),
    milliseconds(found.ms - found.samplingMs - found.trainingMs),
    `${(100 * found.overhead).toFixed(0)} % (${(100 * found.cpuOverhead).toFixed(0)} %)`,
  ]);
  return table(
    [
      '',
      'rollouts',
      'tokens sampled / trained',
      'sampling',
      'training',
      'the rest',
      'rest over policy (by processor time)',
    ],
    rows,
  );
}

function spread([low, middle, high]) {
  return low === high ? ratio(middle) : `${ratio(middle)} (${ratio(low)}–${ratio(high)})`;
}

function mega(flops) {
  return (flops / 1e6).toLocaleString('en', { maximumFractionDigits: 0 });
}
