import type { UsageSeriesAnswer, UsageSeriesRow, UsageSums } from '../../../records/usage/usage-series.js';
import type { ImportedPoint } from './imported-series.js';

/** Series of a value, while it is put together. */
interface Growing {
  readonly value: string;
  label: string | null;
  total: UsageSums | undefined;
  readonly points: (UsageSums | undefined)[];
}

/**
 * Adds imported usage to series, and keeps the `top` largest. The others become the rest.
 *
 * @param more Reads the recorded series of values that the answer does not have apart
 */
export async function mergeSeries(
  recorded: UsageSeriesAnswer,
  imported: readonly ImportedPoint[],
  top: number,
  more: (values: readonly string[]) => Promise<readonly UsageSeriesRow[]>,
): Promise<UsageSeriesAnswer> {
  const { points } = recorded;
  const all = new Map<string, Growing>();
  for (const { label, points: own, total, value } of recorded.series) {
    if (value !== null) all.set(value, { value, label, total, points: [...own] });
  }
  let rest = recorded.series.find(({ value }) => value === null);
  const unread = growingOf(undefined, points.length);
  for (const { label, point, sums, value } of imported) {
    if (value === null) {
      addAt(unread, point, sums);
      continue;
    }
    const series = all.get(value) ?? { value, label, total: undefined, points: points.map(() => undefined) };
    all.set(value, series);
    series.label ??= label;
    addAt(series, point, sums);
  }
  const ranked = [...all.values()].toSorted(isBefore);
  const shown = ranked.slice(0, top);
  const hidden = ranked.slice(top);
  if (rest !== undefined) {
    // A value that only imported usage has among the largest may have recorded usage in the rest.
    const known = new Set(recorded.series.map(({ value }) => value));
    const missing = shown.filter(({ value }) => !known.has(value)).map(({ value }) => value);
    for (const row of missing.length === 0 ? [] : await more(missing)) {
      const series = all.get(row.value ?? '');
      if (series === undefined) continue;
      addRow(series, row);
      rest = lessRow(rest, row);
    }
  }
  const others = [...hidden, unread].reduce((sum, series) => addRow(sum, series), growingOf(rest, points.length));
  return {
    points,
    series: [
      ...shown.toSorted(isBefore).map(({ total, ...series }) => ({ ...series, total: total ?? NO_SUMS })),
      ...(others.total === undefined || (others.total.requests === 0 && others.total.costUsd === 0)
        ? []
        : [{ ...others, value: null, label: null, total: others.total }]),
    ],
  };
}

const isBefore = (one: Growing, other: Growing): number =>
  (other.total?.requests ?? 0) - (one.total?.requests ?? 0) ||
  (other.total?.costUsd ?? 0) - (one.total?.costUsd ?? 0) ||
  (one.value < other.value ? -1 : 1);

function growingOf(row: UsageSeriesRow | undefined, length: number): Growing {
  if (row === undefined)
    return { value: '', label: null, total: undefined, points: Array.from({ length }, () => undefined) };
  return { value: '', label: null, total: row.total, points: [...row.points] };
}

function addAt(series: Growing, point: number, sums: UsageSums): void {
  series.points[point] = add(series.points[point], sums);
  series.total = add(series.total, sums);
}

function addRow(series: Growing, row: Pick<Growing, 'points' | 'total'> | UsageSeriesRow): Growing {
  for (const [point, sums] of row.points.entries())
    if (sums !== undefined) series.points[point] = add(series.points[point], sums);
  if (row.total !== undefined) series.total = add(series.total, row.total);
  return series;
}

function lessRow(rest: UsageSeriesRow, row: UsageSeriesRow): UsageSeriesRow {
  return {
    ...rest,
    total: add(rest.total, row.total, -1),
    points: rest.points.map((sums, point) => {
      const own = row.points[point];
      return own === undefined || sums === undefined ? sums : add(sums, own, -1);
    }),
  };
}

const NO_SUMS: UsageSums = {
  requests: 0,
  refusedRequests: 0,
  failedRequests: 0,
  cancelledRequests: 0,
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
  cacheHits: 0,
  cacheMisses: 0,
  costUsd: 0,
  durationMs: null,
  timeToFirstByteMs: null,
};

/** Adds sums, or takes them away. Percentiles are those of the recorded requests: imported ones have none. */
function add(one: UsageSums | undefined, other: UsageSums, sign: 1 | -1 = 1): UsageSums {
  if (one === undefined) return other;
  return {
    requests: one.requests + sign * other.requests,
    refusedRequests: one.refusedRequests + sign * other.refusedRequests,
    failedRequests: one.failedRequests + sign * other.failedRequests,
    cancelledRequests: one.cancelledRequests + sign * other.cancelledRequests,
    promptTokens: one.promptTokens + sign * other.promptTokens,
    completionTokens: one.completionTokens + sign * other.completionTokens,
    totalTokens: one.totalTokens + sign * other.totalTokens,
    cacheHits: one.cacheHits === null || other.cacheHits === null ? null : one.cacheHits + sign * other.cacheHits,
    cacheMisses:
      one.cacheMisses === null || other.cacheMisses === null ? null : one.cacheMisses + sign * other.cacheMisses,
    costUsd: roundUsd(one.costUsd + sign * other.costUsd),
    durationMs: one.durationMs ?? other.durationMs,
    timeToFirstByteMs: one.timeToFirstByteMs ?? other.timeToFirstByteMs,
    importedRequests: (one.importedRequests ?? 0) + sign * (other.importedRequests ?? 0),
    importedCostUsd: roundUsd((one.importedCostUsd ?? 0) + sign * (other.importedCostUsd ?? 0)),
  };
}

/** Twelve decimals: sums of floats keep the digits of what was added. */
function roundUsd(usd: number): number {
  return Math.round(usd * 1e12) / 1e12;
}
