import type { NumberMetricName } from './metric-table.js';
import type { NumberSeries, SeriesFamily } from './series.js';

type ContainedMetricName = Extract<
  NumberMetricName,
  'service_jobs_poisoned_total' | 'service_tenant_code_waiting' | `service_contained_${string}`
>;

function countNone(): number {
  return 0;
}

/** The metrics of child processes for what tenants write (docs/contract/bounds.md#what-tenants-write). */
export class ContainedMetrics {
  private readWaiting: () => number = countNone;

  constructor(private readonly numbers: Readonly<Record<ContainedMetricName, SeriesFamily<NumberSeries>>>) {}

  setWaitingSource(readWaiting: () => number): void {
    this.readWaiting = readWaiting;
  }

  recordEnd(work: string, reason: 'time' | 'memory' | 'failure'): void {
    this.numbers.service_contained_processes_ended_total.find(work, reason).value += 1;
  }

  /** A job was given up that ended the processes which worked on it. */
  recordPoisoned(kind: string): void {
    this.numbers.service_jobs_poisoned_total.find(kind).value += 1;
  }

  readSources(): void {
    this.numbers.service_tenant_code_waiting.find().value = this.readWaiting();
  }
}
