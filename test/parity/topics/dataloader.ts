import { StatefulTaskDataLoader } from '../../../ts/datasets/stateful-task-data-loader.ts';
import { expectsError, orError } from '../decode.ts';
import type { AsyncTopic, GoldenRecord } from '../topic.ts';

/** Epochs of a dataset of so many tasks, the first of them broken off after `stop_after` batches. */
interface LoaderRecord extends GoldenRecord {
  readonly n: number;
  readonly batch: number;
  readonly seed: number;
  readonly shuffle: boolean;
  readonly drop_last: boolean;
  readonly epochs: number;
  readonly stop_after: number | null;
}

/** The order of tasks, and the state of the loader after each epoch. */
export const dataloader: AsyncTopic = {
  name: 'dataloader',

  async run(record) {
    const loader = orError(() => makeLoader(record as LoaderRecord));
    const actual = 'error' in loader ? loader : await play(loader, record as LoaderRecord);
    return { expected: expectsError(record) ? { error: true } : record.expect, actual };
  },

  // No batch can be formed, which passes unseen there.
  rule(record) {
    const { n, batch, drop_last } = record as LoaderRecord;
    const none = n === 0 || (drop_last && n < batch);
    return none ? { reason: 'case 22', expected: { error: true } } : null;
  },
};

function makeLoader(record: LoaderRecord): StatefulTaskDataLoader<number> {
  const tasks = Array.from({ length: record.n }, (_, i) => i);
  return new StatefulTaskDataLoader(tasks, {
    batchSize: record.batch,
    shuffle: record.shuffle,
    seed: record.seed,
    dropLast: record.drop_last,
  });
}

async function play(
  loader: StatefulTaskDataLoader<number>,
  { epochs, stop_after }: LoaderRecord,
): Promise<unknown> {
  const played: unknown[] = [];
  for (let epoch = 0; epoch < epochs; epoch++) {
    const batches: (readonly number[])[] = [];
    for await (const batch of loader) {
      batches.push(batch);
      if (epoch === 0 && batches.length === stop_after) break;
    }
    played.push({ batches, state: loader.getState() });
  }
  return { length: loader.length, epochs: played };
}
