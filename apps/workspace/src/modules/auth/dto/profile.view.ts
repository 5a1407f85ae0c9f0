import type { UserRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** Own account of a person. */
export class ProfileView {
  @ChoiceField(['profile'], { description: 'Always `profile`.' })
  object!: 'profile';

  @IdField({ description: 'Unique identifier of the person.' })
  id!: string;

  @TextField({ description: 'The e-mail address.' })
  email!: string;

  @TextField({ description: 'Name of the person.' })
  name!: string;

  @TimeField({ description: 'When the account was changed last.' })
  updated_at!: string;

  static of({ email, id, name, updatedAt }: UserRecord): ProfileView {
    return { object: 'profile', id, email, name, updated_at: updatedAt.toISOString() };
  }
}
