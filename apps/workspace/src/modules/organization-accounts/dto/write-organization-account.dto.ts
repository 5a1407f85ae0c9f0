import { GRANTABLE_PERMISSIONS, type Permission } from '@multilane/auth';
import { ChoiceListField } from '../../../fields/list-fields.js';
import { FlagField, TextField } from '../../../fields/scalar-fields.js';

const PERMISSIONS = {
  maxItems: 100,
  description: 'What tokens of the account may do, in the organization and all its workspaces.',
  example: ['gateway.teams.manage'],
};

export class CreateOrganizationAccountDto {
  @TextField({ description: 'Unique in the organization.', example: 'ci' })
  name!: string;

  @ChoiceListField(GRANTABLE_PERMISSIONS, PERMISSIONS)
  permissions!: Permission[];

  @FlagField({ optional: true, description: 'Whether the tokens of the account are rejected.' })
  disabled?: boolean;
}

/** Changes to an account. Omitted fields keep their value. With `permissions`, the account acts for you from then on. */
export class UpdateOrganizationAccountDto {
  @TextField({ optional: true, description: 'Unique in the organization.' })
  name?: string;

  @ChoiceListField(GRANTABLE_PERMISSIONS, { ...PERMISSIONS, optional: true })
  permissions?: Permission[];

  @FlagField({ optional: true, description: 'Whether the tokens of the account are rejected.' })
  disabled?: boolean;
}
