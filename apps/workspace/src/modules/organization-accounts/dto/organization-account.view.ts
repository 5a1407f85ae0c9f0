import type { OrganizationAccountRecord } from '@multilane/persistence';
import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A virtual account of the organization, with the name of the owner who granted its permissions. */
export interface ShownOrganizationAccount extends OrganizationAccountRecord {
  readonly grantedByName: string;
}

/** A virtual account of the organization. */
export class OrganizationAccountView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['organization_account'], { description: 'Always `organization_account`.' })
  object!: 'organization_account';

  @TextField({ description: 'Unique in the organization.' })
  name!: string;

  @TextListField({ description: 'What tokens of the account may do, in the organization and all its workspaces.' })
  permissions!: readonly string[];

  @IdField({
    description:
      'The owner who granted the permissions. The tokens are rejected once this person is no longer an owner.',
  })
  granted_by!: string;

  @TextField({ description: 'Name of this person.' })
  granted_by_name!: string;

  @FlagField({ description: 'Whether the tokens of the account are rejected.' })
  disabled!: boolean;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(account: ShownOrganizationAccount): OrganizationAccountView {
    return toView(OrganizationAccountView, { ...account, object: 'organization_account' });
  }
}
