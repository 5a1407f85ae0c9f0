import { CountField, TextField, TimeField } from '../fields/scalar-fields.js';
import { MOST_GRACE_SECONDS, RotateDto } from './rotate.dto.js';

/** Ten years: within what a time can say. */
const MOST_DAYS = 3650;

export class CreateAccountTokenDto {
  @TextField({ description: 'Name for people.', example: 'production' })
  name!: string;

  @TimeField({
    optional: true,
    description:
      'When it expires. If left out: never, which requires `rotate_every_days` or a credential policy that allows it.',
  })
  expires_at?: string;

  @CountField({
    min: 1,
    max: MOST_DAYS,
    optional: true,
    description:
      'Days after which the token must be rotated. A token that is not rotated expires at the end of the grace period.',
    example: 30,
  })
  rotate_every_days?: number;

  @CountField({
    max: MOST_GRACE_SECONDS,
    optional: true,
    description:
      'Seconds for which an old token stays valid after a rotation, and an unrotated one after its due time. ' +
      'A day where `rotate_every_days` is given, else 0.',
  })
  grace_seconds?: number;
}

export class RotateAccountTokenDto extends RotateDto {
  @CountField({
    max: MOST_GRACE_SECONDS,
    optional: true,
    description: 'Seconds for which the old token stays valid. If left out: `grace_seconds` of the token.',
  })
  override grace_seconds?: number;

  @TimeField({ optional: true, description: 'The new expiry. If left out: unchanged.' })
  expires_at?: string;
}
