import { ChoiceField, TextField } from '../../../fields/scalar-fields.js';

export class StartSsoQuery {
  @TextField({
    optional: true,
    max: 200,
    description:
      'Name or id of the organization whose identity provider signs the person in. Default: the one that gateway.yaml names.',
    example: 'acme',
  })
  organization?: string;

  @TextField({
    optional: true,
    max: 2000,
    description: 'Path to open after the sign-in. Default: /ui.',
    example: '/ui',
  })
  return_to?: string;

  @ChoiceField(['login', 'select_account'], {
    optional: true,
    description: 'What the identity provider asks for: `select_account` lets the person choose another account.',
  })
  prompt?: 'login' | 'select_account';
}
