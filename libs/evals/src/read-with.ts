import { GatewayError } from '@multilane/errors';
import type { z } from 'zod';

const LONGEST_PARAM = 200;

/** 400 that names a field. */
export function invalid(param: string, words: string): GatewayError {
  const named = param.slice(0, LONGEST_PARAM);
  return new GatewayError('invalid_value', { param: named, message: `\`${named}\` ${words}.` });
}

/**
 * Reads what somebody sent.
 *
 * @throws GatewayError 400 that names the first field with a problem
 */
export function readWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw invalid('body', 'is not valid');
  if (issue.code === 'unrecognized_keys') {
    throw invalid(toPath([...issue.path, issue.keys[0] ?? '']), 'is not a known field');
  }
  throw invalid(toPath(issue.path) || 'body', toWords(issue.message));
}

function toPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return before === '' ? String(part) : `${before}.${String(part)}`;
  }, '');
}

/** Messages of zod begin with a capital letter, and none of them quotes what was sent. */
function toWords(message: string): string {
  return `is not valid: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}
