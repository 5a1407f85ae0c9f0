import { RotateDto } from '../../../credentials/rotate.dto.js';
import { IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

export class CreatePersonalTokenDto {
  @TextField({ description: 'Name for people.', example: 'laptop' })
  name!: string;

  @TimeField({
    description: "When it expires: in the future, within the maximum lifetime of the organization's policy.",
  })
  expires_at!: string;

  @IdField({ optional: true, description: 'The workspace that it is for; needed where you reach several.' })
  workspace_id?: string;
}

export class RotatePersonalTokenDto extends RotateDto {
  @TimeField({ optional: true, description: 'The new expiry. If left out: unchanged.' })
  expires_at?: string;
}
