import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { decodePosition, encodePosition, isByName, type ListPosition } from '../ids/cursor.js';
import type { ListOrder, Page, PageRequest } from '../records/page.js';

/** SQL of a list's order and of its search. */
export interface ListColumns {
  readonly id: string;
  /** Undefined for a list without names. */
  readonly name?: string | undefined;
  /** Texts in which `search` looks. */
  readonly searched?: readonly string[] | undefined;
}

/** SQL that cuts a page from its list, with `:position_id`, `:position_name` and `:search`. */
export interface PageClauses {
  readonly conditions: readonly string[];
  /** In the order of importance. */
  readonly order: readonly { readonly by: string; readonly direction: 'ASC' | 'DESC' }[];
  readonly values: Readonly<Record<'position_id' | 'position_name' | 'search', string | undefined>>;
}

/**
 * Rows with equal names are ordered by their ids, so that no two rows are ever equal and a page ends at exactly one place.
 * Names are compared in lower case and by code point, whatever the database's language. @throws InvalidCursorError
 */
export function clausesOf({ order = '-created_at', cursor, search }: PageRequest, columns: ListColumns): PageClauses {
  const { id, name, searched = [] } = columns;
  const position = cursor === undefined ? undefined : decodePosition(order, cursor);
  const direction = order.startsWith('-') ? 'DESC' : 'ASC';
  const isAfter = direction === 'DESC' ? '<' : '>';
  const isNamed = name !== undefined && isByName(order);
  const conditions: string[] = [];
  if (position !== undefined) {
    conditions.push(
      isNamed
        ? `(${sorted(name)}, ${id}) ${isAfter} (${sorted(':position_name::text')}, :position_id::uuid)`
        : `${id} ${isAfter} :position_id::uuid`,
    );
  }
  if (search !== undefined) {
    const found = searched.map((text) => `${text} ILIKE :search`);
    conditions.push(found.length === 0 ? 'false' : `(${found.join(' OR ')})`);
  }
  const byName = isNamed ? [{ by: sorted(name), direction } as const] : [];
  return {
    conditions,
    order: [...byName, { by: id, direction }],
    values: {
      position_id: position?.id,
      position_name: position?.name,
      search: search === undefined ? undefined : `%${escapeLike(search)}%`,
    },
  };
}

/** Reads one row more than the page holds: `pageOf` tells by it whether there are more. @throws InvalidCursorError */
export function cutPage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  request: PageRequest,
  columns: ListColumns,
): SelectQueryBuilder<Row> {
  const { conditions, order, values } = clausesOf(request, columns);
  for (const condition of conditions) query.andWhere(condition);
  for (const { by, direction } of order) query.addOrderBy(by, direction);
  return query.setParameters(values).limit(request.limit + 1);
}

/** A page of rows that were read in the order of the list, one more than the page holds. */
export function orderedPageOf<Row>(
  rows: readonly Row[],
  { limit, order = '-created_at' }: { readonly limit: number; readonly order?: ListOrder | undefined },
  positionOf: (row: Row) => ListPosition,
): Page<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: rows.length > limit && last ? encodePosition(order, positionOf(last)) : null };
}

function sorted(text: string): string {
  return `lower(${text}) COLLATE "C"`;
}

/** A text as LIKE finds it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
