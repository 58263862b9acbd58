#!/usr/bin/env node
import { main } from './main.ts';

// A reader that goes away is noticed by whoever writes; without a listener it would end the process with a stack.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const { stdin, stdout, stderr, env } = process;
main(process.argv.slice(2), { stdin, stdout, stderr, env }).then((code) => {
  process.exitCode = code;
});
