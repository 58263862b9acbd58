import { expect, it } from 'vitest';
import { ThreadCaller } from '../../../ts/backends/local/thread-caller.ts';

it('keeps the process until it is closed, whatever the thread still answers', async () => {
  const held: boolean[] = [];
  let answer: (message: unknown) => void = () => {};
  const caller = new ThreadCaller(({ onMessage }) => {
    answer = onMessage;
    return { post() {}, hold: (isBusy) => held.push(isBusy), end: async () => {} };
  });
  answer({ ready: true });
  await caller.ready;
  const call = caller.call('parameters');
  expect(held).toEqual([true, false, true]);
  const closed = caller.close();
  await expect(call).rejects.toMatchObject({ code: 'engine-closed' });
  answer({ id: 0, value: new Float32Array() });
  await closed;
  expect(held).toEqual([true, false, true]);
});
