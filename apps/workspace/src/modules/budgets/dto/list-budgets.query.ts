import { ChoiceField, IdField } from '../../../fields/scalar-fields.js';
import { NamedListQuery } from '../../../lists/list-query.dto.js';

export class ListBudgetsQuery extends NamedListQuery {
  @ChoiceField(['api_key', 'team'], { optional: true, description: 'Only budgets of keys, or only budgets of teams.' })
  scope?: 'api_key' | 'team';

  @IdField({ optional: true, description: 'Only the budget of this team, and those of its keys.' })
  team_id?: string;
}
