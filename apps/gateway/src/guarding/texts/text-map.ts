import { isRawInteger, isRecord } from '@multilane/contracts';
import type { EncodedFile, TextRole } from '@multilane/policy';

/**
 * Format of a text: plain, or JSON, such as the arguments of a tool call. A `name` is read by the model like any text, but something refers
 * to it, or it is signed: it must stay.
 */
export type TextFormat = 'plain' | 'json' | 'name';

/**
 * Maps a text; returns the same text to leave it.
 *
 * @param content Texts with the same number are one content to the model; undefined for one by itself.
 */
export interface TextMap {
  (text: string, role: TextRole, format: TextFormat, content?: number): string;
  /** Reads the files of the request; undefined if each is decoded as it comes. */
  readonly files?: { read(file: EncodedFile): string | undefined } | undefined;
}

type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return isRecord(value) && !isRawInteger(value);
}

/** The list with each item mapped; the very list where none changed. */
export function mapItems(items: readonly unknown[], map: (item: unknown) => unknown): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const mapped = map(item);
    if (mapped === item) continue;
    changed ??= [...items];
    changed[index] = mapped;
  }
  return changed ?? items;
}

/** The object with one member mapped; the very object where it stays, or is not there. */
export function mapMember<Owner extends Members>(owner: Owner, name: string, map: (value: unknown) => unknown): Owner {
  const value = owner[name];
  if (value === undefined || value === null) return owner;
  const mapped = map(value);
  return mapped === value ? owner : { ...owner, [name]: mapped };
}

/**
 * The object with each of its members mapped; the very object where none changed. However many change, it is copied once:
 * what clients send may have tens of thousands of members.
 */
export function mapEachMember<Owner extends Members>(
  owner: Owner,
  map: (value: unknown, name: string) => unknown,
): Owner {
  let changed: Record<string, unknown> | undefined;
  for (const name in owner) {
    const value = owner[name];
    const mapped = map(value, name);
    if (mapped === value) continue;
    changed ??= { ...owner };
    changed[name] = mapped;
  }
  return (changed as Owner | undefined) ?? owner;
}

/** Maps a value where it is a text. */
export function mapText(
  map: TextMap,
  role: TextRole,
  format: TextFormat = 'plain',
  content?: number,
): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' && value !== '' ? map(value, role, format, content) : value);
}

/** Shows a value to the map where it is a text; it stays. */
export function showName(map: TextMap, role: TextRole, value: unknown): void {
  if (typeof value === 'string' && value !== '') map(value, role, 'name');
}

/** Maps every text of a JSON value, also the names of members. A number that is mapped becomes a text. */
export function mapJsonValue(value: unknown, map: TextMap, role: TextRole): unknown {
  if (typeof value === 'string') return map(value, role, 'plain');
  if (typeof value === 'number' || isRawInteger(value)) {
    const digits = typeof value === 'number' ? String(value) : JSON.stringify(value);
    const mapped = map(digits, role, 'plain');
    return mapped === digits ? value : mapped;
  }
  if (Array.isArray(value)) return mapItems(value, (item) => mapJsonValue(item, map, role));
  if (!isMembers(value)) return value;
  let isChanged = false;
  const entries = Object.entries(value).map(([name, member]) => {
    const mapped: [string, unknown] = [map(name, role, 'plain'), mapJsonValue(member, map, role)];
    if (mapped[0] !== name || mapped[1] !== member) isChanged = true;
    return mapped;
  });
  return isChanged ? Object.fromEntries(entries) : value;
}
