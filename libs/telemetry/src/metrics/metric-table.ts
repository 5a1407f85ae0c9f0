/** One metric: what it is called, what it counts, and by which labels. */
export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in seconds. */
  readonly buckets?: readonly number[];
}

/** From a cached answer to the longest time limit of an answer (docs/contract/time-limits.md#defaults). */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600] as const;

/**
 * Every metric of our own. No label names a key, a team or a person, and none holds free text; `model` is a name of
 * the configuration or `other` (docs/contract/metrics.md#labels). docs/metrics.md is generated from this table.
 */
export const METRICS = {
  service_requests_total: {
    type: 'counter',
    help: 'Requests answered, by endpoint, HTTP status, provider and model.',
    labels: ['endpoint', 'status', 'provider', 'model'],
  },
  service_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of a request to the end of its answer.',
    labels: ['endpoint', 'provider', 'streamed'],
    buckets: DURATION_BUCKETS,
  },
  service_time_to_first_byte_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of a request to the first byte of its answer.',
    labels: ['endpoint', 'provider'],
    buckets: DURATION_BUCKETS,
  },
  service_requests_in_flight: {
    type: 'gauge',
    help: 'Requests being answered now.',
    labels: ['endpoint'],
  },
  service_streams_in_flight: {
    type: 'gauge',
    help: 'Streamed answers being sent now.',
    labels: [],
  },
  service_upstream_requests_total: {
    type: 'counter',
    help: 'Calls to providers, retries and fallbacks included, by outcome.',
    labels: ['provider', 'outcome'],
  },
  service_upstream_duration_seconds: {
    type: 'histogram',
    help: 'Time from the start of a call to a provider to the end of its answer.',
    labels: ['provider'],
    buckets: DURATION_BUCKETS,
  },
  service_tokens_total: {
    type: 'counter',
    help: 'Tokens by kind: prompt (cached is a part of it) and completion (reasoning is a part of it).',
    labels: ['model', 'kind', 'usage_source'],
  },
  service_policy_decisions_total: {
    type: 'counter',
    help: 'Decisions of policies, one of each policy type that a request is asked about (entitlement, model_access, routing, rate_limit, budget, guardrail, pii): what they allowed, refused, and would have refused (`audited`), with the error code of the refusal.',
    labels: ['outcome', 'policy_type', 'code'],
  },
  service_guardrail_failures_total: {
    type: 'counter',
    help: 'Checks of guardrails that came to no result, by kind: the checker failed (failure) or took longer than it may (timeout).',
    labels: ['kind', 'reason'],
  },
  service_text_checks_waiting: {
    type: 'gauge',
    help: 'Requests and answers whose long texts wait for a thread that checks them.',
    labels: [],
  },
  service_shadow_requests_total: {
    type: 'counter',
    help: 'Copies of requests for shadow models: success, failed, unsupported by the model, or dropped for there were too many.',
    labels: ['outcome'],
  },
  service_parameters_dropped_total: {
    type: 'counter',
    help: 'Parameters of requests that were left out because `unsupported_parameters` allows it.',
    labels: ['provider', 'parameter'],
  },
  service_cache_answers_total: {
    type: 'counter',
    help: 'Answers that the response cache had (hit) or had not (miss), that it kept (stored), and that it did not (too_large, refusal).',
    labels: ['result'],
  },
  service_config_reloads_total: {
    type: 'counter',
    help: 'Times the configuration was read again, by outcome.',
    labels: ['outcome'],
  },
  service_config_info: {
    type: 'gauge',
    help: 'Always 1; the label is the hash of the running configuration.',
    labels: ['hash'],
  },
  service_snapshot_info: {
    type: 'gauge',
    help: 'Always 1; the label is the hash of everything in force, configuration and database.',
    labels: ['hash'],
  },
  service_policy_version: {
    type: 'gauge',
    help: 'The version of the database whose every change is in force; absent without a database.',
    labels: [],
  },
  service_limits_per_process: {
    type: 'gauge',
    help: '1 while limits and budgets are counted by each process for itself, 0 while replicas share them.',
    labels: [],
  },
  service_budget_requests_waiting: {
    type: 'gauge',
    help: 'Requests that wait because running requests may use the rest of their budget.',
    labels: [],
  },
  service_known_gateways: {
    type: 'gauge',
    help: 'Gateways on the same Redis, this one included: while Redis is away, each admits its part of what was left of a rate limit.',
    labels: [],
  },
  service_shared_limit_misses_total: {
    type: 'counter',
    help: 'Times a request was counted under its rate limits by this process alone, since Redis was away or slow.',
    labels: [],
  },
  service_audit_problems_total: {
    type: 'counter',
    help: 'Audit records that were lost (dropped), and writes that failed and are tried again: of the audit log (failed), and of the disk where records wait for the database (spool_failed). The same of payloads (payload_dropped, payload_failed).',
    labels: ['problem'],
  },
  service_audit_waiting_records: {
    type: 'gauge',
    help: 'Audit records that are not in the database yet, in memory or on the disk.',
    labels: [],
  },
  service_audit_spool_bytes: {
    type: 'gauge',
    help: 'Bytes of the files in which audit records wait for the database.',
    labels: [],
  },
  service_trace_spans_lost_total: {
    type: 'counter',
    help: 'Spans that the collector did not get: dropped because too many waited, or failed to be sent.',
    labels: ['reason'],
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

type NamesOf<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

export type NumberMetricName = NamesOf<'counter' | 'gauge'>;
export type HistogramMetricName = NamesOf<'histogram'>;
