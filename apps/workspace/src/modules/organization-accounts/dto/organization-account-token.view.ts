import type { CredentialRecord } from '@multilane/persistence';
import { RotatedTokenView } from '../../../credentials/rotated-token.view.js';
import { ChoiceField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A token of a virtual account of the organization. */
export class OrganizationAccountTokenView extends RotatedTokenView {
  @ChoiceField(['organization_account_token'], { description: 'Always `organization_account_token`.' })
  object!: 'organization_account_token';

  @IdField({ description: 'The virtual account that it authenticates.' })
  organization_account_id!: string;

  static of(token: CredentialRecord): OrganizationAccountTokenView {
    return toView(OrganizationAccountTokenView, {
      ...token,
      object: 'organization_account_token',
      tokenHint: token.hint,
      organizationAccountId: token.organizationAccountId ?? '',
    });
  }
}

/** A token that was just made or rotated: with its plaintext, which is not shown again. */
export class IssuedOrganizationAccountTokenView extends OrganizationAccountTokenView {
  @TextField({ description: 'The token itself. It is shown here and never again.', example: 'ml_vat_…' })
  token!: string;

  static ofIssued({ record, token }: { readonly record: CredentialRecord; readonly token: string }) {
    return { ...OrganizationAccountTokenView.of(record), token };
  }
}
