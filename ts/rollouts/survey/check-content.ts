import type { Step } from '../../types/step.ts';
import { openReader } from '../open-reader.ts';
import type { ReadOptions } from '../reader-options.ts';
import type { Found } from '../reading-context.ts';
import type { RolloutRow } from '../row.ts';
import type { RolloutSource } from '../source.ts';
import type { FindingKind, FindingPlace } from './finding.ts';
import type { FindingTally } from './finding-tally.ts';

/** Reads sources with their content, and counts what is wrong with token ids, log probabilities and advantages. */
export async function checkContent(
  sources: RolloutSource | readonly RolloutSource[],
  reading: ReadOptions,
  select: ((row: RolloutRow) => boolean) | undefined,
  tally: FindingTally,
): Promise<void> {
  const options: ReadOptions = {
    ...reading,
    // A step whose lists do not fit is refused by its type.
    onProblem({ kind, source, line, message }) {
      if (kind !== 'invalid-content') return;
      const found = message.includes('as long as responseIds') ? 'mismatched' : kind;
      tally.add(found, () => ({ source, line, message }));
    },
  };
  const reader = openReader(sources, options, true, eachOf);
  for await (const { row, content } of reader) {
    if (!content || (select && !select(row))) continue;
    for (const [kind, message] of faultsOf(content.steps)) {
      tally.add(kind, () => placeOf(row, message));
    }
  }
}

/** The first fault of each kind among the steps of a rollout. */
export function faultsOf(steps: readonly Step[]): Map<FindingKind, string> {
  const faults = new Map<FindingKind, string>();
  const note = (kind: FindingKind, message: string): void => {
    if (!faults.has(kind)) faults.set(kind, message);
  };
  steps.forEach(({ responseIds, logprobs, advantage }, i) => {
    if (Array.isArray(advantage) && responseIds.length > 0) {
      if (advantage.length !== responseIds.length) {
        note(
          'mismatched',
          `step ${i + 1}: ${advantage.length} advantages of ${responseIds.length} tokens`,
        );
      }
    }
    const bad = logprobs.findIndex((logprob) => !(logprob <= 0));
    if (bad >= 0) note('bad-logprobs', `step ${i + 1}, token ${bad + 1}: ${logprobs[bad]}`);
    const before = steps[i - 1];
    const prompt = steps[i]?.promptIds ?? [];
    if (before && before.responseIds.length > 0 && prompt.length > 0) {
      const at = breakOf([...before.promptIds, ...before.responseIds], prompt);
      if (at >= 0) note('prefix-breaks', `step ${i + 1}, token ${at + 1}`);
    }
  });
  return faults;
}

/** Where a prompt leaves what stood there before; -1 where it goes on from it. */
function breakOf(before: readonly number[], prompt: readonly number[]): number {
  return before.findIndex((token, at) => prompt[at] !== token);
}

function placeOf(
  { source, line, item, set, group, role }: RolloutRow,
  message: string,
): FindingPlace {
  return {
    source,
    line,
    ...(item !== undefined && { item: item + 1 }),
    ...(set !== undefined && { set }),
    group,
    role,
    message,
  };
}

async function* eachOf(found: AsyncIterable<Iterable<Found>>): AsyncGenerator<Found> {
  for await (const piece of found) yield* piece;
}
