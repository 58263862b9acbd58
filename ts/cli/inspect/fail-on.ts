import { InvalidArgumentError } from 'commander';
import { nearest } from '../../errors/nearest.ts';
import { type Finding, type FindingKind, findingKinds } from '../../rollouts/survey/finding.ts';

const noSignal: readonly FindingKind[] = ['too-easy', 'too-hard', 'constant'];
const kinds = Object.keys(findingKinds) as FindingKind[];

/** What needs content to be found. */
const ofContent: readonly FindingKind[] = [
  'mismatched',
  'invalid-content',
  'bad-logprobs',
  'prefix-breaks',
];

export type FailOn = FindingKind | 'any';

/** Kinds of findings, separated by commas; `no-signal` and `any` stand for several. May be repeated. */
export function addFailOn(text: string, before: readonly FailOn[] = []): readonly FailOn[] {
  const named = text.split(',').flatMap((part): readonly FailOn[] => {
    const name = part.trim();
    if (name === 'any') return [name];
    if (name === 'no-signal') return noSignal;
    const kind = kinds.find((one) => one === name);
    if (kind) return [kind];
    const meant = nearest(name, [...kinds, 'any', 'no-signal']);
    const hint =
      meant === undefined
        ? `Known are ${kinds.join(', ')}, no-signal and any.`
        : `Did you mean ${meant}?`;
    throw new InvalidArgumentError(`There is no finding named "${name}". ${hint}`);
  });
  return [...before, ...named];
}

/** Whether what is named can be found without reading content; `any` names all that can. */
export function needsContent(named: readonly FailOn[] = []): boolean {
  return ofContent.some((kind) => named.includes(kind));
}

/** Those that are named, of those that there are. */
export function failing(
  findings: readonly Finding[],
  named: readonly FailOn[] = [],
): readonly Finding[] {
  return findings.filter(({ kind }) => named.includes('any') || named.includes(kind));
}
