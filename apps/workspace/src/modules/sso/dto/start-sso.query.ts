import { TextField } from '../../../fields/scalar-fields.js';

export class StartSsoQuery {
  @TextField({
    optional: true,
    max: 2000,
    description: 'The path to go to afterwards; /ui by default.',
    example: '/ui',
  })
  return_to?: string;
}
