import { type Field, flag, type NumberRange, numeric, orNull, text } from '../../config/field.ts';
import { PRINTABLE } from './character-tokenizer.ts';

type Fields<T> = { readonly [K in keyof T]: Field<T[K]> };

/** Section `model`. */
export interface ModelSettings {
  /** Default 2. */
  readonly layers: number;
  /** Default 64. */
  readonly width: number;
  /** A divisor of `width`. Default 4. */
  readonly heads: number;
  /** Default 256. */
  readonly feedForward: number;
  /** Most tokens of a sequence. Default 128. */
  readonly context: number;
  /** What texts may have, unless a tokenizer is given. Default: what ASCII prints, and the line break. */
  readonly characters: string;
  /** Whether conversations begin with the names of tools and of their parameters. Default false. */
  readonly showTools: boolean;
  /** Of the first parameters and of all that is drawn. Default 0. */
  readonly seed: number;
}

/** Section `training`. Names and defaults of the optimizer's are those of rLLM's Tinker config, but for the rate. */
export interface TrainingSettings {
  /** Default 1e-3. */
  readonly learningRate: number;
  /** Default 0.9. */
  readonly beta1: number;
  /** Default 0.95. */
  readonly beta2: number;
  /** Default 1e-8. */
  readonly eps: number;
  /** Default 0. */
  readonly weightDecay: number;
  /** 0: the gradient is not clipped. Default 1. */
  readonly gradClipNorm: number;
  /**
   * Optimizer steps that a batch is split into, row by row; ratios are to the policy that sampled, or to the one before
   * the first of them. Default 1.
   */
  readonly numMinibatches: number;
  /** Most tokens of prompt and answer together. Default null: `model.context`. */
  readonly maxLength: number | null;
  /**
   * Tokens of a batch that the loss of each role is divided by, in place of the number that it trains: with few groups left, the
   * step stays as small as they are. Of aggregations that count tokens. Default null.
   */
  readonly lossDivisor: number | null;
  /** β of the sampled entropy term: a token's advantage is lessened by β (lp − mean lp). Default 0. */
  readonly sampledEntropy: number;
  /** Weight of the entropy of the whole distribution of each token. Default 0. */
  readonly entropyBonus: number;
  /** Steps over which that falls to 0, linearly. Default null: it stays. */
  readonly entropyBonusSteps: number | null;
  /** Weight of KL(policy ‖ reference) of each token; the reference is the policy after the warm-up. Default 0. */
  readonly referenceKl: number;
}

function count(key: string, fallback: number, range: NumberRange = {}): Field<number> {
  return numeric(key, fallback, { integer: true, min: 1, ...range });
}

/** Of a mean that forgets; with 1 it would learn nothing. */
function decay(key: string, fallback: number): Field<number> {
  return {
    ...numeric(key, fallback),
    expected: 'a number ≥ 0 and below 1',
    accepts: (value): value is number => typeof value === 'number' && value >= 0 && value < 1,
  };
}

function weight(key: string): Field<number> {
  return numeric(key, 0, { min: 0 });
}

export const MODEL: Fields<ModelSettings> = {
  layers: count('layers', 2, { max: 64 }),
  width: count('width', 64, { max: 4096 }),
  heads: count('heads', 4, { max: 4096 }),
  feedForward: count('feed_forward', 256, { max: 16384 }),
  context: count('context', 128, { min: 2, max: 16384 }),
  characters: text('characters', PRINTABLE),
  showTools: flag('show_tools', false),
  seed: numeric('seed', 0, { integer: true, min: 0 }),
};

export const TRAINING: Fields<TrainingSettings> = {
  learningRate: numeric('learning_rate', 1e-3, { min: 0 }),
  beta1: decay('beta1', 0.9),
  beta2: decay('beta2', 0.95),
  eps: numeric('eps', 1e-8, { above: 0 }),
  weightDecay: weight('weight_decay'),
  gradClipNorm: numeric('grad_clip_norm', 1, { min: 0 }),
  numMinibatches: count('num_minibatches', 1),
  maxLength: orNull(numeric('max_length', 0, { integer: true, min: 2 })),
  lossDivisor: orNull(numeric('loss_divisor', 0, { above: 0 })),
  sampledEntropy: weight('sampled_entropy'),
  entropyBonus: weight('entropy_bonus'),
  entropyBonusSteps: orNull(numeric('entropy_bonus_steps', 0, { integer: true, min: 1 })),
  referenceKl: weight('reference_kl'),
};

/** What other parts, or other backends, read from these sections. */
export const OTHER_KEYS: Readonly<Record<'model' | 'training', readonly string[]>> = {
  model: ['name', 'lora_rank', 'train_unembed', 'train_attn', 'train_mlp'],
  training: [
    'group_size',
    'lr_schedule',
    'warmup_steps_ratio',
    'default_local_dir',
    'resume_mode',
    'resume_from_path',
  ],
};
