/** The envelope of every list (docs/contract/control-plane.md#conventions). */
export interface ListAnswer<View> {
  readonly object: 'list';
  readonly data: readonly View[];
  /** Null at the end. */
  readonly next_cursor: string | null;
}

/** A page of rows as the API shows it. */
export function toList<Row, View>(
  { data, nextCursor }: { readonly data: readonly Row[]; readonly nextCursor: string | null },
  toView: (row: Row) => View,
): ListAnswer<View> {
  return { object: 'list', data: data.map(toView), next_cursor: nextCursor };
}
