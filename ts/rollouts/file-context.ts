/** What the name of a file tells about the rollouts in it. */
export interface FileContext {
  /** As it was given; of a file in an archive `archive.zip/member.jsonl`. */
  readonly name: string;
  /** Folders and file, without the endings of packings: `['step_7', 'train', 'traces.jsonl']`. */
  readonly parts: readonly string[];
  /** The last of the parts. */
  readonly base: string;
  /** What `stepInPath` and `splitInPath` tell of it: found once, as each record asks. */
  readonly step: number | undefined;
  readonly split: string | undefined;
  /** Which of several rewards is wanted, or the field that is the reward: `rewardKey` of the options. */
  readonly rewardKey?: string;
  /**
   * There where content is wanted: an object that all files of one reading share. What a format has to remember of one file for
   * another hangs on it, by a WeakMap.
   */
  readonly reading?: object;
}

/** Folders further up are not about the rollouts. */
const NEAR = 5;
const STEP = /(?:^|[_-])(?:step|iteration)[_-]?(\d+)(?!\d)/;

export function fileContext(name: string, rewardKey?: string, reading?: object): FileContext {
  const parts = name
    .replace(/^file:\/\//, '')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.');
  const base = (parts.pop() ?? '').replace(/(\.(gz|zst|zip))+$/i, '');
  const all = [...parts, base];
  return {
    name,
    parts: all,
    base,
    step: numberInParts(all, STEP),
    split: splitInParts(all),
    ...(rewardKey !== undefined && { rewardKey }),
    ...(reading && { reading }),
  };
}

/**
 * The number that a pattern finds in the nearest part of the path, the file's own name first: what its first group
 * matched. Undefined when no part matches.
 *
 * @example
 * numberInPath(fileContext('logs/train_step_3_epoch_0/a.json'), /_step_(\d+)_/); // 3
 */
export function numberInPath(file: FileContext, pattern: RegExp): number | undefined {
  return numberInParts(file.parts, pattern);
}

function numberInParts(parts: readonly string[], pattern: RegExp): number | undefined {
  for (const part of parts.slice(-NEAR).reverse()) {
    const digits = pattern.exec(part)?.[1];
    if (digits !== undefined) return Number(digits);
  }
  return undefined;
}

/**
 * The training step that folders or the file are named after: `train_step_3_epoch_0`, `global_step_5_evals`,
 * `step_7`, `iteration_000004`, `train_data_step1.jsonl`.
 *
 * @example
 * stepInPath(fileContext('run/iteration_000004/train_rollout_summaries.jsonl')); // 4
 */
export function stepInPath(file: FileContext): number | undefined {
  return file.step;
}

/**
 * The training step of a file that is named after nothing else: `12.jsonl`, `0003.yaml`, `completions_00012.parquet`.
 *
 * @example
 * stepInBase(fileContext('rollouts/12.jsonl')); // 12
 */
export function stepInBase(file: FileContext): number | undefined {
  const digits = /^(?:[a-z]+_)*(\d+)\.[a-z]+$/i.exec(file.base)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const splits: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['train', /^train(ing)?([_.-]|$)/i],
  ['val', /^val(id|idation)?([_.-]|$)/i],
  ['eval', /^eval(s|uation)?([_.-]|$)|[_-]evals?$/i],
  ['test', /^test([_.-]|$)/i],
];

/**
 * The part of the data that folders or the file are named after: `'train'`, `'val'`, `'eval'` or `'test'`, as in
 * `val_step_3_epoch_0`, `step_7/train/effective`, `global_step_5_evals`, `eval-rollout`.
 *
 * @example
 * splitInPath(fileContext('step_7/train/effective/traces.jsonl')); // 'train'
 */
export function splitInPath(file: FileContext): string | undefined {
  return file.split;
}

function splitInParts(parts: readonly string[]): string | undefined {
  for (const part of parts.slice(-NEAR).reverse()) {
    const found = splits.find(([, pattern]) => pattern.test(part));
    if (found) return found[0];
  }
  return undefined;
}
