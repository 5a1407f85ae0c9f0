import { isRawInteger } from '@multilane/contracts';

/**
 * A JSON value as text that is the same for equal values, whatever the order of their members, and another for others.
 * Members that are undefined are absent; raw integers keep their digits.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || isRawInteger(value)) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) {
    let items = '';
    for (let index = 0; index < value.length; index++) items += (index === 0 ? '' : ',') + canonicalJson(value[index]);
    return `[${items}]`;
  }
  return writeMembers(value as Readonly<Record<string, unknown>>, isPresent);
}

/** The same for an object, of which `keeps` chooses the members that count; the members of members all do. */
export function writeMembers(
  object: Readonly<Record<string, unknown>>,
  keeps: (value: unknown, name: string) => boolean,
): string {
  let members = '';
  for (const name of Object.keys(object).sort()) {
    const value = object[name];
    if (value === undefined || !keeps(value, name)) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(value)}`;
  }
  return `{${members}}`;
}

function isPresent(): boolean {
  return true;
}
