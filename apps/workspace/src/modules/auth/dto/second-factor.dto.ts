import { TextField } from '../../../fields/scalar-fields.js';

const CODE = { max: 64, secret: true, example: '123456' };

/** A code of the authenticator app, or a recovery code. */
export class CodeDto {
  @TextField({ ...CODE, description: 'Six digits of the authenticator app, or a recovery code. Each is good once.' })
  code!: string;
}

/** The first code of an authenticator app. */
export class FirstCodeDto {
  @TextField({ ...CODE, description: 'Six digits that the authenticator app shows after the scan.' })
  code!: string;
}

/** Second factor to be set up. */
export class BeginEnrolmentDto {
  @TextField({ max: 256, secret: true, description: 'Current password.' })
  current_password!: string;

  @TextField({
    ...CODE,
    optional: true,
    description: 'Code of the present second factor, or a recovery code. Required if you have a second factor.',
  })
  code?: string;
}

const TOKEN = { max: 2_000, secret: true, description: 'The `token` that the sign-in was answered with.' };

/** Sign-in with a right password. */
export class SignInStepDto {
  @TextField(TOKEN)
  token!: string;
}

/** Sign-in with a right password, and a code. */
export class SignInCodeDto extends CodeDto {
  @TextField(TOKEN)
  token!: string;
}
