import { AggregatorRegistry, Registry } from 'prom-client';

/** The values of one process, as they travel between processes. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The metrics of several processes as one text in the Prometheus format: counters and histograms are added up. */
export function renderMerged(parts: readonly MetricValues[]): Promise<string> {
  return AggregatorRegistry.aggregate(parts.map((values) => values.map(mergeLagByWorst))).metrics();
}

/** One process that is late makes its callers wait, however many others are not: prom-client would take the average. */
function mergeLagByWorst(metric: MetricValues[number]): MetricValues[number] {
  if (!metric.name.startsWith('nodejs_eventloop_lag_')) return metric;
  return { ...metric, aggregator: metric.name.startsWith('nodejs_eventloop_lag_min_') ? 'min' : 'max' };
}

/**
 * Merges the counters and histograms of processes that have ended, which must not go backwards.
 *
 * @param parts values of ended processes
 */
export async function mergeEnded(parts: readonly MetricValues[]): Promise<MetricValues> {
  const merged = await AggregatorRegistry.aggregate([...parts]).getMetricsAsJSON();
  return merged.filter(({ name, type }) => !name.startsWith('nodejs_') && COUNTING.has(String(type)));
}

const COUNTING = new Set(['counter', 'histogram']);
