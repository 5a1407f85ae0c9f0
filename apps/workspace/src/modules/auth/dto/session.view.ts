import { PERMISSIONS, type Permission, permissionsOf } from '@multilane/auth';
import { ORGANIZATION_ROLES, WORKSPACE_ROLES } from '@multilane/contracts';
import { toSessionIdentity } from '@multilane/identities';
import type { SessionIdentity } from '@multilane/persistence';
import { ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

class SessionUserView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @TextField({ description: 'The e-mail address.' })
  email!: string;

  @TextField({ description: 'Name of the person.' })
  name!: string;

  @ChoiceField(ORGANIZATION_ROLES, { description: 'The role in the organization.' })
  role!: string;
}

class SessionOrganizationView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @TextField({ description: 'Name.' })
  name!: string;

  @TextListField({ description: 'Products of the organization.' })
  products!: readonly string[];
}

class SessionWorkspaceView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @TextField({ description: 'Name.' })
  name!: string;

  @ChoiceField(WORKSPACE_ROLES, { description: 'Role of the person in the workspace.' })
  role!: string;
}

class WorkspacePermissionsView {
  @IdField({ description: 'The workspace.' })
  id!: string;

  @TextListField({
    description: 'What the person may do in this workspace, including what the organization role grants.',
  })
  permissions!: readonly Permission[];
}

class SessionPermissionsView {
  @TextListField({
    description: 'What the person may do in the organization as a whole, and so in each of its workspaces.',
    example: ['org.read'],
  })
  organization!: readonly Permission[];

  @ObjectListField(() => WorkspacePermissionsView, { description: 'One entry for each entry of `workspaces`.' })
  workspaces!: WorkspacePermissionsView[];
}

/** Person who is signed in. */
export class SessionView {
  @ChoiceField(['session'], { description: 'Always `session`.' })
  object!: 'session';

  @ObjectField(() => SessionUserView, { description: 'The person.' })
  user!: SessionUserView;

  @ObjectField(() => SessionOrganizationView, { description: "The person's organization." })
  organization!: SessionOrganizationView;

  @ObjectListField(() => SessionWorkspaceView, { description: 'Workspaces that the person is a member of.' })
  workspaces!: SessionWorkspaceView[];

  @ObjectField(() => SessionPermissionsView, { description: 'What the person may do, as every route checks it.' })
  permissions!: SessionPermissionsView;

  @TimeField({ description: 'When the session ends at the latest.' })
  expires_at!: string;

  static of(identity: SessionIdentity): SessionView {
    const { user, organization, memberships, session } = identity;
    return {
      object: 'session',
      user: { id: user.id, email: user.email, name: user.name, role: user.role },
      organization: { id: organization.id, name: organization.name, products: organization.products },
      workspaces: memberships.map(({ workspaceId, workspaceName, role }) => ({
        id: workspaceId,
        name: workspaceName,
        role,
      })),
      permissions: permissionsOfSession(identity),
      expires_at: session.expiresAt.toISOString(),
    };
  }
}

/**
 * Asks the function that the guard of every route asks, so that the console shows what the routes allow. Only the
 * organization of gateway.yaml operates the deployment (docs/contract/operations.md#deployment).
 */
function permissionsOfSession(identity: SessionIdentity): SessionPermissionsView {
  const subject = toSessionIdentity(identity, 0);
  const { id: organizationId, source } = identity.organization;
  const listIn = (workspaceId?: string): readonly Permission[] => {
    const held = permissionsOf(subject, { organizationId, workspaceId });
    return PERMISSIONS.filter(
      (permission) => held.has(permission) && (permission !== 'org.deployment.read' || source === 'config'),
    );
  };
  return {
    organization: listIn(),
    workspaces: identity.memberships.map(({ workspaceId }) => ({ id: workspaceId, permissions: listIn(workspaceId) })),
  };
}
