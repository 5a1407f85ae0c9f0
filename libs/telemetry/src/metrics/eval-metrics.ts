import type { NumberMetricName } from './metric-table.js';
import type { NumberSeries, SeriesFamily } from './series.js';

type EvalMetricName = Extract<NumberMetricName, `service_eval_${string}`>;

/** The metrics of evaluations (docs/evals.md). */
export class EvalMetrics {
  constructor(private readonly numbers: Readonly<Record<EvalMetricName, SeriesFamily<NumberSeries>>>) {}

  /** Sets the numbers of runs in the database that have not ended. */
  setRuns(counts: readonly { readonly status: string; readonly runs: number }[]): void {
    this.numbers.service_eval_runs.clear();
    for (const { runs, status } of counts) this.numbers.service_eval_runs.find(status).value = runs;
  }

  recordRun(status: 'completed' | 'incomplete' | 'failed'): void {
    this.numbers.service_eval_runs_total.find(status).value += 1;
  }

  recordAnswer(status: 'passed' | 'failed' | 'error' | 'grader_error'): void {
    this.numbers.service_eval_answers_total.find(status).value += 1;
  }

  recordRegression(): void {
    this.numbers.service_eval_regressions_total.find().value += 1;
  }
}
