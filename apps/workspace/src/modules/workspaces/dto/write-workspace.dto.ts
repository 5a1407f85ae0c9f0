import { WORKSPACE_ROLES, type WorkspaceRole } from '@multilane/contracts';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

const NAME = 'Unique in the organization.';

export class CreateWorkspaceDto {
  @TextField({ description: NAME, example: 'production' })
  name!: string;
}

export class UpdateWorkspaceDto {
  @TextField({ optional: true, description: NAME })
  name?: string;
}

export class CapturePayloadsDto {
  @TimeField({ description: 'Time until which payloads are captured: at most 30 days from now.' })
  until!: string;
}

/** A person's membership. A team that is left out stays as it is. */
export class WriteMemberDto {
  @ChoiceField(WORKSPACE_ROLES, { description: 'Role of the person in the workspace.' })
  role!: WorkspaceRole;

  @IdField({
    optional: true,
    nullable: true,
    description:
      "A team of the person, to which the person's sessions and PATs in the workspace are attributed. Null: explicitly none, " +
      'so that no team restricts the person here. Left out: as before; none for a new member.',
  })
  team_id?: string | null;
}
