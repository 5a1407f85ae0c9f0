import type { UserRecord } from '@multilane/persistence';
import { ChoiceField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** A person's account as the API shows it. */
export class UserView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @ChoiceField(['user'], { description: 'Always `user`.' })
  object!: 'user';

  @TextField({ description: 'The e-mail address, in lower case; unique in the organization.' })
  email!: string;

  @TextField({ description: 'How the person is called.' })
  name!: string;

  @ChoiceField(['owner', 'org_admin', 'org_member'], { description: 'The role in the organization.' })
  role!: string;

  @FlagField({ description: 'False: signed out everywhere; the PATs are refused.' })
  active!: boolean;

  @FlagField({ description: 'Whether the person can sign in with a password.' })
  has_password!: boolean;

  @FlagField({ description: 'Whether a SCIM client keeps the account up to date.' })
  scim_managed!: boolean;

  @TimeField({ description: 'When it was made.' })
  created_at!: string;

  @TimeField({ description: 'When it was changed last.' })
  updated_at!: string;

  static of(user: UserRecord): UserView {
    return {
      id: user.id,
      object: 'user',
      email: user.email,
      name: user.name,
      role: user.role,
      active: user.active,
      has_password: user.hasPassword,
      scim_managed: user.scimUserName !== null,
      created_at: user.createdAt.toISOString(),
      updated_at: user.updatedAt.toISOString(),
    };
  }
}
