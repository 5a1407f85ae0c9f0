import { versionOf } from './version-of.js';

/** Rows whose versions are known at most; those that were seen longest ago go first. */
const MOST = 5_000;

/** The newest version of each row that an answer has shown in this tab. */
const seen = new Map<string, string>();
/** Versions that forms show, by the ids of their rows. */
const held = new Map<string, string>();

/** Notes the versions of the rows of an answer: of a list, or of one. */
export function noteVersions(answer: unknown): void {
  const { data } = (answer ?? {}) as { readonly data?: unknown };
  for (const row of Array.isArray(data) ? data : [answer]) noteVersion(row);
}

function noteVersion(row: unknown): void {
  const { id, updated_at: at, user_id: userId } = (row ?? {}) as Readonly<Record<string, unknown>>;
  // A person is listed by the id of the account.
  const key = id ?? userId;
  if (typeof key !== 'string' || typeof at !== 'string') return;
  const version = versionOf({ updated_at: at });
  if (version === undefined) return;
  seen.delete(key);
  seen.set(key, version);
  if (seen.size <= MOST) return;
  for (const oldest of seen.keys()) {
    seen.delete(oldest);
    return;
  }
}

/** The newest version of a row that this tab has seen. */
export function seenVersion(id: string | undefined): string | undefined {
  return id === undefined ? undefined : seen.get(id);
}

/** Makes changes of a row depend on a version, until the function that is returned is called. */
export function holdVersion(id: string | undefined, version: string | undefined): () => void {
  if (id === undefined || version === undefined) return () => undefined;
  held.set(id, version);
  return () => {
    if (held.get(id) === version) held.delete(id);
  };
}

/** The headers of a change: the version that a form shows of the row at the end of the path, if there is one. */
export function headersOfChange(names: unknown): Readonly<Record<string, string>> {
  const id = Object.values((names ?? {}) as Readonly<Record<string, unknown>>).at(-1);
  const version = typeof id === 'string' ? held.get(id) : undefined;
  return version === undefined ? {} : { 'if-match': version };
}
