import { type AnyRequest, isRecord, MODEL_TYPES, type RequestKind } from '@multilane/contracts';
import { objectOf } from '@multilane/validation';
import type { EndpointDescriptor } from '../descriptor.js';
import { A2A_ERRORS } from '../json-rpc-errors.js';

/** A request of a client of A2A. */
export interface A2aRequest extends AnyRequest {
  /** The name of the agent. */
  readonly agent: string;
  readonly asks: 'card' | 'message';
  /** Parsed JSON, not checked yet. */
  readonly message: unknown;
}

const AGENT = '/a2a/{agent}';

const MESSAGE = objectOf(
  'a JSON-RPC request',
  {
    jsonrpc: { type: 'string', description: '"2.0"' },
    id: { type: ['string', 'integer'], description: 'a text or an integer' },
    method: { type: 'string', description: 'the method, such as `SendMessage` or `GetTask`' },
    params: { type: 'object', description: 'the parameters of the method' },
  },
  ['jsonrpc', 'id', 'method'],
);

const COMMON = {
  name: 'a2a',
  answers: ['json'],
  format: undefined,
  isA2a: true,
  modelTypes: MODEL_TYPES,
  source: 'catalog',
  errors: A2A_ERRORS,
} as const;

/** Path for messages to an agent. */
export function pathOfAgent(name: string): string {
  return AGENT.replace('{agent}', name);
}

/** A message begins a run, or ends one; what the run asks of models and tools are calls of their own. */
function kindOf({ message }: Readonly<A2aRequest>): RequestKind {
  const method = isRecord(message) ? message.method : undefined;
  return method === 'SendMessage' || method === 'SendStreamingMessage' || method === 'CancelTask' ? 'write' : 'read';
}

/** Agents over A2A 1.0 (docs/contract/agents.md#a2a). */
export const A2A: readonly EndpointDescriptor<A2aRequest>[] = [
  {
    ...COMMON,
    route: { method: 'POST', path: AGENT },
    kindOf,
    body: 'json',
    docs: {
      summary: 'Takes a message of A2A for an agent.',
      answer: 'A response of JSON-RPC, or a stream of such.',
      schema: MESSAGE,
    },
    validate: (message, params) => ({ agent: params?.agent ?? '', asks: 'message', message }),
  },
  {
    ...COMMON,
    route: { method: 'GET', path: `${AGENT}/.well-known/agent-card.json` },
    recordedAs: 'read',
    body: 'none',
    docs: { summary: 'The card of an agent.', answer: 'The card.', schema: undefined },
    validate: (_body, params) => ({ agent: params?.agent ?? '', asks: 'card', message: undefined }),
  },
];
