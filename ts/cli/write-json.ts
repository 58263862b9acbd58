import { jsonNumber } from './number-text.ts';
import { jsonText, toJson } from './printable.ts';
import type { Result } from './result.ts';
import type { ScoredRollout } from './score.ts';
import type { Sink } from './sink.ts';

/** One object: `{ settings, rollouts, metrics, problems, warnings, counts }`. */
export async function writeJson(result: Result, sink: Sink): Promise<void> {
  const { settings, scores, problems, warnings, counts } = result;
  sink.write(`{"settings": ${toJson(settings)},\n"rollouts": [`);
  await writeList(sink, scores.rollouts(), rolloutJson);
  const metrics = Object.entries(scores.metrics).map(
    ([key, value]) => `\n  ${jsonText(key)}: ${jsonNumber(value)}`,
  );
  sink.write(`],\n"metrics": {${metrics.join(',')}},\n"problems": [`);
  await writeList(sink, problems, toJson);
  sink.write('],\n"warnings": [');
  await writeList(sink, warnings, toJson);
  sink.write(`],\n"counts": ${toJson(counts)}}\n`);
}

/** One rollout a line, and nothing else. */
export async function writeJsonLines(result: Result, sink: Sink): Promise<void> {
  for (const rollout of result.scores.rollouts()) {
    if (sink.write(`${rolloutJson(rollout)}\n`)) await sink.flush();
    if (sink.closed) return;
  }
}

async function writeList<T>(
  sink: Sink,
  entries: Iterable<T>,
  describe: (entry: T) => string,
): Promise<void> {
  let separator = '\n  ';
  for (const entry of entries) {
    if (sink.write(separator + describe(entry))) await sink.flush();
    if (sink.closed) return;
    separator = ',\n  ';
  }
}

function rolloutJson(rollout: ScoredRollout): string {
  const { source, line, item, set, group, role, reward, advantage } = rollout;
  const place = item === undefined ? `${line}` : `${line}, "item": ${item}`;
  const ofSet = set === undefined ? '' : `"set": ${jsonText(set)}, `;
  return `{"source": ${jsonText(source)}, "line": ${place}, ${ofSet}"group": ${jsonText(group)}, "role": ${jsonText(role)}, "reward": ${jsonNumber(reward)}, "advantage": ${jsonNumber(advantage)}}`;
}
