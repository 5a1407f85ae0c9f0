import { isRecord } from '@multilane/contracts';
import type { LostWords } from '../lost-words.js';
import type { Json } from '../native-types.js';
import type { SchemaBudget } from './schema-budget.js';

/** Keywords that the provider takes only by themselves, so that they go into each of the branches. */
const SAID_OF_BRANCHES = ['title', 'description', 'nullable', 'example', 'format'] as const;

/** Any value but null. Nested lists have texts: the subset ends somewhere. */
const ANYTHING: readonly Json[] = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object' },
  { type: 'array', items: { type: 'string' } },
];

/** Keywords that values of one type alone have, and the type. */
const TYPE_OF_KEYWORD: readonly (readonly [keyword: string, type: string])[] = [
  ['properties', 'object'],
  ['required', 'object'],
  ['minProperties', 'object'],
  ['maxProperties', 'object'],
  ['items', 'array'],
  ['minItems', 'array'],
  ['maxItems', 'array'],
  ['pattern', 'string'],
  ['minLength', 'string'],
  ['maxLength', 'string'],
  ['minimum', 'number'],
  ['maximum', 'number'],
];

const TYPE_OF_FORMAT: Readonly<Record<string, string>> = {
  int32: 'integer',
  int64: 'integer',
  float: 'number',
  double: 'number',
};

/**
 * Gives every part of a reduced schema what the provider refuses to do without: a type, or `anyOf`, and that alone ("schema didn't
 * specify the schema type field", "when using any_of, it must be the only field set"). The parameters of a function are an object.
 * Changes the schema in place. Names what was left out of it. `budget` is for the words that each of many branches repeats.
 */
export function completeSchema(schema: Json, isParameters: boolean, lost: LostWords, budget: SchemaBudget): void {
  if (isParameters && schema.properties === undefined && Array.isArray(schema.anyOf)) mergeBranches(schema, lost);
  if (schema.anyOf !== undefined && hasShape(schema)) mergeBranches(schema, lost);
  if (schema.anyOf !== undefined) isolateBranches(schema, lost, budget);
  else if (schema.type === undefined) addType(schema, isParameters, lost, budget);
  else if (isParameters && schema.properties !== undefined) schema.type = 'object';
  for (const part of partsOf(schema)) completeSchema(part, false, lost, budget);
}

/** The type that a schema has by its values, or by the keywords that it has; undefined where nothing tells. */
export function inferType(schema: Json): string | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  const types = new Set(values.filter((value) => value !== null).map(typeOf));
  if (types.size === 1) return [...types][0];
  if (types.size === 2 && types.has('integer') && types.has('number')) return 'number';
  const named = TYPE_OF_KEYWORD.find(([keyword]) => schema[keyword] !== undefined)?.[1];
  if (named !== undefined) return named;
  if (typeof schema.format === 'string') return TYPE_OF_FORMAT[schema.format] ?? 'string';
  return ['string', 'number', 'boolean'].includes(typeof schema.default) ? typeOf(schema.default) : undefined;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** True if a schema describes its own form, which each of its branches would have to repeat. */
export function hasShape({ properties, items }: Json): boolean {
  return properties !== undefined || items !== undefined;
}

/** The properties of the branches become the schema's own, none of them required. */
export function mergeBranches(schema: Json, lost: LostWords): void {
  const branches: readonly Json[] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  delete schema.anyOf;
  const own = isRecord(schema.properties) ? schema.properties : {};
  const added = branches.flatMap((branch) => (isRecord(branch.properties) ? Object.entries(branch.properties) : []));
  const fresh = added.filter(([name]) => !Object.hasOwn(own, name));
  if (fresh.length > 0) schema.properties = { ...Object.fromEntries(fresh), ...own };
  lost.add('anyOf', false);
}

function isolateBranches(schema: Json, lost: LostWords, budget: SchemaBudget): void {
  const { anyOf, ...beside } = schema;
  const branches = Array.isArray(anyOf) ? anyOf.filter(isRecord) : [];
  const said = SAID_OF_BRANCHES.filter((name) => beside[name] !== undefined);
  for (const name of said) {
    budget.repeat(JSON.stringify(beside[name]).length * branches.length);
    for (const branch of branches) branch[name] ??= beside[name];
  }
  const { default: preset } = beside;
  const fitting = branches.find(
    (branch) => branch.type === typeof preset || (branch.type === 'integer' && typeof preset === 'number'),
  );
  if (preset !== undefined && fitting !== undefined) fitting.default ??= preset;
  for (const name of Object.keys(beside)) delete schema[name];
  for (const name of Object.keys(beside)) {
    if (name !== 'default' && !SAID_OF_BRANCHES.some((moved) => moved === name) && beside[name] !== undefined)
      lost.add(name);
  }
  // A default of null says no more than that the value may be left out.
  if (preset !== undefined && preset !== null && fitting === undefined) lost.add('default');
}

function addType(schema: Json, isParameters: boolean, lost: LostWords, budget: SchemaBudget): void {
  const type = isParameters ? 'object' : inferType(schema);
  if (type !== undefined) {
    schema.type = type;
    if (type === 'array') schema.items ??= {};
    return;
  }
  schema.anyOf = listAnything();
  isolateBranches(schema, lost, budget);
  lost.add();
}

/** The types that a value without one may have. */
export function listAnything(): Json[] {
  return ANYTHING.map((branch) => ({ ...branch }));
}

function partsOf({ properties, items, anyOf }: Json): Json[] {
  const named = isRecord(properties) ? Object.values(properties) : [];
  return [...named, items, ...(Array.isArray(anyOf) ? anyOf : [])].filter(isRecord);
}
