import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';

/** Patterns come from people, and what they are run on from a model: RE2 takes linear time. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    // Ajv identifies patterns by their text.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: '' },
);

const OPTIONS: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  allErrors: false,
  inlineRefs: false,
  code: { optimize: false, regExp: linearRegExp as unknown as NonNullable<NonNullable<Options['code']>['regExp']> },
};

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
    validate = compile(schema);
  } catch {
    return INVALID_SCHEMA;
  }
  try {
    return validate(value) ? undefined : describe(validate.errors?.[0]);
  } catch {
    return NOT_CHECKED;
  }
}

function compile(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const draft = typeof schema.$schema === 'string' ? schema.$schema : '';
  if (draft.includes('draft-07') || draft.includes('draft-06')) return new Ajv(OPTIONS).compile(schema);
  if (draft.includes('2019-09')) return new Ajv2019(OPTIONS).compile(schema);
  return new Ajv2020(OPTIONS).compile(schema);
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'The arguments do not fit the schema of the tool.';
  const where = error.instancePath === '' ? 'The arguments' : `The argument ${error.instancePath.slice(1)}`;
  const { additionalProperty } = error.params as { additionalProperty?: unknown };
  const named = typeof additionalProperty === 'string' ? `: ${additionalProperty}` : '';
  return `${where} ${error.message ?? 'do not fit the schema'}${named}.`.slice(0, LONGEST_PROBLEM);
}
