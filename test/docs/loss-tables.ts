import { lossPresetTables } from '../../ts/losses/presets/all.ts';
import type { LossPreset } from '../../ts/losses/presets/loss-preset.ts';
import { describeLoss, listLosses } from '../../ts/losses/registry.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text: string): string => `\`${cell(text)}\``;

/** What of docs/losses.md is made of the losses and their presets. */
export function renderLossTables(): string {
  return `### Options of single losses\n\n${ownOptions()}\n\n### Losses of frameworks\n\n${presets()}`;
}

/** An option that several losses have alike is one row. */
function ownOptions(): string {
  const rows = new Map<string, { readonly cells: readonly string[]; readonly losses: string[] }>();
  for (const name of listLosses()) {
    for (const { name: option, default: value, about } of describeLoss(name).own) {
      const cells = [code(option), show(value), cell(about)];
      const row = rows.get(cells.join()) ?? { cells, losses: [] };
      row.losses.push(code(name));
      rows.set(cells.join(), row);
    }
  }
  const lines = [...rows.values()].map(({ cells: [option, value, about], losses }) => {
    return `| ${option} | ${value} | ${about} | ${losses.join(', ')} |`;
  });
  return `| option of one loss | default | meaning | losses |\n|---|---|---|---|\n${lines.join('\n')}`;
}

function presets(): string {
  return lossPresetTables
    .map(({ framework, repository, version, presets: own }) => {
      const rows = Object.entries(own).map(([name, preset]) => row(`${framework}/${name}`, preset));
      const head = '| preset | loss | aggregation | options | source | evidence | what differs |';
      return `**${framework}**: ${repository}, ${version}.\n\n${head}\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

function row(name: string, preset: LossPreset): string {
  const options = Object.entries(preset.options ?? {}).map(
    ([option, value]) => `${option} ${show(value)}`,
  );
  const cells = [
    `${code(name)}<br>${cell(preset.title)}`,
    code(preset.loss),
    code(preset.aggregation),
    cell(options.join(', ')),
    code(preset.source),
    preset.evidence,
    cell(preset.differs ?? ''),
  ];
  return `| ${cells.join(' | ')} |`;
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
