import { findManifest } from '@multilane/providers/manifests';
import { nameOperation } from '../traces/name-operation.js';
import type { TracedCall } from '../traces/tracer.js';
import { BoundedLabel } from './bounded-label.js';
import { type HistogramSeries, LabelTree, MAX_SERIES, type SeriesFamily } from './series.js';

/** What the metrics need to know of a call to a provider. */
export type OperationObservation = Pick<
  TracedCall,
  'durationMs' | 'endpoint' | 'failure' | 'model' | 'operation' | 'provider' | 'usage'
>;

interface OperationSeries {
  readonly duration: HistogramSeries;
  readonly input: () => HistogramSeries;
  readonly output: () => HistogramSeries;
}

/**
 * The histograms of calls to providers by OpenTelemetry's semantic conventions for generative AI, with the names that
 * they have in Prometheus. Their attributes are those of the spans (`describeCall`), without addresses.
 */
export class OperationMetrics {
  private readonly series = new LabelTree<OperationSeries>();
  private readonly models = new BoundedLabel();

  constructor(
    private readonly durations: SeriesFamily<HistogramSeries>,
    private readonly tokens: SeriesFamily<HistogramSeries>,
  ) {}

  record(call: OperationObservation): void {
    const { duration, input, output } = this.find(call);
    duration.observe(call.durationMs / 1000);
    if (call.usage === undefined) return;
    input().observe(call.usage.prompt_tokens);
    output().observe(call.usage.completion_tokens);
  }

  private find(call: OperationObservation): OperationSeries {
    const { endpoint, failure = '', model, operation = '', provider } = call;
    const found = this.series.get(provider, endpoint, operation, model, failure);
    if (found !== undefined) return found;
    const labels = [
      nameOperation(call),
      findManifest(provider)?.trace.provider ?? provider,
      this.models.bound(model),
    ] as const;
    const made: OperationSeries = {
      duration: this.durations.find(...labels, failure),
      input: () => this.tokens.find(...labels, 'input'),
      output: () => this.tokens.find(...labels, 'output'),
    };
    if (this.series.size < MAX_SERIES) this.series.add(made, provider, endpoint, operation, model, failure);
    return made;
  }
}
