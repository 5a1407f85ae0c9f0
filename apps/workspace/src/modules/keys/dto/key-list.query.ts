import { IdField, TextField } from '../../../fields/scalar-fields.js';
import { NamedListQuery } from '../../../lists/list-query.dto.js';

export class KeyListQuery extends NamedListQuery {
  @TextField({ optional: true, description: 'Only keys of this team (name or id).' })
  team?: string;

  @IdField({ optional: true, description: 'Only keys that are bound to this workspace.' })
  override workspace_id?: string;

  @IdField({ optional: true, description: 'Only keys that this person owns.' })
  user_id?: string;
}
