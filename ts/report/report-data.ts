import type { Distribution } from '../rollouts/survey/distribution.ts';
import type { Finding, FindingPlace } from '../rollouts/survey/finding.ts';
import type { Ending, FormatShare, RoleSurvey, SignalCounts } from '../rollouts/survey/survey.ts';

/** All that a report shows but for messages: what its page is made from. Texts of files are in it as they were. */
export interface ReportData {
  /** The files, as they were given. */
  readonly title: string;
  /** What was selected of them; empty where it is everything. */
  readonly selection: string;
  readonly madeBy: string;
  readonly formats: readonly FormatShare[];
  readonly files: number;
  readonly rollouts: number;
  readonly groups: number;
  /** Rollouts without a reward. */
  readonly missing: number;
  readonly signal: SignalCounts;
  readonly roles: readonly RoleSurvey[];
  readonly reward: Distribution;
  readonly tokens: Distribution | null;
  readonly chars: Distribution | null;
  readonly age: Distribution | null;
  readonly endings: readonly Ending[];
  readonly trends: readonly Trend[];
  /** One for each role that has a reward. */
  readonly advantages: readonly RoleAdvantages[];
  readonly scatter: Scatter | null;
  readonly findings: readonly ReportFinding[];
  readonly list: RolloutListing;
  /** What `--max-mb` leaves out. */
  readonly limits: Limits;
}

/** What a role's rollouts of a split were like, step after step. */
export interface Trend {
  readonly role: string;
  readonly split: string | null;
  readonly points: readonly TrendPoint[];
}

export interface TrendPoint {
  readonly step: string | number;
  readonly rollouts: number;
  /** Of the finite rewards; NaN where there is none. */
  readonly reward: number;
  /** Tokens, or characters where tokens are not counted; NaN where the file tells neither. */
  readonly length: number;
  readonly signal: SignalCounts;
}

/** The advantages of one role by several estimators, in the same bins. */
export interface RoleAdvantages {
  readonly role: string;
  /** One more than there are bins. */
  readonly edges: readonly number[];
  readonly estimators: readonly EstimatorAdvantages[];
}

export interface EstimatorAdvantages {
  readonly name: string;
  /** How many of its advantages are in each bin. */
  readonly counts: readonly number[];
  readonly mean: number;
  readonly std: number;
  readonly min: number;
  readonly max: number;
  /** How many are exactly 0. */
  readonly zeros: number;
  /** How many have another sign than with the first estimator. */
  readonly otherSign: number;
  readonly count: number;
}

/** Lengths and rewards of rollouts, evenly picked where there are many. */
export interface Scatter {
  readonly unit: 'tokens' | 'characters';
  readonly roles: readonly string[];
  /** By ascending length: number of the role, length, reward. */
  readonly points: readonly (readonly [number, number, number])[];
  /** How many have both. */
  readonly total: number;
}

export interface ReportFinding extends Omit<Finding, 'places'> {
  readonly places: readonly (FindingPlace & { readonly rollout?: number })[];
}

/** Groups and rollouts that can be looked at, in columns. Rollouts stand group after group. */
export interface RolloutListing {
  readonly estimators: readonly string[];
  readonly sources: readonly string[];
  readonly endings: readonly string[];
  readonly groups: {
    readonly task: readonly string[];
    readonly role: readonly number[];
    readonly set: readonly (string | null)[];
    readonly signal: readonly (string | null)[];
    readonly mean: readonly number[];
    readonly std: readonly number[];
    readonly size: readonly number[];
    readonly length: readonly number[];
  };
  readonly roles: readonly string[];
  readonly rollouts: {
    readonly reward: readonly (number | null)[];
    readonly length: readonly (number | null)[];
    readonly index: readonly (string | null)[];
    /** Number of the ending's word; -1 for none. */
    readonly ending: readonly number[];
    /** 1: failed, 2: truncated. */
    readonly flags: readonly number[];
    readonly source: readonly number[];
    readonly line: readonly number[];
    readonly item: readonly number[];
    /** For each estimator. */
    readonly advantages: readonly (readonly (number | null)[])[];
  };
}

export interface Limits {
  readonly maxMb: number;
  readonly listedGroups: number;
  readonly groupsWithTexts: number;
}

/** What was cut while the texts were written; it stands at the end of the file. */
export interface CutCounts {
  readonly texts: number;
  readonly characters: number;
  readonly messages: number;
}

/** The texts of one rollout. */
export interface RolloutTexts {
  /** Its number in the listing. */
  readonly id: number;
  readonly task: Text | null;
  readonly steps: readonly StepTexts[];
  /** Further scores, and what else the file says of it. */
  readonly facts: readonly (readonly [string, string])[];
}

export interface StepTexts {
  /** So many messages are those of the step before. */
  readonly same: number;
  readonly messages: readonly Message[];
  readonly promptTokens: number;
  readonly responseTokens: number;
  readonly meanLogprob: number | null;
  readonly weightVersion: number | null;
  /** What the file itself says; of a list its mean. */
  readonly advantage: number | null;
  /** How token ids, log probabilities and advantages do not fit each other; absent where they do. */
  readonly mismatch?: string;
  /** The first tokens of the response, where they have log probabilities. */
  readonly tokens?: {
    readonly ids: readonly number[];
    readonly logprobs: readonly number[];
  };
}

export interface Message {
  readonly role: string;
  readonly text: Text;
  /** So many messages were left out before this one. */
  readonly dropped?: number;
}

/** A text, or its beginning and its end with so many characters between them left out. */
export type Text = string | { readonly head: string; readonly cut: number; readonly tail: string };
