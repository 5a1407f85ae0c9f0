import { createHash } from 'node:crypto';
import { isRecord } from '@multilane/contracts';

/** SHA-256, in hex, of all that a server says of one thing that it offers, however it orders the members. */
export function hashOffered(said: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sortMembers(said)))
    .digest('hex');
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name])]));
}
