import { isRecord } from '@multilane/contracts';
import type { ApiClient } from '../api/api-client.js';
import { CommandFailure } from '../exit-codes.js';
import type { Remote } from './plan.js';
import type { Wanted } from './read-manifest.js';
import { RESOURCE_KINDS } from './resource-kinds.js';

/** Fields that the service takes, by section. */
export type KnownFields = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the service's own description of its API. Empty for a service without one: it then rejects unknown fields by itself. */
export async function readKnownFields(client: ApiClient): Promise<KnownFields> {
  try {
    return knownFieldsIn(await client.call('GET', '/openapi.json'));
  } catch (error) {
    if (error instanceof CommandFailure) return new Map();
    throw error;
  }
}

/** @param document of OpenAPI 3 */
export function knownFieldsIn(document: Readonly<Record<string, unknown>>): KnownFields {
  const known = new Map<string, Set<string>>();
  for (const { section, path } of RESOURCE_KINDS) {
    const fields = new Set<string>();
    for (const method of ['post', 'patch']) {
      const at = method === 'post' ? path : `${path}/{id}`;
      const schema = memberAt(document, ['paths', at, method, 'requestBody', 'content', 'application/json', 'schema']);
      collect(document, schema, fields, 0);
    }
    if (fields.size > 0) known.set(section, fields);
  }
  return known;
}

/**
 * Finds fields of resources, in the terms of the API, that the service neither takes nor shows. Fields that it only shows are in exported
 * manifests, and are never sent.
 */
export function findUnknownFields(resources: readonly Wanted[], known: KnownFields, remote: Remote): string[] {
  return resources.flatMap(({ kind, name, fields }) => {
    const fieldsOfKind = known.get(kind.section);
    if (fieldsOfKind === undefined) return [];
    const shown = remote.get(kind.section) ?? [];
    return Object.keys(fields)
      .filter((field) => !fieldsOfKind.has(field) && !shown.some((row) => Object.hasOwn(row, field)))
      .map((field) => `${kind.section}: ${name}: ${field}: is no field of a ${kind.noun}`);
  });
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
}

/** The properties of a schema, of those that it refers to and of its alternatives. */
function collect(document: unknown, schema: unknown, into: Set<string>, depth: number): void {
  if (!isRecord(schema) || depth > 8) return;
  if (typeof schema.$ref === 'string') {
    collect(document, memberAt(document, schema.$ref.replace(/^#\//, '').split('/')), into, depth + 1);
  }
  if (isRecord(schema.properties)) for (const name of Object.keys(schema.properties)) into.add(name);
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[word];
    if (Array.isArray(parts)) for (const part of parts) collect(document, part, into, depth + 1);
  }
}
