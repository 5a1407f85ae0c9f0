import { ORGANIZATION_ROLES, type OrganizationRole, WORKSPACE_ROLES, type WorkspaceRole } from '@multilane/contracts';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';
import { EMAIL, PASSWORD } from '../../auth/dto/account-rules.js';

export class CreateInviteDto {
  @TextField({ ...EMAIL, description: 'E-mail address of the invited person.', example: 'grace@example.com' })
  email!: string;

  @ChoiceField(ORGANIZATION_ROLES, {
    optional: true,
    description: 'The role in the organization, `org_member` by default; owners are made by owners.',
  })
  role?: OrganizationRole;

  @IdField({ optional: true, description: 'Workspace that the person becomes a member of.' })
  workspace_id?: string;

  @ChoiceField(WORKSPACE_ROLES, {
    optional: true,
    description: 'The role in that workspace, `viewer` by default.',
  })
  workspace_role?: WorkspaceRole;

  @IdField({
    optional: true,
    description: 'Team that the person joins. The person’s requests in the workspace are attributed to it.',
  })
  team_id?: string;

  @TimeField({ optional: true, description: 'When the invitation expires. Default: 7 days. Maximum: 30 days.' })
  expires_at?: string;
}

export class InvitesQuery extends ListQuery {
  @TextField({ optional: true, max: 254, description: 'Only invitations for this e-mail address.' })
  email?: string;
}

/** Somebody who has an invitation and no account. */
export class SignupDto {
  @TextField({ description: 'The token of the invitation.' })
  token!: string;

  @TextField({ description: 'Name of the person.', example: 'Grace' })
  name!: string;

  @TextField({ ...PASSWORD, description: 'At least 12 characters.' })
  password!: string;
}

/** Somebody who is signed in with another organization. */
export class AcceptInviteDto {
  @TextField({ description: 'The token of the invitation.' })
  token!: string;
}
