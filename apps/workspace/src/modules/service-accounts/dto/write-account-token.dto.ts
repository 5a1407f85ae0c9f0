import { MOST_GRACE_SECONDS, RotateDto } from '../../../credentials/rotate.dto.js';
import { CountField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** Ten years: within what a time can say. */
const MOST_DAYS = 3650;

export class CreateAccountTokenDto {
  @TextField({ description: 'How it is called.', example: 'production' })
  name!: string;

  @TimeField({
    optional: true,
    description:
      'When it stops working. Left out: never, which needs `rotate_every_days`, or a credential policy that allows it.',
  })
  expires_at?: string;

  @CountField({
    min: 1,
    max: MOST_DAYS,
    optional: true,
    description: 'It is to be rotated this often. One that nobody rotates dies when it is due and the grace is over.',
    example: 30,
  })
  rotate_every_days?: number;

  @CountField({
    max: MOST_GRACE_SECONDS,
    optional: true,
    description:
      'How long an old token works beside its successor, and one that nobody rotates beyond its due time. ' +
      'A day where `rotate_every_days` is given, else 0.',
  })
  grace_seconds?: number;
}

export class RotateAccountTokenDto extends RotateDto {
  @CountField({
    max: MOST_GRACE_SECONDS,
    optional: true,
    description: 'How long the old token works on beside the new one. Left out: the `grace_seconds` of the token.',
  })
  override grace_seconds?: number;

  @TimeField({ optional: true, description: 'When it stops working from now on. Left out: as before.' })
  expires_at?: string;
}
