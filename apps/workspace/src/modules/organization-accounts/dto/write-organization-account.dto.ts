import { GRANTABLE_PERMISSIONS } from '@multilane/auth';
import { TextListField } from '../../../fields/list-fields.js';
import { FlagField, TextField } from '../../../fields/scalar-fields.js';

const PERMISSIONS = `What tokens of the account may do, in the organization and all its workspaces: ${GRANTABLE_PERMISSIONS.join(', ')}.`;

export class CreateOrganizationAccountDto {
  @TextField({ description: 'Unique in the organization.', example: 'ci' })
  name!: string;

  @TextListField({ maxItems: 100, items: { max: 100 }, description: PERMISSIONS, example: ['gateway.teams.manage'] })
  permissions!: string[];

  @FlagField({ optional: true, description: 'Whether the tokens of the account are rejected.' })
  disabled?: boolean;
}

/** What is left out keeps its value. With `permissions`, the account acts for you from then on. */
export class UpdateOrganizationAccountDto {
  @TextField({ optional: true, description: 'Unique in the organization.' })
  name?: string;

  @TextListField({ optional: true, maxItems: 100, items: { max: 100 }, description: PERMISSIONS })
  permissions?: string[];

  @FlagField({ optional: true, description: 'Whether the tokens of the account are rejected.' })
  disabled?: boolean;
}
