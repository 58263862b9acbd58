import type { Disagreement } from './advantages/disagreements.ts';
import { jsonNumber } from './number-text.ts';
import { jsonText, toJson } from './printable.ts';
import type { Result } from './result.ts';
import type { ScoredRollout } from './score.ts';
import type { Sink } from './sink.ts';

/** One object: `{ settings, rollouts, metrics, problems, warnings, counts }`, and of several estimators `disagreements`. */
export async function writeJson(result: Result, sink: Sink): Promise<void> {
  const { settings, scores, problems, warnings, counts, disagreements = [] } = result;
  const { estimators, ...others } = settings;
  const isOne = estimators.length === 1;
  const named = isOne ? { estimator: estimators[0], ...others } : settings;
  const describe = (rollout: ScoredRollout): string => rolloutJson(rollout, estimators);
  sink.write(`{"settings": ${toJson(named)},\n"rollouts": [`);
  await writeList(sink, scores.rollouts(), describe);
  const all = [scores.metrics, ...scores.otherMetrics].map(metricsJson);
  const metrics = isOne
    ? all[0]
    : `{${estimators.map((name, i) => `\n${jsonText(name)}: ${all[i]}`).join(',')}}`;
  sink.write(`],\n"metrics": ${metrics},\n"problems": [`);
  await writeList(sink, problems, toJson);
  sink.write('],\n"warnings": [');
  await writeList(sink, warnings, toJson);
  if (!isOne) {
    sink.write('],\n"disagreements": [');
    await writeList(sink, disagreements, (one) => disagreementJson(one, describe));
  }
  sink.write(`],\n"counts": ${toJson(counts)}}\n`);
}

/** One rollout a line, and nothing else. */
export async function writeJsonLines(result: Result, sink: Sink): Promise<void> {
  const { estimators } = result.settings;
  for (const rollout of result.scores.rollouts()) {
    if (sink.write(`${rolloutJson(rollout, estimators)}\n`)) await sink.flush();
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

function metricsJson(metrics: Readonly<Record<string, number>>): string {
  const entries = Object.entries(metrics).map(
    ([key, value]) => `\n  ${jsonText(key)}: ${jsonNumber(value)}`,
  );
  return `{${entries.join(',')}}`;
}

function rolloutJson(rollout: ScoredRollout, estimators: readonly string[]): string {
  const { source, line, item, set, group, role, reward, advantage, others } = rollout;
  const place = item === undefined ? `${line}` : `${line}, "item": ${item}`;
  const ofSet = set === undefined ? '' : `"set": ${jsonText(set)}, `;
  const named =
    estimators.length === 1
      ? `"advantage": ${jsonNumber(advantage)}`
      : `"advantages": {${estimators.map((name, i) => `${jsonText(name)}: ${jsonNumber((i === 0 ? advantage : others[i - 1]) ?? null)}`).join(', ')}}`;
  return `{"source": ${jsonText(source)}, "line": ${place}, ${ofSet}"group": ${jsonText(group)}, "role": ${jsonText(role)}, "reward": ${jsonNumber(reward)}, ${named}}`;
}

function disagreementJson(
  { first, other, roles, places }: Disagreement,
  describe: (rollout: ScoredRollout) => string,
): string {
  const named = places.map(
    ({ kind, rollout }) => `{"kind": ${jsonText(kind)}, "rollout": ${describe(rollout)}}`,
  );
  return `{"first": ${jsonText(first)}, "other": ${jsonText(other)}, "roles": ${toJson(roles)}, "places": [${named.join(', ')}]}`;
}
