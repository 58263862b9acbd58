/** What the command line says. */
export interface CompareCommandOptions {
  readonly step?: string;
  readonly steps?: readonly [string, string];
  readonly role?: readonly string[];
  readonly task?: readonly string[];
  readonly above?: number;
  readonly limit?: number;
  readonly json?: boolean;
  readonly inputFormat: string;
  readonly reward?: string;
  readonly strict?: boolean;
}
