import { PROJECTION_METHODS, type Projection } from '@multilane/policy';
import { ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, TextField } from '../../../fields/scalar-fields.js';

class ForecastDayView {
  @TextField({ description: 'The day, in UTC.', example: '2027-01-31' })
  day!: string;

  @AmountField({ description: 'Expected spend of the month at the end of that day, in US dollars.' })
  total_usd!: number;
}

/** Days and sums that a projection was made from. */
export interface ShownForecast {
  readonly projection: Projection;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly today: string;
  readonly todayUsd: number;
}

/** Spend of a month, as it is expected at its end. */
export class UsageForecastView {
  @ChoiceField(['usage_forecast'], { description: 'Always `usage_forecast`.' })
  object!: 'usage_forecast';

  @TextField({ description: 'Time zone of the days. Always `UTC`.' })
  zone!: string;

  @TextField({ description: 'First day of the month.' })
  from!: string;

  @TextField({ description: 'Last day of the month, inclusive.' })
  to!: string;

  @TextField({ description: 'The day that is running.' })
  today!: string;

  @AmountField({ description: 'Spend of today so far, in US dollars.' })
  today_usd!: number;

  @AmountField({ description: 'Spend of the month so far, in US dollars.' })
  spent_usd!: number;

  @AmountField({ description: 'Expected spend at the end of the month, in US dollars.' })
  expected_usd!: number;

  @AmountField({ description: 'Lower end: every day that is left costs the lower quartile of its like.' })
  low_usd!: number;

  @AmountField({ description: 'Upper end: every day that is left costs the upper quartile of its like.' })
  high_usd!: number;

  @ChoiceField(PROJECTION_METHODS, {
    description:
      'How the expected amounts were made. `weekdays`: median of the same weekday in up to six weeks. `recent_days`: median of up to 14 days. `pace`: the speed so far. `complete`: the month is over. `nothing`: nothing was spent.',
  })
  method!: string;

  @CountField({ description: 'Whole days before today that the amounts were made from.' })
  days!: number;

  @ObjectListField(() => ForecastDayView, { maxItems: 31, description: 'Today and the days that are left.' })
  rest!: ForecastDayView[];

  static of({ firstDay, lastDay, projection, today, todayUsd }: ShownForecast): UsageForecastView {
    return {
      object: 'usage_forecast',
      zone: 'UTC',
      from: firstDay,
      to: lastDay,
      today,
      today_usd: todayUsd,
      spent_usd: toStored(projection.spentUsd),
      expected_usd: toStored(projection.expectedUsd),
      low_usd: toStored(projection.lowUsd),
      high_usd: toStored(projection.highUsd),
      method: projection.method,
      days: projection.days,
      rest: projection.rest.map(({ day, totalUsd }) => ({ day, total_usd: toStored(totalUsd) })),
    };
  }
}

/** Rounds an amount as the database stores it: ten decimals. */
function toStored(usd: number): number {
  return Math.round(usd * 1e10) / 1e10;
}
