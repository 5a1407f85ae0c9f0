import type { WorkspaceRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** A workspace as the API shows it. */
export class WorkspaceView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @ChoiceField(['workspace'], { description: 'Always `workspace`.' })
  object!: 'workspace';

  @TextField({ description: 'Unique in the organization.' })
  name!: string;

  @TimeField({ description: 'When it was made.' })
  created_at!: string;

  @TimeField({ description: 'When it was changed last.' })
  updated_at!: string;

  static of({ id, name, createdAt, updatedAt }: WorkspaceRecord): WorkspaceView {
    return {
      id,
      object: 'workspace',
      name,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    };
  }
}
