import { RotateDto } from '../../../credentials/rotate.dto.js';
import { IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

export class CreatePersonalTokenDto {
  @TextField({ description: 'How it is called.', example: 'laptop' })
  name!: string;

  @TimeField({ description: "When it stops working: in the future, within the lifetime of the organization's policy." })
  expires_at!: string;

  @IdField({ optional: true, description: 'The workspace that it is for; needed where you reach several.' })
  workspace_id?: string;
}

export class RotatePersonalTokenDto extends RotateDto {
  @TimeField({ optional: true, description: 'When it stops working from now on. Left out: as before.' })
  expires_at?: string;
}
