import { CountField } from '../fields/scalar-fields.js';

/** 30 days: nothing that was replaced works for longer. */
export const MOST_GRACE_SECONDS = 2_592_000;

/** What a rotation takes. */
export class RotateDto {
  @CountField({
    max: MOST_GRACE_SECONDS,
    optional: true,
    description: 'How long the old token works on beside the new one. 0, the default: it dies at once.',
    example: 3600,
  })
  grace_seconds?: number;
}
