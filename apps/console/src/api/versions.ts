import { api } from './client.js';

export { NOTHING_YET, type ShownRow, versionOf } from './version-of.js';

/** Makes a change depend on the version, if it is known: another one is answered with 412. */
export function ifMatch(version: string | undefined): { readonly headers?: Readonly<Record<string, string>> } {
  return version === undefined ? {} : { headers: { 'if-match': version } };
}

/** Author and time of the last change. */
export interface LastChange {
  readonly name: string;
  readonly at: string;
}

/** The last change of a resource; undefined if the person may not read the audit trail, or it cannot be read. */
export async function findLastChange(id: string): Promise<LastChange | undefined> {
  try {
    const { data } = await api.get('/admin/changes', { query: { target_id: id, limit: 1 } });
    return data[0] && { name: data[0].actor.name, at: data[0].created_at };
  } catch {
    return undefined;
  }
}
