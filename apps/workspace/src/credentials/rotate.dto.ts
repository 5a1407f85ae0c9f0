import { CountField } from '../fields/scalar-fields.js';

/** 30 days: nothing that was replaced works for longer. */
export const MOST_GRACE_SECONDS = 2_592_000;

/** Body of a rotation. */
export class RotateDto {
  @CountField({
    max: MOST_GRACE_SECONDS,
    optional: true,
    description: 'Seconds for which the old token stays valid. Default: 0, it is revoked at once.',
    example: 3600,
  })
  grace_seconds?: number;
}
