import type { CredentialRecord } from '@multilane/persistence';
import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A token of a virtual account of the organization. */
export class OrganizationAccountTokenView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['organization_account_token'], { description: 'Always `organization_account_token`.' })
  object!: 'organization_account_token';

  @TextField({ description: 'Prefix and last four characters.', example: 'ml_vat_…4f2A' })
  token_hint!: string;

  @TextField({ description: 'Name for people.' })
  name!: string;

  @IdField({ description: 'The virtual account that it authenticates.' })
  organization_account_id!: string;

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
