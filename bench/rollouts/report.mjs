import { ratio, table } from '../lib/table.mjs';
import { judge, renderTargets } from '../lib/targets.mjs';

const OURS = 'upperhand';
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** The longest line of the generated file. */
const LONGEST_BYTES = 20e3;

export function rolloutsTargets({ races, emptyBytes, sizes, firstOutputMs }) {
  const [first] = sizes;
  const faster = (command, name, limit) =>
    races.some((race) => race[command][name])
      ? [
          judge(
            `${command}, end to end, at least ${limit} × ${name}`,
            { atLeast: limit },
            races
              .filter((race) => race[command][name])
              .map(({ megabytes: size, [command]: runs }) => ({
                where: `${size} MB`,
                value: runs[name].oursAsFast,
                why: `${runs[name].cpuMs} ms of processor time where ours takes ${runs[OURS].cpuMs}, ${first[command].cpuMs} of them for the first 30 MB`,
              })),
          ),
        ]
      : [];
  const last = sizes.at(-1);
  const perMegabyte =
    (last.advantages.cpuMs - first.advantages.cpuMs) / (last.megabytes - first.megabytes);
  return [
    ...faster('advantages', 'JSON.parse per line', 6),
    ...faster('advantages', 'Polars, read_ndjson', 4),
    ...faster('advantages', 'Polars, one thread', 4),
    ...faster('advantages', 'Polars, all threads', 4),
    ...faster('inspect', 'JSON.parse per line', 4),
    judge(
      'memory over an empty process, at most 1 × (60 MB + 100 bytes a rollout + three times the longest line)',
      { atMost: 1 },
      sizes.flatMap(({ megabytes: size, rollouts, advantages, inspect }) =>
        Object.entries({ advantages, inspect }).map(([command, { peakBytes }]) => ({
          where: `${command}, ${size} MB`,
          value: (peakBytes - emptyBytes) / (60e6 + 100 * rollouts + 3 * LONGEST_BYTES),
        })),
      ),
    ),
    judge(
      'processor time a megabyte of the largest file, at most 1.2 × that of 30 MB',
      { atMost: 1.2 },
      [
        {
          where: `${last.megabytes} MB; each further megabyte takes ${perMegabyte.toFixed(1)} ms`,
          value:
            last.advantages.cpuMs / last.megabytes / (first.advantages.cpuMs / first.megabytes),
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
  const { races, sizes, emptyBytes, firstOutputMs, polars } = result;
  const raced = (runs) =>
    table(
      ['', 'time', 'processor', 'ours as fast', 'by processor time', 'memory'],
      Object.entries(runs).map(([name, one]) => [
        name,
        `${one.ms} ms`,
        `${one.cpuMs} ms`,
        ratio(one.oursAsFast),
        ratio(one.oursAsFastByCpu),
        megabytes(one.peakBytes - emptyBytes),
      ]),
    );
  const bySize = sizes.flatMap((size) =>
    Object.entries({ advantages: size.advantages, inspect: size.inspect }).map(([command, one]) => [
      `${command}, ${size.megabytes} MB, ${size.rollouts.toLocaleString('en')} rollouts`,
      `${one.ms} ms`,
      `${one.cpuMs} ms`,
      `${(size.bytes / one.ms / 1e6).toFixed(2)} GB/s`,
      megabytes(one.peakBytes - emptyBytes),
    ]),
  );
  return [
    `Rollouts as NeMo Gym writes them; interleaved rounds of whole processes that read the file and write a table of advantages, or say what is in it${polars ? `; Polars ${polars}` : ''}. Medians; ratios are of the same round. Memory is over an empty Node process. In the tables of \`upperhand inspect\` JSON.parse finds counts and the means of rewards and lengths, and ours all that it says of a file.`,
    ...races.flatMap(({ bytes, rollouts, rounds, advantages, inspect }) => {
      const what = `${megabytes(bytes)}, ${rollouts.toLocaleString('en')} lines, ${rounds} rounds`;
      return [
        `## upperhand advantages, ${what}\n\n${raced(advantages)}`,
        `## upperhand inspect, ${what}\n\n${raced(inspect)}`,
      ];
    }),
    `## upperhand by size\n\n${table(['', 'time', 'processor', 'speed', 'memory'], bySize)}`,
    `First output on a terminal: ${firstOutputMs.join(', ') || 'not measured, there is no `script`'} ms.`,
    `## Targets\n\n${renderTargets(result.targets)}`,
  ].join('\n\n');
}
