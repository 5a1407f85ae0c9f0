import { LIST_ORDERS, type ListOrder, type PageRequest } from '@multilane/persistence';
import { ChoiceField, IdField, TextField } from '../fields/scalar-fields.js';
import { CursorField, LimitField } from './page-fields.js';

/** Characters of a cursor at most: one for an order by name holds the name. */
const LONGEST_CURSOR = 4_000;

/** Query of every list; a list with filters extends it. */
export class ListQuery {
  @LimitField(200, 50)
  limit: number = 50;

  @CursorField(LONGEST_CURSOR)
  cursor?: string;

  @IdField({ optional: true, description: 'The workspace meant, where the credential reaches several.' })
  workspace_id?: string;
}

/**
 * The order of a list: by name or time of creation, or by a further column of the list. With a hyphen the other way round.
 *
 * @param columns further columns, as the list's table declares them
 */
export function OrderField(...columns: readonly string[]): PropertyDecorator {
  const orders = [...LIST_ORDERS, ...columns.flatMap((column) => [column, `-${column}`])];
  return ChoiceField(orders, {
    optional: true,
    description: 'Order of the list. Texts are compared in lower case. Default: `-created_at`, newest first.',
  });
}

/** Query of a list of named objects (docs/contract/control-plane.md#conventions). */
export class NamedListQuery extends ListQuery {
  @TextField({ optional: true, description: 'Only what has this text in its name, in upper or lower case.' })
  q?: string;

  @OrderField()
  order?: ListOrder;
}

/** Returns the page of a list that a query asks for, without its filters. */
export function toPageRequest({ limit, cursor, q, order }: NamedListQuery): Omit<PageRequest, 'filters'> {
  return { limit, cursor, search: q, order };
}
