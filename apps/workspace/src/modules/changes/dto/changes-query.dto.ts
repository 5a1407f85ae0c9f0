import type { Actor, ChangeFilters, ListOrder } from '@multilane/persistence';
import { parseTime } from '../../../fields/is-time.js';
import { ChoiceField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

/** Filters of changes. They add up. */
export class ChangesQuery extends ListQuery {
  @ChoiceField(['user', 'api_key', 'service_account', 'scim', 'operator', 'system'], {
    optional: true,
    description: 'Only changes by actors of this type.',
  })
  actor_type?: Actor['type'];

  @TextField({
    optional: true,
    description: 'Only changes by this actor: the id of a person, key, virtual account or token.',
  })
  actor_id?: string;

  @TextField({ optional: true, description: 'Only changes with this action.', example: 'team.update' })
  action?: string;

  @TextField({ optional: true, description: 'Only changes of resources of this type.', example: 'team' })
  target_type?: string;

  @TextField({ optional: true, description: 'Only changes of the resource with this id.' })
  target_id?: string;

  @TextField({
    optional: true,
    description: 'Only changes of resources whose name begins with this text, in upper or lower case.',
  })
  q?: string;

  @ChoiceField(['-created_at', 'created_at'], {
    optional: true,
    description: 'Order of the list. Default: `-created_at`, newest first.',
  })
  order?: ListOrder;

  @TimeField({ optional: true, description: 'Only changes at or after this time.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only changes before this time.' })
  to?: string;
}

export function toFilters(query: ChangesQuery): ChangeFilters {
  return {
    actorType: query.actor_type,
    actorId: query.actor_id,
    action: query.action,
    targetType: query.target_type,
    targetId: query.target_id,
    from: query.from === undefined ? undefined : parseTime(query.from),
    to: query.to === undefined ? undefined : parseTime(query.to),
  };
}
