/** Of the lines that this package writes; a reader refuses any other. */
export const FORMAT_VERSION = 1;

/** The field that says so. */
export const VERSION_FIELD = 'upperhand';

/** What stands in a line beside the fields of its episode. */
export const LINE_FIELDS: readonly string[] = [VERSION_FIELD, 'step', 'split', 'epoch'];
