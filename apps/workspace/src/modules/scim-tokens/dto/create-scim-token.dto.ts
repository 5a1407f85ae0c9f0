import { TextField, TimeField } from '../../../fields/scalar-fields.js';

export class CreateScimTokenDto {
  @TextField({ description: 'Unique in the organization: what will use it.', example: 'identity provider' })
  name!: string;

  @TimeField({ optional: true, description: 'When it stops working; never, where it is left out.' })
  expires_at?: string;
}
