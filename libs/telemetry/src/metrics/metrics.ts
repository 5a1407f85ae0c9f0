import type { PolicyOutcome } from '@multilane/contracts';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Departure } from '../audit/audit-record.js';
import { AlertMetrics } from './alert-metrics.js';
import { BoundedLabel } from './bounded-label.js';
import { ContainedMetrics } from './contained-metrics.js';
import { EvalMetrics } from './eval-metrics.js';
import { ExportMetrics } from './export-metrics.js';
import { exposeHistogram, exposeNumbers } from './expose-series.js';
import type { MetricValues } from './merge-metrics.js';
import { type HistogramMetricName, METRICS, type MetricDefinition, type NumberMetricName } from './metric-table.js';
import type {
  AllowedPolicy,
  AsyncJobCount,
  MediaObservation,
  RequestObservation,
  TimedRequest,
  UpstreamObservation,
} from './observations.js';
import { asksForOpenMetrics, OPENMETRICS_CONTENT_TYPE, renderOpenMetrics } from './open-metrics.js';
import { QueueMetrics } from './queue-metrics.js';
import { RequestMetrics } from './request-metrics.js';
import {
  type HistogramSeries,
  type NumberSeries,
  OperationMetrics,
  type OperationObservation,
  type SeriesFamily,
} from './series.js';
import { ServiceMetrics } from './service-metrics.js';

/** Result of a question to the semantic cache, or of storing one. */
export type SemanticCacheResult =
  | 'hit'
  | 'unknown'
  | 'dissimilar'
  | 'incomparable'
  | 'no_vector'
  | 'late'
  | 'failed'
  | 'gone'
  | 'stored';

/** Outcome of a request whose first byte was late, on a route that asks a second target then. */
export type HedgeOutcome = 'won' | 'lost' | 'failed' | 'limited' | 'unavailable';

/** The metrics of one service, in a registry of its own. Recording is synchronous and never fails. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly numbers: Readonly<Record<NumberMetricName, SeriesFamily<NumberSeries>>>;
  private readonly histograms: Readonly<Record<HistogramMetricName, SeriesFamily<HistogramSeries>>>;
  private readonly models = new BoundedLabel();
  private readonly providers = new BoundedLabel();
  private readonly requests: RequestMetrics;
  private readonly operations: OperationMetrics;
  readonly contained: ContainedMetrics;
  readonly alerts: AlertMetrics;
  readonly exports: ExportMetrics;
  readonly evals: EvalMetrics;
  readonly service: ServiceMetrics;
  readonly queues: QueueMetrics;
  private readonly streamsInFlight: NumberSeries;
  private readAuditBacklog: (() => { readonly records: number; readonly spooledBytes: number }) | undefined = undefined;
  private readonly sharedLimitMisses: NumberSeries;
  private readonly allowed: Record<AllowedPolicy, NumberSeries | undefined> = {
    budget: undefined,
    entitlement: undefined,
    guardrail: undefined,
    model_access: undefined,
    pii: undefined,
    rate_limit: undefined,
    routing: undefined,
  };
  private renderShared: (() => Promise<string>) | undefined = undefined;
  private readPolicyVersion: () => number | undefined = () => undefined;
  private readLimitsPerProcess: () => boolean = () => false;
  private readFilesShared: () => boolean = () => false;
  private readKnownGateways: () => number = () => 1;
  private readTextChecksWaiting: () => number = () => 0;
  private readDegradedMcpServers: () => number = () => 0;
  private readOpenSockets: () => number = () => 0;
  private readBudgetRequestsWaiting: () => number = () => 0;

  constructor() {
    const families = Object.entries(METRICS).map(([name, metric]: [string, MetricDefinition]) => {
      const { help, labels, merge, buckets = [] } = metric;
      const exposed = { name, help, labels, merge, registry: this.registry };
      const family =
        metric.type === 'histogram' ? exposeHistogram(exposed, buckets) : exposeNumbers(metric.type, exposed);
      return [name, family];
    });
    // The table's names say which family is of which kind.
    this.numbers = Object.fromEntries(families) as Record<NumberMetricName, SeriesFamily<NumberSeries>>;
    this.histograms = Object.fromEntries(families) as Record<HistogramMetricName, SeriesFamily<HistogramSeries>>;
    this.operations = new OperationMetrics(
      this.histograms.gen_ai_client_operation_duration_seconds,
      this.histograms.gen_ai_client_token_usage,
      this.providers,
    );
    this.contained = new ContainedMetrics(this.numbers);
    this.requests = new RequestMetrics(this.numbers, this.histograms, this.models, this.providers);
    this.alerts = new AlertMetrics(this.numbers);
    this.exports = new ExportMetrics(this.numbers);
    this.evals = new EvalMetrics(this.numbers);
    this.service = new ServiceMetrics(this.numbers);
    this.queues = new QueueMetrics(this.numbers, this.histograms);
    this.streamsInFlight = this.numbers.service_streams_in_flight.find();
    this.sharedLimitMisses = this.numbers.service_shared_limit_misses_total.find();
  }

  /** Counts a request that has ended: its answer, its times and its tokens. */
  recordRequest(request: RequestObservation): void {
    this.requests.record(request);
  }

  /** Names the trace of a request that was counted. OpenMetrics shows the newest of each bucket (an exemplar). */
  recordTrace(request: TimedRequest, traceId: string): void {
    this.requests.nameTrace(request, traceId);
  }

  /** Counts what a request for media used. */
  recordMedia(model: string, { audioSeconds, characters, images }: MediaObservation): void {
    const counts = this.numbers.service_media_units_total;
    const label = this.models.bound(model);
    if (images) counts.find(label, 'images').value += images;
    if (characters) counts.find(label, 'characters').value += characters;
    if (audioSeconds) counts.find(label, 'audio_seconds').value += audioSeconds;
  }

  /** Counts a request that a budget in dollars should have counted: its model has no price. */
  recordUncounted(model: string): void {
    this.numbers.service_uncounted_requests_total.find(this.models.bound(model)).value += 1;
  }

  startRequest(endpoint: string): void {
    this.numbers.service_requests_in_flight.find(endpoint).value += 1;
  }

  endRequest(endpoint: string): void {
    this.numbers.service_requests_in_flight.find(endpoint).value -= 1;
  }

  recordClientLeft(moment: Departure): void {
    this.numbers.service_clients_left_total.find(moment).value += 1;
  }

  startStream(): void {
    this.streamsInFlight.value += 1;
  }

  endStream(): void {
    this.streamsInFlight.value -= 1;
  }

  recordUpstream({ provider, providerKind, outcome, durationMs }: UpstreamObservation): void {
    const name = this.providers.bound(provider);
    this.numbers.service_upstream_requests_total.find(name, providerKind, outcome).value += 1;
    this.histograms.service_upstream_duration_seconds.find(name, providerKind).observe(durationMs / 1000);
  }

  /** Counts a call to a provider that has ended, with its tokens where it gave the answer. */
  recordOperation(call: OperationObservation): void {
    this.operations.record(call);
  }

  /** `code` is the error code of a refusal, and empty for what was allowed (docs/contract/metrics.md#policy-decisions). */
  recordPolicyDecision(outcome: PolicyOutcome, policyType: string, code = ''): void {
    this.numbers.service_policy_decisions_total.find(outcome, policyType, code).value += 1;
  }

  /** Counts a guardrail that came to no result: its checker failed, or it took longer than it may. */
  recordGuardrailFailure(kind: string, reason: 'failure' | 'timeout'): void {
    this.numbers.service_guardrail_failures_total.find(kind, reason).value += 1;
  }

  /** Sets the source of the number of open realtime sockets. */
  setOpenSocketsSource(readOpen: () => number): void {
    this.readOpenSockets = readOpen;
  }

  /** Counts a socket that is closed, and what passed through it. Codes of applications' own are one. */
  recordSocketEnd(code: number, { bytes, frames }: { readonly bytes: number; readonly frames: number }): void {
    const label = code < 3000 ? String(code) : 'application';
    this.numbers.service_sockets_closed_total.find(label).value += 1;
    this.numbers.service_socket_messages_total.find().value += frames;
    this.numbers.service_socket_bytes_total.find().value += bytes;
  }

  /** Counts a call of a tool, or its refusal. */
  recordToolCall(outcome: 'success' | 'refused' | 'failed' | 'cancelled'): void {
    this.numbers.service_mcp_calls_total.find(outcome).value += 1;
  }

  setDegradedMcpServersSource(readDegraded: () => number): void {
    this.readDegradedMcpServers = readDegraded;
  }

  setTextChecksSource(readWaiting: () => number): void {
    this.readTextChecksWaiting = readWaiting;
  }

  /** The same of what was allowed, which nearly every request is several times: the series is found once. */
  recordAllowed(policyType: AllowedPolicy): void {
    let series = this.allowed[policyType];
    if (series === undefined) {
      series = this.numbers.service_policy_decisions_total.find('allowed', policyType, '');
      this.allowed[policyType] = series;
    }
    series.value += 1;
  }

  recordShadow(outcome: 'success' | 'failed' | 'unsupported' | 'dropped'): void {
    this.numbers.service_shadow_requests_total.find(outcome).value += 1;
  }

  recordHedge(outcome: HedgeOutcome): void {
    this.numbers.service_hedged_requests_total.find(outcome).value += 1;
  }

  /** `parameter` is one that a configuration may name. */
  recordDroppedParameter(provider: string, providerKind: string, parameter: string): void {
    const name = this.providers.bound(provider);
    this.numbers.service_parameters_dropped_total.find(name, providerKind, parameter).value += 1;
  }

  recordCache(result: 'hit' | 'miss' | 'stored' | 'too_large' | 'refusal'): void {
    this.numbers.service_cache_answers_total.find(result).value += 1;
  }

  recordSemanticCache(result: SemanticCacheResult): void {
    this.numbers.service_semantic_cache_total.find(result).value += 1;
  }

  recordImageAddress(result: 'stored' | 'not_stored' | 'served' | 'refused'): void {
    this.numbers.service_image_addresses_total.find(result).value += 1;
  }

  recordConfigReload(outcome: 'applied' | 'rejected'): void {
    this.numbers.service_config_reloads_total.find(outcome).value += 1;
  }

  /** Names the configuration that runs now; the one before is forgotten. */
  setConfigHash(hash: string): void {
    this.numbers.service_config_info.clear();
    this.numbers.service_config_info.find(hash).value = 1;
  }

  /** Names all that is in effect now; what was before is forgotten. */
  setSnapshotHash(hash: string): void {
    this.numbers.service_snapshot_info.clear();
    this.numbers.service_snapshot_info.find(hash).value = 1;
  }

  /** Sets the source of the database's version in effect, which is read at each scrape. */
  setPolicyVersionSource(read: () => number | undefined): void {
    this.readPolicyVersion = read;
  }

  /**
   * Sets the source that says whether each process counts limits for itself (docs/contract/limits.md#redis-outage); it
   * is read at each scrape.
   */
  setLimitsPerProcessSource(read: () => boolean): void {
    this.readLimitsPerProcess = read;
  }

  /** Sets the source that says whether nobody records the owners of files at providers; it is read at each scrape. */
  setFilesSharedSource(read: () => boolean): void {
    this.readFilesShared = read;
  }

  /**
   * Sets the source of the number of gateways among which limits are divided while Redis is unavailable; it is read at
   * each scrape.
   */
  setKnownGatewaysSource(read: () => number): void {
    this.readKnownGateways = read;
  }

  /** Sets the source of the number of requests that wait for their budgets; it is read at each scrape. */
  setBudgetRequestsWaitingSource(read: () => number): void {
    this.readBudgetRequestsWaiting = read;
  }

  /** Counts a request whose limits replicas should share, and this one counted alone. */
  recordSharedLimitMiss(): void {
    this.sharedLimitMisses.value += 1;
  }

  recordAuditProblem(
    problem: 'dropped' | 'failed' | 'spool_failed' | 'payload_dropped' | 'payload_failed',
    count = 1,
  ): void {
    this.numbers.service_audit_problems_total.find(problem).value += count;
  }

  /** Counts values of tags beyond the limit of their name, which usage has as `other`. */
  recordOtherTagValues(count: number): void {
    this.numbers.service_tag_values_other_total.find().value += count;
  }

  /** Sets the source of the records that wait for the database; it is read at each scrape. */
  setAuditBacklogSource(read: () => { readonly records: number; readonly spooledBytes: number }): void {
    this.readAuditBacklog = read;
  }

  /** @param endpoint where the job runs, such as `/v1/chat/completions` */
  recordAsyncJob(endpoint: string, event: 'accepted' | 'completed' | 'failed' | 'cancelled'): void {
    this.numbers.service_async_jobs_total.find(endpoint, event).value += 1;
  }

  /** Sets the numbers of jobs in the database that have not ended. */
  setAsyncJobs(counts: readonly AsyncJobCount[]): void {
    this.numbers.service_async_jobs.clear();
    let oldest = 0;
    for (const { ageSeconds, endpoint, jobs, status } of counts) {
      this.numbers.service_async_jobs.find(endpoint, status).value = jobs;
      if (status === 'pending') oldest = Math.max(oldest, ageSeconds);
    }
    this.numbers.service_async_oldest_pending_seconds.find().value = oldest;
  }

  recordBatch(event: 'accepted' | 'completed' | 'failed' | 'expired' | 'cancelled'): void {
    this.numbers.service_batches_total.find(event).value += 1;
  }

  /** @param endpoint where the line runs, such as `/v1/chat/completions` */
  recordBatchLine(endpoint: string, outcome: 'completed' | 'failed'): void {
    this.numbers.service_batch_lines_total.find(endpoint, outcome).value += 1;
  }

  /** Sets the numbers of batches in the database that have not ended. */
  setBatches(counts: readonly { readonly status: string; readonly batches: number }[]): void {
    this.numbers.service_batches.clear();
    for (const { batches, status } of counts) this.numbers.service_batches.find(status).value = batches;
  }

  recordWebhook(outcome: 'delivered' | 'retried' | 'failed'): void {
    this.numbers.service_webhook_deliveries_total.find(outcome).value += 1;
  }

  recordLostSpans(spans: number, reason: 'dropped' | 'failed'): void {
    this.numbers.service_trace_spans_lost_total.find(reason).value += spans;
  }

  /** Adds the standard metrics of the process. Once a process: they start observers of the runtime. */
  collectProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** From now on `/metrics` of this process says what `render` does: the metrics of all processes of one service. */
  shareRendering(render: () => Promise<string>): void {
    this.renderShared = render;
  }

  /** Everything in the Prometheus text format. */
  renderMetrics(): Promise<string> {
    if (this.renderShared !== undefined) return this.renderShared();
    this.readSources();
    return this.registry.metrics();
  }

  /**
   * Everything as a scraper asks for it by its `Accept` header: OpenMetrics with exemplars, or else the Prometheus format. Several
   * processes behind one port have the latter alone.
   */
  async render(accept = ''): Promise<{ readonly contentType: string; readonly text: string }> {
    if (this.renderShared !== undefined || !asksForOpenMetrics(accept))
      return { contentType: this.registry.contentType, text: await this.renderMetrics() };
    return { contentType: OPENMETRICS_CONTENT_TYPE, text: await renderOpenMetrics(await this.collectValues()) };
  }

  /** The values of this process, to be merged with those of others (`mergeMetrics`). */
  collectValues(): Promise<MetricValues> {
    this.readSources();
    return this.registry.getMetricsAsJSON();
  }

  private readSources(): void {
    this.service.readSources();
    const version = this.readPolicyVersion();
    // A process that knows none has no say in what the lowest is (`merge`).
    this.numbers.service_policy_version.clear();
    if (version !== undefined) this.numbers.service_policy_version.find().value = version;
    const backlog = this.readAuditBacklog?.();
    if (backlog) {
      this.numbers.service_audit_waiting_records.find().value = backlog.records;
      this.numbers.service_audit_spool_bytes.find().value = backlog.spooledBytes;
    }
    this.numbers.service_text_checks_waiting.find().value = this.readTextChecksWaiting();
    this.contained.readSources();
    this.numbers.service_mcp_servers_degraded.find().value = this.readDegradedMcpServers();
    this.numbers.service_sockets_open.find().value = this.readOpenSockets();
    this.numbers.service_budget_requests_waiting.find().value = this.readBudgetRequestsWaiting();
    this.numbers.service_files_shared.find().value = this.readFilesShared() ? 1 : 0;
    this.numbers.service_limits_per_process.find().value = this.readLimitsPerProcess() ? 1 : 0;
    this.numbers.service_known_gateways.find().value = this.readKnownGateways();
  }
}
