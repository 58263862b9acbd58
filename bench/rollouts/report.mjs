import { ratio, table } from '../lib/table.mjs';
import { judge, renderTargets } from '../lib/targets.mjs';

const OURS = 'upperhand';
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** The longest line of the generated file. */
const LONGEST_BYTES = 20e3;

export function rolloutsTargets({ found, emptyBytes, sizes, firstOutputMs }) {
  const { cpuMs } = found[OURS];
  const faster = (name, limit) =>
    found[name]
      ? [
          judge(`end to end, at least ${limit} × ${name}`, { atLeast: limit }, [
            {
              where: 'whole processes',
              value: found[name].oursAsFast,
              why: `${found[name].cpuMs} ms of processor time where ours takes ${cpuMs}, ${sizes[0].cpuMs} of them for the first 30 MB`,
            },
          ]),
        ]
      : [];
  const [first, ...later] = sizes;
  const last = later.at(-1);
  const perMegabyte = (last.cpuMs - first.cpuMs) / (last.megabytes - first.megabytes);
  return [
    ...faster('JSON.parse per line', 6),
    ...faster('Polars, one thread', 4),
    ...faster('Polars, all threads', 4),
    judge(
      'memory over an empty process, at most 1 × (60 MB + 100 bytes a rollout + three times the longest line)',
      { atMost: 1 },
      sizes.map(({ megabytes: size, peakBytes, rollouts }) => ({
        where: `${size} MB`,
        value: (peakBytes - emptyBytes) / (60e6 + 100 * rollouts + 3 * LONGEST_BYTES),
      })),
    ),
    judge(
      'processor time a megabyte of the largest file, at most 1.2 × that of 30 MB',
      { atMost: 1.2 },
      [
        {
          where: `${last.megabytes} MB; each further megabyte takes ${perMegabyte.toFixed(1)} ms`,
          value: last.cpuMs / last.megabytes / (first.cpuMs / first.megabytes),
        },
      ],
    ),
    ...(firstOutputMs.length > 0
      ? [
          judge('the first output on a terminal, at most 300 ms', { atMost: 300 }, [
            { where: 'ms, the slowest of 5', value: Math.max(...firstOutputMs) },
          ]),
        ]
      : []),
  ];
}

export function rolloutsReport(result) {
  const { bytes, rollouts, rounds, found, sizes, emptyBytes, firstOutputMs, polars } = result;
  const rows = Object.entries(found).map(([name, one]) => [
    name,
    `${one.ms} ms`,
    `${one.cpuMs} ms`,
    ratio(one.oursAsFast),
    ratio(one.oursAsFastByCpu),
    megabytes(one.peakBytes - emptyBytes),
  ]);
  const bySize = sizes.map((one) => [
    `${one.megabytes} MB, ${one.rollouts.toLocaleString('en')} rollouts`,
    `${one.ms} ms`,
    `${one.cpuMs} ms`,
    `${(one.bytes / one.ms / 1e6).toFixed(2)} GB/s`,
    megabytes(one.peakBytes - emptyBytes),
  ]);
  return [
    `${megabytes(bytes)} of NeMo Gym rollouts, ${rollouts.toLocaleString('en')} lines; ${rounds} interleaved rounds of whole processes that read the file and write a table of advantages${polars ? `; Polars ${polars}` : ''}. Medians; ratios are of the same round. Memory is over an empty Node process.`,
    table(['', 'time', 'processor', 'ours as fast', 'by processor time', 'memory'], rows),
    `## upperhand by size\n\n${table(['', 'time', 'processor', 'speed', 'memory'], bySize)}`,
    `First output on a terminal: ${firstOutputMs.join(', ') || 'not measured, there is no `script`'} ms.`,
    `## Targets\n\n${renderTargets(result.targets)}`,
  ].join('\n\n');
}
