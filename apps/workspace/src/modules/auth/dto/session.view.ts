import { ORGANIZATION_ROLES, WORKSPACE_ROLES } from '@multilane/contracts';
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

/** Who is signed in. */
export class SessionView {
  @ChoiceField(['session'], { description: 'Always `session`.' })
  object!: 'session';

  @ObjectField(() => SessionUserView, { description: 'The person.' })
  user!: SessionUserView;

  @ObjectField(() => SessionOrganizationView, { description: "The person's organization." })
  organization!: SessionOrganizationView;

  @ObjectListField(() => SessionWorkspaceView, { description: 'Workspaces that the person is a member of.' })
  workspaces!: SessionWorkspaceView[];

  @TimeField({ description: 'When the session ends at the latest.' })
  expires_at!: string;

  static of({ user, organization, memberships, session }: SessionIdentity): SessionView {
    return {
      object: 'session',
      user: { id: user.id, email: user.email, name: user.name, role: user.role },
      organization,
      workspaces: memberships.map(({ workspaceId, workspaceName, role }) => ({
        id: workspaceId,
        name: workspaceName,
        role,
      })),
      expires_at: session.expiresAt.toISOString(),
    };
  }
}
