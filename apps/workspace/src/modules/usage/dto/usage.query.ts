import { IMPORTED_CHOICES, type ImportedChoice } from '@multilane/persistence';
import { ChoiceField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { CursorField, LimitField } from '../../../lists/page-fields.js';
import { UsageFiltersQuery } from './usage-filters.query.js';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a day such as 2027-01-31' };

/** Callers and days of usage, and the dimensions of its groups. */
export class OrganizationUsageQuery extends UsageFiltersQuery {
  @TextField({
    optional: true,
    description:
      'Dimensions to group by, separated by commas: day, workspace, team, key, user, model, provider. Or one of customer, client, session and `tag:<name>`, alone or with day.',
    example: 'team,day',
  })
  group_by?: string;

  @TextField({ optional: true, form: DAY, description: 'First day, in UTC. Default: the first day of this month.' })
  from?: string;

  @TextField({ optional: true, form: DAY, description: 'Last day, inclusive, in UTC. Default: today.' })
  to?: string;

  @ChoiceField(IMPORTED_CHOICES, {
    optional: true,
    description: 'Role of imported usage: `include` (default), `exclude`, or `only`.',
  })
  imported: ImportedChoice = 'include';

  @LimitField(1000, 100)
  limit: number = 100;

  @CursorField()
  cursor?: string;
}

export class UsageQuery extends OrganizationUsageQuery {
  @IdField({ optional: true, description: 'Only requests of this workspace.' })
  workspace_id?: string;
}
