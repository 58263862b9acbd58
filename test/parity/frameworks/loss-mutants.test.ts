import { describe, expect, it } from 'vitest';
import { lossPresetTables } from '../../../ts/losses/presets/all.ts';
import { loadClaims } from './load-claims.ts';
import { lossMutants, provesMutant, withMutant } from './loss-mutants.ts';
import { readFramework } from './records.ts';
import { sampleDir } from './report.ts';
import { outcomeOf } from './run-claims.ts';

/** Constants that no recorded result depends on, by why. `lossDefaults` holds them all the same. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'no policy moves so far, or a clip hides it': [
    'verl/gspo maxLogRatio',
    'skyrl/dual_clip maxLogRatio',
    'skyrl/gspo maxLogRatio',
    'skyrl/cispo maxLogRatio',
    'skyrl/rollout_is maxLogRatio',
    'skyrl/sapo maxLogRatio',
    'skyrl/dppo_tv maxLogRatio',
    'tunix/grpo maxLogRatio',
    'easyr1/default maxLogRatio',
    'easyr1/gspo maxLogRatio',
    'easyr1/gspo_token maxLogRatio',
    'easyr1/sapo maxLogRatio',
    'openrlhf/ppo maxLogRatio',
    'trl/cispo epsClipHigh',
    'trl/luspo epsClipHigh',
    'trl/gspo epsClipHigh',
    'trl/vespo tisCap',
    'nemo-rl/clipped_pg klCap',
  ],
  'no ratio is below 0': [
    'skyrl/cispo epsClip',
    'art/cispo epsClip',
    'open-instruct/cispo epsClip',
    'nemo-rl/cispo epsClip',
    'areal/cispo epsClip',
  ],
  'recorded at other settings alone': [
    'verl/clip_cov covRatio',
    'verl/clip_cov covLow',
    'verl/clip_cov covHigh',
    'skyrl/clip_cov covRatio',
    'skyrl/clip_cov covLow',
    'skyrl/clip_cov covHigh',
    'skyrl/dppo_kl deltaLow',
    'skyrl/dppo_kl deltaHigh',
    'oat/grpo klBeta',
    'oat/drgrpo klBeta',
    'oat/drgrpo klType',
    'oat/reinforce klBeta',
    'tunix/gspo-token epsClip',
    'tunix/gspo-token epsClipHigh',
    'art/cispo aggregation',
    'art/ppo aggregation',
    'open-instruct/dapo epsClipHigh',
    'open-instruct/cispo epsClipHigh',
    'nemo-rl/gspo klCap',
    'nemo-rl/gspo klRatio',
    'nemo-rl/cispo klCap',
    'nemo-rl/cispo klRatio',
    'nemo-rl/reinforce klCap',
    'nemo-rl/reinforce klRatio',
    'slime/cispo epsClip',
    'slime/cispo epsClipHigh',
    'slime/opsm epsClip',
    'slime/opsm epsClipHigh',
  ],
  'one token either way, or one token a row': ['verl/kl_cov covRatio', 'trl/a2po aggregation'],
  'float32, or the mean of all tokens, has nothing of it': [
    'verl/kl lengthEpsilon',
    'nemo-rl/gspo lengthEpsilon',
    'nemo-rl/reinforce lengthEpsilon',
    'easyr1/gspo lengthEpsilon',
    'easyr1/gspo_token lengthEpsilon',
    'openrlhf/ppo lengthEpsilon',
    'openrlhf/gspo lengthEpsilon',
  ],
};

const notShown = new Set(Object.values(NOT_SHOWN).flat());

const frameworks = lossPresetTables
  .map(({ framework }) => framework)
  .filter((framework) => lossMutants(framework).length > 0);

describe.each(frameworks)('a wrong constant in a loss preset of %s', async (framework) => {
  const { functions } = await loadClaims(framework);
  const records = [...readFramework(sampleDir, `${framework}.jsonl`).values()].flat();

  it.each(lossMutants(framework).map((mutant) => [mutant.title, mutant] as const))(
    '%s',
    (title, mutant) => {
      const own = records.filter((record) => provesMutant(functions[record.function], mutant));
      const isTold = withMutant(mutant, () =>
        own.some((record) => {
          const claim = functions[record.function];
          const outcome = claim && outcomeOf(claim, record);
          return typeof outcome === 'object' && 'failure' in outcome;
        }),
      );
      const [preset, constant] = title.split(' ');
      expect(isTold).toBe(!notShown.has(`${preset} ${constant}`));
    },
  );
});
