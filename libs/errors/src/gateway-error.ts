import type { ErrorEnvelope } from '@multilane/contracts';
import { ERRORS, type ErrorCode } from './error-registry.js';

export interface ErrorDetails {
  /** Description for a person. Never a secret, a prompt or a provider's own words. */
  message?: string;
  /** The field at fault, as a path: `messages[2].content`. */
  param?: string;
  /** Response headers that belong to the refusal, such as Retry-After. Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** The scope whose limit rejected the request. */
  scope?: string;
  /** The guardrail that rejected. */
  guardrail?: string;
  /**
   * Fields that SDKs of the client's format read to recover by themselves. A constant: never anything that the caller
   * sent.
   */
  details?: Readonly<Record<string, unknown>>;
  /** Instead of the status that the registry has for the code, where a setting says so. */
  status?: number;
  /** Cause, for the log only. */
  cause?: unknown;
}

/** The one error that reaches a caller; its code decides status and type through the registry. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly scope: string | undefined;
  readonly guardrail: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { stackTraceLimit } = Error;
    // The stack of a caller's error says nothing that the code does not, and recording it is a good part of what a
    // rejection costs.
    if (ERRORS[code].status < 500) Error.stackTraceLimit = 0;
    super(details.message ?? ERRORS[code].message, details.cause === undefined ? undefined : { cause: details.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = details.status ?? ERRORS[code].status;
    this.param = details.param;
    this.headers = details.headers ?? {};
    this.scope = details.scope;
    this.guardrail = details.guardrail;
    this.details = details.details;
  }
}

/** The answer body for an error (docs/contract/errors.md#envelope); members that do not apply are left out. */
export function toErrorEnvelope(error: GatewayError): ErrorEnvelope {
  const row = ERRORS[error.code];
  // A status that a setting chose brings the type that goes with it.
  const type = error.status === 429 && row.status !== 429 ? 'rate_limit_error' : row.type;
  const body: ErrorEnvelope['error'] = { message: error.message, type, code: error.code };
  if (error.param !== undefined) body.param = error.param;
  if (error.scope !== undefined) body.scope = error.scope;
  if (error.guardrail !== undefined) body.guardrail = error.guardrail;
  if (error.details !== undefined) body.details = error.details;
  return { error: body };
}
