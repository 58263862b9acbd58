import { fileURLToPath } from 'node:url';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { renderFrameworks } from './frameworks/docs.ts';
import { goldenDir, listGolden, readDifferences, readGolden } from './golden-files.ts';
import { partsOf, type Reason, reasons } from './reasons.ts';
import { countNotBuilt, runTopic } from './run-topic.ts';
import { topicOf } from './topics/index.ts';

export const docsFile: string = fileURLToPath(new URL('../../docs/parity.md', import.meta.url));

const HEAD = `<!-- Made by \`npm run parity -- --docs\` of test/parity/differences.json and test/parity/frameworks; do not edit. -->

# Parity with the Python original

The files of \`test/parity/golden\` hold what rLLM itself returned (commit 9beb6e0f, "head", and the older layout of
commit 90d1c4be, "seed"; Python 3.11, NumPy 2.4.6), and what NumPy 2.5.5 returned for sums, means and stds. Every
record is put to our code over every kernel, and every number is compared bit by bit: NaN equals NaN, and −0 is not 0,
but for maxima and minima, where NumPy leaves the sign of a zero open.

    npm run parity                # the golden files of the repository
    npm run parity -- DIR         # any folder of files in the same format

With cargo on the path the same files run over the native Rust kernels too.

A record that we deliberately do not meet is listed in \`test/parity/differences.json\`, by its name and a hash of its
content, with the value that is asserted instead. A record that differs without being listed fails, and so does one
that is listed and does not differ. In a folder of other records a difference is excused only by a rule in
\`test/parity/topics\`, which computes the value that must come instead and is held to it.
`;

/** The page about parity, from the golden files and the list of differences. */
export async function renderDocs(): Promise<string> {
  const differences = readDifferences();
  const rows: string[] = [];
  const notBuilt: string[] = [];
  for (const file of listGolden(goldenDir)) {
    const topic = topicOf(file);
    if (!topic) continue;
    const report = await runTopic(topic, readGolden(goldenDir, file), jsKernels, differences);
    const { records, exact, listed, failures } = report;
    rows.push(
      `| \`${file}\` | ${records} | ${exact} | ${listed} | ${failures.length} | ${countNotBuilt(report)} |`,
    );
    for (const [about, keys] of Object.entries(report.notBuilt))
      notBuilt.push(`- ${about}: ${asList(keys.map((key) => `${topic.name} ${key}`))}`);
  }
  const byReason = new Map<string, string[]>();
  for (const [topic, records] of Object.entries(differences)) {
    for (const [key, { reason }] of Object.entries(records)) {
      byReason.set(reason, [...(byReason.get(reason) ?? []), `${topic} ${key}`]);
    }
  }
  const sections = [...byReason]
    .map(([reason, keys]) => ({ ...explain(reason), reason, keys }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map(
      ({ title, text, reason, keys }) => `### ${title} (${reason})\n\n${text}\n\n${asList(keys)}\n`,
    );
  return `${HEAD}
## Records

| file | records | exact | listed differences | failures | not built |
|---|---|---|---|---|---|
${rows.join('\n')}

${describeNotBuilt(notBuilt)}

## Differences

Each heading ends in the code that \`differences.json\` and \`npm run parity\` have for the reason.

${sections.join('\n')}${await renderFrameworks()}`;
}

function describeNotBuilt(list: readonly string[]): string {
  if (list.length === 0)
    return 'No record is about a part of the original that this package does not have.';
  return `"Not built" counts records about parts of the original that this package does not have:\n\n${list.join('\n')}`;
}

/** Title and text of a reason that may have several parts. */
function explain(reason: string): Reason {
  const parts = partsOf(reason).map((part) => reasons[part] as Reason);
  const title = parts.map((part) => part.title).join('; ');
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    text: parts.map(({ text }) => text).join(' '),
  };
}

function asList(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}
