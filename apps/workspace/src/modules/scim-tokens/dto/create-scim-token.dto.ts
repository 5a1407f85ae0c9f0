import { TextField, TimeField } from '../../../fields/scalar-fields.js';

export class CreateScimTokenDto {
  @TextField({
    description: 'Name of the client that will use the token. Unique in the organization.',
    example: 'identity provider',
  })
  name!: string;

  @TimeField({ optional: true, description: 'When it expires. If left out: never.' })
  expires_at?: string;
}
