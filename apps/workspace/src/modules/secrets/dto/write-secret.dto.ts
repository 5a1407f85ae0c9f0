import { SECRET_NAME } from '@multilane/workflows';
import { TextField } from '../../../fields/scalar-fields.js';

const DESCRIPTION = 'What the secret is for.';
const VALUE = 'The value. It is never shown again.';
const LONGEST = 8_192;
/** Form of a text for a header. */
const PRINTABLE = { pattern: /^[\x20-\x7e]+$/, name: 'printable ASCII' };
const NAME = { pattern: SECRET_NAME, name: 'a name of letters, digits and underscores that begins with a letter' };

export class CreateSecretDto {
  @TextField({
    max: 64,
    form: NAME,
    description: 'Unique in the workspace: letters, digits and underscores. It cannot change.',
    example: 'CRM_TOKEN',
  })
  name!: string;

  @TextField({ max: LONGEST, form: PRINTABLE, description: VALUE, example: 'a-token' })
  value!: string;

  @TextField({ optional: true, nullable: true, max: 500, description: DESCRIPTION })
  description?: string | null;
}

/** Fields that are left out keep their value. */
export class UpdateSecretDto {
  @TextField({ optional: true, max: LONGEST, form: PRINTABLE, description: VALUE })
  value?: string;

  @TextField({ optional: true, nullable: true, max: 500, description: DESCRIPTION })
  description?: string | null;
}
