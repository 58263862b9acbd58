import { lossNeeds } from '../../losses/loss-needs.ts';
import { lossPresetTables } from '../../losses/presets/all.ts';
import type { FrameworkLossPresets } from '../../losses/presets/loss-preset.ts';
import type { LossDescription } from '../../losses/registry.ts';
import type { Io } from '../io.ts';
import { EVIDENCE, type Facts, writeFacts, writeJsonValue } from '../write-facts.ts';
import { aboutCommon } from './common-options.ts';
import { optionText } from './loss-lines.ts';
import { namedLoss } from './named-loss.ts';

/** Writes all that is known of one loss: formula, source, what differs, what it needs, and its options, here and by default. */
export async function showLoss(name: string, json: boolean, io: Io): Promise<void> {
  const { about, loss, options } = namedLoss(name);
  const { preset, own, defaults, builtIn } = about;
  // What a sum by a constant length divides by is no matter of arrays.
  const found = () => [...lossNeeds(name, { normLength: 1 })];
  // Of somebody's own nobody knows.
  const needs = builtIn || preset !== null ? found() : null;
  // Common options have a value in every loss; shown are those that are set here, or that the formula has.
  const inFormula = Object.keys(options).filter((option) => isIn(about.formula ?? '', option));
  const shown = new Set([
    'aggregation',
    ...inFormula,
    ...own.map(({ name: option }) => option),
    ...Object.keys(defaults),
  ]);
  const values = Object.fromEntries([...shown].map((option) => [option, options[option]]));
  const { aggregation, ...others } = values;
  const spec = {
    loss,
    aggregation,
    ...(preset?.groups && { groups: preset.groups }),
    ...others,
  };
  const framework =
    preset && lossPresetTables.find((table) => name.startsWith(`${table.framework}/`));
  if (json) await writeJsonValue({ ...about, needs, ...frameworkFacts(framework), spec }, io);
  else {
    const title = preset?.title ?? about.title;
    const told = [...lines(about, needs, framework), ...settings(about, values)];
    await writeFacts({ name, title, lines: told, spec }, io);
  }
}

function isIn(formula: string, option: string): boolean {
  return formula.split(/\W+/).includes(option);
}

function frameworkFacts(table: FrameworkLossPresets | null | undefined) {
  if (!table) return {};
  const { framework, repository, version } = table;
  return { framework, repository, version };
}

function lines(
  { formula, source, preset }: LossDescription,
  needs: readonly string[] | null,
  framework: FrameworkLossPresets | null | undefined,
): Facts['lines'] {
  return [
    ['loss of a token', formula ?? undefined],
    ['needs', needs === null ? undefined : ['logprobs', ...needs].join(', ')],
    // A preset's own paper is not known here, only that of the loss it is made of.
    ['made of', preset ? `${preset.loss} (${source})` : undefined],
    ['source', preset?.source ?? source ?? undefined],
    ['version', framework ? `${framework.repository} ${framework.version}` : undefined],
    ['evidence', preset ? EVIDENCE[preset.evidence] : undefined],
    ['differs', preset?.differs],
  ];
}

/** What each option does, with the value that it has in this loss. */
function settings(
  { own }: LossDescription,
  values: Readonly<Record<string, unknown>>,
): Facts['lines'] {
  return Object.entries(values).map(([option, value]) => {
    const about = own.find(({ name }) => name === option)?.about ?? aboutCommon(option);
    return [option, `${about} (default: ${optionText(value)})`];
  });
}
