import { GatewayError } from '@multilane/errors';

/** Reason why a token was rejected, for the log. Nothing in it is of the token. */
export interface JwtRefusal {
  readonly reason: string;
  /** Code of the library that verified it. */
  readonly cause?: string | undefined;
}

/** Reads it out of what an authenticator failed with; undefined for a failure that is not the token's, such as keys that cannot be had. */
export function describeJwtRefusal(error: unknown): JwtRefusal | undefined {
  if (!(error instanceof GatewayError) || error.status >= 500) return undefined;
  const { cause, message } = error;
  return { reason: message, ...(cause instanceof Error && { cause: codeOf(cause) }) };
}

/** A message may quote what could not be parsed; a code and the name of an error do not. */
function codeOf(cause: Error & { code?: unknown }): string {
  return typeof cause.code === 'string' ? cause.code : cause.name;
}
