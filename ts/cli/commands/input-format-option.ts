import { Option } from 'commander';
import { listFormats } from '../../rollouts/format-names.ts';

/** What readers are told of files. */
export function inputFormatOption(): Option {
  return new Option('--input-format <format>', 'what the files are')
    .choices(['auto', ...listFormats()])
    .default('auto');
}
