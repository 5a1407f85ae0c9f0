import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';
import { PASSWORD } from '../../auth/dto/account-rules.js';

const ROLES = ['owner', 'org_admin', 'org_member'] as const;

/** Which people of the organization. */
export class UsersQuery extends ListQuery {
  @TextField({ optional: true, max: 254, description: 'With this e-mail address.' })
  email?: string;

  @ChoiceField(ROLES, { optional: true, description: 'With this role.' })
  role?: (typeof ROLES)[number];

  @ChoiceField(['true', 'false'], { optional: true, description: 'Active ones, or inactive ones.' })
  active?: 'true' | 'false';
}

export class UpdateUserDto {
  @TextField({ optional: true, description: 'How the person is called.' })
  name?: string;

  @ChoiceField(ROLES, { optional: true, description: 'The role in the organization; owners are made by owners.' })
  role?: (typeof ROLES)[number];

  @FlagField({ optional: true, description: "False ends the person's sessions at once and has the PATs refused." })
  active?: boolean;
}

export class UpdateOrganizationMemberDto {
  @ChoiceField(ROLES, { description: 'The role in the organization; owners are made by owners.' })
  role!: (typeof ROLES)[number];
}

export class ResetPasswordDto {
  @TextField({ ...PASSWORD, description: 'With which the person signs in from now on: at least 12 characters.' })
  new_password!: string;
}
