import { GatewayError } from '@multilane/errors';

export type Members = Readonly<Record<string, unknown>>;

/** @throws GatewayError 400 that names the field */
export function invalid(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}.` });
}

/** @throws GatewayError for what is no object, or has members beside those */
export function readObject(value: unknown, param: string, names: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(param, 'must be an object');
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const path = param === '' ? unknown : `${param}.${unknown}`;
    throw invalid(path.slice(0, 200), 'is not a known field');
  }
  return value as Members;
}

export interface TextBounds {
  readonly max: number;
  readonly min?: number;
}

/** @throws GatewayError */
export function readText(value: unknown, param: string, { max, min = 1 }: TextBounds): string {
  const fits = typeof value === 'string' && value.length <= max && value.trim().length >= min;
  if (!fits) throw invalid(param, `must be a text of ${min} to ${max} characters`);
  // Neither PostgreSQL nor a header stores these.
  if (/[\0\p{Surrogate}]/u.test(value)) throw invalid(param, 'must not contain NUL or half of a surrogate pair');
  return value;
}

/** @throws GatewayError */
export function readInteger(value: unknown, param: string, { max, min = 1 }: TextBounds): number {
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    throw invalid(param, `must be an integer from ${min} to ${max}`);
  }
  return value as number;
}

/** A number above 0, or null. @throws GatewayError */
export function readAmount(value: unknown, param: string, max: number): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !(value > 0) || value > max)
    throw invalid(param, `must be a number above 0, at most ${max}`);
  return value;
}

/** @throws GatewayError */
export function readList(value: unknown, param: string, max: number): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > max) throw invalid(param, `must be a list of at most ${max} items`);
  return value;
}
