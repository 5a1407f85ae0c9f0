/** The `type` of every error answer (docs/contract/errors.md#envelope). */
export type ErrorType =
  | 'invalid_request_error'
  | 'permission_error'
  | 'rate_limit_error'
  | 'insufficient_quota'
  | 'server_error';

/**
 * The body of every failure (docs/contract/errors.md#envelope). `param` and further members are present only when they
 * apply.
 */
export interface ErrorEnvelope {
  error: {
    message: string;
    type: ErrorType;
    param?: string;
    code: string;
    /** The scope whose limit rejected the request (docs/contract/limits.md#refusals). */
    scope?: string;
    /** The guardrail that rejected (docs/contract/errors.md#refusals). */
    guardrail?: string;
    /** Fields that SDKs read to recover by themselves, such as `error_code` in the Messages format. */
    details?: Readonly<Record<string, unknown>>;
  };
}
