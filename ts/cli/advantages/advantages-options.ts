/** The command line of `upperhand advantages`. */
export interface AdvantagesOptions {
  readonly estimator?: readonly string[];
  readonly estimatorMap?: Readonly<Record<string, string>>;
  readonly std: boolean;
  readonly epsilon?: number;
  readonly import?: readonly string[];
  readonly kernels?: string;
  readonly format: 'table' | 'json' | 'jsonl';
  readonly inputFormat: string;
  readonly separateFiles?: boolean;
  readonly reward?: string;
  readonly strict?: boolean;
  readonly out?: string;
}
