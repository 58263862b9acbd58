import type { Message, RolloutTexts, StepTexts, Text } from '../report-data.ts';
import { counted, countText, el, numberText } from './elements.ts';
import { tokenStrip } from './token-strip.ts';

/** Roles that the style sheet knows. */
const known = new Set(['system', 'user', 'observation', 'assistant', 'tool']);

/** What one attempt said and was told, step after step. */
export function attemptTexts(texts: RolloutTexts | undefined): Node[] {
  if (!texts)
    return [
      el(
        'p',
        { class: 'note' },
        'Its messages are not in this report (--max-mb, or its file changed).',
      ),
    ];
  const { steps, facts } = texts;
  const empty = steps.every(({ messages }) => messages.length === 0);
  const shown = steps.flatMap((step, i) => stepNodes(step, i, steps.length));
  if (empty) shown.unshift(el('p', { class: 'note' }, 'The file holds no messages of it.'));
  if (facts.length > 0) {
    const list = el('dl', { class: 'facts' });
    for (const [name, value] of facts) list.append(el('dt', {}, name), el('dd', {}, value));
    shown.push(el('details', {}, el('summary', {}, 'What else the file says'), list));
  }
  return shown;
}

function stepNodes(step: StepTexts, i: number, count: number): Node[] {
  const { same, messages, promptTokens, responseTokens, meanLogprob, weightVersion } = step;
  const facts = [
    promptTokens > 0 && `${countText(promptTokens)} tokens of prompt`,
    responseTokens > 0 && `${countText(responseTokens)} of response`,
    meanLogprob !== null && `mean log probability ${numberText(meanLogprob)}`,
    weightVersion !== null && `weights ${weightVersion}`,
    step.advantage !== null && `advantage in the file ${numberText(step.advantage)}`,
    i > 0 && same > 0 && `after ${counted(same, 'message')} as before`,
  ].filter((fact) => fact !== false);
  const title = count > 1 ? [`Step ${i + 1} of ${count}`, ...facts] : facts;
  return [
    ...(title.length > 0 ? [el('p', { class: 'step' }, title.join(' · '))] : []),
    ...(step.mismatch ? [el('p', { class: 'note warn' }, `mismatched: ${step.mismatch}`)] : []),
    ...messages.map(toNode),
    ...(step.tokens ? [tokenStrip(step.tokens, responseTokens)] : []),
  ];
}

function toNode({ role, text, dropped = 0 }: Message): HTMLElement {
  return messageNode(
    role,
    dropped > 0 ? `${counted(dropped, 'message')} left out` : '',
    textNode(text),
  );
}

/** @param note - stands above it */
export function messageNode(role: string, note: string, text: HTMLElement): HTMLElement {
  const kind = known.has(role) ? role : 'other';
  return el(
    'section',
    { class: `message ${kind}` },
    note !== '' && el('p', { class: 'cut' }, note),
    el('h4', {}, role),
    text,
  );
}

/** A text as it stands in the file; long ones scroll by the page, not by themselves. */
export function textNode(text: Text): HTMLElement {
  if (typeof text === 'string') return el('div', { class: 'text', dir: 'auto' }, text);
  const cut = el('span', { class: 'cut' }, ` … ${counted(text.cut, 'character')} left out … `);
  return el('div', { class: 'text', dir: 'auto' }, text.head, cut, text.tail);
}
