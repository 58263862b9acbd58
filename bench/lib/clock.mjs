/** Nanoseconds that `work` takes. */
export function time(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start);
}

/** The middle one of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What a quarter, a half and three quarters of some numbers do not exceed. */
export function quartiles(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return [
    median(sorted.slice(0, middle)),
    median(sorted),
    median(sorted.slice(sorted.length - middle)),
  ];
}
