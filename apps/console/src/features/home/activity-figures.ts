import type { components } from '../../api/schema.js';

type Series = components['schemas']['UsageSeriesView'];
export type Sums = Series['series'][number]['total'];

/** Days that the page shows, and the length of a point of their chart. */
export const RANGES = {
  day: { days: 1, step: '15m' },
  week: { days: 7, step: '1h' },
  month: { days: 30, step: '1d' },
} as const;

export type Range = keyof typeof RANGES;

export const FIGURES = ['requests', 'cost', 'failed', 'latency', 'cached'] as const;

export type Figure = (typeof FIGURES)[number];

export const OUTCOME_NAMES = ['success', 'refused', 'failed', 'cancelled'] as const;

export type OutcomeName = (typeof OUTCOME_NAMES)[number];

/** Counts some requests by their outcome: every request has one, so that the counts add up to all of them. */
export function outcomesOf(sums: Sums): Readonly<Record<OutcomeName, number>> {
  const { cancelled_requests: cancelled, failed_requests: failed, refused_requests: refused, requests } = sums;
  return { success: requests - refused - failed - cancelled, refused, failed, cancelled };
}

/** Dimensions of error rates; each is also the name of a filter of requests. */
export const ERROR_GROUPS = ['model', 'provider', 'key'] as const;

export type ErrorGroup = (typeof ERROR_GROUPS)[number];

interface Counted {
  readonly value: string | null;
  readonly name: string | null;
  readonly total: Sums;
}

/** Groups with errors, those with the most first. The sum of all that are beyond the largest is left out: it is no group. */
export function rankErrors<Row extends Counted>(rows: readonly Row[], most: number): readonly Row[] {
  const errors = ({ total }: Row): number => total.refused_requests + total.failed_requests;
  return rows
    .filter((row) => row.value !== null && errors(row) > 0)
    .sort((a, b) => errors(b) - errors(a))
    .slice(0, most);
}

/** Computes a figure of some requests: a count, US dollars, a share between 0 and 1, or milliseconds. Null: unknown. */
export function figureOf(name: Figure, sums: Sums): number | null {
  const {
    cache_hits: hits,
    cache_misses: misses,
    cost_usd: cost,
    duration_ms: duration,
    failed_requests: failed,
    refused_requests: refused,
  } = sums;
  switch (name) {
    case 'requests':
      return sums.requests;
    case 'cost':
      return cost;
    case 'failed':
      return sums.requests === 0 ? null : (refused + failed) / sums.requests;
    case 'latency':
      return duration?.p95 ?? null;
    case 'cached':
      return hits === null || misses === null || hits + misses === 0 ? null : hits / (hits + misses);
  }
}

/** The first of some days that end with `last`, such as 2027-01-31. */
export function firstDay(last: string, days: number): string {
  const day = new Date(`${last}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - (days - 1));
  return day.toISOString().slice(0, 10);
}
