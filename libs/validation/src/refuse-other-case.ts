import { GatewayError } from '@multilane/errors';
import type { RequestSchema } from './schema-words.js';

/** The members that a schema knows of an object or of the items of a list, and what it knows of what is in them. */
export interface KnownNames {
  /** By name. Undefined: nothing is known of what is in it. */
  readonly members: ReadonlyMap<string, KnownNames | undefined>;
  /** The names without regard to case, with how the schema writes them. */
  readonly folded: ReadonlyMap<string, string>;
}

/** Collects the names that a schema knows, in all its branches, and of a list those of its items; undefined for a schema that knows none. */
export function collectNames(schemas: readonly RequestSchema[]): KnownNames | undefined {
  const places = new Map<string, RequestSchema[]>();
  for (const { properties = {} } of schemas.flatMap(withBranches)) {
    for (const [name, schema] of Object.entries(properties)) places.set(name, [...(places.get(name) ?? []), schema]);
  }
  if (places.size === 0) return undefined;
  const members = new Map([...places].map(([name, found]) => [name, collectNames(found)]));
  return { members, folded: new Map([...members.keys()].map((name) => [fold(name), name])) };
}

const BRANCHES = ['oneOf', 'anyOf', 'allOf', 'then', 'else', 'items'] as const;

function withBranches(schema: RequestSchema): RequestSchema[] {
  const branches = BRANCHES.flatMap((keyword) => (schema[keyword] ?? []) as RequestSchema | readonly RequestSchema[]);
  return [schema, ...branches.flatMap(withBranches)];
}

/** As servers written in Go compare names, and others that do not regard case: `K` (the sign of kelvin) is a k, `ſ` an s. */
const fold = (name: string): string => name.toUpperCase().toLowerCase();

/**
 * Refuses a member whose name differs only in case from one that the schema knows. There are providers that take it for that one, in place
 * of what was checked, counted and authorized: Go's `encoding/json` does, and the last one wins.
 *
 * @param at the path of the value
 * @throws GatewayError `unsupported_parameter` with the path of the member as the schema writes it
 */
export function refuseOtherCase(value: unknown, known: KnownNames, at = ''): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) refuseOtherCase(value[index], known, `${at}[${index}]`);
    return;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const name in object) {
    const inside = known.members.get(name);
    if (inside !== undefined) refuseOtherCase(object[name], inside, at === '' ? name : `${at}.${name}`);
    else if (!known.members.has(name)) refuseUnknown(name, known, at);
  }
}

function refuseUnknown(name: string, { folded }: KnownNames, at: string): void {
  const meant = folded.get(fold(name));
  if (meant === undefined) return;
  const param = at === '' ? meant : `${at}.${meant}`;
  const message = `A member differs from \`${param}\` only in upper and lower case. Names are written as in \`${meant}\`.`;
  throw new GatewayError('unsupported_parameter', { param, message });
}
