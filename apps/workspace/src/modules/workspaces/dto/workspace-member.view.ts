import { WORKSPACE_ROLES } from '@multilane/contracts';
import type { WorkspaceMember } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { TEAM_REMOVED_AT } from '../team-removed-at.js';

/** A person's place in a workspace, with the name of the team for a caller who may see teams. */
export interface ShownWorkspaceMember extends WorkspaceMember {
  readonly team: string | null;
}

/** A person's place in a workspace. */
export class WorkspaceMemberView {
  @ChoiceField(['workspace_member'], { description: 'Always `workspace_member`.' })
  object!: 'workspace_member';

  @IdField({ description: 'The workspace.' })
  workspace_id!: string;

  @IdField({ description: 'The person.' })
  user_id!: string;

  @TextField({ description: "The person's e-mail address." })
  email!: string;

  @TextField({ description: 'Name of the person.' })
  name!: string;

  @ChoiceField(WORKSPACE_ROLES, { description: 'Role of the person in the workspace.' })
  role!: string;

  @IdField({
    nullable: true,
    description: "Team that the person's sessions and PATs in this workspace are attributed to.",
  })
  team_id!: string | null;

  @TextField({ nullable: true, description: 'Name of that team. Null: none, or the caller may not see teams.' })
  team!: string | null;

  @ChoiceField(['person', 'scim'], {
    description: '`scim`: only SCIM mappings give this membership, and taking it away by hand is refused.',
  })
  managed_by!: 'person' | 'scim';

  @TimeField(TEAM_REMOVED_AT)
  team_removed_at?: string | undefined;

  @TimeField({ description: 'When the person became a member.' })
  created_at!: string;

  @TimeField({ description: 'When the membership changed last.' })
  updated_at!: string;

  static of({ membership, team, user }: ShownWorkspaceMember): WorkspaceMemberView {
    return {
      object: 'workspace_member',
      workspace_id: membership.workspaceId,
      user_id: user.id,
      email: user.email,
      name: user.name,
      role: membership.role,
      team_id: membership.teamId,
      team,
      managed_by: membership.manualRole === null ? 'scim' : 'person',
      team_removed_at: membership.teamRemovedAt?.toISOString(),
      created_at: membership.createdAt.toISOString(),
      updated_at: membership.updatedAt.toISOString(),
    };
  }
}
