import { WORKSPACE_ROLES } from '@multilane/contracts';
import type { ScimMappingRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A mapping with the names of what it maps. */
export interface ShownScimMapping extends ScimMappingRecord {
  readonly group: string;
  readonly workspace: string;
}

/** Role that the people of a SCIM group get in a workspace. */
export class ScimMappingView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['scim_mapping'], { description: 'Always `scim_mapping`.' })
  object!: 'scim_mapping';

  @IdField({ description: 'The SCIM group, which is a team. Its members are attributed to the team in the workspace.' })
  group_id!: string;

  @TextField({ description: 'Name of the group.' })
  group!: string;

  @IdField({ description: 'The workspace in which the people of the group are members.' })
  workspace_id!: string;

  @TextField({ description: 'Name of the workspace.' })
  workspace!: string;

  @ChoiceField(WORKSPACE_ROLES, { description: 'Their role in it.' })
  role!: string;

  @TimeField({ description: 'When it was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(mapping: ShownScimMapping): ScimMappingView {
    return toView(ScimMappingView, { ...mapping, object: 'scim_mapping', groupId: mapping.teamId });
  }
}
