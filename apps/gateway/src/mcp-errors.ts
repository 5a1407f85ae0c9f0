import type { GatewayError } from '@multilane/errors';
import { toErrorEnvelope } from '@multilane/errors';
import type { ErrorFormat } from './endpoints/descriptor.js';

/** Codes of JSON-RPC 2.0; what it has none for is the server's own. */
const CODES: Readonly<Record<string, number>> = {
  invalid_json: -32_700,
  invalid_value: -32_602,
  internal_error: -32_603,
};

/** The error object of JSON-RPC for a refusal, with the gateway's own error in `data`. */
export function toRpcError(error: GatewayError): { code: number; message: string; data: object } {
  const { error: data } = toErrorEnvelope(error);
  return { code: CODES[error.code] ?? -32_000, message: error.message, data };
}

/** Refusals of a message that was not answered: JSON-RPC, for no id (docs/contract/mcp.md#errors). */
export const MCP_ERRORS: ErrorFormat = {
  toBody: (error) => ({ jsonrpc: '2.0', id: null, error: toRpcError(error) }),
  requestIdHeader: 'x-request-id',
};
