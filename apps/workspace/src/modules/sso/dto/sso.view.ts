import { ObjectField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { SsoTestView } from './sso-test.view.js';

/** Settings of single sign-on of the organization, without secrets. */
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

  @TextListField({
    description:
      'Keys of gateway.yaml that have to be set before people can sign in this way. Those of `auth` are not needed once the organization has settings of its own.',
  })
  missing!: readonly string[];

  @ChoiceField(['config', 'database'], {
    nullable: true,
    description:
      '`config`: gateway.yaml sets single sign-on up, and alone changes it. `database`: the organization did. Null: nobody did.',
  })
  source!: 'config' | 'database' | null;

  @TextField({ nullable: true, max: 500, description: 'Id of the client at the identity provider.' })
  client_id!: string | null;

  @FlagField({ description: 'Whether there is a secret of the client, which is never shown.' })
  has_client_secret!: boolean;

  @FlagField({ description: 'Whether the settings are switched on.' })
  enabled!: boolean;

  @FlagField({ description: 'Whether a test has passed with these very settings, so that they can be switched on.' })
  is_tested!: boolean;

  @ObjectField(() => SsoTestView, { nullable: true, description: 'The last test of these settings. Null without one.' })
  test!: SsoTestView | null;

  @TimeField({
    nullable: true,
    description: "When the organization's own settings were last changed. Null without any.",
  })
  updated_at!: string | null;
}
