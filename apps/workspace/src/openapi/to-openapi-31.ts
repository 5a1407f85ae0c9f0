type Json = unknown;

/**
 * Schemas as OpenAPI 3.1 has them, which are JSON Schema 2020-12: `nullable` of 3.0 becomes a type of its own.
 */
export function toOpenApi31(value: Json): Json {
  if (Array.isArray(value)) return value.map(toOpenApi31);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toOpenApi31(member)]));
  if (typeof members.nullable !== 'boolean') return members;
  const { nullable, ...schema } = members;
  return nullable ? allowNull(schema) : schema;
}

function allowNull({ description, ...schema }: Record<string, Json>): Json {
  const described = description === undefined ? {} : { description };
  if (typeof schema.type !== 'string') return { ...described, anyOf: [schema, { type: 'null' }] };
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...described, ...schema, ...values, type: [schema.type, 'null'] };
}
