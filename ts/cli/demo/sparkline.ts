const LEVELS = '▁▂▃▄▅▆▇█';

/**
 * Numbers from 0 to 1 as a line of blocks; where there are more than fit, each block is the mean of its part.
 *
 * @example
 * sparkline([0, 0.5, 1], 10);   // '▁▅█'
 * sparkline([0, 1, 1, 1], 2);   // '▅█'
 */
export function sparkline(values: readonly number[], room: number): string {
  const width = Math.min(values.length, room);
  return Array.from({ length: width }, (_, i) => {
    const from = Math.floor((i * values.length) / width);
    const part = values.slice(from, Math.floor(((i + 1) * values.length) / width));
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    return LEVELS[Math.round(Math.min(1, Math.max(0, mean)) * (LEVELS.length - 1))];
  }).join('');
}

/**
 * A share from 0 to 1 as a bar.
 *
 * @example
 * bar(0.5, 4); // '██░░'
 */
export function bar(share: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
}
