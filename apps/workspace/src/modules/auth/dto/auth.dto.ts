import { TextField } from '../../../fields/scalar-fields.js';
import { EMAIL, PASSWORD } from './account-rules.js';

/** The first owner. */
export class SetupDto {
  @TextField({ description: 'The setup token that the service printed at its start.' })
  token!: string;

  @TextField({ ...EMAIL, description: 'E-mail address with which the owner signs in.', example: 'ada@example.com' })
  email!: string;

  @TextField({ description: 'Name of the owner.', example: 'Ada' })
  name!: string;

  @TextField({ ...PASSWORD, description: 'At least 12 characters.' })
  password!: string;
}

export class LoginDto {
  @TextField({ max: 254, description: 'The e-mail address of the account.' })
  email!: string;

  @TextField({ max: 256, secret: true, description: 'The password.' })
  password!: string;

  @TextField({
    optional: true,
    description: 'Name or id of the organization. Required if you have accounts in several.',
  })
  organization?: string;
}

/** Fields of one's own account. */
export class ProfileDto {
  @TextField({ max: 200, description: 'Your name.', example: 'Ada' })
  name!: string;
}

export class PasswordDto {
  @TextField({ max: 256, secret: true, description: 'Current password.' })
  current_password!: string;

  @TextField({ ...PASSWORD, description: 'New password, at least 12 characters.' })
  new_password!: string;
}
