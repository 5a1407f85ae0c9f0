import { CREDENTIAL_STATES, type CredentialState, type ListOrder } from '@multilane/persistence';
import { ChoiceField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { NamedListQuery, OrderField } from '../../../lists/list-query.dto.js';

export class KeyListQuery extends NamedListQuery {
  @TextField({ optional: true, description: 'Only keys of this team (name or id).' })
  team?: string;

  @IdField({ optional: true, description: 'Only keys that are bound to this workspace.' })
  override workspace_id?: string;

  @IdField({ optional: true, description: 'Only keys that this person owns.' })
  user_id?: string;

  @ChoiceField(CREDENTIAL_STATES, {
    optional: true,
    description: 'Only keys that work (`active`), that are `disabled`, or that have `expired`.',
  })
  state?: CredentialState;

  @OrderField('last_used_at', 'expires_at', 'team', 'rpm_limit', 'tpm_limit', 'budget_usd_monthly', 'spent_usd')
  override order?: ListOrder;
}
