import { type Metric, type OpenMetricsContentType, Registry } from 'prom-client';
import type { MetricValues } from './merge-metrics.js';

/** Media type of OpenMetrics, which a scraper asks for if it reads exemplars. */
const MEDIA_TYPE = 'application/openmetrics-text';

export const OPENMETRICS_CONTENT_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;

/** True if a scraper's `Accept` header asks for OpenMetrics. */
export function asksForOpenMetrics(accept: string): boolean {
  return accept.split(',').some((range) => range.split(';', 1)[0]?.trim().toLowerCase() === MEDIA_TYPE);
}

/**
 * Values in OpenMetrics' text format, with their exemplars. prom-client takes `_total` off the names of the counters that it writes so,
 * for good: these are copies, so that the Prometheus format keeps its names.
 */
export function renderOpenMetrics(values: MetricValues): Promise<string> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(OPENMETRICS_CONTENT_TYPE);
  for (const item of values) {
    const copy = {
      ...item,
      get(): Promise<typeof item> {
        return Promise.resolve({ ...item, name: this.name });
      },
    };
    // A registry reads no more of a metric than its name, its type and its values.
    registry.registerMetric(copy as unknown as Metric);
  }
  return registry.metrics();
}
