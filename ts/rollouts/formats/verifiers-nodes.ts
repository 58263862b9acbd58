import type { StepInit } from '../../types/step.ts';
import { listOf, numbersOf } from '../content.ts';
import { messageLength, messageText } from '../messages.ts';
import { getLength, getRecord, getRecords, type RolloutRecord } from '../record.ts';
import type { RolloutFacts } from '../row.ts';

/** How much the policy wrote in a trace. */
export function traceLength(trace: RolloutRecord): RolloutFacts {
  const sampled = (getRecords(trace, 'nodes') ?? []).filter(isSampled);
  const tokens = sampled.reduce((sum, node) => sum + tokenCount(node), 0);
  if (tokens > 0) return { responseTokens: tokens };
  const chars = sampled.reduce((sum, node) => {
    const message = getRecord(node, 'message');
    return sum + (message ? messageLength(message) : 0);
  }, 0);
  return { responseChars: chars };
}

/** A step for each node that was sampled, with the path to it: nodes are a tree, and a trace may have several leaves. */
export function traceSteps(trace: RolloutRecord): StepInit[] {
  const nodes = getRecords(trace, 'nodes') ?? [];
  const parents = new Set(nodes.map((node) => node?.get('parent')));
  return nodes.flatMap((node, i): StepInit[] => {
    if (!isSampled(node)) return [];
    const path = pathTo(i, nodes);
    const before = path.slice(0, -1).flatMap((one) => numbersOf(one.get('token_ids')));
    const { template, sampled } = tokensOf(node);
    const advantages = numbersOf(node.get('advantages'));
    return [
      {
        promptIds: [...before, ...template],
        responseIds: sampled,
        logprobs: numbersOf(node.get('logprobs')),
        chatCompletions: path.map((one) => one.get('message') ?? null),
        modelResponse: messageText(node.get('message')),
        advantage: advantages.length > 0 ? advantages : null,
        done: !parents.has(i),
      },
    ];
  });
}

/** Parents stand before their children; a link that says otherwise ends the path. */
function pathTo(index: number, nodes: readonly (RolloutRecord | undefined)[]): RolloutRecord[] {
  const path: RolloutRecord[] = [];
  let at = index;
  for (let node = nodes[at]; node; node = nodes[at]) {
    path.push(node);
    const parent = node.get('parent');
    if (typeof parent !== 'number' || !(parent < at)) break;
    at = parent;
  }
  return path.reverse();
}

function isSampled(node: RolloutRecord | undefined): node is RolloutRecord {
  return node?.get('sampled') === true;
}

/** Log probabilities are kept of sampled tokens alone. */
function tokenCount(node: RolloutRecord): number {
  return getLength(node, 'logprobs') || tokensOf(node).sampled.length;
}

/** A node that was sampled begins with what its template puts before an answer. */
function tokensOf(node: RolloutRecord): { template: number[]; sampled: number[] } {
  const ids = numbersOf(node.get('token_ids'));
  const mask = listOf(node.get('mask')).map((one) => one === true || one === 1);
  const first = mask.indexOf(true);
  return {
    template: first < 0 ? [] : ids.slice(0, first),
    sampled: ids.filter((_, i) => mask[i] === true),
  };
}
