/** What the command line of `upperhand explain` says. */
export interface ExplainOptions {
  readonly rollout: string;
  readonly estimator: string;
  readonly std: boolean;
  readonly import?: readonly string[];
  readonly role?: string;
  readonly framework?: readonly string[];
  readonly json?: boolean;
  readonly inputFormat: string;
  readonly reward?: string;
  readonly strict?: boolean;
}
