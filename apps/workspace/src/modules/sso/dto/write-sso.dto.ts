import { FlagField, TextField } from '../../../fields/scalar-fields.js';

/** Single sign-on of the organization, as a whole. */
export class WriteSsoDto {
  @TextField({
    max: 2_000,
    description:
      'Issuer, as the metadata of the identity provider names it. It must be `https`, except on a private address that `network.allow_private` lists.',
    example: 'https://your-org.okta.com',
  })
  issuer!: string;

  @TextField({ max: 500, description: 'Id of the client at the identity provider.', example: '0oa1b2c3d4' })
  client_id!: string;

  @TextField({
    optional: true,
    nullable: true,
    max: 2_000,
    description:
      'Secret of the client, which nobody reads again. Left out: the stored one stays, unless the issuer changes. Null: a public client.',
  })
  client_secret?: string | null;

  @FlagField({
    optional: true,
    description:
      'Whether people can sign in this way: only with settings that a test has passed with. Left out: as before, and false after a change of issuer, client id or secret.',
  })
  enabled?: boolean;
}
