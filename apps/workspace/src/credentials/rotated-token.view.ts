import { CountField, IdField, TextField, TimeField } from '../fields/scalar-fields.js';

/** Fields of every token of a virtual account. */
export class RotatedTokenView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @TextField({ description: 'Prefix and last four characters.', example: 'ml_vat_…4f2A' })
  token_hint!: string;

  @TextField({ description: 'Name for people.' })
  name!: string;

  @TimeField({ nullable: true, description: 'When it expires, rotated or not. Null: never.' })
  expires_at!: string | null;

  @CountField({ nullable: true, description: 'Days after which the token must be rotated. Null: no schedule.' })
  rotate_every_days!: number | null;

  @TimeField({
    nullable: true,
    description: 'When the token must be rotated. It expires `grace_seconds` later. Null: no schedule.',
  })
  rotation_due_at!: string | null;

  @CountField({ description: 'Seconds for which an old token stays valid after a rotation.' })
  grace_seconds!: number;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ nullable: true, description: 'When it was last used, accurate to about a minute. Null: never.' })
  last_used_at!: string | null;
}
