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

/** Computes a figure of some requests: a count, US dollars, a share between 0 and 1, or milliseconds. Null: unknown. */
export function figureOf(name: Figure, sums: Sums): number | null {
  const {
    cache_hits: hits,
    cache_misses: misses,
    cost_usd: cost,
    duration_ms: duration,
    failed_requests: failed,
  } = sums;
  switch (name) {
    case 'requests':
      return sums.requests;
    case 'cost':
      return cost;
    case 'failed':
      return sums.requests === 0 ? null : failed / sums.requests;
    case 'latency':
      return duration?.p95 ?? null;
    case 'cached':
      return hits + misses === 0 ? null : hits / (hits + misses);
  }
}

/** The first of some days that end with `last`, such as 2027-01-31. */
export function firstDay(last: string, days: number): string {
  const day = new Date(`${last}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - (days - 1));
  return day.toISOString().slice(0, 10);
}
