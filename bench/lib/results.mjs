import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './machine.mjs';

const folder = fileURLToPath(new URL('../results/', import.meta.url));
/** A number a line would be thousands of lines. */
const LIST_OF_NUMBERS = /\[\s+(?:(?:-?[\d.e+-]+|null),?\s+)+\]/g;
const onOneLine = (list) => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']');

/** Where and when a suite runs; take it before the work begins. */
export function beginResult(suite) {
  return { suite, date: new Date().toISOString().slice(0, 10), machine: describeMachine() };
}

/** Writes `results/<date>-<suite>.json`, and the same for readers as `.md`. A later run of the day replaces it. */
export function saveResult(result, render) {
  mkdirSync(folder, { recursive: true });
  const name = `${result.date}-${result.suite}`;
  writeFileSync(
    `${folder}${name}.json`,
    `${JSON.stringify(result, null, 2).replace(LIST_OF_NUMBERS, onOneLine)}\n`,
  );
  writeFileSync(`${folder}${name}.md`, `${describe(result)}\n\n${render(result)}\n`);
  return `bench/results/${name}.md`;
}

/** The newest result of a suite, or undefined. */
export function newestResult(suite) {
  const name = readdirSync(folder)
    .filter((file) => file.endsWith(`-${suite}.json`))
    .sort()
    .at(-1);
  return name && JSON.parse(readFileSync(folder + name, 'utf8'));
}

function describe({ suite, date, machine }) {
  const { cpu, cores, cache, memory, os, node, loadAtStart } = machine;
  const load = loadAtStart > 0.7 ? ` The machine was busy: load ${loadAtStart} at the start.` : '';
  return `# ${suite}, ${date}\n\n${cpu}, ${cores} cores, ${cache}, ${memory}; ${os}; Node ${node}.${load}`;
}
