import { POLICY_SCOPES, type PolicyScope } from '@multilane/persistence';
import { ChoiceField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { PolicyListQuery } from '../../../lists/policy-list.query.js';

export class ListRateLimitsQuery extends PolicyListQuery {
  @ChoiceField(POLICY_SCOPES, { optional: true, description: 'Only policies of this scope.' })
  scope?: PolicyScope;

  @IdField({ optional: true, description: 'Only policies for this team.' })
  team_id?: string;

  @IdField({ optional: true, description: 'Only policies for this person.' })
  user_id?: string;

  @IdField({ optional: true, description: 'Only policies for this virtual account.' })
  service_account_id?: string;

  @IdField({ optional: true, description: 'Only policies for this API key.' })
  api_key_id?: string;

  @TextField({ optional: true, max: 512, description: 'Only policies for this model, by its logical name.' })
  model?: string;
}
