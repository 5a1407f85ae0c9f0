import { IMPORTED_CHOICES, type ImportedChoice, SERIES_STEPS, type SeriesStep } from '@multilane/persistence';
import { ChoiceField, CountField, IdField, TextField } from '../../../fields/scalar-fields.js';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a day such as 2027-01-31' };

/** Name of a tag in `group_by`, and the groups beside it. */
const GROUP = {
  pattern: /^(?:model|provider|team|key|error_code|customer|client|session|tag:[A-Za-z0-9][A-Za-z0-9_.-]{0,63})$/,
  name: 'one of model, provider, team, key, error_code, customer, client, session, or a tag such as `tag:feature`',
};

/** Days and steps of usage, and the dimension of the series. */
export class UsageSeriesQuery {
  @TextField({
    optional: true,
    form: DAY,
    description: 'First day, in the zone. Default: 29 days before `to`.',
  })
  from?: string;

  @TextField({ optional: true, form: DAY, description: 'Last day, inclusive, in the zone. Default: today.' })
  to?: string;

  @TextField({
    optional: true,
    max: 64,
    description: 'Time zone of the days, by its IANA name. Default: the reporting zone of the organization.',
    example: 'Europe/Berlin',
  })
  zone?: string;

  @ChoiceField(SERIES_STEPS, {
    optional: true,
    description: 'Length of a point. At most 8 days of `15m`, 62 of `1h`, 400 of `1d`. Default: `1d`.',
  })
  step: SeriesStep = '1d';

  @TextField({
    optional: true,
    form: GROUP,
    description:
      'One series for each model, provider, team, key or error_code, or for each customer, client, session or value of `tag:<name>`. The last four have days of UTC, `step=1d` and no percentiles. Default: one series in all.',
    example: 'tag:feature',
  })
  group_by?: string;

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

  @ChoiceField(IMPORTED_CHOICES, {
    optional: true,
    description: 'Role of imported usage: `include` (default), `exclude`, or `only`.',
  })
  imported: ImportedChoice = 'include';

  @IdField({ optional: true, description: 'Only requests of this workspace.' })
  workspace_id?: string;
}
