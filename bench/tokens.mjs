// Every call over rows of tokens against a memcpy of the same arrays, interleaved: `npm run bench -- tokens`.
// Ends with an error when somebody's numbers are wrong.

import { TokenContenders } from './contenders/tokens.mjs';
import { tokensReport } from './lib/reports.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { makeRewards } from './lib/rewards.mjs';
import { compete } from './lib/rounds.mjs';
import { verify } from './lib/same.mjs';
import { judge } from './lib/targets.mjs';
import { tokenCases } from './lib/token-cases.mjs';

const ROUNDS = 9;
/** A multiple of every row's length. */
const TOKENS = 3_932_160;
/** Rows are as long as answers of one turn, and as those of many. */
const LENGTHS = [64, 1024, 16384];
const GROUP = 8;

const result = beginResult('tokens');
const numbers = makeRewards(2 * TOKENS);
const shapes = {};
for (const length of LENGTHS)
  for (const masked of [false, true]) {
    const contenders = new TokenContenders(makeTokens(length, masked));
    const shape = `rows of ${length.toLocaleString('en')}${masked ? ', a third of them masked' : ''}`;
    shapes[shape] = {};
    for (const entry of tokenCases) {
      const field = contenders.of(entry);
      const expected = contenders.expected(entry);
      for (const contender of field) await verify(contender, expected);
      shapes[shape][entry.name] = await compete(field, { base: 'memcpy', rounds: ROUNDS });
      process.stderr.write(`${shape}: ${entry.name}\n`);
    }
  }

Object.assign(result, { tokens: TOKENS, rounds: ROUNDS, shapes });
result.targets = targets();
const file = saveResult(result, tokensReport);
console.log(`${tokensReport(result)}\n\n${file}`);

/** Rows of one length in groups of eight; turns of the model and of its tools take turns in them. */
function makeTokens(length, masked) {
  const rows = TOKENS / length;
  const offsets = Uint32Array.from({ length: rows + 1 }, (_, row) => row * length);
  const turn = Math.max(4, length / 16);
  const mask = Uint8Array.from({ length: TOKENS }, (_, t) =>
    Number(Math.floor(t / turn) % 3 !== 2),
  );
  return {
    count: TOKENS,
    rows,
    rewards: numbers.subarray(0, TOKENS),
    values: numbers.subarray(TOKENS),
    bootstrap: null,
    mask: masked ? mask : null,
    offsets,
    pool: Uint32Array.of(0, TOKENS),
    members: Uint32Array.from({ length: rows }, (_, row) => row),
    groups: Uint32Array.from({ length: Math.ceil(rows / GROUP) + 1 }, (_, g) =>
      Math.min(g * GROUP, rows),
    ),
  };
}

function targets() {
  const all = Object.entries(shapes).flatMap(([shape, ofShape]) =>
    Object.entries(ofShape).map(([name, found]) => ({ where: `${name}, ${shape}`, found })),
  );
  const measure = (name, base) =>
    all
      .filter(({ found }) => found[base] && found[name])
      .map(({ where, found }) => ({ where, value: found[name].ratio / found[base].ratio }));
  return [
    judge(
      'wasm-simd in place, at most 6 × memcpy',
      { atMost: 6 },
      measure('wasm-simd in place', 'memcpy'),
    ),
    judge(
      'wasm-simd with copies, at most 6 × memcpy',
      { atMost: 6 },
      measure('wasm-simd with copies', 'memcpy'),
    ),
    judge('js, at most 3 × the naive loop', { atMost: 3 }, measure('js', 'naive loop')),
  ];
}
