import type { Writable } from '../types/writable.ts';
import type { RolloutContent } from './content.ts';
import { FingerprintTable } from './fingerprint-table.ts';
import type { RolloutFormat, RowFields } from './format.ts';
import { Refusal } from './problem.ts';
import type { Found, Place, ReadingContext } from './reading-context.ts';
import type { RolloutFacts, RolloutRow } from './row.ts';
import type { SimpleRows } from './simple-rows.ts';
import type { SourceReport } from './source-report.ts';

/** Where a rollout stands, and what it was read as. */
export interface RowPlace {
  readonly place: Place;
  readonly item: number | undefined;
  /** Which record of the source it is in. */
  readonly record: number;
  readonly format: RolloutFormat;
  readonly version: string | null;
}

/** A rollout as its format read it. */
export interface ReadRollout {
  readonly fields: RowFields;
  /** What the format tells apart from the fields. */
  readonly facts: RolloutFacts | undefined;
  readonly at: RowPlace;
  readonly content: RolloutContent | null;
}

/** Makes rows of the fields of rollouts, one source's, and notes what is remarkable about them. */
export class RowMaker {
  made = 0;
  readonly #report: SourceReport;
  readonly #shared: ReadingContext;
  readonly #said = new Set<string>();
  /** Of groups that had to be guessed. */
  readonly #sizes = new FingerprintTable();
  /** A rollout of which a later output may follow. */
  #held: ReadRollout | null = null;

  constructor(report: SourceReport, shared: ReadingContext) {
    this.#report = report;
    this.#shared = shared;
  }

  /** Whether a rollout is held back until what follows is known. */
  get holdsOne(): boolean {
    return this.#held !== null;
  }

  /** The row of a rollout of which there is nothing else to be noted than that it was there before. */
  addSimple(
    { group, role, reward, rolloutIndex }: SimpleRows,
    facts: RolloutFacts | undefined,
    line: number,
    offset: number,
  ): RolloutRow {
    const source = this.#report.name;
    const row: Writable<RolloutRow> = { source, line, offset, group, role, reward, rolloutIndex };
    if (facts) putFacts(facts, row);
    if (this.#shared.separateSources) row.set = source;
    for (const { kind, message } of this.#shared.identity.look(row, undefined, 'keep')) {
      this.#report.note(kind, message, { line, offset });
    }
    this.#shared.counts.rollouts++;
    this.made++;
    return row;
  }

  add(now: ReadRollout, found: Found[]): void {
    const held = this.#held;
    if (held) {
      this.#held = null;
      if (!isSameRollout(held.fields, now.fields)) this.#make(held, found);
      else if ((now.fields.output ?? 0) < (held.fields.output ?? 0)) {
        this.#skipEarlier(now.fields, now.at.place);
        this.#held = held;
        return;
      } else this.#skipEarlier(held.fields, held.at.place);
    }
    if (now.fields.output === undefined) this.#make(now, found);
    else this.#held = now;
  }

  /** What was held back, when nothing follows. */
  release(): Found[] {
    const found: Found[] = [];
    if (this.#held) this.#make(this.#held, found);
    const { least, most } = this.#sizes.range();
    if (least < most) {
      const message = `its groups had to be guessed, and hold from ${least} to ${most} rollouts: some may be cut, or several may have been taken for one`;
      this.#report.noteFile('uneven-groups', message);
    }
    return found;
  }

  #skipEarlier({ output, isPart }: RowFields, place: Place): void {
    if (isPart) {
      this.#report.skip(rolloutPart, place);
      return;
    }
    const message = `is output ${output} of a rollout whose last output is the rollout`;
    this.#report.skip(new Refusal('earlier-output', message), place);
  }

  #make({ fields, facts, at, content }: ReadRollout, found: Found[]): void {
    const { place, format } = at;
    const row = this.#toRow(fields, facts, at);
    const repeats = format.repeats ?? 'keep';
    const { identity } = this.#shared;
    const findings = identity.look(row, fields.task, repeats, format.oneEpisode);
    const repeated = repeats === 'skip' && findings.find(({ kind }) => kind === 'repeated-rollout');
    if (repeated) {
      this.#report.skip(new Refusal('repeated-rollout', repeated.message), place);
      return;
    }
    this.#noteFields(fields, place);
    if (fields.guessedGroup) this.#sizes.count(JSON.stringify([row.set, row.group, row.role]));
    for (const { kind, message } of findings) this.#report.note(kind, message, place);
    this.#shared.counts.rollouts++;
    this.made++;
    found.push({ row, format, version: at.version, record: at.record, content });
  }

  #noteFields({ reward, oddIndex, guessed, guessedGroup }: RowFields, place: Place): void {
    if (reward === null) {
      this.#shared.counts.missingRewards++;
      this.#report.note(
        'missing-reward',
        'has no reward, which is not 0; it gets no advantage',
        place,
      );
    } else if (!Number.isFinite(reward)) {
      this.#report.note('non-finite-reward', `reward is ${reward}; it is kept as it is`, place);
    }
    if (oddIndex !== undefined) this.#report.note('odd-index', oddIndex, place);
    if (guessedGroup) this.#sayOnce(groupedByInput, place);
    if (guessed !== undefined) this.#sayOnce(guessed, place);
  }

  #sayOnce(guessed: string, place: Place): void {
    if (this.#said.has(guessed)) return;
    this.#said.add(guessed);
    this.#report.note('guessed', guessed, place);
  }

  #toRow(
    fields: RowFields,
    facts: RolloutFacts | undefined,
    { place, item }: RowPlace,
  ): RolloutRow {
    const { group, role, reward, rolloutIndex } = fields;
    const { line, offset } = place;
    const row: Writable<RolloutRow> = {
      source: this.#report.name,
      line,
      offset,
      group,
      role,
      reward,
      rolloutIndex,
    };
    if (item !== undefined) row.item = item;
    putFacts(fields, row);
    if (facts) putFacts(facts, row);
    const set = this.#setOf(fields);
    if (set !== undefined) row.set = set;
    return row;
  }

  /** What keeps groups apart. */
  #setOf({ step, split }: RowFields): string | undefined {
    const source = this.#shared.separateSources ? this.#report.name : undefined;
    if (step === undefined && split === undefined) return source;
    const parts = [source, step === undefined ? undefined : `step ${step}`, split];
    return parts.filter((part) => part !== undefined).join(' · ');
  }
}

const rolloutPart = /* @__PURE__ */ new Refusal(
  'rollout-part',
  'is a part of a rollout, for which the last of its parts stands',
);

const groupedByInput =
  'has no id of its task; from here on such rollouts are grouped by equal input';

/** One by one: a loop over their names takes longer than all else of a row. */
function putFacts(fields: RolloutFacts, row: Writable<RolloutFacts>): void {
  if (fields.step !== undefined) row.step = fields.step;
  if (fields.split !== undefined) row.split = fields.split;
  if (fields.termination !== undefined) row.termination = fields.termination;
  if (fields.failed !== undefined) row.failed = fields.failed;
  if (fields.truncated !== undefined) row.truncated = fields.truncated;
  if (fields.responseTokens !== undefined) row.responseTokens = fields.responseTokens;
  if (fields.responseChars !== undefined) row.responseChars = fields.responseChars;
  if (fields.weightVersion !== undefined) row.weightVersion = fields.weightVersion;
  if (fields.age !== undefined) row.age = fields.age;
}

/** Whether `b` is an output of the rollout that `a` is one of. */
function isSameRollout(a: RowFields, b: RowFields): boolean {
  return (
    b.output !== undefined &&
    a.group === b.group &&
    a.role === b.role &&
    a.rolloutIndex !== null &&
    a.rolloutIndex === b.rolloutIndex &&
    a.step === b.step &&
    a.split === b.split
  );
}
