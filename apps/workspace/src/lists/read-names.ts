/** Reads the names of what rows refer to, by id: in one query, however many rows there are, and in none where they refer to nothing. */
export async function readNames<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string | null | undefined,
  read: (ids: readonly string[]) => Promise<readonly { readonly id: string; readonly name: string }[]>,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => idOf(row) ?? []))];
  const found = ids.length === 0 ? [] : await read(ids);
  return new Map(found.map(({ id, name }) => [id, name]));
}
