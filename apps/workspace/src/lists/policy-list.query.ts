import { ChoiceField } from '../fields/scalar-fields.js';
import { NamedListQuery } from './list-query.dto.js';

/** Query of a list of policies: those of the organization apply in each workspace. */
export class PolicyListQuery extends NamedListQuery {
  @ChoiceField(['true', 'false'], {
    optional: true,
    description:
      'With `workspace_id`: whether to also list the policies of the organization, which apply in the workspace too, if you can read them. Default: false.',
  })
  include_organization?: 'true' | 'false';
}
