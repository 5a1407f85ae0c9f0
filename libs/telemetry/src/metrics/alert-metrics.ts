import type { NumberMetricName } from './metric-table.js';
import type { NumberSeries, SeriesFamily } from './series.js';

type AlertMetricName = Extract<NumberMetricName, `service_alert_${string}`>;

/** The metrics of alerts (docs/alerts.md). */
export class AlertMetrics {
  constructor(private readonly numbers: Readonly<Record<AlertMetricName, SeriesFamily<NumberSeries>>>) {}

  recordDelivery(channel: string, outcome: 'delivered' | 'retried' | 'failed' | 'skipped'): void {
    this.numbers.service_alert_deliveries_total.find(channel, outcome).value += 1;
  }
}
