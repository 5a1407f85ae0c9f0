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

  @TimeField({
    nullable: true,
    description:
      'Time until which the payloads of requests are captured. Null if a person has not switched that on, or it is over.',
  })
  payloads_captured_until!: string | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(workspace: WorkspaceRecord): WorkspaceView {
    const { payloadsCapturedUntil: until } = workspace;
    const payloadsCapturedUntil = until !== null && until.getTime() > Date.now() ? until : null;
    return toView(WorkspaceView, { ...workspace, payloadsCapturedUntil, object: 'workspace' });
  }
}
