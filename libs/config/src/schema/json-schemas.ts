import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

export const NO_SCHEMA = 'must be a JSON Schema';

/** Larger ones are not compiled each time that a guardrail is read, but only when it is created or changed. */
const LARGE_CHARACTERS = 1024;

/** True if a schema is compiled only when its guardrail is created or changed. */
export function isLargeSchema(schema: object): boolean {
  return JSON.stringify(schema).length > LARGE_CHARACTERS;
}

/** The dialect is chosen as where the guardrail runs: draft 2020-12, or the one that `$schema` names. */
export function isJsonSchema(schema: Readonly<Record<string, unknown>>): boolean {
  const draft = typeof schema.$schema === 'string' ? schema.$schema : '';
  const isOld = draft.includes('draft-07') || draft.includes('draft-06');
  const Dialect = isOld ? Ajv : draft.includes('2019-09') ? Ajv2019 : Ajv2020;
  try {
    // Written out where they are used, references multiply, and optimising takes the square of the length.
    const options = { strict: false, validateFormats: false, logger: false, inlineRefs: false } as const;
    new Dialect({ ...options, code: { optimize: false } }).compile(schema);
    return true;
  } catch {
    return false;
  }
}
