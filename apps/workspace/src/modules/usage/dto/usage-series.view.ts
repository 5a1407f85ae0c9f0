import type {
  UsagePercentiles,
  UsagePoint,
  UsageSeriesAnswer,
  UsageSeriesRequest,
  UsageSeriesRow,
  UsageSums,
} from '@multilane/persistence';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { RequestSumsView } from './request-sums.view.js';

const MOST_POINTS = 1_500;

export class PercentilesView {
  @AmountField({ description: 'Half of the requests took at most this long, in milliseconds.' })
  p50!: number;

  @AmountField({ description: '95% of the requests took at most this long, in milliseconds.' })
  p95!: number;
}

class UsageSumsView extends RequestSumsView {
  @CountField({
    nullable: true,
    description: 'Requests answered from the response cache. Null in series by customer, client, session or tag.',
  })
  cache_hits!: number | null;

  @CountField({
    nullable: true,
    description:
      'Requests for which the response cache had no answer. Null in series by customer, client, session or tag.',
  })
  cache_misses!: number | null;

  @AmountField({ description: 'US dollars, for requests whose models have a price.' })
  cost_usd!: number;

  @ObjectField(() => PercentilesView, {
    nullable: true,
    description: 'Duration of the requests, from a histogram. Null if unknown or not asked for.',
  })
  duration_ms!: PercentilesView | null;

  @ObjectField(() => PercentilesView, {
    nullable: true,
    description: 'Time to the first byte, from a histogram. Null if unknown or not asked for.',
  })
  time_to_first_byte_ms!: PercentilesView | null;
}

class UsagePointView extends UsageSumsView {
  @TimeField({ description: 'When the point begins.' })
  at!: string;

  @TextField({
    nullable: true,
    description: 'The day in the zone, of points of one day.',
    example: '2027-01-31',
  })
  day!: string | null;
}

class UsageSeriesRowView {
  @TextField({
    nullable: true,
    min: 0,
    description:
      'Model, name of the provider, id of the team or key, error code, customer, client, session or value of the tag. Empty: unknown. Null: all that are beyond `top`, or the only series.',
  })
  value!: string | null;

  @TextField({ nullable: true, description: 'Latest name of the team or key.' })
  name!: string | null;

  @ObjectField(() => UsageSumsView, { description: 'The whole range. Its counts and cost are the sums of the points.' })
  total!: UsageSumsView;

  @ObjectListField(() => UsagePointView, { maxItems: MOST_POINTS, description: 'Every point of the range, in order.' })
  points!: UsagePointView[];
}

/** Series, and the range that they are of. */
export interface ShownSeries {
  readonly request: Pick<UsageSeriesRequest, 'zone' | 'fromDay' | 'toDay' | 'step'>;
  /** Null: one series in all. */
  readonly groupBy: string | null;
  readonly answer: UsageSeriesAnswer;
}

/** Usage over time. */
export class UsageSeriesView {
  @ChoiceField(['usage_series'], { description: 'Always `usage_series`.' })
  object!: 'usage_series';

  @TextField({ description: 'The time zone whose days these are.', example: 'Asia/Kolkata' })
  zone!: string;

  @TextField({ description: 'First day.' })
  from!: string;

  @TextField({ description: 'Last day, inclusive.' })
  to!: string;

  @TextField({ description: 'Length of a point.' })
  step!: string;

  @TextField({ nullable: true, description: 'What tells the series apart.', example: 'tag:feature' })
  group_by!: string | null;

  @ObjectListField(() => UsageSeriesRowView, { description: 'The series, most requests first.' })
  series!: UsageSeriesRowView[];

  static of({ answer, groupBy, request }: ShownSeries): UsageSeriesView {
    const { points, series } = answer;
    return {
      object: 'usage_series',
      zone: request.zone,
      from: request.fromDay,
      to: request.toDay,
      step: request.step,
      group_by: groupBy,
      series: series.map((row) => viewRow(row, points, groupBy === null)),
    };
  }
}

function viewRow(row: UsageSeriesRow, points: readonly UsagePoint[], isOnly: boolean): UsageSeriesRowView {
  return {
    value: isOnly ? null : row.value,
    name: row.label,
    total: viewSums(row.total),
    points: points.map(({ at, day }, index) => ({ at: at.toISOString(), day, ...viewSums(row.points[index]) })),
  };
}

function viewSums(sums: UsageSums | undefined): UsageSumsView {
  return {
    requests: sums?.requests ?? 0,
    imported_requests: sums?.importedRequests ?? 0,
    imported_cost_usd: sums?.importedCostUsd ?? 0,
    refused_requests: sums?.refusedRequests ?? 0,
    failed_requests: sums?.failedRequests ?? 0,
    cancelled_requests: sums?.cancelledRequests ?? 0,
    prompt_tokens: sums?.promptTokens ?? 0,
    completion_tokens: sums?.completionTokens ?? 0,
    total_tokens: sums?.totalTokens ?? 0,
    cache_hits: sums === undefined ? 0 : sums.cacheHits,
    cache_misses: sums === undefined ? 0 : sums.cacheMisses,
    cost_usd: sums?.costUsd ?? 0,
    duration_ms: viewPercentiles(sums?.durationMs),
    time_to_first_byte_ms: viewPercentiles(sums?.timeToFirstByteMs),
  };
}

/** Percentiles as the API shows them; null where they are not known. */
export function viewPercentiles(percentiles: UsagePercentiles | null | undefined): PercentilesView | null {
  return percentiles ? { p50: roundMs(percentiles.p50), p95: roundMs(percentiles.p95) } : null;
}

/** Tenths of a millisecond: more digits would claim what a histogram does not know. */
function roundMs(value: number): number {
  return Math.round(value * 10) / 10;
}
