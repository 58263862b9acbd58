import type { ReadingContext } from './reading-context.ts';
import type { SourceReport } from './source-report.ts';

/** What the files in a folder or an archive share, and what is to be done when all were read. */
interface Members {
  readonly shared: ReadingContext;
  /** @throws UpperhandError `rollout-file` where records were skipped and there is no rollout in any of the files */
  end(): void;
}

/** A run has files that hold nothing but a record that was torn: those do not take the others with them. */
export function membersOf(report: SourceReport, shared: ReadingContext): Members {
  const { counts } = shared;
  const before = { ...counts };
  const end = (): void => {
    const skipped = counts.skipped - counts.doubles - (before.skipped - before.doubles);
    if (counts.rollouts > before.rollouts || skipped === 0) return;
    if (shared.isMember || shared.skipUnreadableSources) return;
    const records = skipped === 1 ? 'its one record' : `all of its ${skipped} records`;
    throw report.error(`${records} had to be skipped`);
  };
  return { shared: { ...shared, isMember: true }, end };
}
