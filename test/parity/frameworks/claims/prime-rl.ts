import {
  assignToNodes,
  pickSampled,
  scalarAdvantage,
} from '../../../../ts/estimators/nodes/node-advantages.ts';
import { presetEstimator } from '../../../../ts/estimators/presets/preset-estimator.ts';
import { primeRlPresets } from '../../../../ts/estimators/presets/prime-rl.ts';
import { groupLengthPenalty } from '../../../../ts/estimators/shaping/group-length-penalty.ts';
import {
  createTrackerState,
  trackerStateToJSON,
} from '../../../../ts/estimators/tracker/tracker-state.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import { SINGLE } from '../partly-single.ts';
import { advantageSpec, estimate } from '../preset-runs.ts';
import { numbers } from '../records.ts';

interface Trace {
  readonly reward: number | string;
  readonly agent: string;
  readonly trainable: boolean;
  readonly error: boolean;
  readonly nodes: (readonly number[])[];
  readonly out: number;
  readonly total: number;
  readonly turns: number;
}
type Episode = readonly Trace[];

const isTrained = ({ trainable, error, nodes }: Trace): boolean =>
  trainable && !error && nodes.some((mask) => mask.some(Boolean));

/** GRPO and MaxRL take rewards as float32. */
function largestReward(traces: readonly Trace[]): number {
  const sizes = traces.map((trace) => Math.abs(rewardOf(trace)));
  return Math.max(0, ...sizes.filter(Number.isFinite));
}

const rewardOf = ({ reward }: Trace): number => numbers({ d: reward })[0] as number;

/** Whether any advantage is not 0. */
function carries(nodes: readonly (Float64Array | null)[]): boolean {
  return nodes.some((advantages) => advantages?.some((advantage) => advantage !== 0));
}

interface Carried {
  readonly node_advantages: unknown;
  readonly scalar: unknown;
  readonly trainable: unknown;
}

/** What the traces of episodes carry once they were given an advantage, or none. */
function carried(episodes: readonly Episode[], advantageOf: ReadonlyMap<Trace, number>): Carried {
  const nodes = episodes.map((traces) =>
    traces.map((trace) => {
      const advantage = advantageOf.get(trace);
      return advantage === undefined
        ? trace.nodes.map(() => null)
        : assignToNodes(trace.nodes, advantage);
    }),
  );
  return {
    node_advantages: nodes,
    scalar: nodes.map((traces) => traces.map(scalarAdvantage)),
    trainable: nodes.map((traces) => traces.map(carries)),
  };
}

/**
 * Mean, penalty and quotient in float32: off by a few units in the last place of the largest reward, which a small mean
 * magnifies where it divides.
 */
const roundsInFloat32: Difference = {
  rule: 'float32 cancels in groups',
  because: 'its float32 mean is off by units in the last place of the rewards; ours is of doubles',
  applies: () => true,
  within: ({ inputs, args }, ours) => {
    const episodes = inputs.episodes as Episode[];
    const rewards = episodes.flat().filter(isTrained).map(rewardOf).map(Math.fround);
    const unit = 2 ** -22 * Math.max(...rewards.map(Math.abs));
    const mean = Math.abs(rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length);
    const bound = (value: number | null): number =>
      args.algorithm === 'max_rl' ? (unit * (1 + Math.abs(value ?? 0))) / mean : unit;
    const { scalar } = ours as { readonly scalar: (readonly (number | null)[])[] };
    return Object.fromEntries(
      episodes.flatMap((traces, e) =>
        traces.flatMap(({ nodes }, t) => {
          const value = scalar[e]?.[t] ?? null;
          const paths = nodes.map((_, n) => `node_advantages[${e}][${t}][${n}]`);
          return [...paths, `scalar[${e}]`].map((path) => [path, bound(value)]);
        }),
      ),
    );
  },
};

const group: Claim = {
  proves: ['prime-rl/grpo', 'prime-rl/max_rl', 'groupLengthPenalty'],
  run: ({ inputs, args }) => {
    const episodes = inputs.episodes as Episode[];
    const traces = episodes.flat().filter(isTrained);
    const rewards = GroupedRewards.from([traces.map((trace) => Math.fround(rewardOf(trace)))]);
    const penalty = args.length_penalty as { output: number; input: number; turns: number } | null;
    const costs = {
      outputTokens: traces.map(({ out }) => out),
      inputTokens: traces.map(({ out, total }) => total - out),
      turns: traces.map(({ turns }) => turns),
    };
    const shaped = penalty
      ? groupLengthPenalty(rewards, costs, {
          outputTokens: penalty.output,
          inputTokens: penalty.input,
          turns: penalty.turns,
        })
      : rewards;
    const { values } = presetEstimator(`prime-rl/${args.algorithm}`)(shaped).advantages;
    const byTrace = new Map(traces.map((trace, i) => [trace, values[i] as number]));
    const { node_advantages, scalar } = carried(episodes, byTrace);
    return { node_advantages, scalar };
  },
  // Its scores of a group are float32, whatever the record says.
  tolerance: () => SINGLE,
  // Counts of tokens are no rewards.
  magnitude: ({ inputs }) => largestReward((inputs.episodes as Episode[]).flat()),
  leftOut: { trainable: 'whether an advantage is exactly 0, which is for float32 to say' },
  differences: [
    {
      rule: 'nothing to train',
      because: 'It takes the longest of no traces, and fails; ours has nothing to give.',
      applies: ({ inputs, args }) =>
        args.length_penalty !== null && !(inputs.episodes as Episode[]).flat().some(isTrained),
      rare: true,
    },
    roundsInFloat32,
  ],
};

const multiAgent: Claim = {
  proves: ['prime-rl/rae', 'prime-rl/hierarchical_grpo'],
  // Counts of tokens are no rewards.
  magnitude: ({ inputs }) => largestReward((inputs.rounds as Episode[][]).flat(2)),
  run: ({ inputs, args }) => {
    const rounds = inputs.rounds as Episode[][];
    if (args.algorithm === 'hierarchical_grpo')
      return { rounds: rounds.map((episodes) => carried(episodes, amongPeers(episodes))) };
    const state = createTrackerState('ema');
    const spec = advantageSpec(primeRlPresets, 'rae');
    const tracker = { kind: 'ema', decay: args.decay as number } as const;
    return {
      rounds: rounds.map((episodes) => {
        const traces = episodes.flat().filter(isTrained);
        const values = estimate(
          { ...spec, baseline: { kind: 'tracker', tracker } },
          GroupedRewards.from([traces.map(rewardOf)]),
          { state, keys: traces.map(({ agent }) => agent) },
        );
        return carried(episodes, new Map(traces.map((trace, i) => [trace, values[i] as number])));
      }),
      baselines: (trackerStateToJSON(state) as { means: object }).means,
    };
  },
};

function amongPeers(episodes: readonly Episode[]): Map<Trace, number> {
  const traces = episodes.flat().filter(isTrained);
  const keys = traces.map((trace) => {
    const episode = episodes.findIndex((all) => all.includes(trace));
    return trace.agent === 'solver' ? `solver of ${episode}` : trace.agent;
  });
  const { grouped, order } = GroupedRewards.fromKeys(traces.map(rewardOf), keys);
  const { values } = presetEstimator('prime-rl/hierarchical_grpo')(grouped).advantages;
  return new Map(
    Array.from(order, (place, i) => [traces[place] as Trace, values[i] as number] as const),
  );
}

const assign: Claim = {
  proves: ['assignToNodes', 'pickSampled', 'scalarAdvantage'],
  run: ({ inputs, args }) => {
    const masks = inputs.nodes as number[][];
    if (args.call === 'assign_reference_logprobs') {
      const values = masks.flat().map((_, k) => Math.round(-k) / 10);
      return { reference_logprobs: pickSampled(masks, values) };
    }
    const lists = assignToNodes(masks, inputs.values as number[]);
    const scalar = scalarAdvantage(lists);
    return { node_advantages: lists, scalar, trainable: carries(lists) };
  },
};

export const primeRlClaims: FrameworkClaims = {
  framework: 'prime-rl',
  functions: { group, multi_agent: multiAgent, assign },
};
