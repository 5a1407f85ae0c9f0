import type { CredentialRecord } from '@multilane/persistence';
import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** A virtual account token (VAT). */
export class AccountTokenView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @ChoiceField(['service_account_token'], { description: 'Always `service_account_token`.' })
  object!: 'service_account_token';

  @TextField({ description: 'Its prefix and last four characters.', example: 'ml_vat_…4f2A' })
  token_hint!: string;

  @TextField({ description: 'How it is called.' })
  name!: string;

  @IdField({ nullable: true, description: 'The virtual account that it authenticates.' })
  service_account_id!: string | null;

  @IdField({ nullable: true, description: 'The workspace of the account.' })
  workspace_id!: string | null;

  @TimeField({ nullable: true, description: 'When it stops working, rotated or not; null: never.' })
  expires_at!: string | null;

  @CountField({ nullable: true, description: 'How often it is to be rotated; null: on no schedule.' })
  rotate_every_days!: number | null;

  @TimeField({
    nullable: true,
    description: 'When it is to be rotated; it dies `grace_seconds` later. Null: on no schedule.',
  })
  rotation_due_at!: string | null;

  @CountField({ description: 'How long an old token works beside its successor.' })
  grace_seconds!: number;

  @TimeField({ description: 'When it was made.' })
  created_at!: string;

  @TimeField({ nullable: true, description: 'When it was used last, to the minute or so; null: never yet.' })
  last_used_at!: string | null;

  static of(token: CredentialRecord): AccountTokenView {
    return {
      id: token.id,
      object: 'service_account_token',
      token_hint: token.hint,
      name: token.name,
      service_account_id: token.serviceAccountId,
      workspace_id: token.workspaceId,
      expires_at: token.expiresAt?.toISOString() ?? null,
      rotate_every_days: token.rotateEveryDays,
      rotation_due_at: token.rotationDueAt?.toISOString() ?? null,
      grace_seconds: token.graceSeconds,
      created_at: token.createdAt.toISOString(),
      last_used_at: token.lastUsedAt?.toISOString() ?? null,
    };
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
