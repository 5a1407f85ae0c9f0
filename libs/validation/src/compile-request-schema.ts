import { isRawInteger } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { Ajv, type ValidateFunction } from 'ajv';
import { describeProblem, NOT_AN_OBJECT } from './describe-problem.js';
import type { RequestSchema } from './schemas/schema-words.js';

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
    'isIdle',
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
 * (docs/contract/requests.md#null-members), and those that pass as `isIdle` and so ask for nothing. It rejects members that
 * differ from those of the schema only in case. The schema is compiled with the first request, or by `compileWaitingSchema`.
 */
export function compileRequestSchema(schema: RequestSchema): (body: Record<string, unknown>) => void {
  let made: { readonly validate: ValidateFunction; readonly known: KnownNames | undefined } | undefined;
  const compiled = () => (made ??= { validate: ajv.compile(schema), known: collectNames([schema]) });
  waiting.push(compiled);
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {});
  const optional = new Set(members.map(([name]) => name).filter((name) => !required.has(name)));
  const idle = new Set(members.filter(([, { isIdle }]) => isIdle).map(([name]) => name));

  return (body) => {
    let hasIdle = false;
    for (const name in body) {
      if (body[name] === null && optional.has(name)) delete body[name];
      else if (idle.has(name)) hasIdle = true;
    }
    const { known, validate } = compiled();
    if (validate(body)) {
      if (hasIdle) for (const name of idle) delete body[name];
      return refuseOtherCase(body, known);
    }
    const finding = validate.errors?.[0];
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

/** The members that a schema knows of an object or of the items of a list, and what it knows of what is in them. */
export interface KnownNames {
  /** By name. Undefined: nothing is known of what is in it. */
  readonly members: ReadonlyMap<string, KnownNames | undefined>;
  /** The names without regard to case, with how the schema writes them. */
  readonly folded: ReadonlyMap<string, string>;
  /** Names known within members that the caller names. */
  readonly others: KnownNames | undefined;
}

/** Collects the names that a schema knows, in all its branches, and of a list those of its items; undefined for a schema that knows none. */
export function collectNames(schemas: readonly RequestSchema[]): KnownNames | undefined {
  const places = new Map<string, RequestSchema[]>();
  const ofOthers: RequestSchema[] = [];
  for (const { additionalProperties, properties = {} } of schemas.flatMap(withBranches)) {
    for (const [name, schema] of Object.entries(properties)) places.set(name, [...(places.get(name) ?? []), schema]);
    if (typeof additionalProperties === 'object' && additionalProperties)
      ofOthers.push(additionalProperties as RequestSchema);
  }
  const others = ofOthers.length === 0 ? undefined : collectNames(ofOthers);
  if (places.size === 0 && others === undefined) return undefined;
  const members = new Map([...places].map(([name, found]) => [name, collectNames(found)]));
  // Any name is right for members that the caller names.
  const compared = ofOthers.length > 0 ? [] : [...members.keys()];
  return { members, others, folded: new Map(compared.map((name) => [fold(name), name])) };
}

const BRANCHES = ['oneOf', 'anyOf', 'allOf', 'then', 'else', 'items'] as const;

function withBranches(schema: RequestSchema): RequestSchema[] {
  const branches = BRANCHES.flatMap((keyword) => (schema[keyword] ?? []) as RequestSchema | readonly RequestSchema[]);
  return [schema, ...branches.flatMap(withBranches)];
}

/**
 * Folds a name as servers written in Go compare names, and others that do not regard case: `K` (the sign of kelvin) is
 * a k, `ſ` an s.
 */
const fold = (name: string): string => name.toUpperCase().toLowerCase();

/**
 * Rejects a member whose name differs only in case from one that the schema knows. There are providers that take it for that one, in place
 * of what was checked, counted and authorized: Go's `encoding/json` does, and the last one wins.
 *
 * @param at the path of the value
 * @throws GatewayError `unsupported_parameter` with the path of the member as the schema writes it
 */
export function refuseOtherCase(value: unknown, known: KnownNames | undefined, at = ''): void {
  const found = findOtherCase(value, known);
  if (found === undefined) return;
  const param = `${at}${found}`.replace(/^\./, '');
  const name = param.slice(param.lastIndexOf('.') + 1);
  const message = `A member differs from \`${param}\` only in upper and lower case. Names are written as in \`${name}\`.`;
  throw new GatewayError('unsupported_parameter', { param, message });
}

/** The path from the value to the first such member, as `[0].content`. It is put together on the way back: hardly a request has one. */
function findOtherCase(value: unknown, known: KnownNames | undefined): string | undefined {
  if (known === undefined || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = findOtherCase(value[index], known);
      if (found !== undefined) return `[${index}]${found}`;
    }
    return undefined;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const name in object) {
    const isKnown = known.members.has(name);
    const meant = isKnown ? undefined : known.folded.get(fold(name));
    if (meant !== undefined) return `.${meant}`;
    const found = findOtherCase(object[name], isKnown ? known.members.get(name) : known.others);
    if (found !== undefined) return `.${name}${found}`;
  }
  return undefined;
}
