import type { RolloutFormat } from '../format.ts';
import { msSwift } from './ms-swift.ts';
import { nemoGym } from './nemo-gym.ts';
import { plainCsv } from './plain-csv.ts';
import { plainJsonl } from './plain-jsonl.ts';
import { rllm } from './rllm.ts';
import { rllmResults } from './rllm-results.ts';
import { trl } from './trl.ts';
import { verifiers } from './verifiers.ts';
import { verifiersTraces } from './verifiers-traces.ts';
import { verl } from './verl.ts';

/** All formats; the first that recognises a record has it, so the particular stand before the plain ones. */
export const formats: readonly RolloutFormat[] = [
  nemoGym,
  rllm,
  rllmResults,
  verl,
  msSwift,
  trl,
  verifiersTraces,
  verifiers,
  // Others come before these two, which have fields that others may have too.
  plainJsonl,
  plainCsv,
];
