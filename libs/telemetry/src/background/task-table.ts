export interface TaskDefinition {
  /** Description for docs and the log. */
  readonly text: string;
  /** Done for requests, and not at intervals: without a further failure for a minute it does not count as failing any longer. */
  readonly isOnDemand?: true;
}

/**
 * Everything that a service does beside its requests, by the name that the log, the metrics, `/readyz` and the deployment page
 * have for it. docs/metrics.md lists the names.
 */
export const BACKGROUND_TASKS = {
  agent_runs: { text: 'watching over runs of agents' },
  agent_watch: { text: 'seeing whether running agents were cancelled', isOnDemand: true },
  alert_rules: { text: 'evaluating the rules of alerts' },
  alert_deliveries: { text: 'looking after deliveries of alerts' },
  answer_beginnings: { text: 'storing that answers of jobs have begun' },
  answer_notes: { text: 'noting on the disk that answers of jobs have begun', isOnDemand: true },
  async_job_counts: { text: 'counting asynchronous jobs' },
  async_job_expiry: { text: 'removing expired asynchronous jobs' },
  async_job_watch: { text: 'seeing whether running jobs were cancelled', isOnDemand: true },
  async_requests: { text: 'storing and reading asynchronous requests', isOnDemand: true },
  audit_payloads: { text: 'storing payloads of requests', isOnDemand: true },
  audit_records: { text: 'storing audit records', isOnDemand: true },
  audit_retention: { text: 'making and removing tables of audit records' },
  audit_spool: { text: 'writing the audit spool', isOnDemand: true },
  batch_counts: { text: 'counting batches' },
  batch_expiry: { text: 'removing expired files and batches' },
  batch_files: { text: 'removing files of batches', isOnDemand: true },
  batch_lines: { text: 'reading lines of batches', isOnDemand: true },
  batch_requests: { text: 'storing and reading batches', isOnDemand: true },
  batch_results: { text: 'storing results of lines of batches', isOnDemand: true },
  batch_watch: { text: 'seeing whether running batches were cancelled', isOnDemand: true },
  budget_cleanup: { text: 'removing old accounts and leases of budgets' },
  budget_leases: { text: 'leasing budgets from the database', isOnDemand: true },
  credential_uses: { text: 'writing down when credentials were used', isOnDemand: true },
  database: { text: 'answering requests that need the database', isOnDemand: true },
  eval_counts: { text: 'counting evaluations' },
  eval_runs: { text: 'watching over evaluations' },
  eval_schedules: { text: 'starting scheduled evaluations' },
  eval_watch: { text: 'seeing whether running evaluations were cancelled', isOnDemand: true },
  export_cleanup: { text: 'forgetting exported records' },
  export_lags: { text: 'measuring the lag of exports' },
  export_leases: { text: 'renewing the leases of sinks' },
  heartbeat: { text: 'telling the deployment page that this process is alive' },
  identity_lookups: { text: 'looking up credentials', isOnDemand: true },
  job_listener: { text: 'listening for jobs' },
  job_queues: { text: 'the job queues', isOnDemand: true },
  job_results: { text: 'storing results of asynchronous jobs', isOnDemand: true },
  knowledge_files: { text: 'removing files of deleted documents' },
  knowledge_upkeep: { text: 'removing what was deleted from knowledge bases' },
  knowledge_watch: { text: 'seeing whether documents were deleted meanwhile', isOnDemand: true },
  mcp_connections: { text: 'checking MCP connections of people' },
  mcp_server_states: { text: 'storing how MCP servers do', isOnDemand: true },
  oidc_keys: { text: 'fetching the keys of the identity provider', isOnDemand: true },
  policy_changes: { text: 'following changes of the database' },
  policy_rows: { text: 'loading policies from the database' },
  price_table: { text: 'reading the price table' },
  provider_cool_downs: { text: 'storing which models and credentials of providers are passed over', isOnDemand: true },
  record_exports: { text: 'exporting records of requests' },
  tenant_exports: { text: 'exporting to sinks of organizations and workspaces' },
  run_events: { text: 'listening for events of runs' },
  statement_closing: { text: 'closing months of statements' },
  stored_images: { text: 'removing stored images' },
  token_rotation: { text: 'announcing tokens that must be rotated' },
  usage_dimensions: { text: 'adding audit records to usage by tag, customer, client and session' },
  usage_series: { text: 'adding audit records to the series of usage' },
  version_channel: { text: 'hearing of changes at once', isOnDemand: true },
  webhook_expiry: { text: 'removing old deliveries of webhooks' },
  workflow_retention: { text: 'removing old runs of workflows' },
  workflow_runs: { text: 'watching over runs of workflows' },
  workflow_schedules: { text: 'starting scheduled workflows' },
  workflow_watch: { text: 'renewing steps of workflows that run', isOnDemand: true },
} as const satisfies Readonly<Record<string, TaskDefinition>>;

export type BackgroundTask = keyof typeof BACKGROUND_TASKS;
