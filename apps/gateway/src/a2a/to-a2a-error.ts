import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import { rpcCodeOf } from '../mcp/to-rpc-error.js';

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
  return { code: rpcCodeOf(error), message: error.message, data: [detail] };
}
