type Fields = Readonly<Record<string, unknown>> | null;

/** A field of a change, as text; undefined where it did not exist. */
export interface FieldChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isChanged: boolean;
}

/** The fields of a change: those that differ first, both in the order of the record. */
export function compareFields(before: Fields, after: Fields): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names.map((name) => {
    const [old, next] = [write(before, name), write(after, name)];
    return { name, before: old, after: next, isChanged: old !== next };
  });
  return [...changes.filter(({ isChanged }) => isChanged), ...changes.filter(({ isChanged }) => !isChanged)];
}

function write(fields: Fields, name: string): string | undefined {
  if (fields === null || !Object.hasOwn(fields, name)) return undefined;
  const value = fields[name];
  if (typeof value === 'string') return value;
  // Members in one order, so that two objects with the same members are the same.
  return JSON.stringify(value, sortMembers, 2);
}

function sortMembers(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
