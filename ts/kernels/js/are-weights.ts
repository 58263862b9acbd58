/** Whether all are finite and not negative: a negative one leaves twice itself, what is not finite leaves NaN. Four sums at once wait for each other less. */
export function areWeights(values: Float64Array): boolean {
  const { length } = values;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (const last = length - 3; i < last; i += 4) {
    const p = values[i] as number;
    const q = values[i + 1] as number;
    const r = values[i + 2] as number;
    const s = values[i + 3] as number;
    a += Math.abs(p) - p;
    b += Math.abs(q) - q;
    c += Math.abs(r) - r;
    d += Math.abs(s) - s;
  }
  for (; i < length; i++) a += Math.abs(values[i] as number) - (values[i] as number);
  return a + b + c + d === 0;
}
