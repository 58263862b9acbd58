// The policy over jax-js: `node jax.mjs <folder of the task>`. Its WebAssembly, on one thread, as Node has no others for it.
//
// Answers each line of standard input, a call and perhaps a file for its results (as float64), with a line of nanoseconds:
// `gradient BATCH`, `train BATCHES`, `sample SEED`.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defaultDevice, init, jit, nn, numpy as np, random, tree, valueAndGrad } from '@jax-js/jax';

const folder = process.argv[2];
const task = JSON.parse(readFileSync(join(folder, 'task.json'), 'utf8'));
const { config, tensors, adam, lists, length, promptLength, newTokens } = task;
const { layers, width, heads, vocabulary } = config;
const rows = length - 1;
const positions = promptLength + newTokens;

await init('wasm');
defaultDevice('wasm');

const flat = new Float32Array(bytesOf('parameters.f32'));
const tokens = new Uint32Array(bytesOf('tokens.u32'));
const prompts = new Uint32Array(bytesOf('prompts.u32'));
let parameters = {};
for (const { name, offset, shape } of tensors) {
  const size = shape.reduce((a, b) => a * b);
  parameters[name] = np.array(flat.slice(offset, offset + size), { shape });
}
const zeros = () => tree.map((leaf) => np.zeros(leaf.shape), parameters);
let [first, second] = [zeros(), zeros()];
let step = 0;

const batches = Array.from({ length: task.batches }, (_, batch) => {
  const all = tokens.subarray(batch * lists * length, (batch + 1) * lists * length);
  const cut = (shift) =>
    ints(
      Array.from(
        { length: lists * rows },
        (_, i) => all[Math.floor(i / rows) * length + (i % rows) + shift],
      ),
    );
  return [cut(0).reshape([lists, rows]), cut(1)];
});

const update = jit((p, m, v, inputs, targets, rate, unbias) => {
  const [loss, slopes] = valueAndGrad(lossOf)(tree.ref(p), inputs, targets);
  const squares = tree.leaves(slopes).map((slope) => np.sum(np.square(slope.ref)));
  const norm = np.sqrt(squares.reduce((a, b) => a.add(b)));
  const scale = np.minimum(np.array(adam.gradClipNorm).div(norm), 1);
  const clipped = tree.map((slope) => slope.mul(scale.ref), slopes);
  scale.dispose();
  const { beta1, beta2, eps } = adam;
  const newM = tree.map((a, b) => a.mul(beta1).add(b.ref.mul(1 - beta1)), m, clipped);
  const newV = tree.map((a, b) => a.mul(beta2).add(np.square(b).mul(1 - beta2)), v, clipped);
  const moved = tree.map(
    (leaf, a, b) => leaf.sub(rate.ref.mul(a.ref).div(np.sqrt(b.ref).mul(unbias.ref).add(eps))),
    p,
    newM,
    newV,
  );
  rate.dispose();
  unbias.dispose();
  return [moved, newM, newV, loss];
});
const slopesOf = jit((p, inputs, targets) => valueAndGrad(lossOf)(p, inputs, targets)[1]);
const grow = jit(nextTokens);

const calls = { gradient, train, sample };

for await (const line of createInterface({ input: process.stdin })) {
  const [what, number, file] = line.split(' ');
  const start = process.hrtime.bigint();
  const results = await calls[what](Number(number));
  const nanoseconds = process.hrtime.bigint() - start;
  if (file) writeFileSync(file, Float64Array.from(results));
  console.log(String(nanoseconds));
}

async function gradient(batch) {
  const [inputs, targets] = batches[batch];
  const slopes = slopesOf(tree.ref(parameters), inputs.ref, targets.ref);
  const found = [];
  for (const { name } of tensors) found.push(...(await slopes[name].data()));
  return found;
}

async function train(count) {
  const losses = [];
  for (let i = 0; i < count; i++) {
    const [inputs, targets] = batches[i % batches.length];
    step++;
    const rate = adam.learningRate / (1 - adam.beta1 ** step);
    const unbias = 1 / Math.sqrt(1 - adam.beta2 ** step);
    const given = [np.array(rate), np.array(unbias)];
    let loss;
    [parameters, first, second, loss] = update(
      parameters,
      first,
      second,
      inputs.ref,
      targets.ref,
      ...given,
    );
    losses.push((await loss.data())[0]);
  }
  return losses;
}

/** With a cache of keys and values; prompts are fed token by token, as the shapes of a compiled function are fixed. */
async function sample(seed) {
  const shape = [lists, positions, heads, width / heads];
  let caches = Array.from({ length: layers }, () => [np.zeros(shape), np.zeros(shape)]);
  const keys = random.split(random.key(seed), newTokens);
  const drawn = [];
  let fed = null;
  for (let at = 0; at < positions - 1; at++) {
    fed ??= ints(Array.from({ length: lists }, (_, i) => prompts[i * promptLength + at]));
    const sampled = at - promptLength + 1;
    const key = keys.ref.slice(Math.max(sampled, 0));
    let logprobs;
    [caches, fed, logprobs] = grow(tree.ref(parameters), caches, fed, ints([at]), key);
    if (sampled < 0) {
      tree.dispose([fed, logprobs]);
      fed = null;
    } else {
      drawn.push([fed.ref, logprobs]);
    }
  }
  tree.dispose([caches, fed, keys]);
  const read = async (which) => {
    const steps = [];
    for (const pair of drawn) steps.push(await pair[which].data());
    return Array.from(
      { length: lists * newTokens },
      (_, i) => steps[i % newTokens][Math.floor(i / newTokens)],
    );
  };
  return [...(await read(0)), ...(await read(1))];
}

function lossOf(p, inputs, targets) {
  const embedded = np.matmul(hot(inputs.reshape([lists * rows])), p.token_embedding);
  const places = p.position_embedding.slice([0, rows]);
  let x = embedded.reshape([lists, rows, width]).add(places);
  const later = np.tri(rows).equal(0).reshape([1, 1, rows, rows]);
  for (let layer = 0; layer < layers; layer++) {
    const [q, k, v] = split(p, layer, x.ref, rows);
    x = join_(p, layer, x, attention(q, k, v, later.ref), rows);
  }
  later.dispose();
  const logits = linear(norm(x, p.final_norm), p.head).reshape([lists * rows, vocabulary]);
  const all = nn.logSoftmax(logits);
  return np.sum(all.mul(hot(targets))).mul(-1 / (lists * rows));
}

/** One more position: its token goes in, the next one comes out. */
function nextTokens(p, caches, fed, at, key) {
  const here = nn.oneHot(at.ref, config.context);
  const embedded = np.matmul(hot(fed), p.token_embedding);
  let x = embedded.reshape([lists, 1, width]).add(np.matmul(here, p.position_embedding));
  const place = nn.oneHot(at.ref, positions).reshape([1, positions, 1, 1]);
  const later = np.arange(positions).greater(at).reshape([1, 1, 1, positions]);
  const kept = [];
  for (let layer = 0; layer < layers; layer++) {
    const [q, k, v] = split(p, layer, x.ref, 1);
    const put = (cache, one) => cache.add(place.ref.mul(one));
    const [keys, values] = [put(caches[layer][0], k), put(caches[layer][1], v)];
    kept.push([keys.ref, values.ref]);
    x = join_(p, layer, x, attention(q, keys, values, later.ref), 1);
  }
  place.dispose();
  later.dispose();
  const logits = linear(norm(x, p.final_norm), p.head).reshape([lists, vocabulary]);
  const all = nn.logSoftmax(logits);
  const drawn = random.categorical(key, all.ref);
  return [kept, drawn.ref, np.sum(all.mul(hot(drawn)), -1)];
}

function split(p, layer, x, each) {
  const of = (name) => p[`layers.${layer}.attention.${name}`];
  const all = linear(norm(x, of('norm')), of('qkv')).reshape([
    lists,
    each,
    3,
    heads,
    width / heads,
  ]);
  const part = (which) => all.ref.slice([], [], which);
  const parts = [part(0), part(1), part(2)];
  all.dispose();
  return parts;
}

/** Not the library's: its einsum needs methods of iterators that Node 20 has not. */
function attention(q, k, v, later) {
  const across = np.transpose(k, [0, 2, 3, 1]);
  const scores = np.matmul(np.transpose(q, [0, 2, 1, 3]), across).mul((width / heads) ** -0.5);
  const weights = nn.softmax(np.where(later, -1e30, scores));
  return np.transpose(np.matmul(weights, np.transpose(v, [0, 2, 1, 3])), [0, 2, 1, 3]);
}

function join_(p, layer, x, attended, each) {
  const of = (name) => p[`layers.${layer}.${name}`];
  let sum = x.add(linear(attended.reshape([lists, each, width]), of('attention.out')));
  const hidden = linear(norm(sum.ref, of('feed_forward.norm')), of('feed_forward.in'));
  const active = nn.relu(hidden.add(of('feed_forward.in_bias')));
  sum = sum.add(linear(active, of('feed_forward.out')));
  return sum.add(of('feed_forward.out_bias'));
}

function norm(x, gain) {
  const scale = np.sqrt(np.mean(np.square(x.ref), -1, { keepdims: true }).add(1e-5));
  return x.div(scale).mul(gain);
}

/** One matrix product for all rows. */
function linear(x, w) {
  const [a, b, inputs] = x.shape;
  const outputs = w.shape[1];
  return np.matmul(x.reshape([a * b, inputs]), w).reshape([a, b, outputs]);
}

function hot(indices) {
  return nn.oneHot(indices, vocabulary);
}

function ints(values) {
  return np.array(Int32Array.from(values), { dtype: np.int32 });
}

function bytesOf(name) {
  const { buffer, byteOffset, byteLength } = readFileSync(join(folder, name));
  return buffer.slice(byteOffset, byteOffset + byteLength);
}
