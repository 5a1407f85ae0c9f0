import { Ajv, type Options, type ValidateFunction } from 'ajv';
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
  // Written out where they are used, references multiply, and optimising takes the square of the length.
  inlineRefs: false,
  code: { optimize: false, regExp: linearRegExp as unknown as NonNullable<NonNullable<Options['code']>['regExp']> },
};

/**
 * Compiles a schema that somebody wrote, by the draft that `$schema` names; draft 2020-12 if it names none. `format` is an annotation, as in
 * the drafts since 2019. Compiling may take any time, and so may the validation.
 *
 * @throws Error for a schema that is none
 */
export function compileJsonSchema(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const draft = typeof schema.$schema === 'string' ? schema.$schema : '';
  if (draft.includes('draft-07') || draft.includes('draft-06')) return new Ajv(OPTIONS).compile(schema);
  if (draft.includes('2019-09')) return new Ajv2019(OPTIONS).compile(schema);
  return new Ajv2020(OPTIONS).compile(schema);
}
