import { MODEL_TYPES } from '@multilane/contracts';
import type { ListOrder } from '@multilane/persistence';
import { ChoiceField, IdField } from '../../../fields/scalar-fields.js';
import { NamedListQuery, OrderField } from '../../../lists/list-query.dto.js';

export class ListModelsQuery extends NamedListQuery {
  @ChoiceField(['model', 'virtual_model'], { optional: true, description: 'Only models, or only virtual ones.' })
  object?: 'model' | 'virtual_model';

  @IdField({ optional: true, description: 'Only models of this provider.' })
  provider_id?: string;

  @ChoiceField(MODEL_TYPES, { optional: true, description: 'Only models of this type.' })
  type?: string;

  @OrderField('type', 'upstream_model', 'provider')
  override order?: ListOrder;
}
