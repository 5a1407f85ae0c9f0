import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { AnswerTooLong } from './bounded-fetch.js';
import { TokenFailure } from './client-credentials.js';
import { InputRequired, SessionLost } from './upstream.js';

/** Reason for a server's failure. It holds nothing that the server said. */
export interface UpstreamFailure {
  readonly reason:
    | 'approvals_unknown'
    | 'credential'
    | 'http_status'
    | 'rpc_error'
    | 'session_lost'
    | 'time_limit'
    | 'too_long'
    | 'not_understood'
    | 'input_required'
    | 'unreachable';
  /** Status of the answer over HTTP. */
  readonly status?: number;
  /** Code of the server's JSON-RPC error. */
  readonly code?: number;
  /** For people, and for the model that called. */
  readonly message: string;
}

/** The database did not say what is approved of a server. */
export class ApprovalsUnknown extends Error {}

const NOT_UNDERSTOOD: ReadonlySet<string> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.ClientHttpUnexpectedContent,
  SdkErrorCode.EraNegotiationFailed,
]);

/** Says what failed, by the first cause that is known. */
export function describeFailure(error: unknown): UpstreamFailure {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    const found = describeOne(cause);
    if (found !== undefined) return found;
  }
  return { reason: 'unreachable', message: 'The MCP server could not be reached.' };
}

function describeOne(error: Error): UpstreamFailure | undefined {
  if (error instanceof InputRequired) {
    const message = 'The MCP server asked for input of the person at the client, which the gateway does not pass on.';
    return { reason: 'input_required', message };
  }
  if (error instanceof ApprovalsUnknown) {
    const message = 'The gateway could not look up what is approved of the MCP server.';
    return { reason: 'approvals_unknown', message };
  }
  if (error instanceof SessionLost) {
    return { reason: 'session_lost', message: 'The MCP server lost its session twice.' };
  }
  if (error instanceof AnswerTooLong) {
    return { reason: 'too_long', message: 'The MCP server answered with more than the gateway reads.' };
  }
  if (error instanceof TokenFailure) {
    return { reason: 'credential', message: 'The gateway got no token for the MCP server from its token endpoint.' };
  }
  if (error instanceof UnauthorizedError) return describeStatus(401);
  if (error instanceof SdkHttpError && typeof error.status === 'number') return describeStatus(error.status);
  if (error instanceof ProtocolError) {
    const message = `The MCP server answered with the JSON-RPC error ${error.code}.`;
    return { reason: 'rpc_error', code: error.code, message };
  }
  const isSdk = error instanceof SdkError;
  if ((isSdk && error.code === SdkErrorCode.RequestTimeout) || /^(?:TimeoutError|AbortError)$/.test(error.name)) {
    return { reason: 'time_limit', message: 'The MCP server did not answer within its time limit.' };
  }
  if (isSdk && error.code === SdkErrorCode.ConnectionClosed) {
    return { reason: 'unreachable', message: 'The MCP server closed the connection before it answered.' };
  }
  if ((isSdk && NOT_UNDERSTOOD.has(error.code)) || error instanceof SyntaxError || error.name === 'ZodError') {
    return { reason: 'not_understood', message: 'The MCP server answered with what is no answer of the protocol.' };
  }
  return undefined;
}

function describeStatus(status: number): UpstreamFailure {
  if (status === 401 || status === 403) {
    const message = `The MCP server refused the credential that the gateway has for it (status ${status}).`;
    return { reason: 'credential', status, message };
  }
  return { reason: 'http_status', status, message: `The MCP server answered with the status ${status}.` };
}
