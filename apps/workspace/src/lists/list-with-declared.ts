import { decodePosition, encodePosition, type ListPosition, type Page, type PageRequest } from '@multilane/persistence';
import { ABOVE_DECLARED_IDS, isDeclaredId } from '../declared/declared-keys.js';

/** Sources of a list with rows of gateway.yaml. */
export interface ListSources<Row> {
  /** A page of the rows of the database. */
  readonly listStored: (page: PageRequest) => Promise<Page<Row>>;
  /** All rows of gateway.yaml. */
  readonly listDeclared: () => Promise<readonly Row[]>;
  /** Id and name of a row. */
  readonly positionOf: (row: Row) => ListPosition;
}

/** A page of the rows of the database, and behind all of them those of gateway.yaml, in the same order. @throws InvalidCursorError */
export async function listWithDeclared<Row>(
  page: Omit<PageRequest, 'filters'>,
  { listStored, listDeclared, positionOf }: ListSources<Row>,
): Promise<Page<Row>> {
  const { limit, cursor, order = '-created_at', search } = page;
  const after = cursor === undefined ? undefined : decodePosition(order, cursor);
  const isPastStored = after !== undefined && isDeclaredId(after.id);
  const stored = isPastStored ? { data: [], nextCursor: null } : await listStored(page);
  if (stored.nextCursor !== null) return stored;
  const compare = comparerOf(order);
  const start = isPastStored && after.id !== ABOVE_DECLARED_IDS ? after : undefined;
  const rest = (await listDeclared())
    .map((row) => ({ row, at: positionOf(row) }))
    .filter(({ at }) => search === undefined || at.name.toLowerCase().includes(search.toLowerCase()))
    .filter(({ at }) => start === undefined || compare(at, start) > 0)
    .toSorted((left, right) => compare(left.at, right.at));
  const added = rest.slice(0, limit - stored.data.length);
  const last = added.at(-1)?.at ?? start ?? { id: ABOVE_DECLARED_IDS, name: '' };
  return {
    data: [...stored.data, ...added.map(({ row }) => row)],
    nextCursor: added.length < rest.length ? encodePosition(order, last) : null,
  };
}

function comparerOf(order: NonNullable<PageRequest['order']>) {
  const sign = order.startsWith('-') ? -1 : 1;
  const isNamed = order.endsWith('name');
  return (left: ListPosition, right: ListPosition): number => {
    const byName = isNamed ? compareTexts(left.name.toLowerCase(), right.name.toLowerCase()) : 0;
    return sign * (byName === 0 ? compareTexts(left.id, right.id) : byName);
  };
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
