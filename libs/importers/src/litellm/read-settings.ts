import type { FindingStatus } from '../import-result.js';
import type { SourceNode } from '../source-node.js';
import { describeSecret } from '../variables.js';
import { type LitellmContext, openToAll } from './context.js';
import { findGlobalRestrictions } from './global-restrictions.js';
import { readBudgets } from './read-budgets.js';
import { readCallbacks } from './read-callbacks.js';

/** Settings that need no work, by section: what becomes of them, and why. */
const NOTES: Readonly<Record<string, Readonly<Record<string, readonly [FindingStatus, string]>>>> = {
  litellm_settings: {
    set_verbose: ['approximate', 'Set `telemetry.log_level` to `debug` for more of the log.'],
    json_logs: ['exact', 'Logs are always JSON.'],
    turn_off_message_logging: [
      'exact',
      'Prompts and responses are not recorded, unless `audit.capture_payloads` is set.',
    ],
    redact_user_api_key_info: ['exact', 'Logs and traces never contain keys.'],
    redact_messages_in_exceptions: ['exact', 'Errors never quote prompts.'],
    allowed_fails: ['approximate', 'A circuit breaker passes over failing providers by itself.'],
    cooldown_time: ['approximate', 'A circuit breaker tries failing providers again by itself.'],
    default_internal_user_params: ['manual', 'Invite people with their role: POST /org/invites.'],
    default_team_params: ['manual', 'Set the models and limits when you create a team.'],
    default_team_settings: ['manual', 'Teams have no callbacks of their own. Traces and audit records name the team.'],
    default_key_generate_params: ['manual', 'Set the limits when you create a key.'],
    modify_params: ['approximate', 'Requests are translated for each provider. What cannot be translated is rejected.'],
    ssl_verify: ['manual', 'Certificates are always verified. Set `network.ca_file` for your own authority.'],
    telemetry: ['exact', 'Nothing is sent to the makers.'],
    service_callbacks: ['approximate', '/metrics has the state of PostgreSQL, Redis and the providers.'],
    enable_preview_features: ['approximate', 'There is no such setting.'],
    force_ipv4: ['unsupported', 'Addresses are chosen by the operating system.'],
    public_model_groups: ['unsupported', 'Lists of models need a credential.'],
    personal_key_model_access_from_teams: ['unsupported', 'Keys without a team have the models of their owner alone.'],
  },
  general_settings: {
    master_key: [
      'manual',
      'There is no master key. Create the owner account at /ui, and virtual accounts for automation.',
    ],
    database_type: ['exact', 'The database is PostgreSQL.'],
    store_model_in_db: ['approximate', 'With a database, people can always add models in the workspace.'],
    store_prompts_in_spend_logs: [
      'manual',
      'Set `audit.capture_payloads` and `encryption.key` to record prompts and responses.',
    ],
    disable_spend_logs: ['unsupported', 'Audit records are always written.'],
    maximum_spend_logs_retention_period: ['manual', 'Set `audit.retention_days`.'],
    alerting: ['manual', 'Send alerts with Prometheus: see deploy/prometheus/alerts.yml.'],
    alerting_threshold: ['manual', 'Send alerts with Prometheus: see deploy/prometheus/alerts.yml.'],
    alert_types: ['manual', 'Send alerts with Prometheus: see deploy/prometheus/alerts.yml.'],
    spend_report_frequency: ['manual', 'Read GET /admin/usage on a schedule.'],
    enable_jwt_auth: ['manual', 'Set `auth.oidc` to accept JWTs of your identity provider.'],
    litellm_jwtauth: ['manual', 'Set `auth.oidc`: `team_claim`, `team_mapping` and `role_claim`.'],
    custom_key_generate: ['unsupported', 'Keys are always random.'],
    pass_through_endpoints: ['unsupported', 'There are no pass-through routes to providers.'],
    proxy_batch_write_at: ['exact', 'Records are written in batches.'],
    proxy_budget_rescheduler_min_time: ['exact', 'Budgets are reset on time.'],
    proxy_budget_rescheduler_max_time: ['exact', 'Budgets are reset on time.'],
    database_connection_pool_limit: ['approximate', 'The pool has a size of its own.'],
    database_connection_timeout: ['approximate', 'The pool has time limits of its own.'],
    allow_requests_on_db_unavailable: [
      'approximate',
      'Known callers are served for 30 seconds without the database, then rejected with 503.',
    ],
    background_health_checks: [
      'approximate',
      'Providers are judged by the requests they get. Test one with POST /admin/providers/{id}/test.',
    ],
    health_check_interval: ['approximate', 'Providers are judged by the requests they get.'],
    use_redis_transaction_buffer: ['exact', 'Records wait on disk until the database takes them.'],
    use_client_credentials_pass_through_routes: ['unsupported', 'There are no pass-through routes to providers.'],
    forward_client_headers_to_llm_api: ['unsupported', 'Headers of clients are not forwarded.'],
    completion_model: ['unsupported', 'Every request names its model.'],
    key_management_system: ['manual', 'Secrets are read from the environment. Let your secret manager fill it.'],
    key_management_settings: ['manual', 'Secrets are read from the environment. Let your secret manager fill it.'],
    ui_access_mode: ['approximate', 'Roles decide what people see in the console.'],
    mcp_allow_all_keys_respects_mcp_scope: [
      'approximate',
      'MCP servers are for nobody yet: name their teams in `access`.',
    ],
    require_key_mcp_access_defined: ['approximate', 'MCP servers are for nobody yet: name their teams in `access`.'],
    enforce_fallback_model_access: ['exact', 'Became `requires` of the targets of virtual models, or none.'],
    public_routes: ['unsupported', 'Every route but /healthz, /readyz and /metrics needs a credential.'],
  },
  router_settings: {
    allowed_fails: ['approximate', 'A circuit breaker passes over failing providers by itself.'],
    allowed_fails_policy: ['approximate', 'A circuit breaker passes over failing providers by itself.'],
    cooldown_time: ['approximate', 'A circuit breaker tries failing providers again by itself.'],
    disable_cooldowns: ['unsupported', 'The circuit breaker cannot be switched off.'],
    retry_policy: ['manual', 'Set `retry.on` of the virtual models.'],
    model_group_retry_policy: ['manual', 'Set `retry.on` of the virtual models.'],
    retry_after: ['approximate', 'Retry-After of providers is followed.'],
    enable_pre_call_checks: [
      'approximate',
      'Set `context_window` of models. Requests that are too long are rejected by the provider.',
    ],
    enable_tag_filtering: ['approximate', 'Models that only tags lead to are left out. Use routing configs.'],
    tag_filtering_match_any: ['approximate', 'Requests are not routed by tags.'],
    cache_responses: ['approximate', 'See `cache`.'],
    max_fallbacks: ['approximate', 'Each fallback is tried once.'],
    set_verbose: ['approximate', 'Set `telemetry.log_level` to `debug` for more of the log.'],
    debug_level: ['approximate', 'Set `telemetry.log_level` to `debug` for more of the log.'],
    default_litellm_params: ['unsupported', 'Models have no default parameters. Clients send them.'],
  },
};

/** Settings of the proxy that become settings of the services, or a sentence. */
export function readSettings(context: LitellmContext): void {
  const { root, findings } = context;
  for (const [section, notes] of Object.entries(NOTES)) {
    for (const [name, [status, message]] of Object.entries(notes))
      findings.add(root.at(section).at(name), status, message);
  }
  const budgets = readBudgets(context);
  for (const section of ['general_settings', 'litellm_settings', 'router_settings']) {
    const node = root.at(section);
    for (const { name, message } of findGlobalRestrictions(section, node.value)) {
      if (section !== 'litellm_settings' || !budgets.has(name)) openToAll(context, node.at(name), message);
    }
  }
  readServer(context);
  readDatabase(context);
  readRedis(context);
  readCallbacks(context);
  for (const [name, node] of root.at('environment_variables').entries) {
    findings.manual(node, `Set ${name} in the environment of the services. Its value was not copied.`);
  }
}

function readServer(context: LitellmContext): void {
  const { root, findings, draft } = context;
  const node = root.at('general_settings').at('max_request_size_mb');
  const { number } = node;
  if (number !== undefined && number > 0 && number <= 4_096) {
    draft.server.request_body_limit_mb = number;
    draft.server.upload_limit_mb = number;
    findings.exact(node, 'Became `server.request_body_limit_mb` and `server.upload_limit_mb`.');
  } else if (node.exists) openToAll(context, node, 'The size of requests cannot be limited to this.');
}

function readDatabase({ root, findings, variables, draft }: LitellmContext): void {
  const node = root.at('general_settings').at('database_url');
  if (!node.exists) return;
  // The database of LiteLLM has tables of its own: Multilane gets another.
  draft.database.url = variables.reference('MULTILANE_DATABASE_URL', 'postgres');
  findings.manual(
    node,
    'Multilane needs a database of its own: set MULTILANE_DATABASE_URL. Import teams, users and keys with `workspace:cli import litellm`.',
  );
}

function readRedis(context: LitellmContext): void {
  const { root, findings, draft } = context;
  const router = root.at('router_settings');
  const cache = root.at('litellm_settings').at('cache_params');
  const ofRouter = readRedisAddress(context, router, 'redis_');
  const kind = cache.at('type').text ?? 'redis';
  const ofCache = ofRouter === undefined ? readRedisAddress(context, cache, '') : undefined;
  for (const name of ofRouter === undefined ? [] : ['url', 'host', 'port', 'password', 'username', 'ssl']) {
    findings.approximate(cache.at(name), 'The cache uses the Redis of `router_settings`.');
  }
  const address = ofRouter ?? (kind.startsWith('redis') ? ofCache : undefined);
  if (address !== undefined) draft.redis.url = address;
  if (ofRouter !== undefined) draft.rateLimits.backend = 'redis';
  readCache(context, kind, address !== undefined);
  findings.manual(cache.at('redis_startup_nodes'), 'Redis Cluster is not supported. Name one Redis.');
  findings.manual(cache.at('service_name'), 'Redis Sentinel is not supported. Name the address of the primary.');
}

function readRedisAddress(
  { findings, variables }: LitellmContext,
  section: SourceNode,
  prefix: string,
): string | undefined {
  const url = section.at(`${prefix}url`);
  const given = variables.secret(url, 'REDIS_URL', 'redis');
  const host = variables.plain(section.at(`${prefix}host`));
  const port = variables.plain(section.at(`${prefix}port`), 'number');
  const password = variables.secret(section.at(`${prefix}password`), 'REDIS_PASSWORD');
  const user = variables.plain(section.at(`${prefix}username`));
  if (given !== undefined) {
    findings.add(url, ...describeSecret(given));
    return given.text;
  }
  if (host === undefined) return undefined;
  for (const name of ['host', 'port', 'username'])
    findings.exact(section.at(`${prefix}${name}`), 'Became part of `redis.url`.');
  if (password !== undefined) {
    findings.add(section.at(`${prefix}password`), ...describeSecret(password));
    findings.approximate(
      section.at(`${prefix}password`),
      'Became part of `redis.url`: the password must be percent-encoded.',
    );
  }
  const ssl = section.at('ssl');
  if (ssl.flag) findings.exact(ssl, 'Became the scheme `rediss`.');
  const account = password === undefined ? '' : `${user?.text ?? ''}:${password.text}@`;
  return `${ssl.flag ? 'rediss' : 'redis'}://${account}${host.text}:${port?.text ?? '6379'}`;
}

function readCache({ root, findings, draft }: LitellmContext, kind: string, hasRedis: boolean): void {
  const settings = root.at('litellm_settings');
  const params = settings.at('cache_params');
  const isOn = settings.at('cache').flag === true;
  if (!settings.at('cache').exists && !params.exists) return;
  const backend = kind.startsWith('redis') && hasRedis ? 'redis' : 'memory';
  draft.cache.backend = isOn ? backend : 'off';
  const type = params.at('type');
  if (kind === 'redis' && hasRedis) findings.exact(type, 'Became `cache.backend: redis`.');
  else if (kind === 'local') findings.exact(type, 'Became `cache.backend: memory`.');
  else
    findings.approximate(
      type,
      `Became \`cache.backend: ${backend}\`. Only identical requests are answered from the cache.`,
    );
  const ttl = params.at('ttl').number;
  if (ttl !== undefined && ttl >= 1 && ttl <= 31_536_000) {
    draft.cache.ttl_seconds = Math.round(ttl);
    findings.exact(params.at('ttl'), 'Became `cache.ttl_seconds`.');
  }
  const isOptIn = params.at('mode').text === 'default_off';
  const switchOfCache = settings.at('cache');
  if (!isOn) findings.exact(switchOfCache, 'The cache is off.');
  else if (isOptIn)
    findings.approximate(switchOfCache, 'Nothing is cached: requests cannot choose the cache themselves.');
  else findings.approximate(switchOfCache, 'Became a cache policy for every caller. Each team has answers of its own.');
  findings.approximate(
    params.at('mode'),
    isOptIn
      ? 'Requests cannot choose the cache. Add policies, or routing configs with a cache, which requests name.'
      : 'The cache applies to every request.',
  );
  findings.approximate(
    params.at('supported_call_types'),
    'Chat, completions, embeddings and rerank are cached. Narrow the policy with `models`.',
  );
  findings.approximate(params.at('namespace'), 'Keys in Redis have a prefix of their own.');
  findings.unsupported(params.at('similarity_threshold'), 'Only identical requests are answered from the cache.');
  if (isOn && !isOptIn) draft.cache.policies = [{ name: 'imported' }];
}
