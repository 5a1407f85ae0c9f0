import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, TextField } from '../../../fields/scalar-fields.js';
import { UsageFiltersQuery } from '../../usage/dto/usage-filters.query.js';

const GROUPS = {
  pattern:
    /^(?:(model|provider|team|key|user|workspace)(?:,(?!\1)(?:model|provider|team|key|user|workspace))?|customer|client|session|tag:[A-Za-z0-9][A-Za-z0-9_.-]{0,63})$/,
  name: 'one or two of model, provider, team, key, user and workspace, or one of customer, client, session and `tag:<name>`',
};

/** A chart of usage of the workspace. Each part means what it means for `GET /admin/usage`. */
export class DashboardChartDto {
  @TextField({ max: 100, description: 'Heading of the chart.', example: 'Cost by team' })
  title!: string;

  @ChoiceField(['stacked', 'line', 'table', 'number'], { description: 'Form of the chart.' })
  kind!: string;

  @ChoiceField(['cost_usd', 'requests', 'total_tokens', 'refused_requests', 'failed_requests', 'cancelled_requests'], {
    description: 'Sum that is shown.',
  })
  measure!: string;

  @TextField({ max: 140, form: GROUPS, description: 'One group, or two of callers and models.', example: 'team,model' })
  group_by!: string;

  @ChoiceField(['7d', '30d', '90d', 'month', 'lastMonth'], {
    description: 'Days up to today in UTC, this month, or the month before.',
  })
  span!: string;

  @ObjectField(() => UsageFiltersQuery, { description: 'Filters of usage. Empty: all requests of the workspace.' })
  filters!: UsageFiltersQuery;
}
