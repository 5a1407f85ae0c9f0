import type { CredentialRecord } from '@multilane/persistence';
import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A virtual account token (VAT). */
export class AccountTokenView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['service_account_token'], { description: 'Always `service_account_token`.' })
  object!: 'service_account_token';

  @TextField({ description: 'Prefix and last four characters.', example: 'ml_vat_…4f2A' })
  token_hint!: string;

  @TextField({ description: 'Name for people.' })
  name!: string;

  @IdField({ nullable: true, description: 'The virtual account that it authenticates.' })
  service_account_id!: string | null;

  @IdField({ nullable: true, description: 'The workspace of the account.' })
  workspace_id!: string | null;

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

  static of(token: CredentialRecord): AccountTokenView {
    return toView(AccountTokenView, { ...token, object: 'service_account_token', tokenHint: token.hint });
  }
}

/** A token that was just made or rotated: with its plaintext, which is not shown again. */
export class IssuedAccountTokenView extends AccountTokenView {
  @TextField({ description: 'The token itself. It is shown here and never again.', example: 'ml_vat_…' })
  token!: string;

  static ofIssued({ record, token }: { readonly record: CredentialRecord; readonly token: string }) {
    return { ...AccountTokenView.of(record), token };
  }
}
