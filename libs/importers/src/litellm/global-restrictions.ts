import { isRecord } from '@multilane/contracts';
import { isBlank } from '../is-blank.js';

const CODE = 'Code of your own that refuses callers is not run.';
const PARALLEL = 'Parallel requests are not limited. Use limits of requests per minute.';
const PEOPLE = 'Add a budget rule of the scope `user`.';
const CLIENTS = 'Clients of your callers are not refused.';
const CLIENT_BUDGETS = 'Add a budget rule of the scope `customer`.';
const ALL = 'Add a budget rule of the scope `organization`.';
const FILES = 'Files are not limited by these. Limit them in the proxy in front.';
const WORDS = 'Add a guardrail of the kind `keywords` with these words.';
const ROUTES = 'Routes are not limited by name. Limit paths in the proxy in front.';
const OUTAGE = 'Limits are counted in each process while Redis cannot be reached.';

/**
 * Settings of LiteLLM that restrict every caller and have no counterpart, by section, each with what to do
 * (https://docs.litellm.ai/docs/proxy/config_settings).
 */
const GLOBAL_RESTRICTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  general_settings: {
    allowed_routes: ROUTES,
    admin_only_routes: ROUTES,
    allowed_ips: 'Addresses of callers are not limited. Limit them in the proxy or network policy in front.',
    enforced_params: 'Parameters cannot be made mandatory.',
    enforce_user_param: 'Requests need no `user`.',
    service_account_settings: 'Parameters cannot be made mandatory.',
    reject_clientside_metadata_tags: 'Tags of requests are not refused. They mean nothing.',
    custom_auth: `${CODE} They authenticate with keys, PATs, tokens or JWTs.`,
    custom_auth_run_common_checks: CODE,
    max_parallel_requests: PARALLEL,
    global_max_parallel_requests: PARALLEL,
    max_in_flight_requests_per_worker: PARALLEL,
    max_queued_requests_per_worker: PARALLEL,
    max_response_size_mb: 'The size of responses is not limited.',
    role_permissions: 'Models and routes of roles are not read. Give teams their models.',
    enforce_rbac: 'Roles of JWTs are not read. Give teams their models.',
    user_header_mappings: 'Clients of your callers are not told apart.',
    default_end_user_id: 'Clients of your callers are not told apart.',
    blocked_user_list: CLIENTS,
    banned_keywords_list: WORDS,
    apply_user_budget_to_team_keys: PEOPLE,
    disable_reset_budget: 'Budgets are reset when their period ends.',
    fail_closed_budget_enforcement: OUTAGE,
    fail_closed_rate_limit_enforcement: OUTAGE,
    max_batch_file_records: FILES,
    max_batch_file_size_mb: FILES,
    max_batch_file_uploads_per_day: FILES,
    max_file_downloads_per_minute: FILES,
    max_file_size_mb: FILES,
    allowed_file_extensions: FILES,
    blocked_file_extensions: FILES,
    mcp_allowed_clients: 'Clients of MCP are not told apart.',
    mcp_require_explicit_server_scope: 'Requests of MCP need not name their servers.',
    mcp_disabled_capabilities: 'Prompts and resources of MCP servers are not switched off.',
    require_end_user_mcp_access_defined: 'Clients of your callers have no MCP servers of their own.',
  },
  litellm_settings: {
    max_budget: ALL,
    budget_duration: ALL,
    max_user_budget: PEOPLE,
    max_internal_user_budget: PEOPLE,
    internal_user_budget_duration: PEOPLE,
    default_max_internal_user_budget: PEOPLE,
    max_end_user_budget: CLIENT_BUDGETS,
    max_end_user_budget_id: CLIENT_BUDGETS,
    validate_end_user_id_in_db: CLIENTS,
    tag_budget_config: 'Add budget rules of the scope `tag`: tags have names and values here.',
    upperbound_key_generate_params: 'Only administrators create keys. Limits of the team hold for all of its keys.',
    key_generation_settings: 'Only administrators create keys.',
    blocked_user_list: CLIENTS,
    banned_keywords_list: WORDS,
    enforced_params: 'Parameters cannot be made mandatory.',
    user_url_allowed_hosts: 'Set `egress` rules for addresses that requests name.',
    block_requests_for_models_without_pricing: 'Models without prices are not refused. Set `prices` of each model.',
    require_managed_files: FILES,
    require_auth_for_metrics_endpoint: '/metrics needs no key. Limit the path in the proxy in front.',
    pre_call_rules: CODE,
    post_call_rules: CODE,
    guardrails: 'This form of guardrails is not read. Write them under `guardrails`.',
    guardrail_name_config_map: 'This form of guardrails is not read. Write them under `guardrails`.',
  },
  router_settings: {
    provider_budget_config: 'Add budget rules of the scope `provider`.',
    optional_pre_call_checks: 'Limits of deployments are not enforced. Add rate limit policies.',
  },
};

/** Settings with a name like a restriction's, which let callers do more, or concern the dashboard, logs and other servers. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['allow_client_side_credentials', 'allow_dynamic_callback_disabling', 'allow_public_health_readiness_details'],
  ...['allow_requests_on_db_unavailable', 'allow_unmanaged_response_ids', 'allow_user_auth', 'allowed_fails'],
  ...['allow_cli_sso_verification_uri_complete', 'allowed_client_side_s3_buckets', 'allowed_fails_policy'],
  ...['allowed_client_side_s3_endpoint_urls', 'budget_exceeded_status_code', 'budget_exceeded_throttle_percentage'],
  ...['budget_rollover', 'claude_code_marketplace_auth_required', 'custom_key_policy', 'default_soft_budget'],
  ...['default_key_max_budget_alert_emails', 'default_max_parallel_requests', 'max_failed_login_attempts_per_source'],
  ...['max_failed_login_attempts_per_source_overrides', 'max_fallbacks', 'max_request_size_mb', 'max_retries'],
  ...['max_tokens', 'max_ui_session_budget', 'mcp_allow_all_keys_respects_mcp_scope', 'mcp_internal_ip_ranges'],
  ...['mcp_required_fields', 'mcp_trusted_proxy_ranges', 'model_group_retry_policy', 'password_policy_min_length'],
  ...['password_policy_check_breached_passwords', 'password_policy_require_lowercase', 'retry_policy'],
  ...['password_policy_require_numbers', 'password_policy_require_special_characters', 'token_rate_limit_type'],
  ...['password_policy_require_uppercase', 'prometheus_emit_rate_limit_labels', 'self_serve_budget_policy'],
  ...['prometheus_end_user_metrics_max_series_per_metric', 'prometheus_initialize_budget_metrics'],
  ...['prometheus_metrics_max_series_per_metric', 'prometheus_user_budget_label_include_email_alias'],
  ...['provider_url_destination_allowed_hosts', 'public_mcp_hub_strict_whitelist', 'require_key_mcp_access_defined'],
  ...['skip_system_message_in_guardrail', 'skip_tool_message_in_guardrail', 'supported_db_objects'],
  ...['trusted_proxy_ranges', 'user_api_key_cache_max_size', 'enforce_fallback_model_access'],
  ...[
    'database_connection_pool_limit',
    'disable_budget_reservation',
    'disable_retry_on_max_parallel_request_limit_error',
  ],
  ...[
    'disable_fallbacks_on_per_model_rate_limits',
    'disable_stop_sequence_limit',
    'maximum_spend_logs_retention_period',
  ],
]);

/** Words in names that say that something is refused or limited. */
const RESTRICTING =
  /(^|_)(allow(ed)?|den(y|ied)|block(ed)?|bann?ed|limits?|enforced?|require[ds]?|restrict\w*|only|quota|budgets?|max|forbid\w*|reject\w*|ips?|ip_ranges|guardrails?|polic(y|ies))(_|$)/;

const UNKNOWN = 'The importer does not know this setting, whose name says that it restricts.';

const meansNothing = (value: unknown): boolean =>
  isBlank(value) || (typeof value === 'string' && value.toLowerCase() === 'false');

export interface GlobalRestriction {
  readonly name: string;
  readonly message: string;
}

/** Those that a section of LiteLLM's settings has, and those whose names say so. */
export function findGlobalRestrictions(section: string, settings: unknown): GlobalRestriction[] {
  const messages = Object.hasOwn(GLOBAL_RESTRICTIONS, section) ? GLOBAL_RESTRICTIONS[section] : undefined;
  if (messages === undefined || !isRecord(settings)) return [];
  return Object.entries(settings).flatMap(([name, value]) => {
    if (meansNothing(value)) return [];
    const message = describe(messages, name, value);
    return message === undefined ? [] : [{ name, message }];
  });
}

function describe(messages: Readonly<Record<string, string>>, name: string, value: unknown): string | undefined {
  if (name === 'missing_session_id') return value === 'reject' ? 'Requests need no session.' : undefined;
  if (Object.hasOwn(messages, name)) return messages[name];
  return RESTRICTING.test(name) && !HARMLESS.has(name) ? UNKNOWN : undefined;
}
