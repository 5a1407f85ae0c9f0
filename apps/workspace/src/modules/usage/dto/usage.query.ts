import { CountField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { TAG_LIST } from './tag-list.js';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a day such as 2027-01-31' };

/** Callers and days of usage, and the dimensions of its groups. */
export class OrganizationUsageQuery {
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

  @TextField({ optional: true, description: 'Only requests of this team (id or name).' })
  team?: string;

  @TextField({ optional: true, description: 'Only requests of this key or token (id).' })
  key?: string;

  @IdField({ optional: true, description: 'Only requests of this person: the owner of the token or key.' })
  user_id?: string;

  @TextField({ optional: true, max: 512, description: 'Only requests for this model, by its configured name.' })
  model?: string;

  @TextField({ optional: true, description: 'Only requests served by the provider of this name.' })
  provider?: string;

  @TextField({
    optional: true,
    max: 140,
    form: TAG_LIST,
    description:
      'Only requests with this tag, as `name=value`. Cannot be combined with key, user_id, model or provider.',
    example: 'feature=search',
  })
  tag?: string;

  @TextField({ optional: true, max: 256, description: 'Only requests made for this customer. Combines as `tag` does.' })
  customer?: string;

  @TextField({ optional: true, max: 64, description: 'Only requests of this client program. Combines as `tag` does.' })
  client?: string;

  @TextField({ optional: true, max: 128, description: 'Only requests of this session. Combines as `tag` does.' })
  session?: string;

  @CountField({
    min: 1,
    max: 1000,
    fromText: true,
    optional: true,
    description: 'Maximum number of results. Default: 100.',
  })
  limit: number = 100;

  @TextField({ optional: true, description: '`next_cursor` of the previous page.' })
  cursor?: string;
}

export class UsageQuery extends OrganizationUsageQuery {
  @IdField({ optional: true, description: 'Only requests of this workspace.' })
  workspace_id?: string;
}
