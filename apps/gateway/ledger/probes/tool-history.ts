import type { RequestProbe } from '../probe.js';
import { TOOL_NAME } from './probe-tool.js';
import {
  CHAT_TOOLS,
  chatTurn,
  MESSAGES_TOOLS,
  messagesTurn,
  RESPONSES_TOOLS,
  responsesTurn,
  turn,
  USER,
} from './probe-turns.js';

const X = 'probe-result';

const CALLS = {
  reference: {
    'messages[1].tool_calls[0].id': 'call_probe',
    'messages[1].tool_calls[0].function': { name: TOOL_NAME, arguments: '{"a":"probe-argument"}' },
  },
  messages: {
    'messages[1].content[0]': { type: 'tool_use', id: 'call_probe', name: TOOL_NAME, input: { a: 'probe-argument' } },
  },
  gemini: {
    'contents[1].parts[0].functionCall': { id: 'call_probe', name: TOOL_NAME, args: { a: 'probe-argument' } },
  },
  cohere: {
    'messages[1].tool_calls[0].id': 'call_probe',
    'messages[1].tool_calls[0].function': { name: TOOL_NAME, arguments: '{"a":"probe-argument"}' },
  },
  converse: {
    'messages[1].content[0].toolUse': { toolUseId: 'call_probe', name: TOOL_NAME, input: { a: 'probe-argument' } },
  },
};

/** Calls of earlier turns. */
export const TOOL_HISTORY: readonly RequestProbe[] = [
  {
    feature: 'an earlier call: id, name, arguments',
    says: turn(X, X, X),
    stands: {
      ...CALLS,
      // The cloud edition rejects ids and goes by the order.
      vertex: { 'contents[1].parts[0].functionCall': { name: TOOL_NAME, args: { a: 'probe-argument' } } },
    },
    sentinels: ['probe-argument'],
  },
  {
    feature: 'the id of a call with dots and colons',
    says: turn(X, X, X, 'functions.probe:0'),
    stands: {
      reference: {
        'messages[1].tool_calls[0].id': 'functions.probe:0',
        'messages[2].tool_call_id': 'functions.probe:0',
      },
      gemini: { 'contents[1].parts[0].functionCall.id': 'functions.probe:0' },
      cohere: { 'messages[1].tool_calls[0].id': 'functions.probe:0', 'messages[2].tool_call_id': 'functions.probe:0' },
    },
    sentinels: ['functions.probe:0'],
  },
  {
    feature: 'text between two calls of one turn',
    says: {
      responses: {
        ...RESPONSES_TOOLS,
        input: [
          USER,
          { type: 'function_call', call_id: 'c1', name: TOOL_NAME, arguments: '{}' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'probe-between' }] },
          { type: 'function_call', call_id: 'c2', name: TOOL_NAME, arguments: '{}' },
          { type: 'function_call_output', call_id: 'c1', output: 'r' },
          { type: 'function_call_output', call_id: 'c2', output: 'r' },
        ],
      },
      messages: {
        ...MESSAGES_TOOLS,
        messages: [
          USER,
          {
            role: 'assistant',
            content: [
              { type: 'tool_use', id: 'c1', name: TOOL_NAME, input: {} },
              { type: 'text', text: 'probe-between' },
              { type: 'tool_use', id: 'c2', name: TOOL_NAME, input: {} },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'c1', content: 'r' },
              { type: 'tool_result', tool_use_id: 'c2', content: 'r' },
            ],
          },
        ],
      },
    },
    sentinels: ['probe-between'],
  },
  {
    feature: 'earlier calls in a request without tools',
    says: {
      chat: { messages: chatTurn(X) },
      responses: { input: responsesTurn(X) },
      messages: { messages: messagesTurn(X) },
    },
    stands: {
      ...CALLS,
      vertex: { 'contents[1].parts[0].functionCall': { name: TOOL_NAME, args: { a: 'probe-argument' } } },
    },
    sentinels: ['probe-argument', X],
  },
  {
    feature: 'earlier calls beside tool_choice none',
    says: {
      chat: { ...CHAT_TOOLS, messages: chatTurn(X), tool_choice: 'none' },
      responses: { ...RESPONSES_TOOLS, input: responsesTurn(X), tool_choice: 'none' },
      messages: { ...MESSAGES_TOOLS, messages: messagesTurn(X), tool_choice: { type: 'none' } },
    },
    stands: {
      ...CALLS,
      vertex: { 'contents[1].parts[0].functionCall': { name: TOOL_NAME, args: { a: 'probe-argument' } } },
      // The calls stand where they belong, and the tools do not.
      ollama: {},
    },
    sentinels: ['probe-argument', X],
  },
  {
    feature: 'an earlier call whose arguments are no JSON object',
    says: {
      chat: {
        ...CHAT_TOOLS,
        messages: chatTurn(X, 'call_probe', { function: { name: TOOL_NAME, arguments: '"probe-argument"' } }),
      },
    },
    stands: {
      responses: { 'input[1].arguments': '"probe-argument"' },
      cohere: { 'messages[1].tool_calls[0].function.arguments': '"probe-argument"' },
    },
    sentinels: ['probe-argument'],
  },
  {
    feature: 'the deprecated function_call of an earlier turn',
    says: {
      chat: {
        messages: [
          USER,
          { role: 'assistant', content: null, function_call: { name: TOOL_NAME, arguments: '{}' } },
          USER,
        ],
      },
    },
    stands: {
      reference: { 'messages[1].function_call.name': TOOL_NAME },
      cohere: { 'messages[1].tool_calls[0].function': { name: TOOL_NAME, arguments: '{}' } },
    },
    sentinels: [TOOL_NAME],
  },
  {
    feature: 'an earlier call of a custom tool',
    says: {
      chat: {
        tools: [{ type: 'custom', custom: { name: TOOL_NAME } }],
        messages: [
          USER,
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_probe', type: 'custom', custom: { name: TOOL_NAME, input: 'probe-input' } }],
          },
          { role: 'tool', tool_call_id: 'call_probe', content: X },
        ],
      },
      responses: {
        tools: [{ type: 'custom', name: TOOL_NAME }],
        input: [
          USER,
          { type: 'custom_tool_call', call_id: 'call_probe', name: TOOL_NAME, input: 'probe-input' },
          { type: 'custom_tool_call_output', call_id: 'call_probe', output: X },
        ],
      },
    },
    stands: {
      reference: { 'messages[1].tool_calls[0].function.arguments': '{"input":"probe-input"}' },
      messages: { 'messages[1].content[0].input': { input: 'probe-input' } },
      generateContent: { 'contents[1].parts[0].functionCall.args': { input: 'probe-input' } },
      cohere: { 'messages[1].tool_calls[0].function.arguments': '{"input":"probe-input"}' },
      converse: { 'messages[1].content[0].toolUse.input': { input: 'probe-input' } },
    },
    sentinels: ['probe-input'],
  },
];
