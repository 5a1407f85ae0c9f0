import type { Json } from '../json-path.js';
import type { RequestProbe } from '../probe.js';

/** A member that chat and responses call the same. */
const both = (members: Json) => ({ chat: members, responses: members });
const everywhere = (members: Json) => ({ ...both(members), messages: members, completions: members });

/** Data that is stored at a provider or used beyond the one request. */
export const STORES: readonly RequestProbe[] = [
  { feature: 'store: false', says: both({ store: false }), isDefault: true },
  { feature: 'store: true', says: everywhere({ store: true }), stands: { reference: { store: true } } },
  { feature: 'max_tool_calls', says: { responses: { max_tool_calls: 4321 } }, sentinels: [4321] },
  { feature: 'include: encrypted reasoning', says: { responses: { include: ['reasoning.encrypted_content'] } } },
  {
    feature: 'include: results of hosted tools',
    says: { responses: { include: ['web_search_call.action.sources'] } },
    sentinels: ['web_search_call'],
  },
  { feature: 'truncation: auto', says: { responses: { truncation: 'auto' } } },
  { feature: 'truncation: disabled', says: { responses: { truncation: 'disabled' } }, isDefault: true },
  { feature: 'background: true', says: { responses: { background: true } } },
  {
    feature: 'previous_response_id',
    says: everywhere({ previous_response_id: 'resp_probe' }),
    stands: { reference: { previous_response_id: 'resp_probe' } },
  },
  { feature: 'conversation', says: { responses: { conversation: 'conv_probe' } } },
  { feature: 'prompt: a stored prompt', says: { responses: { prompt: { id: 'pmpt_probe' } } } },
  {
    feature: 'context_management',
    says: { responses: { context_management: [] }, messages: { context_management: { edits: [] } } },
  },
  {
    feature: 'a stored item: item_reference',
    says: { responses: { input: [{ type: 'item_reference', id: 'msg_probe' }] } },
  },
  {
    feature: 'functions and function_call, deprecated',
    says: everywhere({ functions: [{ name: 'probe_tool' }] }),
  },
  { feature: 'web_search_options', says: everywhere({ web_search_options: {} }) },
  {
    feature: 'mcp_servers',
    says: { messages: { mcp_servers: [{ type: 'url', url: 'https://example.com', name: 'probe' }] } },
  },
  { feature: 'container', says: { messages: { container: 'probe-container' } } },
  { feature: 'fallbacks', says: { messages: { fallbacks: ['probe-model'] } } },
  { feature: 'thread', says: { messages: { thread: { id: 'probe-thread' } } } },
];
