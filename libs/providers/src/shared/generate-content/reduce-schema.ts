import { isRecord } from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import { unsupported } from '@multilane/errors';
import type { Losses } from '../losses.js';
import { completeSchema, inferType } from './complete-schema.js';
import type { Json } from './native-types.js';

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

/** What is said in other words, or says nothing of the values: references are written out. */
const REWRITTEN: ReadonlySet<string> = new Set([
  ...['type', 'items', 'properties', 'required', 'anyOf', 'oneOf', 'enum', 'const'],
  ...['$defs', 'definitions', '$schema', '$id', '$comment', '$anchor'],
]);

/** Other formats of strings were refused for long, and none of them steers the model. */
const FORMATS: ReadonlySet<unknown> = new Set(['float', 'double', 'int32', 'int64', 'enum', 'date-time']);

/** Definitions that use each other double at every step; a schema past these bounds is no description of an answer. */
const MOST_NODES = 10_000;
const DEEPEST = 100;

/** What references write out may be this long altogether, in characters of JSON: many references can name one text. */
const MOST_REFERRED = 4_000_000;

interface Reduction {
  readonly root: Json;
  readonly param: string;
  /** Something that the schema says was left out. */
  hasLost: boolean;
  /** The references being followed, outermost first. */
  readonly open: string[];
  depth: number;
  nodes: number;
  referred: number;
}

/**
 * Brings a JSON Schema to the provider's subset: references are written out and the keywords that it rejects are
 * stripped (docs/contract/translation.md#group-g, "G"). Where the subset has a word for what a stripped keyword says,
 * that is used: `anyOf` for oneOf, `enum` for a const text, `nullable` for the type null, one merged schema for allOf.
 * A schema that contains itself ends, where it comes back, with its type. Every part has a type, or `anyOf` and nothing else.
 * What is left out is reported to `losses`. Refuses a schema that grows without measure, naming `param`.
 */
export function reduceSchema(
  schema: Readonly<Json>,
  param: string,
  losses: Losses,
  use: 'parameters' | 'answer' = 'answer',
): Json {
  const reduction: Reduction = { root: schema, param, hasLost: false, open: [], depth: 0, nodes: 0, referred: 0 };
  const reduced = reduce(schema, reduction);
  if (completeSchema(reduced, use === 'parameters')) reduction.hasLost = true;
  // The parameter's own name is first in the path.
  if (reduction.hasLost) losses.lose(/^\w+/.exec(param)?.[0] ?? param);
  return reduced;
}

function reduce(schema: unknown, reduction: Reduction): Json {
  return dropUnlisted(gather(schema, reduction), reduction);
}

/** As `reduce`, with every name that is required: the schema that lists it as a property may be merged in later. */
function gather(schema: unknown, reduction: Reduction): Json {
  if (!isRecord(schema)) {
    // True allows anything, as a schema that is left out does.
    reduction.hasLost ||= schema !== undefined && schema !== true;
    return {};
  }
  reduction.nodes++;
  if (reduction.nodes > MOST_NODES || reduction.depth > DEEPEST) throw tooLarge(reduction);
  reduction.depth++;
  const { $ref, allOf, ...rest } = schema;
  const own = reduceKeywords(rest, reduction);
  const branches = Array.isArray(allOf) ? allOf.map((branch) => gather(branch, reduction)) : [];
  if (typeof $ref === 'string') branches.unshift(follow($ref, reduction));
  reduction.hasLost ||= losesKeywords(rest);
  reduction.depth--;
  return branches.length === 0 ? own : merge([own, ...branches], reduction);
}

/** The provider refuses a required property that the same schema does not list. */
function dropUnlisted(schema: Json, reduction: Reduction): Json {
  const { required, ...rest } = schema;
  if (required === undefined) return schema;
  const names = Array.isArray(required) ? required : [];
  const listed = names.filter((name) => typeof name === 'string' && Object.hasOwn(Object(rest.properties), name));
  reduction.hasLost ||= listed.length < names.length || required === true;
  return listed.length === 0 ? rest : { ...rest, required: listed };
}

function follow(reference: string, reduction: Reduction): Json {
  const target = resolve(reference, reduction.root);
  if (!reduction.open.includes(reference)) {
    reduction.open.push(reference);
    reduction.hasLost ||= target === undefined;
    const reduced = gather(target, reduction);
    reduction.open.pop();
    reduction.referred += reference.length + JSON.stringify(reduced).length;
    if (reduction.referred > MOST_REFERRED) throw tooLarge(reduction);
    return reduced;
  }
  reduction.hasLost = true;
  const type = isRecord(target) ? (typeof target.type === 'string' ? target.type : inferType(target)) : undefined;
  return type === undefined ? {} : { type };
}

/** A JSON pointer within the schema (RFC 6901); undefined for one that leads nowhere or elsewhere. */
function resolve(reference: string, root: Json): unknown {
  if (!reference.startsWith('#')) return undefined;
  const steps = decodeFragment(reference.slice(1)).split('/').slice(1);
  return steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.hasOwn(Object(value), name) ? (value as Json)[name] : undefined;
  }, root);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** What is merged name by name, and what says nothing of the values, so that one of two is enough. */
const COMBINED: ReadonlySet<string> = new Set(['properties', 'required', 'title', 'description', 'default', 'example']);

/** The first schema takes precedence; those after it add to it. What one says of the same keyword or property beside it is lost. */
function merge(schemas: readonly Json[], reduction: Reduction): Json {
  const merged: Json = {};
  // In order, which the model follows.
  const properties = new Map<string, unknown>();
  const required = new Set<unknown>();
  for (const schema of schemas) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (!Object.hasOwn(merged, keyword)) merged[keyword] = value;
      else reduction.hasLost ||= merged[keyword] !== value && !COMBINED.has(keyword);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!properties.has(name)) properties.set(name, property);
      else reduction.hasLost = true;
    }
    if (Array.isArray(schema.required)) for (const name of schema.required) required.add(name);
  }
  if (properties.size > 0) merged.properties = Object.fromEntries(properties);
  if (required.size > 0) merged.required = [...required];
  return merged;
}

function tooLarge({ param }: Reduction): GatewayError {
  return unsupported(param, 'is not supported: the schema is too large for this provider.');
}

/** Whether a schema says something that is not passed on, in any keyword. */
function losesKeywords(schema: Json): boolean {
  for (const keyword in schema) {
    if (SUPPORTED_KEYWORDS.has(keyword) || REWRITTEN.has(keyword)) continue;
    // What holds anyway: other members are allowed unless they are forbidden.
    if (keyword === 'additionalProperties' && schema[keyword] === true) continue;
    if (keyword === 'format' ? !FORMATS.has(schema.format) : true) return true;
  }
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  return values.some((value) => value !== null && typeof value !== 'string');
}

function reduceKeywords(schema: Json, reduction: Reduction): Json {
  const reduced = Object.fromEntries(Object.entries(schema).filter(([keyword]) => SUPPORTED_KEYWORDS.has(keyword)));
  if (FORMATS.has(schema.format)) reduced.format = schema.format;
  // An array that says nothing of its items is refused ("items: missing field").
  if (isRecord(schema.items) || schema.type === 'array') reduced.items = reduce(schema.items, reduction);
  // The items of a tuple, each by its place, have no word in the subset.
  reduction.hasLost ||= Array.isArray(schema.items);
  if (isRecord(schema.properties)) reduceProperties(schema.properties, reduced, reduction);
  if (schema.required !== undefined) reduced.required = schema.required;
  const [choices, further] = [schema.anyOf, schema.oneOf].filter(Array.isArray);
  if (choices !== undefined) reduceChoices(choices, reduced, reduction);
  // Only one of the two can be said.
  reduction.hasLost ||= further !== undefined;
  reduceType(schema.type, reduced);
  reduceValues(schema, reduced);
  return reduced;
}

/** An object without properties is refused where it lists them as empty. */
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

/** Only texts can be enumerated. */
function reduceValues(schema: Json, reduced: Json): void {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  const texts = values.filter((value) => value !== null);
  if (texts.length < values.length) reduced.nullable = true;
  if (texts.length === 0) return;
  if (!texts.every((value) => typeof value === 'string')) {
    const type = reduced.anyOf === undefined ? inferType({ enum: texts }) : undefined;
    if (type !== undefined) reduced.type ??= type;
    return;
  }
  reduced.enum = texts;
  reduced.type ??= 'string';
}
