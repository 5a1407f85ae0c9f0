import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import type { ErrorFormat } from './endpoints/descriptor.js';

/** Codes of JSON-RPC 2.0; what it has none for is the server's own. */
const CODES: Readonly<Record<string, number>> = {
  invalid_json: -32_700,
  invalid_value: -32_602,
  internal_error: -32_603,
};

/** The error object of JSON-RPC for a refusal of the gateway. `data` has its code and field, in the form that A2A wants details in. */
export function toA2aError(error: GatewayError): { code: number; message: string; data: readonly object[] } {
  const { code, param, scope, type } = toErrorEnvelope(error).error;
  const metadata = { code, type, ...(param !== undefined && { param }), ...(scope !== undefined && { scope }) };
  const detail = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: code.toUpperCase(),
    domain: 'multilane',
    metadata,
  };
  return { code: CODES[error.code] ?? -32_000, message: error.message, data: [detail] };
}

/** Refusals of a message that was not answered: JSON-RPC, for no id (docs/contract/agents.md#a2a-errors). */
export const A2A_ERRORS: ErrorFormat = {
  toBody: (error) => ({ jsonrpc: '2.0', id: null, error: toA2aError(error) }),
  requestIdHeader: 'x-request-id',
};
