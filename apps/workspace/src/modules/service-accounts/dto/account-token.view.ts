import type { CredentialRecord } from '@multilane/persistence';
import { RotatedTokenView } from '../../../credentials/rotated-token.view.js';
import { ChoiceField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A virtual account token (VAT). */
export class AccountTokenView extends RotatedTokenView {
  @ChoiceField(['service_account_token'], { description: 'Always `service_account_token`.' })
  object!: 'service_account_token';

  @IdField({ nullable: true, description: 'The virtual account that it authenticates.' })
  service_account_id!: string | null;

  @IdField({ nullable: true, description: 'The workspace of the account.' })
  workspace_id!: string | null;

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
