import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';

/** Settings of single sign-on in gateway.yaml, without secrets. */
export class SsoView {
  @ChoiceField(['sso'], { description: 'Always `sso`.' })
  object!: 'sso';

  @FlagField({ description: 'Whether people can sign in this way.' })
  is_offered!: boolean;

  @TextField({ nullable: true, max: 2_000, description: 'The identity provider. Null: none is set.' })
  issuer!: string | null;

  @TextField({
    nullable: true,
    max: 2_000,
    description:
      'Where the identity provider sends people back to: its redirect address. Null without `server.public_base_url`.',
  })
  callback_address!: string | null;

  @TextField({
    nullable: true,
    max: 2_000,
    description: 'Where a sign-in begins, for a dashboard of applications. Null without `server.public_base_url`.',
  })
  start_address!: string | null;

  @TextField({
    nullable: true,
    max: 2_000,
    description:
      'Where the identity provider sends people back to after a sign-out: its post-logout redirect address. Null without `server.public_base_url`.',
  })
  sign_out_address!: string | null;

  @TextListField({ description: 'Keys of gateway.yaml that have to be set before people can sign in this way.' })
  missing!: readonly string[];
}
