import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TextStream } from '../../ts/cli/io.ts';
import { Progress } from '../../ts/cli/progress.ts';
import { Reporter } from '../../ts/cli/reporter.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function terminal(isTTY: boolean): { stream: TextStream; text: () => string } {
  let text = '';
  return {
    text: () => text,
    stream: {
      isTTY,
      write: (piece) => {
        text += piece;
      },
    },
  };
}

it('shows how far a long read has come, and leaves the terminal to messages', () => {
  const { stream, text } = terminal(true);
  const progress = new Progress(stream, 200e6);
  progress.add(40e6);
  expect(text()).toBe('');
  vi.advanceTimersByTime(1000);
  progress.add(60e6);
  progress.add(1);
  expect(text()).toBe('\r\u001b[Kreading: 50 % (100 MB, 100 MB/s)');
  const reporter = new Reporter({ stderr: stream, env: { NO_COLOR: '1' } });
  reporter.onPrint = progress.clear;
  reporter.line('a message');
  expect(text().endsWith('MB/s)\r\u001b[Ka message\n')).toBe(true);
});

it('is silent where nobody looks', () => {
  const { stream, text } = terminal(false);
  const progress = new Progress(stream, null);
  vi.advanceTimersByTime(5000);
  progress.add(1e6);
  progress.clear();
  expect(text()).toBe('');
});
