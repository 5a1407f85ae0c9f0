import { ChoiceField, IdField } from '../../../fields/scalar-fields.js';

/** Fields that say where something new belongs. They cannot be changed. */
export class AlertPlaceDto {
  @ChoiceField(['workspace', 'organization'], {
    optional: true,
    description: '`organization`: for all workspaces. Default: `workspace`.',
  })
  scope?: 'workspace' | 'organization';

  @IdField({ optional: true, nullable: true, description: 'Team that it is confined to. Null: all teams.' })
  team_id?: string | null;
}
