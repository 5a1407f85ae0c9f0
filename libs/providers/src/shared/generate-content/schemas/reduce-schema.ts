import { isRecord } from '@multilane/contracts';
import { LostWords } from '../lost-words.js';
import type { Json } from '../native-types.js';
import { completeSchema, inferType } from './complete-schema.js';
import { resolveReference } from './json-pointer.js';
import { dropUnlisted, mergeSchemas } from './merge-schemas.js';
import { newSpent, SchemaBudget } from './schema-budget.js';
import { listValues, rangeOf, readBounds } from './schema-values.js';

/** The keywords of the provider's `Schema` that are passed on unchanged (ai.google.dev/api/caching#Schema). */
const SUPPORTED_KEYWORDS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'nullable',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'propertyOrdering',
]);

/** Keywords that are said in other words, or say nothing of the values: references are written out. */
const REWRITTEN: ReadonlySet<string> = new Set([
  ...[
    'type',
    'items',
    'properties',
    'required',
    'anyOf',
    'oneOf',
    'enum',
    'const',
    'exclusiveMinimum',
    'exclusiveMaximum',
  ],
  ...['$defs', 'definitions', '$schema', '$id', '$comment', '$anchor'],
]);

/** Other formats of strings were rejected for long, and none of them steers the model. */
const FORMATS: ReadonlySet<unknown> = new Set(['float', 'double', 'int32', 'int64', 'enum', 'date-time']);

interface Reduction {
  readonly root: Json;
  readonly lost: LostWords;
  /** The references being followed, outermost first. */
  readonly open: string[];
  readonly budget: SchemaBudget;
}

/** A schema in the provider's words, and what they do not say. */
export interface WrittenSchema {
  readonly schema: Json;
  readonly lost: LostWords;
}

/**
 * Brings a JSON Schema to the provider's subset: references are written out and the keywords that it rejects are
 * stripped (docs/contract/translation.md#group-g, "G"). Where the subset has a word for what a stripped keyword says,
 * that is used: `anyOf` for oneOf, `enum` for a const text, `nullable` for the type null, bounds for integers without gaps, one merged
 * schema for allOf. A schema that contains itself ends, where it comes back, with its type. Every part has a type, or `anyOf` and
 * nothing else. Rejects a schema that grows without measure, naming `param`. `spent` is what repetition in other schemas has cost.
 */
export function reduceSchema(
  schema: Readonly<Json>,
  param: string,
  use: 'parameters' | 'answer' = 'answer',
  spent = newSpent(),
): WrittenSchema {
  const budget = new SchemaBudget(param, spent);
  const reduction: Reduction = { root: schema, lost: new LostWords(), open: [], budget };
  const reduced = reduce(schema, reduction);
  completeSchema(reduced, use === 'parameters', reduction.lost, budget);
  return { schema: reduced, lost: reduction.lost };
}

function reduce(schema: unknown, reduction: Reduction): Json {
  return dropUnlisted(gather(schema, reduction), reduction.lost);
}

/**
 * Reduces a schema as `reduce` does, with every name that is required: the schema that lists it as a property may be
 * merged in later.
 */
function gather(schema: unknown, reduction: Reduction): Json {
  if (schema === undefined) return {};
  reduction.budget.enter(schema, reduction.open.length > 0);
  const gathered = gatherParts(schema, reduction);
  reduction.budget.leave();
  return gathered;
}

function gatherParts(schema: unknown, reduction: Reduction): Json {
  if (!isRecord(schema)) {
    // True allows anything, as a schema that is left out does.
    if (schema !== true) reduction.lost.add();
    return {};
  }
  const { $ref, allOf, ...rest } = schema;
  const own = reduceKeywords(rest, reduction);
  const branches = Array.isArray(allOf) ? allOf.map((branch) => gather(branch, reduction)) : [];
  if (typeof $ref === 'string') branches.unshift(follow($ref, reduction));
  loseKeywords(rest, reduction.lost);
  return branches.length === 0 ? own : merge([own, ...branches], reduction);
}

/** Goes through the lists of what it merges, at every level of schemas inside each other. */
function merge(schemas: readonly Json[], reduction: Reduction): Json {
  const merged = mergeSchemas(schemas, reduction.lost);
  reduction.budget.reread(merged);
  return merged;
}

function follow(reference: string, reduction: Reduction): Json {
  reduction.budget.repeat(reference.length);
  const target = resolveReference(reference, reduction.root);
  if (!reduction.open.includes(reference)) {
    reduction.open.push(reference);
    if (target === undefined) reduction.lost.add('$ref');
    const reduced = gather(target, reduction);
    reduction.open.pop();
    reduction.budget.repeat(JSON.stringify(reduced).length);
    return reduced;
  }
  reduction.lost.add('$ref');
  const type = isRecord(target) ? typeOf(target, reduction) : undefined;
  return type === undefined ? {} : { type };
}

function typeOf(schema: Json, reduction: Reduction): string | undefined {
  if (typeof schema.type === 'string') return schema.type;
  reduction.budget.reread({ enum: schema.enum });
  return inferType(schema);
}

/** Names the keywords that are not passed on. */
function loseKeywords(schema: Json, lost: LostWords): void {
  for (const keyword in schema) {
    if (SUPPORTED_KEYWORDS.has(keyword) || REWRITTEN.has(keyword)) continue;
    const value = schema[keyword];
    if (keyword === 'format' && FORMATS.has(value)) continue;
    if (keyword !== 'additionalProperties') lost.add(keyword);
    // Other members are allowed unless they are forbidden, so that this holds anyway.
    else if (value !== true) lost.add(keyword, isRecord(value));
  }
  for (const keyword of readBounds(schema).lost) lost.add(keyword);
  const values = listValues(schema).filter((value) => value !== null);
  if (values.every((value) => typeof value === 'string') || rangeOf(schema) !== undefined) return;
  lost.add(Array.isArray(schema.enum) ? 'enum' : 'const');
}

function reduceKeywords(schema: Json, reduction: Reduction): Json {
  const reduced = Object.fromEntries(Object.entries(schema).filter(([keyword]) => SUPPORTED_KEYWORDS.has(keyword)));
  Object.assign(reduced, readBounds(schema).said);
  if (FORMATS.has(schema.format)) reduced.format = schema.format;
  // An array that says nothing of its items is rejected ("items: missing field").
  if (isRecord(schema.items) || schema.type === 'array') reduced.items = reduce(schema.items, reduction);
  // The items of a tuple, each by its place, have no word in the subset.
  if (Array.isArray(schema.items)) reduction.lost.add('items');
  if (isRecord(schema.properties)) reduceProperties(schema.properties, reduced, reduction);
  if (schema.required !== undefined) reduced.required = schema.required;
  const [choices, further] = [schema.anyOf, schema.oneOf].filter(Array.isArray);
  if (choices !== undefined) reduceChoices(choices, reduced, reduction);
  // Only one of the two can be said.
  if (further !== undefined) reduction.lost.add('oneOf');
  reduceType(schema.type, reduced);
  reduceValues(schema, reduced);
  return reduced;
}

/** An object without properties is rejected where it lists them as empty. */
function reduceProperties(properties: Json, reduced: Json, reduction: Reduction): void {
  const names = Object.keys(properties);
  if (names.length === 0) return;
  reduced.properties = Object.fromEntries(names.map((name) => [name, reduce(properties[name], reduction)]));
}

function reduceChoices(choices: unknown[], reduced: Json, reduction: Reduction): void {
  const others = choices.filter((choice) => !isRecord(choice) || choice.type !== 'null');
  if (others.length < choices.length) reduced.nullable = true;
  if (others.length > 1) reduced.anyOf = others.map((choice) => reduce(choice, reduction));
  else if (others.length === 1) Object.assign(reduced, merge([reduced, gather(others[0], reduction)], reduction));
}

function reduceType(type: unknown, reduced: Json): void {
  if (typeof type === 'string') reduced.type = type;
  if (!Array.isArray(type)) return;
  const types = type.filter((name) => name !== 'null');
  if (types.length < type.length) reduced.nullable = true;
  if (types.length === 1) reduced.type = types[0];
  else if (types.length > 1) reduced.anyOf ??= types.map((name) => ({ type: name }));
}

/** Only texts can be enumerated; integers without gaps are a range. */
function reduceValues(schema: Json, reduced: Json): void {
  const values = listValues(schema);
  const texts = values.filter((value) => value !== null);
  if (texts.length < values.length) reduced.nullable = true;
  if (texts.length === 0) return;
  if (!texts.every((value) => typeof value === 'string')) {
    const type = reduced.anyOf === undefined ? inferType({ enum: texts }) : undefined;
    if (type !== undefined) reduced.type ??= type;
    Object.assign(reduced, rangeOf(schema));
    return;
  }
  reduced.enum = texts;
  reduced.type ??= 'string';
}
