import { ORGANIZATION_ROLES } from '@multilane/contracts';
import type { UserRecord } from '@multilane/persistence';
import { ChoiceField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A person's account as the API shows it. */
export class UserView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['user'], { description: 'Always `user`.' })
  object!: 'user';

  @TextField({ description: 'E-mail address, in lower case. Unique in the organization.' })
  email!: string;

  @TextField({ description: 'Name of the person.' })
  name!: string;

  @ChoiceField(ORGANIZATION_ROLES, { description: 'The role in the organization.' })
  role!: string;

  @FlagField({ description: 'If false, the person is signed out everywhere and their PATs are rejected.' })
  active!: boolean;

  @FlagField({ description: 'Whether the person can sign in with a password.' })
  has_password!: boolean;

  @FlagField({ description: 'Whether a sign-in with the password needs a second factor as well.' })
  has_second_factor!: boolean;

  @FlagField({ description: 'Whether a SCIM client keeps the account up to date.' })
  scim_managed!: boolean;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(user: UserRecord): UserView {
    return toView(UserView, {
      ...user,
      object: 'user',
      scimManaged: user.scimUserName !== null,
      hasSecondFactor: user.secondFactorSince !== null,
    });
  }
}
