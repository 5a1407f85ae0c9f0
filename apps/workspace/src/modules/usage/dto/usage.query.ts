import { CountField, IdField, TextField } from '../../../fields/scalar-fields.js';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a day such as 2027-01-31' };

/** Whose usage, of which days, and what it is told apart by. */
export class OrganizationUsageQuery {
  @TextField({
    optional: true,
    description: 'What to tell apart, several separated by commas: day, workspace, team, key, user, model, provider.',
    example: 'team,day',
  })
  group_by?: string;

  @TextField({ optional: true, form: DAY, description: 'The first day, in UTC; the first of this month by default.' })
  from?: string;

  @TextField({ optional: true, form: DAY, description: 'The last day, included; today by default.' })
  to?: string;

  @TextField({ optional: true, description: 'Of this team: its id or name.' })
  team?: string;

  @TextField({ optional: true, description: 'Of this key or token: its id.' })
  key?: string;

  @IdField({ optional: true, description: 'Of this person: whose token it was, or who owns the key.' })
  user_id?: string;

  @TextField({ optional: true, max: 512, description: 'Of this model, by the name it is configured with.' })
  model?: string;

  @TextField({ optional: true, description: 'Of this kind of provider.' })
  provider?: string;

  @CountField({ min: 1, max: 1000, fromText: true, optional: true, description: 'How many at most; 100 by default.' })
  limit: number = 100;

  @TextField({ optional: true, description: '`next_cursor` of the page before.' })
  cursor?: string;
}

export class UsageQuery extends OrganizationUsageQuery {
  @IdField({ optional: true, description: 'Only what came by way of this workspace.' })
  workspace_id?: string;
}
