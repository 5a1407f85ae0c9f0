import {
  ALERT_DELIVERY_STATUSES,
  ALERT_STATES,
  type AlertDeliveryStatus,
  type AlertState,
} from '@multilane/persistence';
import { ChoiceField, IdField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

abstract class PlacedQuery extends ListQuery {
  @ChoiceField(['true', 'false'], {
    optional: true,
    description:
      'With `workspace_id`: whether to also list those of the organization, if you can read them. Default: false.',
  })
  include_organization?: 'true' | 'false';
}

/** Query of the list of alerts. */
export class AlertQuery extends PlacedQuery {
  @IdField({ optional: true, description: 'Only alerts of this rule.' })
  rule_id?: string;

  @ChoiceField(ALERT_STATES, { optional: true, description: 'Only alerts in this state.' })
  state?: AlertState;

  @ChoiceField(['true', 'false'], {
    optional: true,
    description: 'Only alerts that somebody has, or nobody has, acknowledged.',
  })
  acknowledged?: 'true' | 'false';
}

/** Query of the list of deliveries. */
export class AlertDeliveryQuery extends PlacedQuery {
  @IdField({ optional: true, description: 'Only deliveries of this rule.' })
  rule_id?: string;

  @IdField({ optional: true, description: 'Only deliveries to this channel.' })
  channel_id?: string;

  @ChoiceField(ALERT_DELIVERY_STATUSES, { optional: true, description: 'Only deliveries with this status.' })
  status?: AlertDeliveryStatus;
}
