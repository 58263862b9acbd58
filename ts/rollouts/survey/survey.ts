import type { RolloutCounts } from '../counts.ts';
import type { Distribution } from './distribution.ts';
import type { Finding } from './finding.ts';
import type { GroupTable } from './group-table.ts';
import type { SurveyTable } from './survey-table.ts';

/** What rollout files hold, in numbers. */
export interface RolloutSurvey {
  readonly formats: readonly FormatShare[];
  /** What the reader met, whatever was selected. */
  readonly counts: Readonly<RolloutCounts>;
  /** How many files gave a rollout of the selection. */
  readonly files: number;
  /** Rollouts of the selection; everything from here on is about them. */
  readonly rollouts: number;
  readonly groups: number;
  /** In the order in which roles appear. */
  readonly roles: readonly RoleSurvey[];
  /** Training steps and splits, in the order in which they appear; empty where files tell of none. */
  readonly parts: readonly PartSurvey[];
  readonly reward: Distribution;
  /** Tokens that the policy wrote in a rollout; null where no file counts them. */
  readonly tokens: Distribution | null;
  /** Characters that it wrote, of rollouts whose tokens are not counted. */
  readonly chars: Distribution | null;
  /** How many versions older than those trained the weights were; null where no file tells. */
  readonly age: Distribution | null;
  /** Versions of the weights that sampled; null where no file tells. */
  readonly weightVersion: Distribution | null;
  /** Reasons why rollouts ended, the most frequent first. */
  readonly endings: readonly Ending[];
  /** rLLM's difficulty metrics of each role: `batch/{role}/fractions/too_easy` … */
  readonly metrics: Readonly<Record<string, number>>;
  /** What is wrong, or worth a look, in the order of `findingKinds`. */
  readonly findings: readonly Finding[];
  /** Whether token ids and log probabilities were looked at. */
  readonly contentChecked: boolean;
}

/** A survey, and the numbers of each rollout and group that it was made of. */
export interface DetailedSurvey extends RolloutSurvey {
  readonly rolloutTable: SurveyTable;
  readonly groupTable: GroupTable;
}

/** How much of what was read is of one format. */
export interface FormatShare {
  readonly format: string;
  readonly title: string;
  /** Null where there is one version only. */
  readonly version: string | null;
  readonly rollouts: number;
}

/** How many groups tell a group-relative estimator something. */
export interface SignalCounts {
  /** Groups with two rewards or more. */
  readonly total: number;
  readonly informative: number;
  readonly tooEasy: number;
  readonly tooHard: number;
  /** Equal rewards between 0 and 1, or rewards that are NaN. */
  readonly constant: number;
}

export interface RoleSurvey {
  readonly role: string;
  readonly rollouts: number;
  /** Rollouts without a reward. */
  readonly missing: number;
  readonly groups: number;
  /** How many groups have how many rollouts, ascending by size. */
  readonly sizes: readonly { readonly size: number; readonly groups: number }[];
  readonly reward: Distribution;
  readonly signal: SignalCounts;
}

/** A training step, a split, or a step of a split. */
export interface PartSurvey {
  /** As in `'step 3 · train'`. */
  readonly set: string;
  readonly step: string | number | null;
  readonly split: string | null;
  readonly rollouts: number;
  readonly groups: number;
  /** Of the finite rewards; NaN where there is none. */
  readonly rewardMean: number;
  readonly signal: SignalCounts;
  /** Of those rollouts whose tokens are counted; NaN where there are none. */
  readonly tokensMean: number;
}

export interface Ending {
  /** In the file's own word; null where it says none. */
  readonly reason: string | null;
  readonly rollouts: number;
  readonly truncated: number;
  readonly failed: number;
  /** Of the finite rewards; NaN where there is none. */
  readonly rewardMean: number;
}
