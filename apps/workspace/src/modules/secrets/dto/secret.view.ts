import type { WorkspaceSecretRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A secret as the API shows it: without its value. */
export class SecretView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['secret'], { description: 'Always `secret`.' })
  object!: 'secret';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ description: 'Unique in the workspace. Steps and tools use the secret by this name.' })
  name!: string;

  @TextField({ nullable: true, description: 'What the secret is for.' })
  description!: string | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the value or the description changed last.' })
  updated_at!: string;

  static of(secret: WorkspaceSecretRecord): SecretView {
    return toView(SecretView, { ...secret, object: 'secret' });
  }
}
