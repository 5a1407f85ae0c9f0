/** One metric: what it is called, what it counts, and by which labels. */
export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in seconds or, of numbers of tokens, in tokens. */
  readonly buckets?: readonly number[];
  /** Way to merge the numbers of several processes into one (`server.workers`). Default: their sum. */
  readonly merge?: 'max' | 'min';
}

/** From a cached answer to the longest time limit of an answer (docs/contract/time-limits.md#defaults). */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600] as const;

/** Buckets of the semantic conventions for generative AI (docs/gen-ai/gen-ai-metrics.md, November 2026). */
const OPERATION_BUCKETS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
] as const;
const TOKEN_BUCKETS = [
  1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864,
] as const;

/**
 * Every metric of our own. No label names a key, a team or a person, and none holds free text; `model` and `provider` are
 * names of the snapshot or `other` (docs/contract/metrics.md#labels). docs/metrics.md is generated from this table.
 */
export const METRICS = {
  service_requests_total: {
    type: 'counter',
    help: 'Requests answered, by endpoint, HTTP status, provider and model. `kind` is `call` for calls of models, tools and knowledge, `read` for lists and look-ups, `write` for changes and for what is accepted to run later.',
    labels: ['endpoint', 'status', 'provider', 'provider_kind', 'model', 'kind'],
  },
  service_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of a request to the end of its response.',
    labels: ['endpoint', 'provider', 'provider_kind', 'streamed'],
    buckets: DURATION_BUCKETS,
  },
  service_time_to_first_byte_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of a request to the first byte of its response.',
    labels: ['endpoint', 'provider', 'provider_kind'],
    buckets: DURATION_BUCKETS,
  },
  service_requests_in_flight: {
    type: 'gauge',
    help: 'Requests in progress.',
    labels: ['endpoint'],
  },
  service_streams_in_flight: {
    type: 'gauge',
    help: 'Streamed responses in progress.',
    labels: [],
  },
  service_sockets_open: {
    type: 'gauge',
    help: 'Realtime sockets that are open.',
    labels: [],
  },
  service_clients_left_total: {
    type: 'counter',
    help: 'Clients that left before the end of their response: `before_head`, `at_head` (within 50 ms of it), `in_answer`, or `unread` (the gateway left a client that read nothing).',
    labels: ['moment'],
  },
  service_sockets_closed_total: {
    type: 'counter',
    help: 'Realtime sockets that were closed, by the close code that the client received.',
    labels: ['code'],
  },
  service_socket_messages_total: {
    type: 'counter',
    help: 'Messages relayed over realtime sockets, in both directions, counted when a socket closes.',
    labels: [],
  },
  service_socket_bytes_total: {
    type: 'counter',
    help: 'Bytes of these messages.',
    labels: [],
  },
  service_upstream_requests_total: {
    type: 'counter',
    help: 'Calls to providers, including retries and fallbacks, by outcome.',
    labels: ['provider', 'provider_kind', 'outcome'],
  },
  service_upstream_duration_seconds: {
    type: 'histogram',
    help: 'Time from the start of a call to a provider to the end of its response.',
    labels: ['provider', 'provider_kind'],
    buckets: DURATION_BUCKETS,
  },
  gen_ai_client_operation_duration_seconds: {
    type: 'histogram',
    help: "`gen_ai.client.operation.duration` of OpenTelemetry: time from the start of a call to a provider to the end of its response. `gen_ai_request_model` is the provider's name of a model.",
    labels: ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model', 'error_type', 'provider'],
    buckets: OPERATION_BUCKETS,
  },
  gen_ai_client_token_usage: {
    type: 'histogram',
    help: '`gen_ai.client.token.usage` of OpenTelemetry: tokens of one request, by `input` and `output`. Estimated if the provider reports none.',
    labels: ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model', 'gen_ai_token_type', 'provider'],
    buckets: TOKEN_BUCKETS,
  },
  service_tokens_total: {
    type: 'counter',
    help: 'Tokens by kind: prompt (includes cached) and completion (includes reasoning).',
    labels: ['model', 'kind', 'usage_source'],
  },
  service_cost_usd_total: {
    type: 'counter',
    help: 'Cost of requests in US dollars, by the prices of their models. Models without a price count nothing. The audit log has the exact sums.',
    labels: ['provider', 'provider_kind', 'model'],
  },
  service_uncounted_requests_total: {
    type: 'counter',
    help: 'Requests of keys with a budget in dollars that it did not count, because their model has no price.',
    labels: ['model'],
  },
  service_media_units_total: {
    type: 'counter',
    help: 'What requests for media used: `images` made, `characters` spoken, and `audio_seconds` as providers report them.',
    labels: ['model', 'unit'],
  },
  service_policy_decisions_total: {
    type: 'counter',
    help: 'Policy decisions, one per request and policy type (entitlement, model_access, routing, rate_limit, budget, guardrail, pii): allowed, refused, or only recorded (`audited`), with the error code of the refusal.',
    labels: ['outcome', 'policy_type', 'code'],
  },
  service_guardrail_failures_total: {
    type: 'counter',
    help: 'Guardrail checks without a result, by kind: the checker failed (failure) or exceeded its time limit (timeout).',
    labels: ['kind', 'reason'],
  },
  service_async_jobs_total: {
    type: 'counter',
    help: 'Asynchronous jobs that were accepted, and that ended: completed, failed or cancelled.',
    labels: ['endpoint', 'event'],
  },
  service_async_jobs: {
    type: 'gauge',
    help: 'Asynchronous jobs in the database that wait or run. Every process reports the same numbers.',
    labels: ['endpoint', 'status'],
    merge: 'max',
  },
  service_async_oldest_pending_seconds: {
    type: 'gauge',
    help: 'Age of the oldest asynchronous job that waits for a worker.',
    labels: [],
    merge: 'max',
  },
  service_batches_total: {
    type: 'counter',
    help: 'Batches that were accepted, and that ended: completed, failed, expired or cancelled.',
    labels: ['event'],
  },
  service_batches: {
    type: 'gauge',
    help: 'Batches in the database that have not ended. Every process reports the same numbers.',
    labels: ['status'],
    merge: 'max',
  },
  service_batch_lines_total: {
    type: 'counter',
    help: 'Requests of batches that ended.',
    labels: ['endpoint', 'outcome'],
  },
  service_eval_runs: {
    type: 'gauge',
    help: 'Evaluations that have not ended. Every process reports the same numbers.',
    labels: ['status'],
    merge: 'max',
  },
  service_eval_runs_total: {
    type: 'counter',
    help: 'Evaluations that workers ended: completed, incomplete or failed.',
    labels: ['status'],
  },
  service_eval_answers_total: {
    type: 'counter',
    help: 'Answers of evaluations: passed, failed, or without a grade because of an error of the target or of a grader.',
    labels: ['status'],
  },
  service_eval_regressions_total: {
    type: 'counter',
    help: 'Scheduled evaluations with a target that is worse than before.',
    labels: [],
  },
  service_alert_deliveries_total: {
    type: 'counter',
    help: 'Attempts to deliver alerts, by the kind of the channel: delivered, retried later, failed for good, or skipped.',
    labels: ['channel', 'outcome'],
  },
  service_export_records_total: {
    type: 'counter',
    help: 'Records of requests by the sink that they were exported to: delivered, rejected by the sink, or dropped because retention removed them first.',
    labels: ['sink', 'outcome'],
  },
  service_export_failures_total: {
    type: 'counter',
    help: 'Batches that a sink did not take and that are sent again: it was away, or it refused everything.',
    labels: ['sink', 'reason'],
  },
  service_export_lag_seconds: {
    type: 'gauge',
    help: 'Seconds since the oldest record was stored that waits for the sink, told by the process that exports to it.',
    labels: ['sink'],
  },
  service_webhook_deliveries_total: {
    type: 'counter',
    help: 'Attempts to deliver webhooks: delivered, retried later, or failed for good.',
    labels: ['outcome'],
  },
  service_text_checks_waiting: {
    type: 'gauge',
    help: 'Requests and responses whose long texts wait for a process to check them.',
    labels: [],
  },
  service_tenant_code_waiting: {
    type: 'gauge',
    help: 'Expressions of workflows, schemas of tools and graders of evaluations that wait for a process.',
    labels: [],
  },
  service_jobs_poisoned_total: {
    type: 'counter',
    help: 'Jobs that were given up because the process that worked on them ended twice, by kind.',
    labels: ['kind'],
  },
  service_contained_processes_ended_total: {
    type: 'counter',
    help: 'Child processes for what tenants write that ended in the middle of their work, by work (`tenant_code`, `text_checks`, `embedding`) and reason (`time` and `memory`: killed for it, `failure`).',
    labels: ['work', 'reason'],
  },
  service_mcp_calls_total: {
    type: 'counter',
    help: 'Calls of tools of MCP servers, by outcome.',
    labels: ['outcome'],
  },
  service_mcp_servers_degraded: {
    type: 'gauge',
    help: 'MCP servers that could not be reached when this process last tried.',
    labels: [],
  },
  service_shadow_requests_total: {
    type: 'counter',
    help: 'Copies of requests to shadow models: success, failed, unsupported by the model, or dropped because too many were running.',
    labels: ['outcome'],
  },
  service_hedged_requests_total: {
    type: 'counter',
    help: 'Requests whose first byte was late on a route with `hedge`: the second call won, lost or failed, or none was made because the percentage was reached (limited) or no other target had room (unavailable).',
    labels: ['outcome'],
  },
  service_parameters_dropped_total: {
    type: 'counter',
    help: 'Request parameters that were dropped because `unsupported_parameters` allows it.',
    labels: ['provider', 'provider_kind', 'parameter'],
  },
  service_cache_answers_total: {
    type: 'counter',
    help: 'Response cache results: hit, miss, stored, and not stored (too_large, refusal).',
    labels: ['result'],
  },
  service_semantic_cache_total: {
    type: 'counter',
    help: 'Semantic cache results: hit; unknown (no question with the same words); dissimilar (below the threshold); incomparable (another language, or too long); no_vector (the embedding model failed or too much waits); late (over `timeout_ms`); failed (the store of answers failed); gone (the response was evicted or removed); stored.',
    labels: ['result'],
  },
  service_image_addresses_total: {
    type: 'counter',
    help: 'Images by address: stored, not stored, served, and refused because of a wrong signature or an expired address.',
    labels: ['result'],
  },
  service_config_reloads_total: {
    type: 'counter',
    help: 'Reloads of the configuration, by outcome.',
    labels: ['outcome'],
  },
  service_config_info: {
    type: 'gauge',
    help: 'Always 1. The label is the hash of the active configuration.',
    labels: ['hash'],
    merge: 'max',
  },
  service_snapshot_info: {
    type: 'gauge',
    help: 'Always 1. The label is the hash of the active snapshot (configuration and database).',
    labels: ['hash'],
    merge: 'max',
  },
  service_policy_version: {
    type: 'gauge',
    help: 'Version of the database up to which all changes are in effect. Absent without a database.',
    labels: [],
    merge: 'min',
  },
  service_limits_per_process: {
    type: 'gauge',
    help: '1 while each process counts limits and budgets on its own, 0 while replicas share the counters.',
    labels: [],
    merge: 'max',
  },
  service_files_shared: {
    type: 'gauge',
    help: '1 without a database: files, fine-tuning jobs and batches are shared by everybody who may use a model of their provider.',
    labels: [],
    merge: 'max',
  },
  service_requests_queued: {
    type: 'gauge',
    help: 'Requests that wait for a limit of requests at the same time, by the scope of the limit and by priority.',
    labels: ['scope', 'priority'],
  },
  service_queue_wait_seconds: {
    type: 'histogram',
    help: 'Time that requests waited for a limit of requests at the same time: `admitted`, `rejected` after the longest wait, or `left` by their clients.',
    labels: ['scope', 'priority', 'outcome'],
    buckets: DURATION_BUCKETS,
  },
  service_budget_requests_waiting: {
    type: 'gauge',
    help: 'Requests that wait because running requests may use the rest of the budget.',
    labels: [],
  },
  service_known_gateways: {
    type: 'gauge',
    help: 'Gateways on the same Redis, including this one. While Redis is unavailable, each admits its share of what was left of a rate limit.',
    labels: [],
    merge: 'max',
  },
  service_shared_limit_misses_total: {
    type: 'counter',
    help: 'Requests that this process counted under rate limits on its own, because Redis, or the process that counts for all workers, was unavailable or slow.',
    labels: [],
  },
  service_background_failures_total: {
    type: 'counter',
    help: 'Failures of what the service does beside requests, by task. The names are listed under the table.',
    labels: ['task'],
  },
  service_background_failing: {
    type: 'gauge',
    help: '1 for each task that failed three times in a row, and not since.',
    labels: ['task'],
    merge: 'max',
  },
  service_postgres_away: {
    type: 'gauge',
    help: '1 if the database does not answer, otherwise 0.',
    labels: [],
    merge: 'max',
  },
  service_worker_processes: {
    type: 'gauge',
    help: 'Processes of this gateway that serve requests. Only with `server.workers` above 1.',
    labels: [],
  },
  service_worker_restarts_total: {
    type: 'counter',
    help: 'Processes of this gateway that ended by themselves and were replaced. Only with `server.workers` above 1.',
    labels: [],
  },
  service_audit_problems_total: {
    type: 'counter',
    help: 'Lost audit records (dropped), and failed writes that are retried: to the audit log (failed), and to the spool on disk (spool_failed). The same for payloads (payload_dropped, payload_failed).',
    labels: ['problem'],
  },
  service_tag_values_other_total: {
    type: 'counter',
    help: 'Values of tags that usage counts as `other`, because their name has 10,000 values in the organization: different ones of each batch of records.',
    labels: [],
  },
  service_audit_waiting_records: {
    type: 'gauge',
    help: 'Audit records that are not in the database yet, in memory or on disk.',
    labels: [],
  },
  service_audit_spool_bytes: {
    type: 'gauge',
    help: 'Size of the files in which audit records wait for the database.',
    labels: [],
    // Worker processes share the folder: each finds the files of the others there after ten seconds.
    merge: 'max',
  },
  service_trace_spans_lost_total: {
    type: 'counter',
    help: 'Spans that the collector did not receive: dropped because the queue was full, or failed to send.',
    labels: ['reason'],
  },
} as const satisfies Record<string, MetricDefinition>;

type MetricName = keyof typeof METRICS;

type NamesOf<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

export type NumberMetricName = NamesOf<'counter' | 'gauge'>;
export type HistogramMetricName = NamesOf<'histogram'>;
