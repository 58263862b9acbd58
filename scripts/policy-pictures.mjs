// Draws the pictures of docs/local-policy.md: `node scripts/policy-pictures.mjs`. Curves are those of the newest result of
// `npm run learn`; what it did not train is not drawn.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newestResult } from '../bench/lib/results.mjs';
import { chart, svg, text } from './svg-chart.mjs';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
mkdirSync(folder, { recursive: true });
save('policy', architecture());
const { parts = {} } = newestResult('learn') ?? {};
if (parts.lake) save('learn-lake', lake(parts.lake));
if (parts.methods) save('learn-methods', methods(parts.methods));
if (parts.addition) save('learn-addition', addition(parts.addition));
if (parts.judge) save('learn-judge', judge(parts.judge));

function save(name, content) {
  writeFileSync(`${folder}${name}.svg`, content);
  console.log(`docs/pictures/${name}.svg`);
}

function lake(runs) {
  const drawn = runs.filter(({ name }) => name.endsWith(' grpo'));
  return chart({
    title:
      'Frozen lake: success of sampled games from each start, over updates, mean of five updates',
    xLabel: 'updates',
    panels: drawn.map(({ seed, curves: { success } }) => {
      const names = Object.keys(success);
      // The corner whose only useful move is L is drawn last, over the others.
      const ordered = [...names.filter((name) => name !== 'd'), 'd'];
      return {
        title: `seed ${seed}`,
        lines: ordered.map((name) => ({
          name: name === 'd' ? 'start d' : '',
          className: name === 'd' ? 'c1' : 'many',
          xs: success[name].map((_, i) => i + 1),
          ys: smooth(success[name]),
        })),
      };
    }),
  });
}

function methods(runs) {
  const all = Object.keys(runs[0].curves.success).length;
  const panel = (title, names) => ({
    title,
    lines: runs
      .filter(({ name }) => names.includes(name))
      .map(({ name, curves: { greedyStarts } }, i) => ({
        name,
        className: `c${i % 3}`,
        xs: greedyStarts.map((_, update) => update),
        ys: greedyStarts.map((count) => count / all),
      })),
  });
  return chart({
    title: 'Frozen lake: share of starts from which the likeliest moves lead to the goal',
    xLabel: 'updates',
    panels: [
      panel('estimators', ['GRPO', 'Dr. GRPO', 'RLOO']),
      panel('losses', ['GSPO', 'CISPO', 'DAPO']),
      panel('over tokens', ['GRPO', 'REINFORCE++']),
    ],
  });
}

/** Means of five; an update without a number counts in none. */
function smooth(values) {
  return values.map((_, i) => {
    const near = values.slice(Math.max(0, i - 4), i + 1).filter((value) => value !== null);
    return near.length === 0 ? null : near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

function addition(runs) {
  const title = 'Addition: share of all hundred sums that the likeliest answer gets right';
  return bySeed(title, [['right', runs, 'greedyUpdate', 'greedy']]);
}

function judge(runs) {
  return bySeed('Solver and judge: share of unseen pairs that the judge gets right', [
    ['unseen pairs', runs, 'unseenUpdate', 'unseenPairs'],
    ['unseen questions', runs, 'unseenUpdate', 'unseenQuestions'],
  ]);
}

function bySeed(title, panels) {
  return chart({
    title,
    xLabel: 'updates',
    panels: panels.map(([name, runs, xs, ys]) => ({
      title: name,
      lines: runs.map(({ seed, curves }, i) => ({
        name: `seed ${seed}`,
        className: `c${i % 3}`,
        xs: curves[xs],
        ys: curves[ys],
      })),
    })),
  });
}

function architecture() {
  const [width, middle, height] = [520, 190, 26];
  const rows = [
    ['tokens', 'T ids'],
    ['token embedding + position embedding', 'V·d + C·d'],
    ['root mean square norm', 'd'],
    ['causal attention, H heads', '4·d²'],
    ['add', ''],
    ['root mean square norm', 'd'],
    ['feed-forward: d → F, rectifier, F → d', '2·d·F + F + d'],
    ['add', ''],
    ['root mean square norm', 'd'],
    ['head, not tied to the embedding', 'V·d'],
    ['logits → softmax', 'T × V'],
  ];
  const y = (i) => 14 + i * 38;
  const body = rows.flatMap(([name, size], i) => [
    `<rect class="box" x="60" y="${y(i)}" width="${2 * (middle - 60)}" height="${height}" rx="4"/>`,
    text(middle, y(i) + 17, name, 'text-anchor="middle"'),
    text(390, y(i) + 17, size),
    ...(i === 0 ? [] : [arrow(middle, y(i - 1) + height, y(i))]),
  ]);
  // Around each half of a block goes what is added to what it gives.
  for (const [from, to] of [
    [2, 4],
    [5, 7],
  ])
    body.push(
      `<path class="arrow" d="M${middle} ${y(from) - 6}H34V${y(to) + height / 2}H58m-5 -4l5 4l-5 4"/>`,
    );
  body.push(
    `<path class="axis" d="M350 ${y(2)}h10V${y(7) + height}h-10" transform="translate(-20 0)"/>`,
    text(346, (y(2) + y(7) + height) / 2 + 4, '× L'),
  );
  return svg(
    width,
    y(rows.length) - 4,
    'The layers of the policy, and how many numbers each has',
    body,
  );
}

function arrow(x, from, to) {
  return `<path class="arrow" d="M${x} ${from}V${to}m-4 -5l4 5l4 -5"/>`;
}
