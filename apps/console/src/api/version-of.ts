/** Row of a list or a page, as the service answered it. */
export interface ShownRow {
  readonly id?: string;
  /** Id of a person, who is listed by the account. */
  readonly user_id?: string | null;
  /** Null for a row that gateway.yaml declares. */
  readonly updated_at: string | null;
}

/** The version of a row, as the service sends it in `ETag`; undefined for what gateway.yaml declares. */
export function versionOf({ updated_at: at }: Pick<ShownRow, 'updated_at'>): string | undefined {
  return at === null ? undefined : `"${Date.parse(at).toString(36)}"`;
}

/** Time of a resource that does not exist yet, as its version is written: of two people who make it at once, the second one is told. */
export const NOTHING_YET = new Date(0).toISOString();

/** The id by which the API addresses a row. */
export function idOfRow({ id, user_id: userId }: Pick<ShownRow, 'id' | 'user_id'>): string | undefined {
  return id ?? userId ?? undefined;
}
