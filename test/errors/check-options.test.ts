import { expect, it } from 'vitest';
import { checkOptions } from '../../ts/errors/check-options.ts';

interface Options {
  readonly epsilon?: number;
  readonly onWarning?: () => void;
}
const names = { epsilon: true, onWarning: true } as const;
const check = (options: unknown): void => checkOptions<Options>(options as Options, names);

it('takes options that there are, also undefined ones', () => {
  for (const options of [{}, { epsilon: 1 }, { epsilon: undefined, onWarning: () => {} }])
    expect(() => check(options)).not.toThrow();
});

it.each([
  [{ episilon: 1 }, 'unknown option "episilon"; did you mean epsilon?'],
  [{ epsilon: 1, onwarning: null }, 'unknown option "onwarning"; did you mean onWarning?'],
  [{ verbose: true }, 'unknown option "verbose"; known are epsilon, onWarning'],
  [{ toString: 1 }, 'unknown option "toString"; known are epsilon, onWarning'],
  [null, 'options must be an object, got null'],
  ['rloo', 'options must be an object, got "rloo"'],
  [[1], 'options must be an object, got an array of 1'],
])('refuses %j', (options, message) => {
  expect(() => check(options)).toThrow(
    expect.objectContaining({ code: 'invalid-argument', message }),
  );
});
