import type { Json } from '../json-path.js';
import type { RequestProbe } from '../probe.js';

const TOOLS = [{ type: 'function', function: { name: 'probe_tool', parameters: { type: 'object', properties: {} } } }];

/** A member that chat, responses and completions call the same. */
const shared = (members: Json) => ({ chat: members, responses: members, completions: members });

/** Members that ask for no more than the default; no provider may reject them. */
export const DEFAULTS: readonly RequestProbe[] = [
  {
    feature: 'default: n of 1',
    says: { chat: { n: 1 }, completions: { n: 1 } },
    stands: { reference: { n: 1 } },
    isDefault: true,
  },
  {
    feature: 'default: presence_penalty of 0',
    says: shared({ presence_penalty: 0 }),
    stands: { reference: { presence_penalty: 0 } },
    isDefault: true,
  },
  {
    feature: 'default: frequency_penalty of 0',
    says: shared({ frequency_penalty: 0 }),
    stands: { reference: { frequency_penalty: 0 } },
    isDefault: true,
  },
  { feature: 'default: logprobs false', says: { chat: { logprobs: false } }, isDefault: true },
  { feature: 'default: top_logprobs of 0', says: { chat: { top_logprobs: 0 } }, isDefault: true },
  {
    feature: 'default: parallel_tool_calls true without tools',
    says: { chat: { parallel_tool_calls: true }, responses: { parallel_tool_calls: true } },
    isDefault: true,
  },
  {
    feature: 'default: parallel_tool_calls true beside tools',
    says: { chat: { tools: TOOLS, parallel_tool_calls: true } },
    stands: { responses: { parallel_tool_calls: true } },
    isDefault: true,
  },
  { feature: 'default: an empty list of tools', says: { chat: { tools: [] } }, isDefault: true },
  { feature: 'default: tool_choice auto without tools', says: { chat: { tool_choice: 'auto' } }, isDefault: true },
  { feature: 'default: response_format text', says: { chat: { response_format: { type: 'text' } } }, isDefault: true },
  { feature: 'default: an empty logit_bias', says: { chat: { logit_bias: {} } }, isDefault: true },
  {
    feature: 'default: stream false',
    says: { ...shared({ stream: false }), messages: { stream: false } },
    stands: { reference: { stream: false } },
    isDefault: true,
  },
  {
    feature: 'default: a null member',
    says: { ...shared({ seed: null }), messages: { top_k: null } },
    isDefault: true,
  },
];
