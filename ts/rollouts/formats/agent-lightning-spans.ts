import type { StepInit } from '../../types/step.ts';
import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { readId, refuseRecord } from '../fields.ts';
import type { FileContext } from '../file-context.ts';
import type { RolloutFormat, RowFields } from '../format.ts';
import type { RolloutRecord } from '../record.ts';
import { textKey } from '../text-key.ts';
import { callOf, callStep, type SpanCall, spanReward } from './agent-lightning-span.ts';

/**
 * Spans of traces as Agent Lightning before version 1 keeps them, one a line, those of a rollout one after the other. A rollout
 * is there when its first prompt is known; what follows of it takes its place.
 */
export const agentLightningSpans: RolloutFormat = {
  name: 'agent-lightning-spans',
  title: 'Agent Lightning spans, before version 1',
  containers: ['jsonl'],
  describe: {
    group: 'equal first prompt (and that is said)',
    role: 'none',
    reward: 'agentlightning.reward.0.value of the attributes of the last span that has one',
    rolloutIndex: 'rollout_id',
  },
  namedReward: true,
  detect: (record) => record.has('rollout_id') && record.has('span_id') && record.has('trace_id'),
  read(record, file) {
    const open = openRollout(record, file);
    const reward = spanReward(record, file.rewardKey);
    const call = callOf(record);
    if (call) takeCall(open, call, file, record);
    if (reward !== undefined) open.reward = reward;
    if (record.get('name') === 'agentlightning.exception') open.failed = true;
    open.spans++;
    if (open.group !== null) return fieldsOf(open, open.group);
    return reward === undefined
      ? refuseRecord('rollout-part', 'is a span of a rollout before its first call of a model')
      : refuseRecord('missing-group', 'is of a rollout whose prompt no span before it tells');
  },
  details(_, file) {
    const { steps, id } = opened.get(file)?.last ?? { steps: [], id: '' };
    return {
      steps: steps.map((step, i) => ({ ...step, done: i === steps.length - 1 })),
      uid: id,
    };
  },
};

/** What is known of a rollout whose spans are read. */
interface OpenRollout {
  readonly id: string;
  readonly attempt: unknown;
  readonly hadAttempts: boolean;
  group: string | null;
  reward: number | null;
  failed: boolean;
  spans: number;
  tokens: number;
  chars: number;
  readonly calls: Set<string>;
  /** Where content is wanted. */
  readonly steps: StepInit[];
}

interface OpenFile {
  last: OpenRollout | null;
  /** Rollouts that others came after. */
  readonly closed: Set<string>;
}

const opened = /* @__PURE__ */ new WeakMap<FileContext, OpenFile>();

/** The rollout of a span. A later attempt begins it anew. */
function openRollout(record: RolloutRecord, file: FileContext): OpenRollout {
  const id = readId(record, 'rollout_id') ?? refuseRecord('missing-group', 'has no rollout_id');
  const attempt = record.get('attempt_id') ?? null;
  const state: OpenFile = opened.get(file) ?? { last: null, closed: new Set() };
  opened.set(file, state);
  const { last, closed } = state;
  if (last?.id === id && last.attempt === attempt) return last;
  if (last && last.id !== id) closed.add(last.id);
  if (closed.has(id)) {
    return refuseRecord(
      'not-a-rollout',
      'is a span that stands apart from the others of its rollout; sort the lines by rollout_id, attempt_id and sequence_id',
    );
  }
  const again = last?.id === id;
  state.last = {
    id,
    attempt,
    hadAttempts: again,
    group: again ? last.group : null,
    reward: null,
    failed: false,
    spans: again ? last.spans : 0,
    tokens: 0,
    chars: 0,
    calls: new Set(),
    steps: [],
  };
  return state.last;
}

/** Two tracers may have seen the same call. */
function takeCall(
  open: OpenRollout,
  call: SpanCall,
  file: FileContext,
  record: RolloutRecord,
): void {
  if (call.id !== null && open.calls.has(call.id)) return;
  if (call.id !== null) open.calls.add(call.id);
  open.group ??= textKey(call.input);
  open.tokens += call.tokens;
  open.chars += call.chars;
  if (file.reading) open.steps.push(callStep(record));
}

function fieldsOf(open: OpenRollout, group: string): RowFields {
  const { id, reward, failed, spans, tokens, chars, hadAttempts } = open;
  return {
    group,
    role: ALL_GROUPS_ROLE,
    reward,
    rolloutIndex: id,
    guessedGroup: true,
    output: spans,
    isPart: true,
    ...(hadAttempts && { guessed: 'has several attempts; the last is taken' }),
    ...(failed && { failed }),
    ...(tokens > 0 ? { responseTokens: tokens } : { responseChars: chars }),
  };
}
