import { isMisleading } from '@multilane/contracts';
import { AT_ONCE, type Pauses } from './pauses.js';
import { isMembers, type Json, type JsonMembers, type Resource } from './resource.js';
import { type AttributeInfo, findTarget, type ResourceSchema } from './resource-schema.js';
import { badRequest, invalidAttribute } from './scim-error.js';

const LONGEST_TEXT = 4_000;
const MOST_VALUES = 10_000;
/** Nearly every text; quickly checked. */
const PLAIN = /^[\x20-\x7e]*$/;
/** Characters that no text needs, and that databases reject. */
const CONTROL = /[\p{Cs}]|[^\P{Cc}\n\r\t]/u;

/**
 * Reads a resource that a client sent: names in any case, canonical from here on. Attributes that the schema does not
 * know are ignored, and so are those that only the service sets (RFC 7644 sections 3.3 and 3.5.1). Fails with 400.
 */
export function readResource(schema: ResourceSchema, body: unknown): Resource {
  const resource: Resource = {};
  for (const [name, value] of Object.entries(requireMembers(body))) {
    const target = findTarget(schema, name);
    if (target === undefined) continue;
    const { extension, attribute, part } = target;
    if (part !== undefined) continue;
    if (extension !== undefined) readExtension(schema, resource, extension, attribute, value);
    else if (attribute !== undefined) put(resource, attribute, value, attribute.name);
  }
  return resource;
}

/** An extension's attributes come in an object of its own, or each with the schema's id before its name. */
function readExtension(
  schema: ResourceSchema,
  resource: Resource,
  id: string,
  attribute: AttributeInfo | undefined,
  value: Json,
): void {
  const extended = isMembers(resource[id]) ? resource[id] : {};
  const sent = attribute === undefined ? requireMembers(value ?? {}, id) : { [attribute.name]: value };
  for (const [key, inner] of Object.entries(sent)) {
    const known = schema.extensions.get(id)?.get(key.toLowerCase());
    if (known !== undefined) put(extended, known, inner, `${id}:${known.name}`);
  }
  if (Object.keys(extended).length > 0) resource[id] = extended;
}

function put(members: JsonMembers, attribute: AttributeInfo, value: Json, path: string): void {
  if (attribute.readOnly) return;
  const read = readValue(attribute, value, path);
  if (read !== undefined) members[attribute.name] = read;
}

export function requireMembers(value: unknown, path?: string): JsonMembers {
  if (isMembers(value)) return value;
  throw badRequest(
    'invalidSyntax',
    path === undefined ? 'The body must be an object.' : `\`${path}\` must be an object.`,
    path,
  );
}

/** A value as the attribute has it; undefined for one that is none: null, or an empty list. Fails with 400. */
export function readValue(attribute: AttributeInfo, value: Json | undefined, path: string): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (!attribute.multiValued) return readSingle(attribute, value, path);
  const sent = Array.isArray(value) ? value : [value];
  if (sent.length > MOST_VALUES) throw invalidAttribute(path, `must have at most ${MOST_VALUES} values`);
  return presentOf(sent.map((item, index) => readSingle(attribute, item, `${path}[${index}]`)));
}

/** The same, with pauses between the values of a long list. */
export async function readWithPauses(
  attribute: AttributeInfo,
  value: Json | undefined,
  path: string,
  pauses: Pauses,
): Promise<Json | undefined> {
  const isLong = attribute.multiValued && Array.isArray(value) && value.length <= MOST_VALUES;
  if (!isLong) return readValue(attribute, value, path);
  const read: (Json | undefined)[] = [];
  for (const [index, item] of value.entries()) {
    if (index % AT_ONCE === 0) await pauses.pause();
    read.push(readSingle(attribute, item, `${path}[${index}]`));
  }
  return presentOf(read);
}

function presentOf(read: readonly (Json | undefined)[]): Json[] | undefined {
  const values = read.filter((item) => item !== undefined);
  return values.length > 0 ? values : undefined;
}

function readSingle(attribute: AttributeInfo, sent: Json, path: string): Json | undefined {
  // Some clients wrap what is single: [{ "value": "x" }].
  const value = Array.isArray(sent) && sent.length === 1 ? (sent[0] ?? null) : sent;
  if (value === null) return undefined;
  if (attribute.type === 'complex') return readComplex(attribute, value, path);
  const plain = isMembers(value) && 'value' in value ? (value.value ?? null) : value;
  switch (attribute.type) {
    case 'boolean':
      return readFlag(plain, path);
    case 'integer':
    case 'decimal':
      if (typeof plain === 'number') return plain;
      throw invalidAttribute(path, 'must be a number');
    default:
      return readText(plain, path);
  }
}

function readComplex({ parts }: AttributeInfo, value: Json, path: string): Json | undefined {
  const whole = parts.get('value');
  if (!isMembers(value)) {
    // A manager comes as the bare id, a member too.
    if (whole === undefined || typeof value === 'object') throw invalidAttribute(path, 'must be an object');
    return { value: readText(value, path) };
  }
  const read: JsonMembers = {};
  for (const [name, inner] of Object.entries(value)) {
    const part = parts.get(name.toLowerCase());
    const known = part && readValue(part, inner, `${path}.${part.name}`);
    if (part !== undefined && known !== undefined) read[part.name] = known;
  }
  return Object.keys(read).length > 0 ? read : undefined;
}

/** Entra sends "True" and "False". */
function readFlag(value: Json, path: string): boolean {
  const text = String(value).toLowerCase();
  if (typeof value !== 'object' && (text === 'true' || text === 'false')) return text === 'true';
  throw invalidAttribute(path, 'must be true or false');
}

function readText(value: Json, path: string): string {
  if (typeof value === 'object') throw invalidAttribute(path, 'must be a string');
  const text = String(value);
  if (text.length > LONGEST_TEXT) throw invalidAttribute(path, `must have at most ${LONGEST_TEXT} characters`);
  if (PLAIN.test(text)) return text;
  if (CONTROL.test(text)) throw invalidAttribute(path, 'must not contain control characters');
  if (isMisleading(text)) {
    throw invalidAttribute(path, 'must not contain line separators or bidirectional control characters');
  }
  return text;
}
