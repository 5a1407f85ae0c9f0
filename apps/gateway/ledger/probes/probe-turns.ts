import type { Json } from '../json-path.js';
import { TOOL_NAME } from './probe-tool.js';

export const USER = { role: 'user', content: 'hi' };
const HISTORY_SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };

export const CHAT_TOOLS = { tools: [{ type: 'function', function: { name: TOOL_NAME, parameters: HISTORY_SCHEMA } }] };
export const RESPONSES_TOOLS = { tools: [{ type: 'function', name: TOOL_NAME, parameters: HISTORY_SCHEMA }] };
export const MESSAGES_TOOLS = { tools: [{ name: TOOL_NAME, input_schema: HISTORY_SCHEMA }] };

export const chatTurn = (content: unknown, id = 'call_probe', call: Json = {}): Json[] => [
  USER,
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: TOOL_NAME, arguments: '{"a":"probe-argument"}' }, ...call }],
  },
  { role: 'tool', tool_call_id: id, content },
];
export const responsesTurn = (output: unknown, call_id = 'call_probe'): Json[] => [
  USER,
  { type: 'function_call', call_id, name: TOOL_NAME, arguments: '{"a":"probe-argument"}' },
  { type: 'function_call_output', call_id, output },
];
export const messagesTurn = (content: unknown, id = 'call_probe', members: Json = {}): Json[] => [
  USER,
  { role: 'assistant', content: [{ type: 'tool_use', id, name: TOOL_NAME, input: { a: 'probe-argument' } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...members }] },
];

/** The same call and result in each format. */
export const turn = (chat: unknown, responses: unknown, messages: unknown, id?: string) => ({
  chat: { ...CHAT_TOOLS, messages: chatTurn(chat, id) },
  responses: { ...RESPONSES_TOOLS, input: responsesTurn(responses, id) },
  messages: { ...MESSAGES_TOOLS, messages: messagesTurn(messages, id) },
});
