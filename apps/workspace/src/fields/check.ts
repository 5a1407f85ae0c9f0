import { writeProblem } from '@multilane/contracts';
import { ValidateBy } from 'class-validator';

/**
 * A check by a function that says what is wrong with a value, or undefined. The words follow the field's name, and may
 * begin with a path below it: `[2] must be text`. They never quote the value.
 */
export function check(name: string, describe: (value: unknown) => string | undefined): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value) => describe(value) === undefined,
      defaultMessage: ({ value } = {} as never) =>
        value === undefined ? writeProblem('required') : (describe(value) ?? 'is not valid'),
    },
  });
}
