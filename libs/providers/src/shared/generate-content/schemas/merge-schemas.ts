import type { LostWords } from '../lost-words.js';
import type { Json } from '../native-types.js';

/** Keywords that are merged name by name, or say nothing of the values, so that one of two is enough. */
const COMBINED: ReadonlySet<string> = new Set(['properties', 'required', 'title', 'description', 'default', 'example']);

/** One schema for those that must all hold. The first takes precedence; what others say of the same keyword or property is lost. */
export function mergeSchemas(schemas: readonly Json[], lost: LostWords): Json {
  const merged: Json = {};
  for (const [keyword, value] of schemas.flatMap((schema) => Object.entries(schema))) {
    if (!Object.hasOwn(merged, keyword)) merged[keyword] = value;
    else if (merged[keyword] !== value && !COMBINED.has(keyword)) lost.add(keyword);
  }
  const properties = mergeProperties(schemas, lost);
  const required = new Set(schemas.flatMap((schema) => (Array.isArray(schema.required) ? schema.required : [])));
  if (properties.size > 0) merged.properties = Object.fromEntries(properties);
  if (required.size > 0) merged.required = [...required];
  return merged;
}

/** In order, which the model follows. */
function mergeProperties(schemas: readonly Json[], lost: LostWords): Map<string, unknown> {
  const properties = new Map<string, unknown>();
  for (const [name, property] of schemas.flatMap((schema) => Object.entries(schema.properties ?? {}))) {
    if (properties.has(name)) lost.add('allOf');
    else properties.set(name, property);
  }
  return properties;
}

/** The provider rejects a required property that the same schema does not list. */
export function dropUnlisted(schema: Json, lost: LostWords): Json {
  const { required, ...rest } = schema;
  if (required === undefined) return schema;
  const names = Array.isArray(required) ? required : [];
  const listed = names.filter((name) => typeof name === 'string' && Object.hasOwn(Object(rest.properties), name));
  if (listed.length < names.length || required === true) lost.add('required');
  return listed.length === 0 ? rest : { ...rest, required: listed };
}
