import { ORGANIZATION_ROLES, WORKSPACE_ROLES } from '@multilane/contracts';
import type { MembershipRecord, UserRecord } from '@multilane/persistence';
import { ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { TEAM_REMOVED_AT } from '../../workspaces/team-removed-at.js';

class MemberPlaceView {
  @IdField({ description: 'The workspace.' })
  workspace_id!: string;

  @ChoiceField(WORKSPACE_ROLES, { description: 'Role of the person in the workspace.' })
  role!: string;

  @IdField({ nullable: true, description: 'The team that the person works for there.' })
  team_id!: string | null;

  @TimeField(TEAM_REMOVED_AT)
  team_removed_at?: string | undefined;
}

/** A person of the organization, with the places in its workspaces. */
export class OrganizationMemberView {
  @ChoiceField(['org_member'], { description: 'Always `org_member`.' })
  object!: 'org_member';

  @IdField({ description: 'The person.' })
  user_id!: string;

  @TextField({ description: 'The e-mail address.' })
  email!: string;

  @TextField({ description: 'Name of the person.' })
  name!: string;

  @ChoiceField(ORGANIZATION_ROLES, { description: 'The role in the organization.' })
  role!: string;

  @FlagField({ description: 'If false, the person is signed out everywhere and their PATs are rejected.' })
  active!: boolean;

  @FlagField({ description: 'Whether a sign-in with the password needs a second factor as well.' })
  has_second_factor!: boolean;

  @ObjectListField(() => MemberPlaceView, { description: 'Workspaces that the person is a member of.' })
  workspaces!: MemberPlaceView[];

  @TimeField({ description: 'When the person joined.' })
  created_at!: string;

  @TimeField({ description: "When the person's account was last changed. Places in workspaces do not count." })
  updated_at!: string;

  static of({ user, places }: OrganizationMember): OrganizationMemberView {
    return {
      object: 'org_member',
      user_id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      active: user.active,
      has_second_factor: user.secondFactorSince !== null,
      workspaces: places.map((place) => ({
        workspace_id: place.workspaceId,
        role: place.role,
        team_id: place.teamId,
        team_removed_at: place.teamRemovedAt?.toISOString(),
      })),
      created_at: user.createdAt.toISOString(),
      updated_at: user.updatedAt.toISOString(),
    };
  }
}

export interface OrganizationMember {
  readonly user: UserRecord;
  readonly places: readonly MembershipRecord[];
}
