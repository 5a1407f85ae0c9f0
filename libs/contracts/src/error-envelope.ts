/** The `type` of every error answer (specification section 7). */
export type ErrorType =
  | 'invalid_request_error'
  | 'permission_error'
  | 'rate_limit_error'
  | 'insufficient_quota'
  | 'server_error';

/** The body of every failure (specification section 7). `param` and further members are present only when they apply. */
export interface ErrorEnvelope {
  error: {
    message: string;
    type: ErrorType;
    param?: string;
    code: string;
    /** The scope whose ceiling refused (decisions section 4). */
    scope?: string;
    /** The guardrail that refused (decisions section 5). */
    guardrail?: string;
    /** What SDKs read to recover by themselves, such as `error_code` in the Messages format. */
    details?: Readonly<Record<string, unknown>>;
  };
}
