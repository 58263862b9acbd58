import { ConfigReading } from '../../config/config-reading.ts';
import { TrainerConfig } from '../../config/trainer-config.ts';
import type { TrainerConfigOptions } from '../../config/trainer-config-options.ts';
import { ConfigError, type ConfigProblem } from '../../errors/config-error.ts';
import type { Warning } from '../../errors/warning.ts';
import { OTHER_KEYS } from './base-config.ts';
import { nodeAt } from './node-path.ts';
import { printYaml } from './print-yaml.ts';
import type { SettledConfig } from './settle.ts';
import { toPlain } from './to-plain.ts';

/** Sections whose values somebody here reads; in all others a value that cannot be found out harms nobody. */
const OWN_SECTIONS = ['rllm', 'algorithm', 'data', 'training', 'validation', 'config'];
/** Sections that must have a value wherever there is a key; in others the backend says what it cannot do without. */
const WITHOUT_GAPS = ['rllm', 'algorithm', 'data', 'config'];

/** What a config file was put together to. */
export interface ConfigFileParts extends SettledConfig {
  /** What is wrong with the files and the overrides. */
  readonly problems: readonly ConfigProblem[];
  /** Whether files were left out, so that values may be missing which they have. */
  readonly isIncomplete: boolean;
  /** Keys of the command line that only Hydra reads. */
  readonly ignored: readonly string[];
}

/** A config file together with the files that it names and the overrides of the command line. */
export class ConfigFile {
  /**
   * Its contents as plain values, as far as they could be found out: what has no value (`???`) is left out, an
   * interpolation that leads nowhere is still the text of it.
   */
  readonly root: Readonly<Record<string, unknown>>;
  readonly #parts: ConfigFileParts;

  constructor(parts: ConfigFileParts) {
    this.#parts = parts;
    this.root = toPlain(parts.root) as Record<string, unknown>;
  }

  /** The contents as YAML, with the place of every value as a comment. */
  toYaml(): Promise<string> {
    return printYaml(this.#parts.root);
  }

  /** Where a value was written: `config.yaml:12`. Undefined when there is none at that path. */
  placeOf(path: string): string | undefined {
    return nodeAt(this.#parts.root, path.split('.'))?.place;
  }

  /** A problem with the place where what is wrong was written, if it was. */
  located({ path, message }: ConfigProblem): ConfigProblem {
    const place = this.placeOf(path);
    return { path, message: place === undefined ? message : `${message} (${place})` };
  }

  /**
   * Reads the contents as the config of a run.
   *
   * @throws ConfigError with all that is wrong with files, overrides, interpolations and values, each with its place
   */
  toTrainerConfig(options: TrainerConfigOptions = {}): TrainerConfig {
    const reading = new ConfigReading();
    const { problems, ignored } = this.#parts;
    for (const { path, message } of problems) reading.problem(path, message);
    for (const { path, message } of this.#gaps(options.backendSections ?? []))
      reading.problem(path, message);
    for (const key of ignored) reading.ignore(key);
    const config = reading.adopt((onWarning) =>
      this.#read({ ...options, onWarning: (warning) => onWarning(withoutOtherKeys(warning)) }),
    );
    reading.finish(options.onWarning);
    return config as TrainerConfig;
  }

  #read(options: TrainerConfigOptions): TrainerConfig {
    try {
      return TrainerConfig.fromConfig(this.root, options);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const told = error.problems.filter(({ path }) => !this.#parts.unsettled.has(path));
      throw new ConfigError(told.map((problem) => this.located(problem)));
    }
  }

  #gaps(backendSections: readonly string[]): ConfigProblem[] {
    if (this.#parts.isIncomplete) return [];
    const read = [...OWN_SECTIONS, ...backendSections];
    return [...this.#parts.unsettled]
      .filter(([path, { isMissing }]) => {
        const [section = ''] = path.split('.');
        return (isMissing ? WITHOUT_GAPS : read).includes(section);
      })
      .map(([path, { reason, place }]) => ({ path, message: `${reason} (${place})` }));
  }
}

/** The keys that whoever makes the run reads are no ignored ones. */
function withoutOtherKeys(warning: Warning): Warning {
  if (warning.kind !== 'unknown-config-key' || !warning.places) return warning;
  return { ...warning, places: warning.places.filter((path) => !OTHER_KEYS.includes(path)) };
}
