import { show } from '../errors/show.ts';
import { type Bits, hashText } from './fingerprint.ts';
import { FingerprintTable } from './fingerprint-table.ts';
import type { RolloutRow } from './row.ts';

type Place = Pick<RolloutRow, 'source' | 'line'>;

export interface IdentityFinding {
  readonly kind: 'repeated-rollout' | 'mixed-tasks';
  readonly message: string;
}

interface Home {
  readonly set: string;
  readonly group: string;
  readonly role: string;
  readonly hash: Bits;
}

const none: readonly IdentityFinding[] = [];

/** Finds rollouts that occur twice, and groups that hold different tasks. Remembers 16 to 32 bytes a rollout. */
export class IdentityChecks {
  readonly #rollouts = new FingerprintTable();
  readonly #tasks = new FingerprintTable();
  readonly #groups = new FingerprintTable();
  /** Where each source begins in a count of lines over all sources. */
  readonly #starts: { readonly source: string; readonly before: number }[] = [];
  #lines = 0;
  /** The group that was last looked at: rollouts of one often stand together. */
  #last: Home = { set: '', group: '', role: '', hash: hashHome('', '', '') };

  /**
   * What is remarkable about a row that comes after the ones before.
   *
   * @param oneEpisode - rows of one record are what agents did in one attempt, and several of them may have one role
   */
  look(
    row: RolloutRow,
    task: string | undefined,
    repeats: 'keep' | 'skip',
    oneEpisode = false,
  ): readonly IdentityFinding[] {
    const { group, role, rolloutIndex, set = '' } = row;
    if (rolloutIndex === null && task === undefined) return none;
    if (this.#last.group !== group || this.#last.role !== role || this.#last.set !== set) {
      this.#last = { set, group, role, hash: hashHome(set, group, role) };
    }
    const home = this.#last.hash;
    let findings = none;
    if (rolloutIndex !== null) {
      const number = this.#number(row);
      const first = this.#rollouts.add(rolloutIndex, number, home);
      if (first > 0 && !(oneEpisode && first === number)) {
        findings = [
          {
            kind: 'repeated-rollout',
            message: `rollout ${show(rolloutIndex)} of group ${show(group)}, role ${show(role)}, was there before (${this.#placeOf(first, row)}); ${repeats === 'keep' ? 'both are kept' : 'the first is kept'}`,
          },
        ];
      }
    }
    if (task === undefined || !this.#isOtherTask(home, task)) return findings;
    const message = `group ${show(group)} holds different tasks; ${show(task)} is not its first`;
    return [...findings, { kind: 'mixed-tasks', message }];
  }

  /** The first task of a group gets a number, and later tasks must have the same. */
  #isOtherTask(home: Bits, task: string): boolean {
    const number = this.#tasks.add(task, this.#tasks.size + 1) || this.#tasks.size;
    const first = this.#groups.add('', number, home);
    return first > 0 && first !== number;
  }

  #number({ source, line }: Place): number {
    let start = this.#starts.at(-1);
    if (start?.source !== source) {
      start = { source, before: this.#lines };
      this.#starts.push(start);
    }
    this.#lines = start.before + line;
    return this.#lines;
  }

  #placeOf(number: number, here: Place): string {
    const start = this.#starts.findLast(({ before }) => before < number);
    const line = `line ${number - (start?.before ?? 0)}`;
    return start === undefined || start.source === here.source ? line : `${start.source}, ${line}`;
  }
}

/** Lengths keep parts apart. */
function hashHome(set: string, group: string, role: string): Bits {
  return hashText(`${set.length} ${group.length} ${role.length} ${set}${group}${role}`);
}
