import { IdField, TextField } from '../../../fields/scalar-fields.js';
import { UsageFiltersQuery } from './usage-filters.query.js';

const MONTH = { pattern: /^\d{4}-(0[1-9]|1[0-2])$/, name: 'a month such as 2027-01' };

/** Month of a projection, and the usage that it is made of. */
export class UsageForecastQuery extends UsageFiltersQuery {
  @TextField({ optional: true, form: MONTH, description: 'Month, in UTC. Default: this month.', example: '2027-01' })
  month?: string;

  @IdField({ optional: true, description: 'Only requests of this workspace.' })
  workspace_id?: string;
}
