/** Of the lines that this package writes; a reader refuses any other. */
export const FORMAT_VERSION = 1;

/** The field that says so. */
export const VERSION_FIELD = 'upperhand';

/** What stands in a line beside the fields of its episode. */
export const LINE_FIELDS: readonly string[] = [VERSION_FIELD, 'step', 'split'];

/** What a line tells beside its episode. */
export interface LineFields {
  /** The training step: episodes of different steps are not compared. */
  readonly step?: number | string;
  /** The part of the data, as `'train'` or `'val'`: episodes of different parts are not compared. */
  readonly split?: string;
}
