import { ORGANIZATION_ROLES } from '@multilane/contracts';
import type { ListOrder } from '@multilane/persistence';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { NamedListQuery, OrderField } from '../../../lists/list-query.dto.js';
import { PASSWORD } from '../../auth/dto/account-rules.js';

/** Filters of the organization's people. */
export class UsersQuery extends NamedListQuery {
  @TextField({ optional: true, max: 254, description: 'Only the person with this e-mail address.' })
  email?: string;

  @ChoiceField(ORGANIZATION_ROLES, { optional: true, description: 'Only people with this role.' })
  role?: (typeof ORGANIZATION_ROLES)[number];

  @ChoiceField(['true', 'false'], { optional: true, description: 'Only active or only inactive people.' })
  active?: 'true' | 'false';

  @OrderField('email', 'role')
  override order?: ListOrder;
}

export class UpdateUserDto {
  @TextField({ optional: true, description: 'Name of the person.' })
  name?: string;

  @ChoiceField(ORGANIZATION_ROLES, {
    optional: true,
    description: 'Role in the organization. Only owners can assign the role owner.',
  })
  role?: (typeof ORGANIZATION_ROLES)[number];

  @FlagField({
    optional: true,
    description: "If false, the person's sessions end at once and their PATs are rejected.",
  })
  active?: boolean;
}

export class UpdateOrganizationMemberDto {
  @ChoiceField(ORGANIZATION_ROLES, { description: 'Role in the organization. Only owners can assign the role owner.' })
  role!: (typeof ORGANIZATION_ROLES)[number];
}

export class ResetPasswordDto {
  @TextField({ ...PASSWORD, description: 'New password of the person, at least 12 characters.' })
  new_password!: string;
}
