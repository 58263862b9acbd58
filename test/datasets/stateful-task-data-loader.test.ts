import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoaderOptions } from '../../ts/datasets/batch-cursor.ts';
import { StatefulTaskDataLoader } from '../../ts/datasets/stateful-task-data-loader.ts';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const loaderOf = (n: number, options: LoaderOptions) =>
  new StatefulTaskDataLoader(range(n), options);

/** The batches of one iteration, at most so many. */
async function take<Task>(
  loader: StatefulTaskDataLoader<Task>,
  most = Infinity,
): Promise<(readonly Task[])[]> {
  const batches: (readonly Task[])[] = [];
  for await (const batch of loader) if (batches.push(batch) >= most) break;
  return batches;
}

describe('StatefulTaskDataLoader', () => {
  it('case 22: sizes that form no batch are refused when the loader is made', () => {
    expect(() => loaderOf(3, { batchSize: 4 })).toThrow(
      'batchSize must be at most 3, the number of tasks, or no batch can be formed, got 4',
    );
    expect(() => loaderOf(0, { batchSize: 1, dropLast: false })).toThrow(
      'the dataset must be of at least one task',
    );
    expect(loaderOf(3, { batchSize: 4, dropLast: false }).length).toBe(1);
  });

  it('case 22: an epoch has floor(n / batch) batches, or its tail as well', async () => {
    const sizes = async (dropLast: boolean) => {
      const loader = loaderOf(5, { batchSize: 2, dropLast });
      return [loader.length, (await take(loader)).map((batch) => batch.length)];
    };
    expect(await sizes(true)).toEqual([2, [2, 2]]);
    expect(await sizes(false)).toEqual([3, [2, 2, 1]]);
  });

  it('stands after a last batch that is short where rLLM does', async () => {
    const options = { batchSize: 2, dropLast: false };
    const loader = loaderOf(3, options);
    await take(loader, 2);
    expect(loader.getState().cursor).toBe(4);
    const resumed = loaderOf(3, options);
    resumed.setState(loader.getState());
    expect(resumed.getState()).toEqual({ epoch: 1, cursor: 0, seed: 0 });
    expect(() => resumed.setState({ cursor: 5 })).toThrow('cursor must be at most 4');
  });

  it('case 85: a run stopped after the last batch of an epoch goes on with the first one of the next', async () => {
    const options = { batchSize: 2, seed: 7 };
    const whole = loaderOf(10, options);
    await take(whole);
    const second = await take(whole);

    const stopped = loaderOf(10, options);
    await take(stopped, 5);
    expect(stopped.getState()).toEqual({ epoch: 0, cursor: 10, seed: 7 });
    const resumed = loaderOf(10, options);
    resumed.setState(stopped.getState());
    expect(resumed.getState()).toEqual({ epoch: 1, cursor: 0, seed: 7 });
    expect(resumed.epoch).toBe(1);
    expect((await take(resumed, 1))[0]).toEqual(second[0]);
  });

  it('case 86: a resumed epoch hands out each task once, and the next one is shuffled again', async () => {
    const options = { batchSize: 2, seed: 3 };
    const stopped = loaderOf(6, options);
    const before = await take(stopped, 2);
    const resumed = loaderOf(6, options);
    resumed.setState(stopped.getState());
    const after = await take(resumed);
    const epoch = [...before, ...after].flat();
    expect(epoch.toSorted()).toEqual(range(6));
    expect((await take(resumed)).flat()).not.toEqual(epoch);
  });

  it('stopped anywhere, goes on as if it had not been', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        fc.nat(12),
        async (n, batchSize, dropLast, stop) => {
          fc.pre(!dropLast || batchSize <= n);
          const options = { batchSize, dropLast, seed: n };
          const epochs = async (loader: StatefulTaskDataLoader<number>) => [
            ...(await take(loader)),
            ...(await take(loader)),
          ];
          const expected = await epochs(loaderOf(n, options));

          const first = loaderOf(n, options);
          const most = Math.min(stop, first.length);
          const begun = most > 0 ? await take(first, most) : [];
          const second = loaderOf(n, options);
          second.setState(JSON.parse(JSON.stringify(first.getState())));
          const rest = second.epoch === 0 ? await epochs(second) : await take(second);
          expect([...begun, ...rest]).toEqual(expected);
        },
      ),
    );
  });

  it('asks for a task again that could not be had', async () => {
    let broken = true;
    const dataset = {
      length: 4,
      get: async (index: number) => {
        if (broken && index === 2) throw new Error('no answer');
        return index;
      },
    };
    const loader = new StatefulTaskDataLoader(dataset, { batchSize: 2, shuffle: false });
    await expect(take(loader)).rejects.toThrow('no answer');
    expect(loader.getState().cursor).toBe(2);
    broken = false;
    expect(await take(loader)).toEqual([[2, 3]]);
  });

  it('has one failure where several tasks cannot be had', async () => {
    const dataset = {
      length: 2,
      get(index: number): Promise<number> {
        if (index === 0) return Promise.reject(new Error('no answer'));
        throw new Error('thrown at once');
      },
    };
    const loader = new StatefulTaskDataLoader(dataset, { batchSize: 2, shuffle: false });
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    await expect(take(loader)).rejects.toThrow(/no answer|thrown at once/);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });

  it('says its place of after the batch while that is in work', async () => {
    const loader = loaderOf(4, { batchSize: 2 });
    for await (const _ of loader) {
      expect(loader.getState().cursor).toBe(2);
      break;
    }
  });

  it('refuses a second iteration and another place while it is being iterated', async () => {
    const loader = loaderOf(4, { batchSize: 2 });
    for await (const _ of loader) {
      await expect(take(loader)).rejects.toMatchObject({ code: 'loader-busy' });
      expect(() => loader.setState({ epoch: 0 })).toThrow(/is being iterated/);
      break;
    }
    expect(await take(loader)).toHaveLength(1);
  });

  it('follows an array that grows, from the next epoch on', async () => {
    const tasks = range(4);
    const loader = new StatefulTaskDataLoader(tasks, { batchSize: 2, shuffle: false });
    for await (const _ of loader) if (tasks.length === 4) tasks.push(4, 5);
    expect(await take(loader)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
    tasks.length = 1;
    await expect(take(loader)).rejects.toThrow(/batchSize must be at most 1/);
  });

  it('hands out nothing for tasks that were taken out of an array during an epoch', async () => {
    const tasks = range(5);
    const loader = new StatefulTaskDataLoader(tasks, { batchSize: 2, shuffle: false });
    await take(loader, 1);
    tasks.length = 3;
    await expect(take(loader)).rejects.toThrow(/index must be below 3, .* got 3/);
    tasks.length = 1;
    expect(() => loader.setState({ epoch: 7, cursor: 1 })).toThrow(/batchSize must be at most 1/);
    expect(loader.getState()).toEqual({ epoch: 0, cursor: 2, seed: 0 });
  });

  it.each([Number.NaN, -1, 2.5, 2 ** 32, Number.POSITIVE_INFINITY, '3', undefined])(
    'refuses a dataset whose length becomes %s',
    async (length) => {
      const dataset = { length: 4, get: (index: number): number => index };
      const loader = new StatefulTaskDataLoader(dataset, { batchSize: 2 });
      await take(loader);
      dataset.length = length as number;
      await expect(take(loader)).rejects.toThrow(/the length of the dataset must be a whole/);
    },
  );

  it.each<[string, object, RegExp]>([
    ['no batch size', { batchSize: 0 }, /batchSize must be a whole number above 0, got 0/],
    ['half a task', { batchSize: 1.5 }, /batchSize must be a whole number above 0, got 1\.5/],
    ['a text', { batchSize: '2' }, /batchSize must be a whole number above 0, got "2"/],
    ['a seed of text', { batchSize: 1, seed: '0' }, /seed must be a whole number/],
    ['a seed beyond doubles', { batchSize: 1, seed: 2 ** 53 }, /seed must be a whole number/],
    ['shuffle as text', { batchSize: 1, shuffle: 'no' }, /shuffle must be a boolean/],
    ['a misspelt option', { batchSize: 1, droplast: true }, /did you mean dropLast\?/],
  ])('refuses %s', (_, options, message) => {
    expect(() => loaderOf(5, options as LoaderOptions)).toThrow(message);
  });

  it.each<[object, RegExp]>([
    [{ epoch: -1 }, /epoch must be a whole number, 0 or more, got -1/],
    [{ cursor: 0.5 }, /cursor must be a whole number/],
    [{ cursor: 6 }, /cursor must be at most 5, .*another dataset\?\), got 6/],
    [{ seed: null }, /seed must be a whole number/],
    [{ epochs: 1 }, /did you mean epoch\?/],
  ])('refuses the state %j and keeps its place', async (state, message) => {
    const loader = loaderOf(5, { batchSize: 2 });
    await take(loader, 1);
    expect(() => loader.setState({ epoch: 3, ...state })).toThrow(message);
    expect(loader.getState()).toEqual({ epoch: 0, cursor: 2, seed: 0 });
  });
});
