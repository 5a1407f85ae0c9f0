import { type GatewayError, toErrorEnvelope } from '@multilane/errors';

/** Codes of JSON-RPC 2.0; what it has none for is the server's own. */
const CODES: Readonly<Record<string, number>> = {
  invalid_json: -32_700,
  invalid_value: -32_602,
  internal_error: -32_603,
};

/** The code of JSON-RPC for a refusal of the gateway. */
export const rpcCodeOf = ({ code }: GatewayError): number => CODES[code] ?? -32_000;

/** The error object of JSON-RPC for a refusal, with the gateway's own error in `data`. */
export function toRpcError(error: GatewayError): { code: number; message: string; data: object } {
  const { error: data } = toErrorEnvelope(error);
  return { code: rpcCodeOf(error), message: error.message, data };
}
