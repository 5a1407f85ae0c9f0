import { toA2aError } from '../a2a/to-a2a-error.js';
import { toRpcError } from '../mcp/to-rpc-error.js';
import type { ErrorFormat } from './descriptor.js';

/** Refusals of a message that was not answered: JSON-RPC, for no id (docs/contract/mcp.md#errors). */
export const MCP_ERRORS: ErrorFormat = {
  toBody: (error) => ({ jsonrpc: '2.0', id: null, error: toRpcError(error) }),
  requestIdHeader: 'x-request-id',
};

/** The same for A2A (docs/contract/agents.md#a2a-errors). */
export const A2A_ERRORS: ErrorFormat = {
  toBody: (error) => ({ jsonrpc: '2.0', id: null, error: toA2aError(error) }),
  requestIdHeader: 'x-request-id',
};
