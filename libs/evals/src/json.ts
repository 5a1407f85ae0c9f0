import { isDeeperThan, isRecord, parseBoundedJson } from '@multilane/contracts';
import { EVAL_BOUNDS } from './bounds.js';

/** Reads a text of JSON. Undefined if it is no JSON, or nested more deeply than code that walks over it may go. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = parseBoundedJson(text);
    return isDeeperThan(value, EVAL_BOUNDS.depth) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** The arguments of a call, which come as JSON in a text. Anything but JSON stays a text. */
export function readArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? {};
  try {
    return parseBoundedJson(text === '' ? '{}' : text) as unknown;
  } catch {
    return text;
  }
}

/** The JSON of a model's answer, which may be between lines of three backticks. */
export function readAnswerJson(text: string): { readonly value: unknown } | undefined {
  const trimmed = text.trim();
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```') && trimmed.includes('\n');
  return readJson(isFenced ? trimmed.slice(trimmed.indexOf('\n') + 1, -3) : trimmed);
}

/** True if two values of JSON are the same, whatever the order of their members. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSameJson(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]))
  );
}

/** True if a value has all members of another one, with the same values; lists must be the same. */
export function includesJson(whole: unknown, part: unknown): boolean {
  if (!isRecord(whole) || !isRecord(part)) return isSameJson(whole, part);
  return Object.keys(part).every((name) => Object.hasOwn(whole, name) && includesJson(whole[name], part[name]));
}
