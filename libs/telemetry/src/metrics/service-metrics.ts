import type { NumberMetricName } from './metric-table.js';
import type { NumberSeries, SeriesFamily } from './series.js';

type ServiceMetricName = Extract<
  NumberMetricName,
  | 'service_background_failures_total'
  | 'service_background_failing'
  | 'service_postgres_away'
  | `service_worker_${string}`
>;

/** The metrics of the processes of a service, and of what they do beside requests. */
export class ServiceMetrics {
  private readFailing: (() => readonly string[]) | undefined = undefined;
  private readIsDatabaseAway: (() => boolean) | undefined = undefined;

  constructor(private readonly numbers: Readonly<Record<ServiceMetricName, SeriesFamily<NumberSeries>>>) {}

  setWorkerProcesses(count: number): void {
    this.numbers.service_worker_processes.find().value = count;
  }

  recordWorkerRestart(): void {
    this.numbers.service_worker_restarts_total.find().value += 1;
  }

  /** Counts a failure of something that is done beside requests. `task` is one of `BACKGROUND_TASKS`. */
  recordBackgroundFailure(task: string): void {
    this.numbers.service_background_failures_total.find(task).value += 1;
  }

  /** Sets the source of the tasks that have failed several times in a row; it is read at each scrape. */
  setFailingSource(read: () => readonly string[]): void {
    this.readFailing = read;
  }

  /** Sets the source that says whether the database does not answer; it is read at each scrape. */
  setDatabaseAwaySource(read: () => boolean): void {
    this.readIsDatabaseAway = read;
  }

  readSources(): void {
    this.numbers.service_background_failing.clear();
    for (const task of this.readFailing?.() ?? []) this.numbers.service_background_failing.find(task).value = 1;
    this.numbers.service_postgres_away.find().value = this.readIsDatabaseAway?.() ? 1 : 0;
  }
}
