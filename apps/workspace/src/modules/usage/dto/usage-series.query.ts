import { SERIES_DIMENSIONS, SERIES_STEPS, type SeriesStep } from '@multilane/persistence';
import { ChoiceField, CountField, IdField, TextField } from '../../../fields/scalar-fields.js';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a day such as 2027-01-31' };

/** Dimensions that series are grouped by; without one there is a single series. */
export const SERIES_GROUPS = SERIES_DIMENSIONS.filter((dimension) => dimension !== 'all');

export type SeriesGroup = (typeof SERIES_GROUPS)[number];

/** Days and steps of usage, and the dimension of the series. */
export class UsageSeriesQuery {
  @TextField({
    optional: true,
    form: DAY,
    description: 'First day, in the reporting zone of the organization. Default: 29 days before `to`.',
  })
  from?: string;

  @TextField({ optional: true, form: DAY, description: 'Last day, inclusive, in the reporting zone. Default: today.' })
  to?: string;

  @ChoiceField(SERIES_STEPS, {
    optional: true,
    description: 'Length of a point. At most 8 days of `15m`, 62 of `1h`, 400 of `1d`. Default: `1d`.',
  })
  step: SeriesStep = '1d';

  @ChoiceField(SERIES_GROUPS, {
    optional: true,
    description: 'One series for each of these. Default: one series in all.',
  })
  group_by?: SeriesGroup;

  @TextField({
    optional: true,
    max: 512,
    description: 'With `group_by`: only the series with this `value`, such as one model.',
  })
  value?: string;

  @ChoiceField(['true', 'false'], {
    optional: true,
    description: 'Whether to return percentiles. They take longer to read. Default: `false`.',
  })
  percentiles?: 'true' | 'false';

  @CountField({
    min: 1,
    max: 50,
    fromText: true,
    optional: true,
    description: 'Maximum number of series. All others are summed in one more series. Default: 10.',
  })
  top: number = 10;

  @IdField({ optional: true, description: 'Only requests of this workspace.' })
  workspace_id?: string;
}
