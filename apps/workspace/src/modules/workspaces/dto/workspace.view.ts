import type { WorkspaceRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

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

  static of(workspace: WorkspaceRecord): WorkspaceView {
    return toView(WorkspaceView, { ...workspace, object: 'workspace' });
  }
}
