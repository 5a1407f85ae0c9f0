import type { Json } from '../native-types.js';

/** The values that a schema lists. */
export function listValues(schema: Json): readonly unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  return 'const' in schema ? [schema.const] : [];
}

/** The same integers as a range, for a form in which only texts can be listed; undefined if they have gaps or stand beside bounds. */
export function rangeOf(schema: Json): { type: 'integer'; minimum: number; maximum: number } | undefined {
  const { anyOf, maximum: most, minimum: least, oneOf, type } = schema;
  if ([anyOf, oneOf, least, most].some((each) => each !== undefined)) return undefined;
  if (type !== undefined && type !== 'integer' && type !== 'number') return undefined;
  const values = new Set<number>();
  let minimum = Number.POSITIVE_INFINITY;
  let maximum = Number.NEGATIVE_INFINITY;
  for (const value of listValues(schema)) {
    if (value === null) continue;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
    values.add(value);
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
  }
  if (values.size === 0) return undefined;
  return maximum - minimum === values.size - 1 ? { type: 'integer', minimum, maximum } : undefined;
}

/** Bounds in inclusive words, and the exclusive words that these do not say. */
export interface InclusiveBounds {
  readonly said: Json;
  readonly lost: readonly string[];
}

const SIDES = [
  { exclusive: 'exclusiveMinimum', inclusive: 'minimum', step: 1 },
  { exclusive: 'exclusiveMaximum', inclusive: 'maximum', step: -1 },
] as const;

/**
 * Exclusive bounds as inclusive ones, which is the same for integers. Draft 4 of JSON Schema has `exclusiveMinimum: true` beside
 * `minimum`, later drafts have the bound itself.
 */
export function readBounds(schema: Json): InclusiveBounds {
  const said: Json = {};
  const lost: string[] = [];
  for (const { exclusive, inclusive, step } of SIDES) {
    const own = schema[inclusive];
    const stated = schema[exclusive];
    const bound = stated === true ? own : stated;
    if (typeof bound !== 'number') continue;
    // The own bound is the tighter one.
    if (stated !== true && typeof own === 'number' && (own - bound) * step > 0) continue;
    said[inclusive] = isInteger(schema.type) ? nextInteger(bound, step) : bound;
    if (!isInteger(schema.type)) lost.push(exclusive);
  }
  return { said, lost };
}

function isInteger(type: unknown): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.includes('integer') && types.every((each) => each === 'integer' || each === 'null');
}

function nextInteger(bound: number, step: 1 | -1): number {
  return step === 1 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1;
}
