import type { NumberMetricName } from './metric-table.js';
import type { NumberSeries, SeriesFamily } from './series.js';

type ExportMetricName = Extract<NumberMetricName, `service_export_${string}`>;

/** The metrics of exports (docs/exports.md). */
export class ExportMetrics {
  constructor(private readonly numbers: Readonly<Record<ExportMetricName, SeriesFamily<NumberSeries>>>) {}

  /** Counts the records of a batch. @param sink name in gateway.yaml, which has 32 at most */
  recordRecords(sink: string, counts: Readonly<Record<'delivered' | 'rejected' | 'dropped', number>>): void {
    for (const [outcome, count] of Object.entries(counts)) {
      if (count > 0) this.numbers.service_export_records_total.find(sink, outcome).value += count;
    }
  }

  recordFailure(sink: string, reason: 'away' | 'refused'): void {
    this.numbers.service_export_failures_total.find(sink, reason).value += 1;
  }

  /** Sets the lags of the sinks that this process has. */
  setLags(sinks: readonly { readonly name: string; readonly lagSeconds: number }[]): void {
    this.numbers.service_export_lag_seconds.clear();
    for (const { lagSeconds, name } of sinks) this.numbers.service_export_lag_seconds.find(name).value = lagSeconds;
  }
}
