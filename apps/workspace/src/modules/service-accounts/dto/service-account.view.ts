import { ACCOUNT_ROLES, type AccountRole } from '@multilane/contracts';
import type { ServiceAccountRecord } from '@multilane/persistence';
import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A virtual account: a service identity in a workspace. */
export class ServiceAccountView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['service_account'], { description: 'Always `service_account`.' })
  object!: 'service_account';

  @IdField({ description: 'The workspace that it is in.' })
  workspace_id!: string;

  @TextField({ description: 'Unique in the workspace.' })
  name!: string;

  @TextListField({ nullable: true, description: 'Null allows every model. An empty list allows none.' })
  allowed_models!: readonly string[] | null;

  @TextListField({ nullable: true, description: 'Null allows every provider. An empty list allows none.' })
  allowed_providers!: readonly string[] | null;

  @ChoiceField(ACCOUNT_ROLES, {
    description: 'What tokens of the account may do with knowledge: `viewer` reads, `editor` also changes.',
  })
  role!: AccountRole;

  @FlagField({ description: 'Whether the tokens of the account are rejected.' })
  disabled!: boolean;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(account: ServiceAccountRecord): ServiceAccountView {
    return toView(ServiceAccountView, { ...account, object: 'service_account' });
  }
}
