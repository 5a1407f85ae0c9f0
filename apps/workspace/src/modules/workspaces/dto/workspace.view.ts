import type { WorkspaceRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** A workspace as the API shows it. */
export class WorkspaceView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['workspace'], { description: 'Always `workspace`.' })
  object!: 'workspace';

  @TextField({ description: 'Unique in the organization.' })
  name!: string;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
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
