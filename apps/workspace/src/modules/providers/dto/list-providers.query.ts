import type { ListOrder } from '@multilane/persistence';
import { NamedListQuery, OrderField } from '../../../lists/list-query.dto.js';

export class ListProvidersQuery extends NamedListQuery {
  @OrderField('kind')
  override order?: ListOrder;
}
