import { type AnyRequest, isRecord, MODEL_TYPES } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { objectOf } from '@multilane/validation';
import type { EndpointDescriptor, EndpointRoute } from '../descriptor.js';
import { MCP_ERRORS } from '../json-rpc-errors.js';

/** A message of a client of MCP. */
export interface McpRequest extends AnyRequest {
  /** The server that the path names; undefined for all. */
  readonly server: string | undefined;
  readonly message: unknown;
}

const ALL = '/mcp';
const ONE = '/mcp/{server}';

const MESSAGE = objectOf(
  'a JSON-RPC message',
  {
    jsonrpc: { type: 'string', description: '"2.0"' },
    id: { type: ['string', 'integer'], description: 'a text or an integer; left out of notifications' },
    method: { type: 'string', description: 'the method, such as `tools/list` or `tools/call`' },
    params: { type: 'object', description: 'the parameters of the method' },
  },
  ['jsonrpc'],
);

/** A message for one server. */
export const MCP_OF_SERVER: EndpointDescriptor<McpRequest> = describe(
  'POST',
  ONE,
  'Takes a message for one MCP server.',
  'A message, or a stream.',
);

/** The MCP gateway (docs/contract/mcp.md). */
export const MCP: readonly EndpointDescriptor<McpRequest>[] = [
  describe('POST', ALL, 'Takes a message for all MCP servers that the caller may use.', 'A message, or a stream.'),
  describe('GET', ALL, 'Is refused: the gateway keeps no MCP session.', 'Always 405.'),
  describe('DELETE', ALL, 'Is refused: the gateway keeps no MCP session.', 'Always 405.'),
  MCP_OF_SERVER,
  describe('GET', ONE, 'Is refused: the gateway keeps no MCP session.', 'Always 405.'),
  describe('DELETE', ONE, 'Is refused: the gateway keeps no MCP session.', 'Always 405.'),
];

function describe(
  method: EndpointRoute['method'],
  path: string,
  summary: string,
  answer: string,
): EndpointDescriptor<McpRequest> {
  const takesMessage = method === 'POST';
  return {
    name: 'mcp',
    route: { method, path },
    kindOf: ({ message }) => (isRecord(message) && message.method === 'tools/call' ? 'call' : 'read'),
    body: takesMessage ? 'json' : 'none',
    answers: ['json'],
    docs: { summary, answer, schema: takesMessage ? MESSAGE : undefined },
    format: undefined,
    isMcp: true,
    modelTypes: MODEL_TYPES,
    source: 'catalog',
    errors: MCP_ERRORS,
    validate: (body, params) => {
      if (takesMessage && !isRecord(body)) {
        throw new GatewayError('invalid_value', {
          message: 'Send one JSON-RPC message as an object. Batches are not part of MCP any more.',
        });
      }
      return { server: params?.server, message: body };
    },
  };
}
