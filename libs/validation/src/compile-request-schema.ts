import { isRawInteger } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { Ajv, type ValidateFunction } from 'ajv';
import { describeProblem, NOT_AN_OBJECT } from './describe-problem.js';
import { collectNames, refuseOtherCase } from './refuse-other-case.js';
import type { RequestSchema } from './schema-words.js';

// The schemas are constants of this package; a test validates them against the metaschema, so a start need not. The
// optimiser doubles the time to compile and does not make the compiled code faster.
const ajv = new Ajv({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  discriminator: true,
  meta: false,
  validateSchema: false,
  messages: false,
  logger: false,
  keywords: [
    'refusal',
    'errorDetails',
    { keyword: 'rawInteger', validate: (isAllowed: boolean, value: unknown) => isRawInteger(value) === isAllowed },
  ],
  code: { optimize: false },
});

const waiting: (() => unknown)[] = [];

/**
 * Compiles one of the schemas that no request has needed yet; false if there are none. All of them take a third of a second of
 * processor time on a slow machine, which a start does without: a service calls this between requests, later.
 */
export function compileWaitingSchema(): boolean {
  waiting.shift()?.();
  return waiting.length > 0;
}

/**
 * Makes a check of a schema that throws for the first problem, and takes out the optional top-level members that
 * the schema knows and that are null: "A null optional field is an absent field"
 * (docs/contract/requests.md#null-members). It refuses members that differ from those of the schema only in case. The schema is compiled with the first request, or by `compileWaitingSchema`.
 */
export function compileRequestSchema(schema: RequestSchema): (body: Record<string, unknown>) => void {
  let validate: ValidateFunction | undefined;
  const compiled = (): ValidateFunction => (validate ??= ajv.compile(schema));
  waiting.push(compiled);
  const required = new Set(schema.required);
  const known = collectNames([schema]);
  const optional = new Set(Object.keys(schema.properties ?? {}).filter((name) => !required.has(name)));

  return (body) => {
    for (const name in body) if (body[name] === null && optional.has(name)) delete body[name];
    const check = compiled();
    if (check(body)) {
      if (known !== undefined) refuseOtherCase(body, known);
      return;
    }
    const finding = check.errors?.[0];
    throw finding === undefined ? new GatewayError('invalid_value') : describeProblem(schema, body, finding);
  };
}

/** The body as an object; throws `invalid_value` without `param` for everything else. */
export function requireJsonObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isRawInteger(body)) {
    throw new GatewayError('invalid_value', { message: NOT_AN_OBJECT });
  }
  return body as Record<string, unknown>;
}
