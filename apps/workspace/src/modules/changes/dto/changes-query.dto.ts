import type { Actor, ChangeFilters } from '@multilane/persistence';
import { ChoiceField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toDate } from '../../../fields/to-date.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

/** Which changes. Filters add up. */
export class ChangesQuery extends ListQuery {
  @ChoiceField(['user', 'api_key', 'service_account', 'scim', 'operator', 'system'], {
    optional: true,
    description: 'Made by actors of this kind.',
  })
  actor_type?: Actor['type'];

  @TextField({ optional: true, description: 'Made by this actor: the id of a person, key, virtual account or token.' })
  actor_id?: string;

  @TextField({ optional: true, description: 'With this action.', example: 'team.update' })
  action?: string;

  @TextField({ optional: true, description: 'To things of this kind.', example: 'team' })
  target_type?: string;

  @TextField({ optional: true, description: 'To this very thing: its id.' })
  target_id?: string;

  @TimeField({ optional: true, description: 'From this moment on.' })
  from?: string;

  @TimeField({ optional: true, description: 'Before this moment.' })
  to?: string;
}

export function toFilters(query: ChangesQuery): ChangeFilters {
  return {
    actorType: query.actor_type,
    actorId: query.actor_id,
    action: query.action,
    targetType: query.target_type,
    targetId: query.target_id,
    from: query.from === undefined ? undefined : toDate(query.from),
    to: query.to === undefined ? undefined : toDate(query.to),
  };
}
