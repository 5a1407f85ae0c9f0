import { isRecord } from '@multilane/contracts';

/** A field that is not as it should be. Secrets show no values. */
export interface Difference {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly isSecret?: true;
}

/**
 * True if an existing value has everything that is wanted. The service fills in defaults, so members that are not wanted do not count; null
 * is the same as nothing; times are compared as times.
 */
export function isAsWanted(wanted: unknown, there: unknown): boolean {
  if (wanted === null || wanted === undefined) return there === null || there === undefined;
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(there) &&
      wanted.length === there.length &&
      wanted.every((item, index) => isAsWanted(item, there[index]))
    );
  }
  if (isRecord(wanted)) {
    return isRecord(there) && Object.entries(wanted).every(([key, value]) => isAsWanted(value, there[key]));
  }
  if (typeof wanted === 'string' && typeof there === 'string' && TIME.test(wanted) && TIME.test(there)) {
    return Date.parse(wanted) === Date.parse(there);
  }
  return wanted === there;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * True if a secret is unchanged, as far as can be told: the service shows that it is set and its last four characters, and of headers their
 * names.
 */
export function isSecretAsWanted(field: string, wanted: unknown, there: Readonly<Record<string, unknown>>): boolean {
  if (field === 'headers') {
    const names = isRecord(wanted) ? Object.keys(wanted).map((name) => name.toLowerCase()) : [];
    return isAsWanted(names.toSorted(), toTexts(there.header_names).toSorted());
  }
  const isSet = there[`has_${field}`] === true;
  if (wanted === null || wanted === undefined) return !isSet;
  if (!isSet) return false;
  if (Array.isArray(wanted)) {
    const hints = toTexts(there[`${field}_hints`]);
    return hints.length === 0 || isAsWanted(wanted.map(lastFour), hints.map(lastFour));
  }
  const hint = there[`${field}_hint`];
  return typeof hint !== 'string' || lastFour(hint) === lastFour(wanted);
}

function lastFour(secret: unknown): string {
  return String(secret).slice(-4);
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
