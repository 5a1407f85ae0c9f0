import type { Comparison, Filter } from './parse-filter.js';
import { isMembers, type Json, type JsonMembers, type Resource } from './resource.js';
import { type AttributeInfo, findTarget, type ResourceSchema } from './resource-schema.js';

/** The value of an attribute name in the resource that a filter is applied to. */
interface Found {
  /** Values that are compared, and their attribute. */
  readonly values: readonly Json[];
  readonly attribute: AttributeInfo | undefined;
  /** Elements that brackets after the name filter. */
  readonly elements: readonly Json[];
  readonly owner: AttributeInfo | undefined;
}

type Finder = (name: string) => Found;

const NOTHING: Found = { values: [], attribute: undefined, elements: [], owner: undefined };

/** True if a resource meets a filter. A missing attribute, or one without a value, compares as null. */
export function matchesFilter(filter: Filter, schema: ResourceSchema, resource: Resource): boolean {
  return meets(filter, (name) => {
    const target = findTarget(schema, name);
    if (target?.attribute === undefined) return NOTHING;
    const holder = target.extension === undefined ? resource : resource[target.extension];
    const values = isMembers(holder) ? valuesOf(holder[target.attribute.name]) : [];
    return narrow(values, target.attribute, target.part);
  });
}

/** True if a value of an attribute meets a filter in brackets, whose names are those of the attribute's parts. */
export function matchesPart(filter: Filter, attribute: AttributeInfo, value: Json): boolean {
  return meets(filter, (name) => {
    const part = attribute.parts.get(name.toLowerCase());
    if (part !== undefined) return narrow([value], attribute, part);
    const isItself = name.toLowerCase() === 'value' && attribute.parts.size === 0;
    return isItself ? { ...NOTHING, values: [value], attribute } : NOTHING;
  });
}

/** The values of a part; of a complex attribute without one, those of its part `value` (RFC 7643 section 2.4). */
function narrow(elements: readonly Json[], owner: AttributeInfo, part: AttributeInfo | undefined): Found {
  const chosen = part ?? owner.parts.get('value');
  if (chosen === undefined) return { values: elements, attribute: owner, elements, owner };
  const inner = elements.flatMap((value) => (isMembers(value) ? valuesOf(value[chosen.name]) : []));
  // The attribute itself decides if there is any value.
  const values = part === undefined && inner.length === 0 ? elements : inner;
  return { values, attribute: chosen, elements, owner };
}

function valuesOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

function meets(filter: Filter, find: Finder): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((part) => meets(part, find));
    case 'or':
      return filter.of.some((part) => meets(part, find));
    case 'not':
      return !meets(filter.inner, find);
    case 'present':
      return find(filter.name).values.length > 0;
    case 'some': {
      const { elements, owner } = find(filter.name);
      return owner !== undefined && elements.some((element) => matchesPart(filter.inner, owner, element));
    }
    case 'compare': {
      const { values, attribute } = find(filter.name);
      const { by, value: expected } = filter;
      if (expected === null) return compareWithNull(by, values.length === 0);
      const holds = (actual: Json) => compare(by === 'ne' ? 'eq' : by, actual, expected, attribute);
      return by === 'ne' ? !values.some(holds) : values.some(holds);
    }
  }
}

function compareWithNull(by: Comparison, isNull: boolean): boolean {
  return by === 'ne' ? !isNull : by === 'eq' && isNull;
}

const TESTS: Readonly<
  Record<Exclude<Comparison, 'ne'>, (actual: string | number, expected: string | number) => boolean>
> = {
  eq: (actual, expected) => actual === expected,
  co: (actual, expected) => String(actual).includes(String(expected)),
  sw: (actual, expected) => String(actual).startsWith(String(expected)),
  ew: (actual, expected) => String(actual).endsWith(String(expected)),
  gt: (actual, expected) => actual > expected,
  ge: (actual, expected) => actual >= expected,
  lt: (actual, expected) => actual < expected,
  le: (actual, expected) => actual <= expected,
};

function compare(
  by: Exclude<Comparison, 'ne'>,
  actual: Json,
  expected: string | number | boolean,
  attribute: AttributeInfo | undefined,
): boolean {
  // Entra asks for "True".
  if (typeof actual === 'boolean') return by === 'eq' && String(actual) === String(expected).toLowerCase();
  const [left, right] = [actual, expected].map((value) => toComparable(value, attribute));
  if (left === undefined || right === undefined || typeof left !== typeof right) return false;
  return TESTS[by](left, right);
}

/** Moments as numbers, texts without their case unless it counts. */
function toComparable(value: Json, attribute: AttributeInfo | undefined): string | number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (attribute?.type === 'dateTime') {
    const moment = Date.parse(value);
    return Number.isNaN(moment) ? undefined : moment;
  }
  return attribute?.caseExact ? value : value.toLowerCase();
}

/** Finds the value that a filter requires of an attribute in any case: for an index that narrows the search. */
export function findEquality(filter: Filter, name: string): string | undefined {
  if (filter.kind === 'and') {
    for (const part of filter.of) {
      const found = findEquality(part, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const isIt = filter.kind === 'compare' && filter.by === 'eq' && plainNameOf(filter.name) === name.toLowerCase();
  return isIt && typeof filter.value === 'string' ? filter.value : undefined;
}

/** The parts that an element must have to meet a filter of equalities; undefined if there is none such. */
export function elementMeeting(filter: Filter, attribute: AttributeInfo): JsonMembers | undefined {
  if (filter.kind === 'and') {
    const parts = filter.of.map((inner) => elementMeeting(inner, attribute));
    return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined;
  }
  if (filter.kind !== 'compare' || filter.by !== 'eq' || filter.value === null) return undefined;
  const part = attribute.parts.get(filter.name.toLowerCase());
  if (part === undefined) return undefined;
  const isReported = part.type === 'boolean' && typeof filter.value === 'string';
  return { [part.name]: isReported ? String(filter.value).toLowerCase() === 'true' : filter.value };
}

function plainNameOf(name: string): string {
  const text = name.toLowerCase();
  return text.startsWith('urn:') ? text.slice(text.lastIndexOf(':') + 1) : text;
}
