#!/usr/bin/env node
import { ExitCode } from './exit-code.ts';
import { main } from './main.ts';
import { untilIdle } from './until-idle.ts';

/** Who has run longer has had much compiled. */
const SHORT_MS = 200;

// Reading and writing make much short-lived text. Left alone, V8 lets its heap grow by some 50 MB before it looks
// for garbage, and gains no speed by it.
try {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
} catch {
  // Another engine, which has other ways.
}

// A reader that goes away is noticed by whoever writes; without a listener it would end the process with a stack.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

// Who has no status when it ends was cut off. Not set before: what helps takes the status so far for its own.
process.once('exit', () => {
  process.exitCode ??= ExitCode.FAILED;
});

// Where a promise of somebody's code never settles nothing is left to wait for, and the process would end well.
const stuck = (): void => {
  process.stderr.write(
    'error: what was awaited never came: a promise of your code never settles\n',
  );
};
process.once('beforeExit', stuck);

main(process.argv.slice(2), process).then(async (code) => {
  process.off('beforeExit', stuck);
  process.exitCode = code;
  if (performance.now() > SHORT_MS) await untilIdle();
});
