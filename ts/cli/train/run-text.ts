import type { RunStats } from './run-stats.ts';

const BAR_WIDTH = 20;

/**
 * A bar of the steps and the numbers of a run, for a terminal. The bar gives way to the numbers.
 *
 * @param room - the most characters
 */
export function barText(stats: RunStats, room: number): string {
  const { mode, done, total, stepsDone, totalSteps } = stats;
  const work = mode === 'val' ? 'validation' : 'rollouts';
  const step = stepText(stats);
  const whole = [`${work} ${done}/${total}`, ...numbers(stats)].join('  ');
  const isTight = `${step}  ${whole}`.length > room;
  const text = isTight ? whole.replace(' rollouts/s', '/s') : whole;
  const width = Math.max(0, Math.min(BAR_WIDTH, room - `${step}   ${text}`.length));
  const share = totalSteps > 0 ? Math.min(1, stepsDone / totalSteps) : 0;
  const filled = Math.round(share * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
  return `${step} ${bar}  ${text}`.replace(/ {2,}/g, '  ').slice(0, Math.max(0, room));
}

/** The same as a line of a log, after a step. */
export function stepLine(stats: RunStats): string {
  return `${stepText(stats)}: ${numbers(stats).join(', ')}`;
}

/** What a validation came to: every `pass@k`, else the mean rewards. */
export function validationLine(step: number, metrics: Readonly<Record<string, number>>): string {
  const entries = Object.entries(metrics);
  const passes = entries.filter(([key]) => /\/pass@\d+$/.test(key));
  const shown =
    passes.length > 0 ? passes : entries.filter(([key]) => /^val\/reward\/.*\/mean$/.test(key));
  const texts = shown.map(([key, value]) => `${key.slice('val/'.length)} ${value.toFixed(3)}`);
  const when = step === 0 ? 'before training' : `after step ${step}`;
  return `validation ${when}: ${texts.join(', ') || 'no rollout has a reward'}`;
}

/** `8s`, `4m10s`, `1h02m`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h > 0) return `${h}h${two(m)}m`;
  return m > 0 ? `${m}m${two(s)}s` : `${s}s`;
}

function stepText({ step, totalSteps }: RunStats): string {
  return `step ${step}${totalSteps > 0 ? `/${totalSteps}` : ''}`;
}

function numbers({ reward, passAt1, perSecond, secondsLeft }: RunStats): string[] {
  return [
    reward === null ? 'no reward' : `reward ${reward.toFixed(3)}`,
    ...(passAt1 === null ? [] : [`pass@1 ${passAt1.toFixed(3)}`]),
    `${perSecond >= 100 ? perSecond.toFixed(0) : perSecond.toPrecision(2)} rollouts/s`,
    ...(secondsLeft === null ? [] : [`${durationText(secondsLeft)} left`]),
  ];
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
