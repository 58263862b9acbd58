import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import type { Episode } from '../../../ts/types/episode.ts';
import { slowMetrics } from '../../support/slow-oracle.ts';
import { slowTransform } from '../../support/slow-transform.ts';
import { decodeNumber, decodeScalar, expectsError } from '../decode.ts';
import { type EncodedEpisode, toEpisode } from '../episodes.ts';
import type { AsyncTopic, GoldenRecord } from '../topic.ts';

interface ValidationEpisode extends EncodedEpisode {
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly info: Readonly<Record<string, unknown>>;
}

type Batches = readonly (readonly ValidationEpisode[])[];

/** The validation routine, over episodes that are given: each batch is one task of the set. */
export const validation: AsyncTopic = {
  name: 'validation',

  async run(record) {
    return { expected: expectedOf(record), actual: await compute(record) };
  },

  // Over several batches the original averages their means, stds and extremes without weights; with one attempt a task
  // it overwrites the share of right episodes with that of solved tasks.
  rule(record) {
    if (record.version === 'seed') return null;
    const { metrics, ...rest } = expectedOf(record) as { metrics: [string, number][] };
    const pooled = pooledRewards(record.batches as Batches);
    const expected = metrics.map(([key, value]): [string, number] => {
      const source = /^val\/(.*)\/pass@1$/.exec(key)?.[1];
      if (source !== undefined) return [key, passAt1(record.batches as Batches, source)];
      return [key, pooled[key] ?? value];
    });
    const changed = expected.filter(
      ([key, value]) => !metrics.some((one) => one[0] === key && Object.is(one[1], value)),
    );
    const reasons = [
      ...(changed.some(([key]) => key.endsWith('/pass@1')) ? ['T8'] : []),
      ...(changed.some(([key]) => !key.endsWith('/pass@1')) ? ['T9'] : []),
    ];
    return reasons.length === 0
      ? null
      : { reason: reasons.join(', '), expected: { metrics: expected, ...rest } };
  },
};

async function compute(record: GoldenRecord): Promise<unknown> {
  const batches = (record.batches as Batches).map((batch) => batch.map(toValidationEpisode));
  let logged = 0;
  const trainer = new UnifiedTrainer({
    backend: {
      name: 'given',
      initRolloutEngine: () => ({ getModelResponse: () => Promise.reject(new Error('not asked')) }),
      transformToBackendBatch: () => null,
      processBackendBatch: () => {},
      updatePolicy: () => {},
      generateEpisodes: async ([task]) => batches[task as number] as Episode[],
      onValidationStart: () => record.skip !== true,
    },
    config: {
      data: { valBatchSize: 1 },
      rollout: { nVal: record.n_val as number },
      transform: { idSeparator: 'first' },
    },
    workflow: () => 0,
    valDataset: batches.map((_, b) => b),
    tracking: { log: () => void logged++ },
    onWarning: () => {},
  });
  const metrics = Object.entries(await trainer.validate());
  await trainer.shutdown();
  return {
    metrics: metrics.filter(([key]) => !key.startsWith('time/')),
    time_keys: metrics.map(([key]) => key).filter((key) => key.startsWith('time/')),
    logged,
  };
}

function toValidationEpisode(encoded: ValidationEpisode): Episode {
  const episode = toEpisode(encoded);
  episode.metrics = Object.fromEntries(
    Object.entries(encoded.metrics).map(([key, value]) => [key, decodeScalar(value)]),
  );
  episode.metadata = { ...encoded.info };
  return episode;
}

function expectedOf(record: GoldenRecord): object {
  if (expectsError(record)) return { error: true };
  const { metrics, time_keys, logged } = record.expect as {
    metrics: Record<string, unknown>;
    time_keys: string[];
    logged: number;
  };
  return {
    metrics: Object.entries(metrics).map(([key, value]) => [key, decodeNumber(value)]),
    time_keys,
    logged,
  };
}

/** Reward metrics over the groups of all batches. */
function pooledRewards(batches: Batches): Readonly<Record<string, number>> {
  const groups = batches.flatMap((episodes) => {
    const settings = { episodes, transform: {}, compact: null, prefix: null };
    const transformed = slowTransform(settings) as {
      groups: { group_role: string; rewards: number[] }[];
    };
    return transformed.groups.map(({ group_role, rewards }) => ({ role: group_role, rewards }));
  });
  const { metrics } = slowMetrics(groups, null);
  return Object.fromEntries(Object.entries(metrics).map(([key, value]) => [`val/${key}`, value]));
}

/** The share of the episodes of a data source that are right. */
function passAt1(batches: Batches, source: string): number {
  const episodes = batches
    .flat()
    .filter(({ info }) => String(info.data_source ?? 'unknown') === source);
  return episodes.filter((episode) => episode.is_correct).length / episodes.length;
}
