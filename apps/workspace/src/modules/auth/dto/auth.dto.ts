import { TextField } from '../../../fields/scalar-fields.js';
import { EMAIL, PASSWORD } from './account-rules.js';

/** The first owner. */
export class SetupDto {
  @TextField({ description: 'The setup token that the service printed at its start.' })
  token!: string;

  @TextField({ ...EMAIL, description: 'With which the owner signs in.', example: 'ada@example.com' })
  email!: string;

  @TextField({ description: 'How the owner is called.', example: 'Ada' })
  name!: string;

  @TextField({ ...PASSWORD, description: 'At least 12 characters.' })
  password!: string;
}

export class LoginDto {
  @TextField({ max: 254, description: 'The e-mail address of the account.' })
  email!: string;

  @TextField({ max: 256, description: 'The password.' })
  password!: string;

  @TextField({
    optional: true,
    description: 'The name or id of the organization, for who has accounts with several.',
  })
  organization?: string;
}

export class PasswordDto {
  @TextField({ max: 256, description: 'The password until now.' })
  current_password!: string;

  @TextField({ ...PASSWORD, description: 'The password from now on: at least 12 characters.' })
  new_password!: string;
}
