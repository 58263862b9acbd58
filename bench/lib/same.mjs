/** Rivals sum in other orders; what they give is to agree this far, relative to numbers above 1. */
const TOLERANCE = 1e-12;

/**
 * Runs a contender once and throws unless it gives what is expected: every bit of it, or, where it is not exact, all
 * but rounding errors.
 */
export async function verify(contender, expected) {
  const { name, prepare, run, results, exact } = contender;
  if (!results) return;
  await prepare?.();
  await run();
  const actual = await results();
  if (actual.length !== expected.length) {
    throw new Error(`${name}: ${actual.length} results, not ${expected.length}`);
  }
  const at = exact ? firstOtherBits(expected, actual) : firstFar(expected, actual);
  if (at >= 0) throw new Error(`${name}: result ${at} is ${actual[at]}, not ${expected[at]}`);
}

/** How many results differ in their bits, and by how many units in the last place at most. */
export function countUlps(expected, actual) {
  const [a, b] = [bitsOf(expected), bitsOf(actual)];
  let differing = 0;
  let most = 0n;
  for (let i = 0; i < a.length; i++) {
    if (a[i] === b[i]) continue;
    differing++;
    const distance = rank(a[i]) - rank(b[i]);
    if (distance > most) most = distance;
    if (-distance > most) most = -distance;
  }
  return { values: a.length, differing, mostUlps: Number(most) };
}

function firstOtherBits(expected, actual) {
  if (Buffer.compare(bytesOf(expected), bytesOf(actual)) === 0) return -1;
  return expected.findIndex((x, i) => !Object.is(x, actual[i]));
}

function firstFar(expected, actual) {
  for (let i = 0; i < expected.length; i++) {
    const error = Math.abs(actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
    if (!(error <= TOLERANCE)) return i;
  }
  return -1;
}

/** Bits as integers that ascend as their numbers do. */
const rank = (bits) => (bits < 0n ? -(bits & 0x7fff_ffff_ffff_ffffn) : bits);

const bitsOf = ({ buffer, byteOffset, length }) => new BigInt64Array(buffer, byteOffset, length);

const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);
