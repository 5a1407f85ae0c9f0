import type { ErrorType } from '@multilane/contracts';

/** One row of the error registry: what a code always means. */
interface ErrorDefinition {
  status: number;
  type: ErrorType;
  /** The message when the caller gives none; also the cause shown in docs/errors.md. */
  message: string;
  /** Remedy for a person who meets the error. */
  remedy: string;
}

const row = (status: number, type: ErrorType, message: string, remedy: string): ErrorDefinition => ({
  status,
  type,
  message,
  remedy,
});

const tooMany = (message: string, remedy: string): ErrorDefinition => row(429, 'rate_limit_error', message, remedy);

/**
 * Every error the service can answer with: docs/contract/errors.md#envelope and docs/contract/errors.md#refusals. An
 * error that is not listed here cannot be made. docs/errors.md is generated from this table.
 */
export const ERRORS = {
  invalid_value: row(
    400,
    'invalid_request_error',
    'A field has an invalid value.',
    'Correct the field that `error.param` names.',
  ),
  invalid_json: row(
    400,
    'invalid_request_error',
    'The request body is not valid JSON.',
    'Send one JSON object, encoded as UTF-8.',
  ),
  unsupported_parameter: row(
    400,
    'invalid_request_error',
    'The provider or the gateway does not support a parameter.',
    'Leave out the parameter that `error.param` names, or choose a model whose provider supports it.',
  ),
  unsupported_provider: row(
    400,
    'invalid_request_error',
    "The model's provider does not serve this endpoint.",
    'Choose a model of a provider that serves the endpoint.',
  ),
  invalid_model_type: row(
    400,
    'invalid_request_error',
    'The endpoint does not serve models of this type.',
    'Choose a model of a type that the endpoint serves.',
  ),
  missing_model: row(
    400,
    'invalid_request_error',
    'The request names no model.',
    'Name the model in the X-Service-Model header or the `model` query parameter.',
  ),
  credential_header_not_allowed: row(
    400,
    'invalid_request_error',
    'X-Service-Credential is accepted only from a signed-in console session.',
    'Leave the header out and send the token itself as `Authorization: Bearer`.',
  ),
  missing_tag: row(400, 'invalid_request_error', 'A required tag is missing.', 'Send it in the header X-Service-Tags.'),
  guardrail_blocked: row(
    400,
    'invalid_request_error',
    'A guardrail blocked the request.',
    '`error.guardrail` names the guardrail. Ask your operator what it checks.',
  ),
  context_length_exceeded: row(
    400,
    'invalid_request_error',
    "The request is longer than the model's context window.",
    'Shorten the conversation, ask for fewer tokens, or choose a model with a larger context window.',
  ),
  provider_rejected_request: row(
    400,
    'invalid_request_error',
    'The provider rejected the request.',
    'Check that the model supports the parameters. Your operator can find the reason in the log by request id.',
  ),
  provider_rate_limited: row(
    400,
    'invalid_request_error',
    'The provider is rate limiting requests.',
    'Retry after the number of seconds in Retry-After. The official SDKs do this automatically.',
  ),
  invalid_api_key: row(
    401,
    'invalid_request_error',
    'The credential is missing or not valid.',
    'Send a valid credential as `Authorization: Bearer <token>`.',
  ),
  key_expired: row(401, 'invalid_request_error', 'The credential has expired.', 'Ask for a new credential.'),
  invalid_login: row(
    401,
    'invalid_request_error',
    'The e-mail address or the password is wrong.',
    'Check both. An administrator of your organization can set a new password.',
  ),
  invalid_setup_token: row(
    401,
    'invalid_request_error',
    'The setup token is not valid or has already been used.',
    'Use the token from the log of the latest start. If there is already an owner, ask the owner for an invitation.',
  ),
  sso_failed: row(
    401,
    'invalid_request_error',
    'The identity provider did not confirm the sign-in.',
    'Start the sign-in again. If it fails again, give your operator the X-Request-Id.',
  ),
  invalid_invite: row(
    401,
    'invalid_request_error',
    'The invitation is not valid: it was used, revoked or replaced, or it has expired.',
    'Ask the person who invited you for a new invitation.',
  ),
  invalid_signature: row(
    401,
    'invalid_request_error',
    'The signature of the webhook is not valid.',
    'Sign the body with the shared secret, following Standard Webhooks.',
  ),
  key_budget_exceeded: row(
    402,
    'insufficient_quota',
    'The budget of the key is spent.',
    'Wait for the budget period to reset, or ask for a larger budget.',
  ),
  budget_exceeded: row(
    402,
    'insufficient_quota',
    'A budget that covers the request is spent. `error.scope` says which kind of budget.',
    'Wait until its window ends, or ask for a larger budget.',
  ),
  product_not_entitled: row(
    403,
    'permission_error',
    'The organization does not have the AI Gateway product.',
    'Ask your operator to grant the product `ai_gateway`.',
  ),
  model_not_allowed: row(
    403,
    'permission_error',
    'The credential may not use this model.',
    'Choose a model that GET /v1/models lists, or ask for access.',
  ),
  model_unpriced: row(
    403,
    'permission_error',
    'The key has a budget in dollars, and the model has no price.',
    'Ask your operator to set `prices` for the model (0 if it is free), or to set `budgets.unpriced` to `allow`.',
  ),
  permission_denied: row(
    403,
    'permission_error',
    'The credential lacks the permission that this route requires.',
    'Use a credential with the permission that the message names.',
  ),
  sso_no_account: row(
    403,
    'permission_error',
    'There is no account for this identity.',
    'Ask an administrator of your organization for an invitation.',
  ),
  unsupported_endpoint: row(
    404,
    'invalid_request_error',
    'This endpoint does not exist here.',
    'Use the alternative in the message.',
  ),
  model_not_found: row(
    404,
    'invalid_request_error',
    'The model does not exist.',
    'Choose a model that GET /v1/models lists.',
  ),
  prompt_not_found: row(
    404,
    'invalid_request_error',
    'The prompt does not exist.',
    'Check the name of the prompt, and its version or label.',
  ),
  payloads_off: row(
    404,
    'invalid_request_error',
    'Payloads are not captured: `audit.capture_payloads` is off.',
    'To store what requests and responses say, set `audit.capture_payloads` in gateway.yaml.',
  ),
  payload_expired: row(
    404,
    'invalid_request_error',
    'The payload of this request has expired and was deleted.',
    'Payloads are stored for `audit.payload_retention_days`. The audit record remains.',
  ),
  payload_not_captured: row(
    404,
    'invalid_request_error',
    'No payload was captured for this request.',
    'Requests that reached no provider, and those of teams or endpoints that are not captured, have none.',
  ),
  not_found: row(404, 'invalid_request_error', 'Unknown path.', 'Check the URL. API endpoints start with /v1.'),
  method_not_allowed: row(
    405,
    'invalid_request_error',
    'The endpoint does not support this method.',
    'Use a method that the Allow header lists.',
  ),
  upgrade_required: row(
    426,
    'invalid_request_error',
    'This address serves WebSockets.',
    'Connect with a WebSocket client, and let proxies pass the headers Upgrade and Connection.',
  ),
  conflict: row(
    409,
    'invalid_request_error',
    'The change conflicts with the current state.',
    'Read the current state and try again.',
  ),
  knowledge_quota_exceeded: row(
    403,
    'insufficient_quota',
    'The workspace stores as much knowledge as it may.',
    'Delete documents, or ask your operator to raise `knowledge.quota`.',
  ),
  declared_in_config: row(
    409,
    'invalid_request_error',
    'The resource is declared in gateway.yaml and can only be changed there.',
    'Change gateway.yaml, or remove the entry from it first.',
  ),
  precondition_failed: row(
    412,
    'invalid_request_error',
    'The resource has changed since the version in If-Match.',
    'Read the current state and try again.',
  ),
  payload_too_large: row(
    413,
    'invalid_request_error',
    'The request body is too large.',
    'Send a smaller body, or ask your operator to raise `server.request_body_limit_mb`.',
  ),
  unsupported_media_type: row(
    415,
    'invalid_request_error',
    'The content type or encoding of the body is not supported.',
    'Send `Content-Type: application/json`, without Content-Encoding or with gzip, br or zstd.',
  ),
  rate_limit_exceeded: tooMany('Too many attempts.', 'Retry after the number of seconds in Retry-After.'),
  rpm_exceeded: tooMany('The limit of requests is reached.', 'Retry after the number of seconds in Retry-After.'),
  concurrency_exceeded: tooMany(
    'The limit of requests at the same time is reached.',
    'Retry when a running request has ended. `error.scope` says whose limit it is.',
  ),
  tpm_exceeded: tooMany(
    'The limit of tokens is reached.',
    'Retry after the number of seconds in Retry-After, or send a smaller prompt.',
  ),
  budget_exhausted: row(
    429,
    'insufficient_quota',
    'The monthly token budget of the team is spent.',
    'Wait for the next month, or ask for a larger budget.',
  ),
  headers_too_large: row(
    431,
    'invalid_request_error',
    'The request headers are too large.',
    'Send fewer or shorter headers.',
  ),
  internal_error: row(
    500,
    'server_error',
    'The gateway failed.',
    'Retry. If it fails again, give your operator the X-Request-Id.',
  ),
  provider_error: row(
    502,
    'server_error',
    'The provider failed.',
    'Retry. If it fails again, give your operator the X-Request-Id.',
  ),
  async_unavailable: row(
    503,
    'server_error',
    'Asynchronous requests are not available.',
    'Set what the message names in gateway.yaml, or send the request to the synchronous endpoint.',
  ),
  too_many_jobs: tooMany(
    'Too many asynchronous jobs of this team or workspace have not ended.',
    'Wait until jobs have ended, or cancel some. `async.max_open_jobs` is the limit.',
  ),
  agent_run_interrupted: row(
    500,
    'server_error',
    'The run of the agent was begun many times and did not get on.',
    'Start the run again. The log of the gateway has the cause.',
  ),
  poisoned: row(
    500,
    'server_error',
    'The job ended the process that worked on it twice, with nothing done in between. It is not begun again.',
    'Change what the job does or reads: it takes too much memory or time. The log of the gateway names the job.',
  ),
  async_job_interrupted: row(
    500,
    'server_error',
    'The worker of the job stopped after the provider had begun to answer. The provider may have charged for the answer.',
    'Check whether the work must be done again, then send it as a new request.',
  ),
  async_result_too_large: row(
    500,
    'server_error',
    'The answer is larger than `async.max_result_mb`.',
    'Ask for a shorter answer, or use the synchronous endpoint.',
  ),
  read_too_large: row(
    422,
    'invalid_request_error',
    'There is too much to read in the time that a read may take. Narrow `from` and `to`, or leave out groups of `group_by`.',
    'Ask for fewer days with `from` and `to`, for one workspace, team, key or model, or for fewer groups in `group_by`.',
  ),
  source_unreadable: row(
    422,
    'invalid_request_error',
    'The address could not be read.',
    'Do what the message says, or upload the document.',
  ),
  knowledge_unavailable: row(
    503,
    'server_error',
    'Knowledge bases are not available.',
    'Set or install what the message names.',
  ),
  batches_unavailable: row(
    503,
    'server_error',
    'Batches are not available.',
    'Set what the message names in gateway.yaml, or send the requests one by one.',
  ),
  too_many_batches: tooMany(
    'Too many batches of this team or workspace have not ended.',
    'Wait until batches have ended, or cancel some. `batches.max_open` is the limit.',
  ),
  batch_line_interrupted: row(
    500,
    'server_error',
    'The worker of the batch stopped after the provider had begun to answer this request. The provider may have charged for the answer.',
    'Check whether the work must be done again, then send the request in a new batch.',
  ),
  batch_result_too_large: row(
    500,
    'server_error',
    'The answer is larger than `batches.max_result_mb`.',
    'Ask for a shorter answer, or use the synchronous endpoint.',
  ),
  worker_unavailable: row(
    503,
    'server_error',
    'No worker of the gateway did the job.',
    'Start a gateway on the same database with `async.workers` above 0. If one runs, retry.',
  ),
  overloaded: row(
    503,
    'server_error',
    'The service is shutting down or overloaded.',
    'Retry after the number of seconds in Retry-After.',
  ),
  guardrail_unavailable: row(
    503,
    'server_error',
    'A guardrail could not check the request.',
    'Retry after the number of seconds in Retry-After. If it happens again, give your operator the guardrail that `error.guardrail` names.',
  ),
  provider_timeout: row(
    504,
    'server_error',
    'The provider did not answer in time.',
    'Retry, or ask your operator to raise the time limits of the provider.',
  ),
  worker_timeout: row(
    504,
    'server_error',
    'The worker of the gateway did not finish the job in time.',
    'Retry. If it fails again, give your operator the X-Request-Id.',
  ),
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;
