import { ChoiceField, IdField, TextField } from '../../../fields/scalar-fields.js';

const NAME = 'Unique in the organization.';

export class CreateWorkspaceDto {
  @TextField({ description: NAME, example: 'production' })
  name!: string;
}

export class UpdateWorkspaceDto {
  @TextField({ optional: true, description: NAME })
  name?: string;
}

/** A person's place, whole: a team that is left out is none. */
export class WriteMemberDto {
  @ChoiceField(['admin', 'editor', 'viewer'], { description: 'What the person may do in the workspace.' })
  role!: 'admin' | 'editor' | 'viewer';

  @IdField({
    optional: true,
    nullable: true,
    description: "A team of the person, to which the person's sessions and PATs in the workspace are attributed.",
  })
  team_id?: string | null;
}
