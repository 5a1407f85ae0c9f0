import { type BoundedLabel, OTHER } from './bounded-label.js';
import type { HistogramMetricName, NumberMetricName } from './metric-table.js';
import type { RequestObservation, TimedRequest } from './observations.js';
import { type HistogramSeries, LabelTree, MAX_SERIES, type NumberSeries, type SeriesFamily } from './series.js';

/** Provider labels of a request that reached none. */
const NONE = 'none';

/** The series that one kind of request touches, found once. */
interface RequestSeries {
  requests: NumberSeries;
  duration: HistogramSeries;
  timeToFirstByte: HistogramSeries;
  cost: NumberSeries;
  /** Absent when usage is not known. */
  tokens?: { prompt: NumberSeries; completion: NumberSeries; cached: NumberSeries; reasoning: NumberSeries };
}

/** Counters of requests that have ended. */
export class RequestMetrics {
  private readonly series = new LabelTree<RequestSeries>();

  constructor(
    private readonly numbers: Readonly<Record<NumberMetricName, SeriesFamily<NumberSeries>>>,
    private readonly histograms: Readonly<Record<HistogramMetricName, SeriesFamily<HistogramSeries>>>,
    private readonly models: BoundedLabel,
    private readonly providers: BoundedLabel,
  ) {}

  /** Counts a request that has ended: its answer, its times and its tokens. */
  record(request: RequestObservation): void {
    const series = this.findRequestSeries(request);
    series.requests.value += 1;
    series.duration.observe(request.durationMs / 1000);
    if (request.timeToFirstByteMs !== undefined) series.timeToFirstByte.observe(request.timeToFirstByteMs / 1000);
    series.cost.value += request.costUsd;
    const { tokens } = series;
    if (tokens === undefined) return;
    tokens.prompt.value += request.promptTokens;
    tokens.completion.value += request.completionTokens;
    tokens.cached.value += request.cachedTokens;
    tokens.reasoning.value += request.reasoningTokens;
  }

  /** Names the trace of a request that was counted. OpenMetrics shows the newest of each bucket (an exemplar). */
  nameTrace(request: TimedRequest, traceId: string): void {
    const { durationMs, endpoint, providerKind = NONE, streamed, timeToFirstByteMs } = request;
    const provider = this.boundProvider(request.provider);
    const { service_request_duration_seconds: durations, service_time_to_first_byte_seconds: waits } = this.histograms;
    durations.find(endpoint, provider, providerKind, String(streamed)).keepExemplar(durationMs / 1_000, traceId);
    if (timeToFirstByteMs !== undefined)
      waits.find(endpoint, provider, providerKind).keepExemplar(timeToFirstByteMs / 1_000, traceId);
  }

  /** The name as a label; requests that no provider served have one value. */
  private boundProvider(provider: string | undefined): string {
    return provider === undefined ? NONE : this.providers.bound(provider);
  }

  private findRequestSeries(request: RequestObservation): RequestSeries {
    const { endpoint, kind, status, provider = NONE, providerKind = NONE, model = '', streamed, usageSource } = request;
    const found = this.series.get(endpoint, kind, status, provider, providerKind, model, streamed, usageSource);
    if (found !== undefined) return found;
    const made = this.makeRequestSeries(request, providerKind, model === '' ? OTHER : this.models.bound(model));
    if (this.series.size < MAX_SERIES) {
      this.series.add(made, endpoint, kind, status, provider, providerKind, model, streamed, usageSource);
    }
    return made;
  }

  private makeRequestSeries(request: RequestObservation, providerKind: string, model: string): RequestSeries {
    const { endpoint, kind, status, streamed, usageSource } = request;
    const provider = this.boundProvider(request.provider);
    const series: RequestSeries = {
      requests: this.numbers.service_requests_total.find(endpoint, String(status), provider, providerKind, model, kind),
      cost: this.numbers.service_cost_usd_total.find(provider, providerKind, model),
      duration: this.histograms.service_request_duration_seconds.find(
        endpoint,
        provider,
        providerKind,
        String(streamed),
      ),
      timeToFirstByte: this.histograms.service_time_to_first_byte_seconds.find(endpoint, provider, providerKind),
    };
    if (usageSource !== 'none') {
      const tokens = this.numbers.service_tokens_total;
      series.tokens = {
        prompt: tokens.find(model, 'prompt', usageSource),
        completion: tokens.find(model, 'completion', usageSource),
        cached: tokens.find(model, 'cached', usageSource),
        reasoning: tokens.find(model, 'reasoning', usageSource),
      };
    }
    return series;
  }
}
