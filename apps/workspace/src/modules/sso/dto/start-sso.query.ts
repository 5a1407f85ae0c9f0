import { TextField } from '../../../fields/scalar-fields.js';

export class StartSsoQuery {
  @TextField({
    optional: true,
    max: 2000,
    description: 'Path to open after the sign-in. Default: /ui.',
    example: '/ui',
  })
  return_to?: string;
}
