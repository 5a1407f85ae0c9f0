import { compileJsonSchema } from '@multilane/json-schemas';
import type { ErrorObject, ValidateFunction } from 'ajv';

const LONGEST_PROBLEM = 500;
export const INVALID_SCHEMA = 'The schema of the tool is not valid. The tool cannot be called.';
export const NOT_CHECKED = 'The arguments could not be checked.';

/**
 * Finds the problem of a tool's arguments, in words for the model; undefined if there is none. A schema can take any
 * time to compile and to run: call it on a thread that can be stopped.
 */
export function findArgumentProblem(schema: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  let validate: ValidateFunction;
  try {
    validate = compileJsonSchema(schema);
  } catch {
    return INVALID_SCHEMA;
  }
  try {
    return validate(value) ? undefined : describe(validate.errors?.[0]);
  } catch {
    return NOT_CHECKED;
  }
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'The arguments do not fit the schema of the tool.';
  const where = error.instancePath === '' ? 'The arguments' : `The argument ${error.instancePath.slice(1)}`;
  const { additionalProperty } = error.params as { additionalProperty?: unknown };
  const named = typeof additionalProperty === 'string' ? `: ${additionalProperty}` : '';
  return `${where} ${error.message ?? 'do not fit the schema'}${named}.`.slice(0, LONGEST_PROBLEM);
}
