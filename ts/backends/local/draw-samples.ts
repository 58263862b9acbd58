import type { Conversations, KeptSession } from './conversations.ts';
import type { Sample, SampleRequest } from './policy-calls.ts';
import { joinTokens } from './sequences.ts';
import type { EmbeddedPolicy, Generated } from './wasm/policy-exports.ts';

/**
 * Draws the answers to requests that came together: those with the same options in one call of the policy. A prompt
 * that several have is computed once; one that goes on from a session that was kept, only from there.
 *
 * @returns in the order of the requests
 */
export function drawSamples(
  policy: EmbeddedPolicy,
  conversations: Conversations,
  requests: readonly SampleRequest[],
): Sample[] {
  const samples: Sample[] = new Array(requests.length);
  for (const members of groupsBy(requests, optionsOf)) {
    const own = members.map((i) => requests[i] as SampleRequest);
    drawAlike(policy, conversations, own).forEach((sample, k) => {
      samples[members[k] as number] = sample;
    });
  }
  return samples;
}

function drawAlike(
  policy: EmbeddedPolicy,
  conversations: Conversations,
  requests: readonly SampleRequest[],
): Sample[] {
  const open = new Set<number>();
  try {
    const sessions = openSessions(policy, conversations, requests, open);
    const [{ temperature = 1, topK = 0, topP = 1, stop = [] }] = requests as [SampleRequest];
    const generated = policy.generate(Uint32Array.from(sessions), {
      maxTokens: Uint32Array.from(requests, ({ maxTokens }) => maxTokens),
      temperature,
      topK,
      topP,
      stop: Uint32Array.from(stop),
    });
    const samples = requests.map((_, i) => sampleAt(generated, i));
    requests.forEach(({ conversation, prompt }, i) => {
      if (conversation === undefined) return;
      const session = sessions[i] as number;
      open.delete(session);
      const tokens = prompt.concat((samples[i] as Sample).tokens);
      conversations.keep(conversation, { session, tokens });
    });
    return samples;
  } finally {
    if (open.size > 0) policy.drop(Uint32Array.from(open));
  }
}

/** A session for each request, with its prompt. All that are opened are noted, so that a failure leaves none behind. */
function openSessions(
  policy: EmbeddedPolicy,
  conversations: Conversations,
  requests: readonly SampleRequest[],
  open: Set<number>,
): number[] {
  const sessions: number[] = new Array(requests.length);
  const goingOn: GoingOn[] = [];
  const fresh: number[] = [];
  requests.forEach((request, i) => {
    const kept = conversations.take(request.conversation, request.prompt);
    if (kept === null) fresh.push(i);
    else {
      open.add(kept.session);
      sessions[i] = kept.session;
      goingOn.push({ kept, request });
    }
  });
  if (goingOn.length > 0) goOn(policy, goingOn);
  const prompts = groupsBy(fresh, (i) => (requests[i] as SampleRequest).prompt.join());
  for (const members of prompts) {
    const [first, ...others] = members.map((k) => fresh[k] as number) as [number, ...number[]];
    const { prompt, key } = requests[first] as SampleRequest;
    const [session] = policy.open(joinTokens([prompt]), BigUint64Array.from(key));
    sessions[first] = session as number;
    open.add(session as number);
    if (others.length === 0) continue;
    const forks = policy.fork(
      session as number,
      keysOf(others.map((i) => requests[i] as SampleRequest)),
    );
    others.forEach((i, k) => {
      sessions[i] = forks[k] as number;
      open.add(forks[k] as number);
    });
  }
  return sessions;
}

interface GoingOn {
  readonly kept: KeptSession;
  readonly request: SampleRequest;
}

/** The key belongs to the request, not to the conversation: the answer is the one that a new session would give. */
function goOn(policy: EmbeddedPolicy, all: readonly GoingOn[]): void {
  const sessions = Uint32Array.from(all, ({ kept }) => kept.session);
  policy.rekey(sessions, keysOf(all.map(({ request }) => request)));
  const rests = all.map(({ kept, request }) => request.prompt.slice(kept.tokens.length));
  policy.extend(sessions, joinTokens(rests));
}

function keysOf(requests: readonly SampleRequest[]): BigUint64Array {
  const keys = new BigUint64Array(3 * requests.length);
  requests.forEach(({ key }, i) => {
    keys.set(key, 3 * i);
  });
  return keys;
}

function sampleAt({ tokens, offsets, logprobs, stopReasons }: Generated, i: number): Sample {
  const [start, end] = [offsets[i] as number, offsets[i + 1] as number];
  return {
    tokens: numbersOf(tokens, start, end),
    logprobs: numbersOf(logprobs, start, end),
    stopReason: stopReasons[i] as Generated['stopReasons'][number],
  };
}

/** A part of a typed array as an array; spread and `Array.from` take several times as long. */
function numbersOf(values: ArrayLike<number>, start: number, end: number): number[] {
  const part = new Array<number>(end - start);
  for (let i = start; i < end; i++) part[i - start] = values[i] as number;
  return part;
}

function optionsOf({ temperature = 1, topK = 0, topP = 1, stop = [] }: SampleRequest): string {
  return JSON.stringify([temperature, topK, topP, stop]);
}

/** The places of items that are alike, in the order in which they first occur. */
function groupsBy<T>(items: readonly T[], nameOf: (item: T) => string): number[][] {
  const groups = new Map<string, number[]>();
  items.forEach((item, i) => {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(i);
    else groups.set(name, [i]);
  });
  return [...groups.values()];
}
