/** The estimators of rLLM by name; `OTHER` is what rLLM makes of any name that it does not know. */
export const AdvantageEstimator = {
  GRPO: 'grpo',
  REINFORCE: 'reinforce',
  REINFORCE_PLUS_PLUS_BASELINE: 'reinforce_plus_plus_baseline',
  PRPO: 'prpo',
  RLOO: 'rloo',
  OTHER: 'other',
} as const;

export type AdvantageEstimator = (typeof AdvantageEstimator)[keyof typeof AdvantageEstimator];

/** A name that editors complete; any registered name is legal. */
export type EstimatorName = Exclude<AdvantageEstimator, 'other'> | (string & {});

const members: ReadonlySet<unknown> = new Set(Object.values(AdvantageEstimator));

/**
 * Reads a name as rLLM's enum does: never failing, `'other'` for whatever it does not know (wrong case, null, a
 * number). Configs here keep the text that was written instead, so that an error can name it.
 */
export function toAdvantageEstimator(value: unknown): AdvantageEstimator {
  return members.has(value) ? (value as AdvantageEstimator) : AdvantageEstimator.OTHER;
}
