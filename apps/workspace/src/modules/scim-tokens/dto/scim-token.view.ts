import type { ScimTokenRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A SCIM client's token, without the secret. */
export class ScimTokenView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['scim_token'], { description: 'Always `scim_token`.' })
  object!: 'scim_token';

  @TextField({ description: 'Unique in the organization.' })
  name!: string;

  @TextField({ description: 'The prefix and the last four characters of the token.' })
  token_hint!: string;

  @TimeField({ nullable: true, description: 'When it expires. Null: never.' })
  expires_at!: string | null;

  @TimeField({ nullable: true, description: 'When it was last used.' })
  last_used_at!: string | null;

  @TimeField({ description: 'When it was issued.' })
  created_at!: string;

  static of(token: ScimTokenRecord): ScimTokenView {
    return toView(ScimTokenView, { ...token, object: 'scim_token', tokenHint: token.hint });
  }
}

/** A token that was just issued. */
export class IssuedScimTokenView extends ScimTokenView {
  @TextField({ description: 'The token, for `Authorization: Bearer`. It is shown here and never again.' })
  token!: string;
}
