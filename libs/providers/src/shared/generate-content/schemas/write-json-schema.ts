import { isRecord } from '@multilane/contracts';
import { LostWords } from '../lost-words.js';
import type { Json } from '../native-types.js';
import { completeJsonSchema } from './complete-json-schema.js';
import { resolveReference } from './json-pointer.js';
import { dropUnlisted, mergeSchemas } from './merge-schemas.js';
import { optLoopsOut } from './opt-loops-out.js';
import type { WrittenSchema } from './reduce-schema.js';
import { newSpent, SchemaBudget } from './schema-budget.js';
import { listValues, readBounds } from './schema-values.js';

/**
 * The keywords that the provider says it applies and that are passed on as they are (ai.google.dev/api/generate-content,
 * `responseJsonSchema`; the cloud edition's reference has the same list).
 */
const APPLIED: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'minItems', 'maxItems', 'minimum', 'maximum', 'propertyOrdering'],
]);

/** Keywords that may be sent, and that the provider does not say it applies. */
const SENT: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength', 'minProperties', 'maxProperties']);

/** Keywords that are said in other words, or say nothing of the values. */
const REWRITTEN: ReadonlySet<string> = new Set([
  ...['type', 'nullable', 'properties', 'required', 'items', 'prefixItems', 'additionalItems', 'additionalProperties'],
  ...['anyOf', 'oneOf', 'enum', 'const', 'exclusiveMinimum', 'exclusiveMaximum', 'format'],
  ...['$defs', 'definitions', '$schema', '$id', '$comment', '$anchor'],
]);

/** ai.google.dev/gemini-api/docs/structured-output, of texts; ai.google.dev/api/caching#Schema, of numbers. */
const FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'date', 'time', 'float', 'double', 'int32', 'int64']);

const MOST_DEFINITIONS = 1000;

interface Definition {
  readonly name: string;
  readonly schema: Json;
  /** No words stand beside the reference to it. */
  readonly isAlone: boolean;
}

interface Writing {
  readonly root: Json;
  readonly lost: LostWords;
  /** The names of definitions, by the reference and what stands beside it. */
  readonly names: Map<string, string>;
  readonly taken: Set<string>;
  /** The last number given to a name, so that no search for a free one starts over. */
  readonly counts: Map<string, number>;
  readonly pending: Definition[];
  /** The references being expanded, outermost first. */
  readonly open: string[];
  readonly budget: SchemaBudget;
  isInDefinitions: boolean;
}

/**
 * Writes a JSON Schema in the keywords that the provider's JSON Schema members take (docs/contract/translation.md#group-g). References
 * stay, also to what contains itself: each points to a definition and stands alone, as the provider demands. Every part has a type,
 * `anyOf` or a reference. Undefined if a schema contains itself in a way that the provider rejects. Rejects a schema that is too
 * large, naming `param`. `spent` is what repetition in other schemas has cost.
 */
export function writeJsonSchema(
  schema: Readonly<Json>,
  param: string,
  use: 'parameters' | 'answer',
  spent = newSpent(),
): WrittenSchema | undefined {
  const lost = new LostWords();
  const budget = new SchemaBudget(param, spent);
  const writing: Writing = {
    ...{ root: schema, lost, names: new Map(), taken: new Set(), counts: new Map(), pending: [], open: [] },
    ...{ budget, isInDefinitions: false },
  };
  const written = expand(schema, writing, true);
  completeJsonSchema(written, use === 'parameters', lost, budget);
  const definitions = writeDefinitions(writing);
  if (definitions === undefined || !optLoopsOut(definitions, lost)) return undefined;
  return { schema: writing.pending.length === 0 ? written : { ...written, $defs: definitions }, lost };
}

/** Undefined if there are too many. */
function writeDefinitions(writing: Writing): Json | undefined {
  // The name of one may be `__proto__`, which sets the prototype of an object that has one.
  const definitions: Json = Object.create(null);
  writing.isInDefinitions = true;
  // Definitions may name further ones.
  for (const { isAlone, name, schema } of writing.pending) {
    if (writing.pending.length > MOST_DEFINITIONS) return undefined;
    const definition = expand(schema, writing, false);
    completeJsonSchema(definition, false, writing.lost, writing.budget);
    // References may name a schema in several ways, and each part of it. The keywords beside a reference were counted
    // there.
    if (isAlone) writing.budget.repeat(JSON.stringify(definition).length);
    definitions[name] = definition;
  }
  return definitions;
}

/** A schema inside another; references stay. */
function write(schema: unknown, writing: Writing): Json {
  if (!isRecord(schema) || typeof schema.$ref !== 'string') return expand(schema, writing, false);
  const target = resolveReference(schema.$ref, writing.root);
  if (!isRecord(target)) return expand(schema, writing, false);
  writing.budget.point(schema.$ref);
  const { $ref, ...beside } = schema;
  const isAlone = Object.keys(beside).every((keyword) => keyword.startsWith('$'));
  return { $ref: `#/$defs/${define($ref as string, isAlone ? target : schema, isAlone, writing)}` };
}

/** The name of the definition that a reference points to. A reference with words beside it has one of its own. */
function define(reference: string, schema: Json, isAlone: boolean, writing: Writing): string {
  const isKeyedByWords = schema.$ref === reference;
  const key = isKeyedByWords ? JSON.stringify(schema) : reference;
  if (isKeyedByWords) writing.budget.repeat(key.length);
  const known = writing.names.get(key);
  if (known !== undefined) return known;
  const base = reference === '#' ? 'root' : (reference.split('/').at(-1) ?? '').replace(/[^\w.-]/g, '_');
  const name = chooseName(base, writing);
  writing.names.set(key, name);
  writing.taken.add(name);
  writing.pending.push({ name, schema, isAlone });
  return name;
}

function chooseName(base: string, { counts, taken }: Writing): string {
  if (base !== '' && !taken.has(base)) return base;
  let count = Math.max(taken.size, counts.get(base) ?? 0) + 1;
  while (taken.has(`${base}_${count}`)) count++;
  counts.set(base, count);
  return `${base}_${count}`;
}

/** A schema whose own reference is written out. `isRoot`: its branches are too, for they may have to be merged. */
function expand(schema: unknown, writing: Writing, isRoot: boolean): Json {
  return dropUnlisted(gather(schema, writing, isRoot), writing.lost);
}

function gather(schema: unknown, writing: Writing, isRoot: boolean): Json {
  if (schema === undefined) return {};
  writing.budget.enter(schema, writing.isInDefinitions || writing.open.length > 0);
  const gathered = gatherParts(schema, writing, isRoot);
  writing.budget.leave();
  return gathered;
}

function gatherParts(schema: unknown, writing: Writing, isRoot: boolean): Json {
  if (!isRecord(schema)) {
    if (schema !== true) writing.lost.add();
    return {};
  }
  const { $ref, allOf, ...rest } = schema;
  const parts = [writeKeywords(rest, writing, isRoot)];
  if (typeof $ref === 'string') parts.push(follow($ref, writing, isRoot));
  if (Array.isArray(allOf)) for (const branch of allOf) parts.push(gather(branch, writing, isRoot));
  return merge(parts, writing);
}

/** Goes through the lists of what it merges, at every level of schemas inside each other. */
function merge(schemas: readonly Json[], writing: Writing): Json {
  const merged = mergeSchemas(schemas, writing.lost);
  if (schemas.length > 1) writing.budget.reread(merged);
  return merged;
}

function follow(reference: string, writing: Writing, isRoot: boolean): Json {
  writing.budget.repeat(reference.length);
  const target = resolveReference(reference, writing.root);
  if (target === undefined || writing.open.includes(reference)) {
    writing.lost.add('$ref');
    return {};
  }
  writing.open.push(reference);
  const written = gather(target, writing, isRoot);
  writing.open.pop();
  writing.budget.repeat(JSON.stringify(written).length);
  return written;
}

function writeKeywords(schema: Json, writing: Writing, isRoot: boolean): Json {
  const { lost } = writing;
  const written: Json = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (APPLIED.has(keyword) || SENT.has(keyword)) written[keyword] = value;
    if (!APPLIED.has(keyword) && !REWRITTEN.has(keyword)) lost.add(keyword);
  }
  const bounds = readBounds(schema);
  Object.assign(written, bounds.said);
  for (const keyword of bounds.lost) lost.add(keyword);
  if (FORMATS.has(schema.format)) written.format = schema.format;
  else if (schema.format !== undefined) lost.add('format');
  writeMembers(schema, written, writing);
  const hasForm = isRoot || written.properties !== undefined || written.items !== undefined;
  const values = writeValues(schema, lost);
  const choices = writeChoices(schema, writing, hasForm);
  if (values.length > 0 && choices.length > 0) lost.add('anyOf');
  if (values.length > 0) return mergeChoices(written, values, writing);
  writeTypes(schema, written, choices, lost);
  return mergeChoices(written, choices, writing);
}

/** A single choice is no choice. */
function mergeChoices(written: Json, choices: readonly Json[], writing: Writing): Json {
  const [only, other] = choices;
  if (only === undefined) return written;
  if (other === undefined && only.$ref === undefined) return merge([written, only], writing);
  return { ...written, anyOf: choices };
}

function writeMembers(schema: Json, written: Json, writing: Writing): void {
  const { additionalItems, additionalProperties: others, items, prefixItems, properties, required } = schema;
  if (isRecord(properties) && Object.keys(properties).length > 0) {
    const names = Object.keys(properties);
    written.properties = Object.fromEntries(names.map((name) => [name, write(properties[name], writing)]));
  }
  if (required !== undefined) written.required = required;
  if (typeof others === 'boolean') written.additionalProperties = others;
  else if (isRecord(others)) written.additionalProperties = write(others, writing);
  // Earlier drafts list the items of a tuple in `items`, and the others in `additionalItems`.
  const places = Array.isArray(prefixItems) ? prefixItems : items;
  if (Array.isArray(places)) written.prefixItems = places.map((place) => write(place, writing));
  const rest = Array.isArray(items) ? additionalItems : items;
  if (isRecord(rest)) written.items = write(rest, writing);
  else if (rest === false) closeTuple(written, Array.isArray(places) ? places.length : 0);
}

/** No items behind those of the tuple. */
function closeTuple(written: Json, length: number): void {
  const { maxItems } = written;
  written.maxItems = typeof maxItems === 'number' ? Math.min(maxItems, length) : length;
}

/** Branches stay references, except beside a form of the schema's own, which takes their properties in. */
function writeChoices({ anyOf, oneOf }: Json, writing: Writing, isMerged: boolean): Json[] {
  const [choices = [], further] = [anyOf, oneOf].filter(Array.isArray);
  // Only one of the two can be said.
  if (further !== undefined) writing.lost.add('oneOf');
  return choices.map((choice) => (isMerged ? expand(choice, writing, true) : write(choice, writing)));
}

/** The values that a schema lists, a branch for each of their types: texts and numbers can be listed, and null is a type. */
function writeValues(schema: Json, lost: LostWords): Json[] {
  const values = listValues(schema);
  if (values.length === 0) return [];
  const word = Array.isArray(schema.enum) ? 'enum' : 'const';
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  const switches = new Set(values.filter((value) => typeof value === 'boolean'));
  const others = values.some((value) => typeof value === 'object' && value !== null);
  if (others || switches.size === 1) lost.add(word);
  // Some of the values cannot be listed: the schema would allow too little.
  if (others) return [];
  return [
    ...(texts.length > 0 ? [{ type: 'string', enum: texts }] : []),
    ...(numbers.length > 0 ? [{ type: numbers.every(Number.isInteger) ? 'integer' : 'number', enum: numbers }] : []),
    ...(switches.size > 0 ? [{ type: 'boolean' }] : []),
    ...(values.includes(null) || schema.nullable === true ? [{ type: 'null' }] : []),
  ];
}

/** The type, or several of them as branches: null goes along with a type of its own. */
function writeTypes({ nullable, type }: Json, written: Json, choices: Json[], lost: LostWords): void {
  const given: readonly unknown[] = Array.isArray(type) ? type : typeof type === 'string' ? [type] : [];
  const types = nullable === true && !given.includes('null') ? [...given, 'null'] : given;
  const others = types.filter((each) => each !== 'null');
  if (choices.length > 0 && types.length > 1) lost.add('type');
  else if (others.length > 1) choices.push(...types.map((each) => ({ type: each })));
  else if (others.length === 1) written.type = types.length === 1 ? types[0] : types;
  else if (types.length === 1) choices.push({ type: 'null' });
}
