/**
 * The words the request schemas are written in. Every rule carries a `description` that completes the sentence
 * "`field` must be …", so a schema is at once the check, the error message and the documentation.
 */

/**
 * A JSON Schema node. Four keywords are this package's own: `refusal` and `errorDetails`, see `refused`, `isIdle`, and
 * `rawInteger`, which says whether the value is an integer that was preserved as raw JSON, see `parseJsonBody`.
 */
export interface RequestSchema {
  readonly description?: string;
  readonly refusal?: string;
  readonly errorDetails?: Readonly<Record<string, unknown>>;
  readonly rawInteger?: boolean;
  /** True if values of the member that pass ask for nothing, and are not sent on. */
  readonly isIdle?: boolean;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly RequestSchema[];
  readonly [keyword: string]: unknown;
}

export const STRING: RequestSchema = { type: 'string', description: 'a string' };

/** Not `minLength: 1`, which would count every character of an image's data URL. */
export const NON_EMPTY_STRING: RequestSchema = {
  type: 'string',
  not: { const: '' },
  description: 'a non-empty string',
};

export const BOOLEAN: RequestSchema = { type: 'boolean', description: 'true or false' };

/** An object that needs no member. A raw integer is an object to the engine, and would be one of these. */
export const FREE_OBJECT: RequestSchema = { type: 'object', rawInteger: false, description: 'an object' };

/** The reference rule for names of functions and of response schemas. */
export const IDENTIFIER: RequestSchema = {
  type: 'string',
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
  description: '1 to 64 letters, digits, underscores or hyphens',
};

const INTEGER: RequestSchema = { type: 'integer', description: 'an integer' };

/** An integer of any length, which the gateway sends on and does not compute with. */
export const LONG_INTEGER: RequestSchema = { anyOf: [INTEGER, { rawInteger: true }], description: 'an integer' };

export const POSITIVE_INTEGER: RequestSchema = { type: 'integer', minimum: 1, description: 'an integer above 0' };

/** A number from `minimum` to `maximum`, both allowed. */
export function numberBetween(minimum: number, maximum: number): RequestSchema {
  return { type: 'number', minimum, maximum, description: `a number between ${minimum} and ${maximum}` };
}

/** An integer from `minimum` to `maximum`, both allowed. */
export function integerBetween(minimum: number, maximum: number): RequestSchema {
  return { type: 'integer', minimum, maximum, description: `an integer between ${minimum} and ${maximum}` };
}

/** One of a few words. */
export function word(...values: string[]): RequestSchema {
  return { type: 'string', enum: values, description: listAlternatives(values) };
}

/**
 * Accepts null beside what the schema accepts: "A null optional field is an absent field"
 * (docs/contract/requests.md#null-members).
 */
export function nullable(schema: RequestSchema): RequestSchema {
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, type: [schema.type, 'null'].flat() };
}

/** An object with at least the members that `required` names; members that the schema does not know are accepted. */
export function objectOf(
  description: string,
  properties: Readonly<Record<string, RequestSchema>>,
  required: readonly string[] = [],
): RequestSchema {
  return { type: 'object', description, required, properties };
}

/** An object whose member `tag` says which of the `branches` describes the rest; only that branch is looked at. */
export function byTag(
  tag: string,
  description: string,
  branches: Readonly<Record<string, RequestSchema>>,
): RequestSchema {
  return {
    type: 'object',
    description,
    required: [tag],
    discriminator: { propertyName: tag },
    properties: { [tag]: { description: listAlternatives(Object.keys(branches)) } },
    oneOf: Object.entries(branches).map(([value, branch]) => ({
      ...branch,
      properties: { [tag]: { const: value }, ...branch.properties },
    })),
  };
}

/**
 * A member that the gateway cannot honour: anything but null is rejected with `unsupported_parameter`. `errorDetails` is
 * for SDKs, as `error.details` of the answer.
 */
export function refused(remedy: string, errorDetails?: Readonly<Record<string, unknown>>): RequestSchema {
  return { not: {}, refusal: remedy, ...(errorDetails && { errorDetails }) };
}

/** `a, b or c`, each in quotation marks. */
export function listAlternatives(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value}"`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' or ');
}
