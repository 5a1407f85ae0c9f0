import { isRecord } from '@multilane/contracts';

/** Finds the faults of a value, each with its path; none for a good one. */
export type Check = (value: unknown, path: string) => string[];

type RequiredKeys<Type> = { [Key in keyof Type]-?: object extends Pick<Type, Key> ? never : Key }[keyof Type];

/**
 * An object as the type of an official SDK has it: every member that the type requires has to be named, so that a new one breaks the build.
 * Members that are not named may be there. `Lenient` are members that the type requires although the API itself leaves them out.
 */
export function shapeOf<Type, Lenient extends keyof Type = never>(
  required: { readonly [Key in Exclude<RequiredKeys<Type>, Lenient>]: Check },
  optional: { readonly [Key in keyof Type]?: Check } = {},
): Check {
  return (value, path) => {
    if (!isRecord(value)) return [path];
    const faults = Object.entries(required).flatMap(([name, check]) =>
      (check as Check)(value[name], `${path}.${name}`),
    );
    for (const [name, check] of Object.entries(optional)) {
      if (value[name] !== undefined) faults.push(...(check as Check)(value[name], `${path}.${name}`));
    }
    return faults;
  };
}

export const text: Check = (value, path) => (typeof value === 'string' ? [] : [path]);
export const filledText: Check = (value, path) => (typeof value === 'string' && value !== '' ? [] : [path]);
export const flag: Check = (value, path) => (typeof value === 'boolean' ? [] : [path]);
export const count: Check = (value, path) => (Number.isSafeInteger(value) && Number(value) >= 0 ? [] : [path]);
export const finite: Check = (value, path) => (typeof value === 'number' && Number.isFinite(value) ? [] : [path]);
export const anything: Check = () => [];
export const record: Check = (value, path) => (isRecord(value) ? [] : [path]);

export function oneOf(...values: readonly unknown[]): Check {
  return (value, path) => (values.includes(value) ? [] : [path]);
}

export function orNull(check: Check): Check {
  return (value, path) => (value === null ? [] : check(value, path));
}

export function orAbsent(check: Check): Check {
  return (value, path) => (value === undefined || value === null ? [] : check(value, path));
}

export function listOf(check: Check): Check {
  return (value, path) =>
    Array.isArray(value) ? value.flatMap((item, index) => check(item, `${path}[${index}]`)) : [path];
}

/** One of several types of object, told apart by a member; of a type that is not named only the member is checked. */
export function byMember(member: string, checks: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isRecord(value) || typeof value[member] !== 'string') return [`${path}.${member}`];
    return checks[value[member]]?.(value, path) ?? [];
  };
}
