import type { StepTexts } from '../report-data.ts';
import { countText, el, numberText } from './elements.ts';

/** As unlikely as this, or less, is the last shade. */
const LOWEST = -5;
const SHADES = 5;

/** The ids of sampled tokens, darker where they were less likely. */
export function tokenStrip(
  { ids, logprobs }: NonNullable<StepTexts['tokens']>,
  total: number,
): HTMLElement {
  const strip = el('div', { class: 'tokens' });
  ids.forEach((id, i) => {
    const logprob = logprobs[i] ?? Number.NaN;
    const shade = Math.round(SHADES * Math.min(1, Math.max(0, logprob / LOWEST))) || 0;
    const title = `token ${i + 1}: log probability ${numberText(logprob)}`;
    strip.append(el('span', { class: `shade${shade}`, title }, String(id)), ' ');
  });
  if (total > ids.length) strip.append(`… ${countText(total - ids.length)} more`);
  return el(
    'details',
    {},
    el('summary', {}, 'Token ids, darker where they were less likely'),
    strip,
  );
}
