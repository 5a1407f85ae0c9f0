import { ChoiceField, IdField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

export class ListBudgetsQuery extends ListQuery {
  @ChoiceField(['api_key', 'team'], { optional: true, description: 'Only those of keys, or only those of teams.' })
  scope?: 'api_key' | 'team';

  @IdField({ optional: true, description: 'Only that of this team, and those of its keys.' })
  team_id?: string;
}
