import type { RolloutFormat } from '../format.ts';
import { agentLightning } from './agent-lightning.ts';
import { agentLightningSpans } from './agent-lightning-spans.ts';
import { agentLightningTrajectories } from './agent-lightning-trajectories.ts';
import { agentLightningTriplets } from './agent-lightning-triplets.ts';
import { areal } from './areal.ts';
import { art } from './art.ts';
import { artParquet } from './art-parquet.ts';
import { msSwift } from './ms-swift.ts';
import { nemoGym } from './nemo-gym.ts';
import { nemoRl } from './nemo-rl.ts';
import { openInstruct } from './open-instruct.ts';
import { openrlhf } from './openrlhf.ts';
import { plainCsv } from './plain-csv.ts';
import { plainJsonl } from './plain-jsonl.ts';
import { rllm } from './rllm.ts';
import { rllmResults } from './rllm-results.ts';
import { skyrl } from './skyrl.ts';
import { slime } from './slime.ts';
import { tinkerBenchmark } from './tinker-benchmark.ts';
import { tinkerCookbook } from './tinker-cookbook.ts';
import { trl } from './trl.ts';
import { upperhand } from './upperhand.ts';
import { verifiers } from './verifiers.ts';
import { verifiersTraces } from './verifiers-traces.ts';
import { verl } from './verl.ts';

/** All formats; the first that recognises a record has it, so the particular stand before the plain ones. */
export const formats: readonly RolloutFormat[] = [
  upperhand,
  nemoGym,
  rllm,
  rllmResults,
  verl,
  msSwift,
  trl,
  verifiersTraces,
  verifiers,
  skyrl,
  tinkerCookbook,
  tinkerBenchmark,
  nemoRl,
  areal,
  openInstruct,
  art,
  artParquet,
  agentLightning,
  agentLightningTrajectories,
  agentLightningTriplets,
  agentLightningSpans,
  slime,
  openrlhf,
  // Others come before these two, which have fields that others may have too.
  plainJsonl,
  plainCsv,
];
