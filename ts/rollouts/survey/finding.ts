/** What is counted of a finding. */
export type FindingUnit = 'rollouts' | 'groups' | 'records' | 'files';

/** By which findings are known, as in `--fail-on`. */
export type FindingKind =
  | 'unreadable'
  | 'malformed'
  | 'missing'
  | 'non-finite'
  | 'mismatched'
  | 'invalid-content'
  | 'bad-logprobs'
  | 'prefix-breaks'
  | 'duplicates'
  | 'mixed-tasks'
  | 'mixed-formats'
  | 'mixed-versions'
  | 'off-policy'
  | 'singletons'
  | 'uneven'
  | 'too-easy'
  | 'too-hard'
  | 'constant'
  | 'truncated'
  | 'failed'
  | 'guessed'
  | 'odd-index'
  | 'invalid-utf8'
  | 'glued-records';

/** Where something was found. */
export interface FindingPlace {
  readonly source: string;
  /** Counted from 1; null for a file as a whole. */
  readonly line: number | null;
  /** Which rollout of its record, counted from 1; absent where records hold one. */
  readonly item?: number;
  /** Absent where it is a record that gave no rollout. */
  readonly group?: string;
  readonly role?: string;
  /** Step and split, where the file tells them. */
  readonly set?: string;
  /** What is wrong just there, where it differs from place to place. */
  readonly message?: string;
}

/** Something that is wrong with rollouts, or worth a look. */
export interface Finding {
  readonly kind: FindingKind;
  readonly unit: FindingUnit;
  /** How many there are; never 0. */
  readonly count: number;
  /** What it means, as a clause: "all rewards are 1 or more: nothing to learn". */
  readonly message: string;
  /** How the count falls into reasons, where there are such: how rollouts ended, why records were skipped. */
  readonly reasons?: Readonly<Record<string, number>>;
  /** The first ones; of a group its first rollout. */
  readonly places: readonly FindingPlace[];
}

interface KindOfFinding {
  readonly unit: FindingUnit;
  readonly message: string;
}

/**
 * All kinds of findings in the order in which they are told. A group without signal is named by rLLM's difficulty metrics:
 * it has two rewards or more, and they do not differ.
 */
export const findingKinds: Readonly<Record<FindingKind, KindOfFinding>> = {
  unreadable: { unit: 'files', message: 'gave nothing, or not all that they hold' },
  malformed: { unit: 'records', message: 'gave no rollout' },
  missing: { unit: 'rollouts', message: 'have no reward, which is not 0: they get no advantage' },
  'non-finite': { unit: 'rollouts', message: 'have a reward that is NaN or infinite' },
  mismatched: {
    unit: 'rollouts',
    message: 'have lists of token ids, log probabilities or advantages of different lengths',
  },
  'invalid-content': { unit: 'rollouts', message: 'have content that cannot be read' },
  'bad-logprobs': {
    unit: 'rollouts',
    message: 'have a log probability that is above 0 or no number',
  },
  'prefix-breaks': {
    unit: 'rollouts',
    message: 'have a step whose prompt does not begin with the tokens of the step before',
  },
  duplicates: { unit: 'rollouts', message: 'have the index of a rollout that was there before' },
  'mixed-tasks': { unit: 'rollouts', message: 'are of another task than the first of their group' },
  'mixed-formats': { unit: 'records', message: 'begin another format in the middle of a file' },
  'mixed-versions': { unit: 'groups', message: 'were sampled by several versions of the weights' },
  'off-policy': {
    unit: 'rollouts',
    message: 'were sampled by older weights than those that were trained',
  },
  singletons: { unit: 'groups', message: 'have one reward: nothing to compare it with' },
  uneven: { unit: 'groups', message: 'are not of the size that most groups of their role have' },
  'too-easy': { unit: 'groups', message: 'have equal rewards of 1 or more: no signal' },
  'too-hard': { unit: 'groups', message: 'have equal rewards of 0 or less: no signal' },
  constant: { unit: 'groups', message: 'have equal rewards between 0 and 1: no signal' },
  truncated: { unit: 'rollouts', message: 'were ended by a limit' },
  failed: { unit: 'rollouts', message: 'were ended by an error' },
  guessed: { unit: 'files', message: 'left something to be guessed' },
  'odd-index': { unit: 'rollouts', message: 'have an index that is neither text nor a number' },
  'invalid-utf8': { unit: 'records', message: 'hold bytes that are no UTF-8' },
  'glued-records': { unit: 'records', message: 'share a line with others' },
};

/** What loses rollouts, or gives wrong advantages; the other kinds are worth a look. */
export const faultKinds: ReadonlySet<FindingKind> = /* @__PURE__ */ new Set<FindingKind>([
  'unreadable',
  'malformed',
  'missing',
  'non-finite',
  'mismatched',
  'invalid-content',
  'bad-logprobs',
  'duplicates',
  'mixed-tasks',
]);
