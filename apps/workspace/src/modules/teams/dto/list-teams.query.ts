import type { ListOrder } from '@multilane/persistence';
import { NamedListQuery, OrderField } from '../../../lists/list-query.dto.js';

export class ListTeamsQuery extends NamedListQuery {
  @OrderField('rpm_limit', 'tpm_limit', 'token_budget_monthly')
  override order?: ListOrder;
}
