import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { columnOf, decodePosition, encodePosition, isByName, type ListPosition } from '../../ids/cursor.js';
import type { ListOrder, Page, PageRequest } from '../../records/page.js';
import { comparedPositionSql, comparedSql, demandPosition, positionSql, type SortedColumn } from './sorted-column.js';

/** SQL of a list's order and of its search. */
export interface ListColumns {
  readonly id: string;
  /** Undefined for a list without names. */
  readonly name?: string | undefined;
  /** Texts in which `search` looks. */
  readonly searched?: readonly string[] | undefined;
  /** Further columns that the list can be in the order of, by their names in `order`. */
  readonly sorted?: Readonly<Record<string, SortedColumn>> | undefined;
}

/** SQL that cuts a page from its list, with `:position_id`, `:position_name` and `:search`. */
export interface PageClauses {
  readonly conditions: readonly string[];
  /** In the order of importance. */
  readonly order: readonly { readonly by: string; readonly direction: 'ASC' | 'DESC' }[];
  readonly values: Readonly<Record<'position_id' | 'position_name' | 'search', string | undefined>>;
}

/**
 * Rows with equal values are ordered by their ids, so that no two rows are ever equal and a page ends at exactly one place.
 *
 * @throws InvalidCursorError
 */
export function clausesOf({ order = '-created_at', cursor, search }: PageRequest, columns: ListColumns): PageClauses {
  const { id, searched = [] } = columns;
  const column = sortedColumnOf(order, columns);
  const position = cursor === undefined ? undefined : decodePosition(order, cursor);
  const direction = order.startsWith('-') ? 'DESC' : 'ASC';
  const isAfter = direction === 'DESC' ? '<' : '>';
  const conditions: string[] = [];
  if (position !== undefined && column !== undefined) {
    demandPosition(column, position.name);
    const value = comparedPositionSql(column, ':position_name');
    conditions.push(`(${comparedSql(column)}, ${id}) ${isAfter} (${value}, :position_id::uuid)`);
  } else if (position !== undefined) {
    conditions.push(`${id} ${isAfter} :position_id::uuid`);
  }
  if (search !== undefined) {
    const found = searched.map((text) => `${text} ILIKE :search`);
    conditions.push(found.length === 0 ? 'false' : `(${found.join(' OR ')})`);
  }
  const byValue = column === undefined ? [] : [{ by: comparedSql(column), direction } as const];
  return {
    conditions,
    order: [...byValue, { by: id, direction }],
    values: {
      position_id: position?.id,
      position_name: position?.name,
      search: search === undefined ? undefined : `%${escapeLike(search)}%`,
    },
  };
}

/** The column of an order; undefined for the time of creation, which ids are in the order of, and for a list without names. */
function sortedColumnOf(order: ListOrder, { name, sorted = {} }: ListColumns): SortedColumn | undefined {
  if (isByName(order)) return name === undefined ? undefined : { sql: name, type: 'text' };
  if (columnOf(order) === 'created_at') return undefined;
  const column = sorted[columnOf(order)];
  if (column === undefined) throw new Error(`The list has no order ${order}.`);
  return column;
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

/** Name of the column with the text that a cursor holds. */
const POSITION = 'position_of_row';

/** A page of a list in any order that its columns have, with the place of each row. @throws InvalidCursorError */
export async function readPage<Row extends ObjectLiteral & { readonly id: string }>(
  query: SelectQueryBuilder<Row>,
  request: PageRequest,
  columns: ListColumns,
): Promise<Page<Row>> {
  const column = sortedColumnOf(request.order ?? '-created_at', columns);
  const cut = cutPage(query, request, columns);
  if (column === undefined) {
    return orderedPageOf(await cut.getMany(), request, ({ id }) => ({ id, name: '' }));
  }
  const { entities, raw } = await cut
    .addSelect(positionSql(column), POSITION)
    .getRawAndEntities<{ [POSITION]: string }>();
  const places = new Map(entities.map(({ id }, index) => [id, raw[index]?.[POSITION] ?? '']));
  return orderedPageOf(entities, request, ({ id }) => ({ id, name: places.get(id) ?? '' }));
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

/** A text as LIKE finds it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
