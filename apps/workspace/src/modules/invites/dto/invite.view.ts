import { ORGANIZATION_ROLES, WORKSPACE_ROLES } from '@multilane/contracts';
import type { InviteRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** An invitation, without its token. */
export class InviteView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['invite'], { description: 'Always `invite`.' })
  object!: 'invite';

  @TextField({ description: 'E-mail address of the invited person, in lower case.' })
  email!: string;

  @ChoiceField(ORGANIZATION_ROLES, { description: 'The role in the organization.' })
  role!: string;

  @IdField({ nullable: true, description: 'The workspace in which the person gets a place.' })
  workspace_id!: string | null;

  @ChoiceField(WORKSPACE_ROLES, { nullable: true, description: 'The role in that workspace.' })
  workspace_role!: string | null;

  @IdField({ nullable: true, description: 'The team that the person joins.' })
  team_id!: string | null;

  @TextField({ nullable: true, description: 'Id of the person who sent the invitation.' })
  invited_by!: string | null;

  @ChoiceField(['pending', 'accepted', 'expired'], { description: 'Outcome.' })
  status!: string;

  @TimeField({ description: 'When the invitation expires.' })
  expires_at!: string;

  @TimeField({ nullable: true, description: 'When it was accepted.' })
  accepted_at!: string | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  static of(invite: InviteRecord): InviteView {
    return toView(InviteView, { ...invite, object: 'invite', status: statusOf(invite) });
  }
}

function statusOf({ acceptedAt, expiresAt }: InviteRecord): string {
  if (acceptedAt !== null) return 'accepted';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'pending';
}

/** An invitation that was just made. */
export class IssuedInviteView extends InviteView {
  @TextField({ description: 'Token to sign up with. It is shown only once. Give it to the invited person.' })
  token!: string;
}
