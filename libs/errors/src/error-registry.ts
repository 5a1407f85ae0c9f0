import type { ErrorType } from '@multilane/contracts';

/** One row of the error registry: what a code always means. */
export interface ErrorDefinition {
  status: number;
  type: ErrorType;
  /** The message when the caller gives none; also the cause shown in docs/errors.md. */
  message: string;
  /** What a person who meets the error can do. */
  remedy: string;
}

const row = (status: number, type: ErrorType, message: string, remedy: string): ErrorDefinition => ({
  status,
  type,
  message,
  remedy,
});

/**
 * Every error the service can answer with: docs/contract/errors.md#envelope and docs/contract/errors.md#refusals. An
 * error that is not listed here cannot be made. docs/errors.md is generated from this table.
 */
export const ERRORS = {
  invalid_value: row(
    400,
    'invalid_request_error',
    'A field has a value that is not allowed.',
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
    'The provider or the gateway cannot honour a parameter.',
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
    'The model is of another type than this endpoint serves.',
    'Choose a model of the type that the endpoint serves.',
  ),
  missing_model: row(
    400,
    'invalid_request_error',
    'No model was named.',
    'Name the model in the X-Service-Model header or the `model` query parameter.',
  ),
  credential_header_not_allowed: row(
    400,
    'invalid_request_error',
    'X-Service-Credential is accepted only from a signed-in console session.',
    'Leave the header out and send the token itself as `Authorization: Bearer`.',
  ),
  guardrail_blocked: row(
    400,
    'invalid_request_error',
    'A guardrail refused the request.',
    '`error.guardrail` names the guardrail; ask the operator what it checks.',
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
    'Check the parameters against what the model supports; the operator finds the reason in the log by request id.',
  ),
  provider_rate_limited: row(
    400,
    'invalid_request_error',
    'The provider is limiting the rate of requests.',
    'Retry after the seconds in Retry-After; the official SDKs do so by themselves.',
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
    'Check both; an administrator of the organization can set a new password.',
  ),
  invalid_setup_token: row(
    401,
    'invalid_request_error',
    'The setup token is not valid, or somebody has used it.',
    'Take the token from the log of the latest start. Where there is an owner already, ask them for an invitation.',
  ),
  sso_failed: row(
    401,
    'invalid_request_error',
    'The identity provider did not confirm the sign-in.',
    'Start the sign-in anew; if it stays, give the operator the X-Request-Id.',
  ),
  invalid_invite: row(
    401,
    'invalid_request_error',
    'The invitation is not valid: it was used, revoked or replaced, or its time is over.',
    'Ask who invited you for a new invitation.',
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
    "The key's budget is used up.",
    'Wait for the budget period to reset, or ask for a larger budget.',
  ),
  product_not_entitled: row(
    403,
    'permission_error',
    'The organization does not have the AI Gateway product.',
    'Ask the operator to grant the product `ai_gateway`.',
  ),
  model_not_allowed: row(
    403,
    'permission_error',
    'The credential may not use this model.',
    'Choose a model that GET /v1/models lists, or ask for access.',
  ),
  permission_denied: row(
    403,
    'permission_error',
    'The credential does not have the permission that this route needs.',
    'Use a credential with the permission that the message names.',
  ),
  sso_no_account: row(
    403,
    'permission_error',
    'Nobody with this identity has an account here.',
    'Ask an administrator of the organization for an invitation.',
  ),
  unsupported_endpoint: row(
    404,
    'invalid_request_error',
    'This endpoint does not exist here.',
    'Use the alternative that the message names.',
  ),
  model_not_found: row(
    404,
    'invalid_request_error',
    'The model does not exist.',
    'Choose a model that GET /v1/models lists.',
  ),
  not_found: row(404, 'invalid_request_error', 'Unknown path.', 'Check the address: API endpoints start with /v1.'),
  method_not_allowed: row(
    405,
    'invalid_request_error',
    'The endpoint exists, but not with this method.',
    'Use a method that the Allow header lists.',
  ),
  conflict: row(
    409,
    'invalid_request_error',
    'The change conflicts with the present state.',
    'Read the current state and try again.',
  ),
  declared_in_config: row(
    409,
    'invalid_request_error',
    'It is declared in gateway.yaml, which alone may change it.',
    'Change the file, or take the entry out of it first.',
  ),
  precondition_failed: row(
    412,
    'invalid_request_error',
    'It has changed since the version that If-Match names.',
    'Read the current state and try again.',
  ),
  payload_too_large: row(
    413,
    'invalid_request_error',
    'The request body is too large.',
    'Send less, or ask the operator to raise `server.request_body_limit_mb`.',
  ),
  unsupported_media_type: row(
    415,
    'invalid_request_error',
    'The body has a content type or encoding that is not read here.',
    'Send `Content-Type: application/json`, plain or with Content-Encoding gzip, br or zstd.',
  ),
  rate_limit_exceeded: row(
    429,
    'rate_limit_error',
    'There were too many attempts.',
    'Retry after the seconds in Retry-After.',
  ),
  rpm_exceeded: row(
    429,
    'rate_limit_error',
    'The request-rate ceiling is reached.',
    'Retry after the seconds in Retry-After.',
  ),
  tpm_exceeded: row(
    429,
    'rate_limit_error',
    'The token-rate ceiling is reached.',
    'Retry after the seconds in Retry-After, or send a smaller prompt.',
  ),
  budget_exhausted: row(
    429,
    'insufficient_quota',
    "The team's monthly token budget is used up.",
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
    'Retry; if it stays, give the operator the X-Request-Id.',
  ),
  provider_error: row(
    502,
    'server_error',
    'The provider failed.',
    'Retry; if it stays, give the operator the X-Request-Id.',
  ),
  overloaded: row(
    503,
    'server_error',
    'The service is shutting down or overloaded.',
    'Retry after the seconds in Retry-After.',
  ),
  guardrail_unavailable: row(
    503,
    'server_error',
    'A guardrail could not check the request.',
    'Retry after the seconds in Retry-After; `error.guardrail` names the guardrail for the operator.',
  ),
  provider_timeout: row(
    504,
    'server_error',
    'The provider did not answer in time.',
    'Retry, or ask the operator to raise the time limits of the provider.',
  ),
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;
