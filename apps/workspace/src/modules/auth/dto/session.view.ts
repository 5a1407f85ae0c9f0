import type { SessionIdentity } from '@multilane/persistence';
import { ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

class SessionUserView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @TextField({ description: 'The e-mail address.' })
  email!: string;

  @TextField({ description: 'How the person is called.' })
  name!: string;

  @ChoiceField(['owner', 'org_admin', 'org_member'], { description: 'The role in the organization.' })
  role!: string;
}

class SessionOrganizationView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @TextField({ description: 'Its name.' })
  name!: string;

  @TextListField({ description: 'The products that it holds.' })
  products!: readonly string[];
}

class SessionWorkspaceView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @TextField({ description: 'Its name.' })
  name!: string;

  @ChoiceField(['admin', 'editor', 'viewer'], { description: "The person's role in it." })
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

  @ObjectListField(() => SessionWorkspaceView, { description: 'The workspaces that the person has a place in.' })
  workspaces!: SessionWorkspaceView[];

  @TimeField({ description: 'The end of the session, however busy it is.' })
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
