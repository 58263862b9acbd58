/** What the command line of `upperhand convert` says. */
export interface ConvertOptions {
  readonly to: 'upperhand' | 'rllm';
  readonly inputFormat: string;
  readonly reward?: string;
  readonly strict?: boolean;
  readonly force?: boolean;
}
