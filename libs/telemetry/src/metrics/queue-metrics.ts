import type { HistogramMetricName, NumberMetricName } from './metric-table.js';
import type { HistogramSeries, NumberSeries, SeriesFamily } from './series.js';

/** Requests that wait for a slot, by the scope of the limit and by priority: both come from short lists. */
export class QueueMetrics {
  constructor(
    private readonly numbers: Readonly<Record<NumberMetricName, SeriesFamily<NumberSeries>>>,
    private readonly histograms: Readonly<Record<HistogramMetricName, SeriesFamily<HistogramSeries>>>,
  ) {}

  enter(scope: string, priority: string): void {
    this.numbers.service_requests_queued.find(scope, priority).value += 1;
  }

  leave(scope: string, priority: string, outcome: string, waitedMs: number): void {
    this.numbers.service_requests_queued.find(scope, priority).value -= 1;
    this.histograms.service_queue_wait_seconds.find(scope, priority, outcome).observe(waitedMs / 1000);
  }
}
