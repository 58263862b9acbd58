import type { Episode } from '../../types/episode.ts';
import type { Trajectory } from '../../types/trajectory.ts';
import { pythonJson } from '../python-json.ts';

/** Characters of one message; longer ones are cut, and say so. */
const MOST_CHARACTERS = 4000;

/** An episode for people to read, as Markdown: how it ended, and what was said in each trajectory. */
export function sampleText(episode: Episode): string {
  const { id, isCorrect, terminationReason, trajectories } = episode;
  const ended = terminationReason === null ? '' : `, ended by ${terminationReason}`;
  const head = `**${asPlain(id)}**: ${isCorrect ? 'correct' : 'not correct'}${ended}`;
  return [head, ...trajectories.map(trajectoryText)].join('\n\n');
}

function trajectoryText({ name, reward, steps }: Trajectory): string {
  const head = `**${asPlain(name)}**, reward ${reward ?? 'none'}, steps: ${steps.length}`;
  // The last step has the whole conversation, where its messages are known at all.
  const messages = steps.at(-1)?.chatCompletions ?? [];
  const said =
    messages.length > 0
      ? messages.map(messageText)
      : steps.map(({ modelResponse }, i) => block(`step ${i + 1}`, modelResponse));
  return [head, ...said].join('\n\n');
}

function messageText(message: unknown): string {
  const { role, content, ...rest } = (message ?? {}) as Readonly<Record<string, unknown>>;
  const text = typeof content === 'string' ? content : pythonJson(content);
  const more = Object.keys(rest).length > 0 ? `\n${pythonJson(rest)}` : '';
  return block(String(role ?? 'message'), text + more);
}

/** Indented text is shown as it is, whatever it holds. */
function block(title: string, text: string): string {
  const shown =
    text.length > MOST_CHARACTERS
      ? `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)`
      : text;
  return `*${asPlain(title)}*\n\n${shown.replace(/^/gm, '    ')}`;
}

function asPlain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+\-.!|]/g, '\\$&').replace(/\s+/g, ' ');
}
