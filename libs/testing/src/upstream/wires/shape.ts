import { isRecord } from '@multilane/contracts';
import type { WireFault } from './wire.js';

/** A rule for one JSON value: the first fault in it, with its place under `param`; undefined when the value fits. */
export type Shape = (value: unknown, param: string) => WireFault | undefined;

type Members = Readonly<Record<string, Shape>>;

/** Accepts what `fits` says; `expected` completes the sentence "expected …". */
export function shapeOf(fits: (value: unknown) => boolean, expected: string): Shape {
  return (value, param) => (fits(value) ? undefined : mismatch(value, param, expected));
}

export const anything: Shape = () => undefined;
export const jsonObject = shapeOf(isRecord, 'an object');
export const text = shapeOf((value) => typeof value === 'string', 'a string');
export const filledText = shapeOf((value) => typeof value === 'string' && value.trim() !== '', 'a string with text');
export const boolean = shapeOf((value) => typeof value === 'boolean', 'a boolean');
export const base64 = shapeOf((value) => isBase64(value, /[^A-Za-z0-9+/]/), 'base64');
/** Either alphabet, as the JSON of protocol buffers takes it. */
export const anyBase64 = shapeOf((value) => isBase64(value, /[^A-Za-z0-9+/_-]/), 'base64');

export function number(low = -Number.MAX_VALUE, high = Number.MAX_VALUE): Shape {
  const fits = (value: unknown) => typeof value === 'number' && value >= low && value <= high;
  return shapeOf(fits, `a number from ${low} to ${high}`);
}

export function integer(low: number = Number.MIN_SAFE_INTEGER, high: number = Number.MAX_SAFE_INTEGER): Shape {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
  return shapeOf(fits, `an integer from ${low} to ${high}`);
}

/** Looks for what does not belong: a pattern for all of many megabytes needs more stack than there is. */
function isBase64(value: unknown, others: RegExp): boolean {
  if (typeof value !== 'string') return false;
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
  const digits = value.length - padding;
  return digits > 0 && !others.test(value.slice(0, digits));
}

export function matching(pattern: RegExp, expected: string): Shape {
  return shapeOf((value) => typeof value === 'string' && pattern.test(value), expected);
}

export function oneOf(...values: readonly unknown[]): Shape {
  return shapeOf(
    (value) => values.includes(value),
    `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  );
}

/** The provider reads null as an absent member. */
export function nullable(shape: Shape): Shape {
  return (value, param) => (value === null ? undefined : shape(value, param));
}

export function textOr(shape: Shape): Shape {
  return (value, param) => (typeof value === 'string' ? undefined : shape(value, param));
}

export function arrayOf(element: Shape, low = 0, high = Number.MAX_SAFE_INTEGER): Shape {
  return (value, param) => {
    if (!Array.isArray(value)) return mismatch(value, param, 'an array');
    if (value.length < low || value.length > high) {
      return { param, message: `expected ${low} to ${high} elements, got ${value.length}` };
    }
    return firstFault(value.entries(), (item, index) => element(item, `${param}[${index}]`));
  };
}

/** An object whose members all have one shape, whatever their names. */
export function mapOf(member: Shape): Shape {
  return (value, param) => {
    if (!isRecord(value)) return mismatch(value, param, 'an object');
    return firstFault(Object.entries(value), (item, name) => member(item, join(param, name)));
  };
}

/** An object with these members and no other. */
export function record(required: Members, optional: Members = {}): Shape {
  return (value, param) => {
    if (!isRecord(value)) return mismatch(value, param, 'an object');
    const missing = Object.keys(required).find((name) => value[name] === undefined);
    if (missing !== undefined) return { param: join(param, missing), message: 'a required member is missing' };
    return firstFault(Object.entries(value), (item, name) => {
      const shape = Object.hasOwn(required, name) ? required[name] : Object.hasOwn(optional, name) && optional[name];
      return shape ? shape(item, join(param, name)) : { param: join(param, name), message: 'no such member' };
    });
  };
}

/** An object whose member `tag` names the variant that its other members must fit. */
export function tagged(tag: string, variants: Members): Shape {
  return (value, param) => {
    if (!isRecord(value)) return mismatch(value, param, 'an object');
    const { [tag]: name, ...rest } = value;
    const variant = Object.hasOwn(variants, String(name)) ? variants[String(name)] : undefined;
    if (variant) return variant(rest, param);
    return mismatch(name, join(param, tag), `one of ${Object.keys(variants).join(', ')}`);
  };
}

/** An object with exactly one of these members, as a tagged union is written where no member names the variant. */
export function union(variants: Members): Shape {
  return (value, param) => {
    if (!isRecord(value)) return mismatch(value, param, 'an object');
    const names = Object.keys(value);
    const [name = ''] = names;
    const variant = Object.hasOwn(variants, name) && names.length === 1 ? variants[name] : undefined;
    if (variant) return variant(value[name], join(param, name));
    return { param, message: `expected exactly one of ${Object.keys(variants).join(', ')}, got ${names.join(', ')}` };
  };
}

function firstFault<Key>(
  entries: Iterable<[Key, unknown]>,
  check: (value: unknown, key: Key) => WireFault | undefined,
): WireFault | undefined {
  for (const [key, value] of entries) {
    const fault = check(value, key);
    if (fault) return fault;
  }
  return undefined;
}

function mismatch(value: unknown, param: string, expected: string): WireFault {
  return { param, message: `expected ${expected}, got ${JSON.stringify(value)}` };
}

function join(param: string, name: string): string {
  return param === '' ? name : `${param}.${name}`;
}
