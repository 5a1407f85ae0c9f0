import { WORKSPACE_ROLES } from '@multilane/contracts';
import { ChoiceField, IdField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

const GROUP = { description: 'Id of the SCIM group, which is the id of its team.' };
const WORKSPACE = { description: 'The workspace in which the people of the group become members.' };
const ROLE = { description: 'Their role in it.', example: 'editor' };

export class CreateScimMappingDto {
  @IdField(GROUP)
  group_id!: string;

  @IdField(WORKSPACE)
  workspace_id!: string;

  @ChoiceField(WORKSPACE_ROLES, ROLE)
  role!: (typeof WORKSPACE_ROLES)[number];
}

/** Changes to a mapping. Omitted fields keep their value. */
export class UpdateScimMappingDto {
  @IdField({ ...GROUP, optional: true })
  group_id?: string;

  @IdField({ ...WORKSPACE, optional: true })
  workspace_id?: string;

  @ChoiceField(WORKSPACE_ROLES, { ...ROLE, optional: true })
  role?: (typeof WORKSPACE_ROLES)[number];
}

/** `workspace_id` is a filter here as well. */
export class ScimMappingsQuery extends ListQuery {
  @IdField({ optional: true, description: 'Only mappings of this group.' })
  group_id?: string;
}
