import type { CredentialRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A personal access token as its person sees it. */
export class PersonalTokenView {
  @IdField({ description: 'Id of the token, for the header X-Service-Credential.' })
  id!: string;

  @ChoiceField(['personal_access_token'], { description: 'Always `personal_access_token`.' })
  object!: 'personal_access_token';

  @TextField({ description: 'Prefix and last four characters.', example: 'ml_pat_…4f2A' })
  token_hint!: string;

  @TextField({ description: 'Name for people.' })
  name!: string;

  @IdField({ nullable: true, description: 'The workspace.' })
  workspace_id!: string | null;

  @TimeField({ nullable: true, description: 'When it expires.' })
  expires_at!: string | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ nullable: true, description: 'When it was last used, accurate to about a minute. Null: never.' })
  last_used_at!: string | null;

  static of(token: CredentialRecord): PersonalTokenView {
    return toView(PersonalTokenView, { ...token, object: 'personal_access_token', tokenHint: token.hint });
  }
}

/** A token that was just made or rotated: with its plaintext, which is not shown again. */
export class IssuedPersonalTokenView extends PersonalTokenView {
  @TextField({ description: 'The token itself. It is shown here and never again.', example: 'ml_pat_…' })
  token!: string;

  static ofIssued({ record, token }: { readonly record: CredentialRecord; readonly token: string }) {
    return { ...PersonalTokenView.of(record), token };
  }
}
