import { loadClaims } from './load-claims.ts';
import { type FunctionOutcome, readOutcomes } from './outcomes.ts';

const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);
const listed = ({ byRule }: FunctionOutcome): number => sum(Object.values(byRule));

/** The chapter about what functions of frameworks gave, from the claims and what came of the original recordings. */
export async function renderFrameworks(): Promise<string> {
  const outcomes = readOutcomes();
  const claimed = outcomes.filter(({ proves }) => proves.length > 0);
  if (claimed.length === 0) return '';
  const frameworks = [...new Set(claimed.map(({ framework }) => framework))];
  const chapters: string[] = [];
  for (const framework of frameworks) {
    const functions = claimed.filter((outcome) => outcome.framework === framework);
    const rest = outcomes.filter(
      (outcome) => outcome.framework === framework && outcome.proves.length === 0,
    );
    chapters.push(await renderFramework(framework, functions, rest));
  }
  const summary = (framework: string): string => {
    const own = claimed.filter((outcome) => outcome.framework === framework);
    const of = (count: (outcome: FunctionOutcome) => number): number => sum(own.map(count));
    const cells = [of(({ records }) => records), of(({ within }) => within)];
    return `| ${[framework, own.length, ...cells, of(({ refused }) => refused), of(listed)].join(' | ')} |`;
  };
  const total = (of: (outcome: FunctionOutcome) => number): number => sum(claimed.map(of));
  return `
## What frameworks' own functions gave

The estimators and losses of ${frameworks.length} frameworks: ${claimed.length} functions of theirs were run on ${total(({ records }) => records)} inputs, and presets and losses
of ours are put to every record. ${total(({ within }) => within)} are met within the tolerance, ${total(({ refused }) => refused)} are refused there and here, and
${total(listed)} differ on purpose, each by a rule below. The tolerance is 1e-9 of the largest intermediate for doubles and 1e-5
for float32 (1e-4 where that is what the framework's own order of summation leaves open); ours computes in doubles from
the recorded inputs. A loss setting that a record has at the framework's default is left to the preset, so that the records hold
the constants of presets as well; what no record shows is held by a table read from the frameworks' configurations
(\`test/parity/frameworks/loss-defaults.ts\`). A sample of the records is in \`test/parity/frameworks/golden\` and runs with the tests.

    npm run parity -- test/parity/frameworks/golden       # the sample
    npm run parity -- DIR --only verl/grpo                # all records of a function, where they are

| framework | functions | records | within | refused alike | differ |
|---|---|---|---|---|---|
${frameworks.map(summary).join('\n')}

${chapters.join('\n')}`;
}

async function renderFramework(
  framework: string,
  functions: readonly FunctionOutcome[],
  rest: readonly FunctionOutcome[],
): Promise<string> {
  const claims = await loadClaims(framework);
  const rows = functions.map((outcome) => {
    const { function: name, records, within, refused, proves } = outcome;
    const ours = proves.map((what) => `\`${what}\``).join(', ');
    return `| \`${name}\` | ${ours} | ${records} | ${within} | ${refused} | ${listed(outcome)} |`;
  });
  const notes = [
    ...differences(
      functions,
      (name, rule) =>
        claims.functions[name]?.differences?.find((difference) => difference.rule === rule)
          ?.because,
    ),
    ...notCompared(functions, (name) => ({
      ...claims.functions[name]?.leftOut,
      ...claims.functions[name]?.trainedOnly,
    })),
    ...(rest.length > 0
      ? [`- Not claimed: ${rest.map(({ function: name }) => `\`${name}\``).join(', ')}.`]
      : []),
  ];
  return `### ${framework}

| function | what it proves | records | within | refused alike | differ |
|---|---|---|---|---|---|
${rows.join('\n')}
${notes.length > 0 ? `\n${notes.join('\n')}\n` : ''}`;
}

/** One item for each rule, with the functions that need it. */
function differences(
  functions: readonly FunctionOutcome[],
  because: (name: string, rule: string) => string | undefined,
): string[] {
  const byRule = new Map<string, { text: string; where: string[] }>();
  for (const { function: name, byRule: counts } of functions)
    for (const [rule, count] of Object.entries(counts)) {
      const found = byRule.get(rule) ?? { text: because(name, rule) ?? '', where: [] };
      byRule.set(rule, found);
      if (count > 0) found.where.push(`\`${name}\` ${count}`);
    }
  return [...byRule]
    .filter(([, { where }]) => where.length > 0)
    .map(([rule, { text, where }]) => `- Differs, ${rule} (${where.join(', ')}): ${text}`);
}

/** One item for each field that is not compared, or not at every token, and why. */
function notCompared(
  functions: readonly FunctionOutcome[],
  left: (name: string) => Readonly<Record<string, string>>,
): string[] {
  const byReason = new Map<string, Set<string>>();
  for (const { function: name } of functions)
    for (const [field, reason] of Object.entries(left(name)))
      byReason.set(reason, (byReason.get(reason) ?? new Set()).add(`\`${field}\``));
  return [...byReason].map(
    ([reason, fields]) => `- Not compared, ${[...fields].join(', ')}: ${reason}`,
  );
}
