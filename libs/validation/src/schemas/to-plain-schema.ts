import type { RequestSchema } from './schema-words.js';

/** The schema in plain JSON Schema 2020-12, for documentation: a rejected member says why it is rejected. */
export function toPlainSchema(schema: RequestSchema): Record<string, unknown> {
  return plain(schema) as Record<string, unknown>;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { isIdle: _isIdle, refusal, rawInteger, ...schema } = value as RequestSchema;
  const members = Object.entries(schema).map(([name, member]) => [
    name,
    isNamed(name) ? mapMembers(member) : plain(member),
  ]);
  const described = refusal === undefined ? {} : { description: `Not supported. ${refusal}` };
  return rawInteger === true ? { type: 'integer' } : { ...Object.fromEntries(members), ...described };
}

/** Keywords whose members are named by the request, not by JSON Schema. */
function isNamed(keyword: string): boolean {
  return keyword === 'properties';
}

function mapMembers(properties: unknown): unknown {
  return Object.fromEntries(Object.entries(properties as object).map(([name, schema]) => [name, plain(schema)]));
}
