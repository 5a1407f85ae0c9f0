import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';
import { PASSWORD } from '../../auth/dto/account-rules.js';

const ROLES = ['owner', 'org_admin', 'org_member'] as const;

/** Which people of the organization. */
export class UsersQuery extends ListQuery {
  @TextField({ optional: true, max: 254, description: 'Only the person with this e-mail address.' })
  email?: string;

  @ChoiceField(ROLES, { optional: true, description: 'Only people with this role.' })
  role?: (typeof ROLES)[number];

  @ChoiceField(['true', 'false'], { optional: true, description: 'Only active or only inactive people.' })
  active?: 'true' | 'false';
}

export class UpdateUserDto {
  @TextField({ optional: true, description: 'Name of the person.' })
  name?: string;

  @ChoiceField(ROLES, {
    optional: true,
    description: 'Role in the organization. Only owners can assign the role owner.',
  })
  role?: (typeof ROLES)[number];

  @FlagField({
    optional: true,
    description: "If false, the person's sessions end at once and their PATs are rejected.",
  })
  active?: boolean;
}

export class UpdateOrganizationMemberDto {
  @ChoiceField(ROLES, { description: 'Role in the organization. Only owners can assign the role owner.' })
  role!: (typeof ROLES)[number];
}

export class ResetPasswordDto {
  @TextField({ ...PASSWORD, description: 'New password of the person, at least 12 characters.' })
  new_password!: string;
}
