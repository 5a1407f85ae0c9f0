import { sealReasoning, writeForeignSignature } from '@multilane/providers';
import { shortenName } from '../../src/endpoints/messages/tool-names.js';
import { flattenName } from '../../src/endpoints/responses/request/flatten-name.js';
import type { AnswerProbe } from '../probe.js';

const X = 'probe-text';
const SIGNATURE = 'cHJvYmUtc2lnbmF0dXJl';
const LONG_NAME = `probe_${'n'.repeat(80)}`;
const MESSAGE = 'choices[0].message';
const PARTS = 'candidates[0].content.parts';
const BLOCKS = 'output.message.content';
const CUT = '{"a":"probe-cut';

/** The calls of tools. */
export const CALLS: readonly AnswerProbe[] = [
  {
    feature: 'the signature of a call',
    answers: {
      generateContent: {
        [PARTS]: [{ functionCall: { id: 'call_probe', name: 'probe_tool', args: {} }, thoughtSignature: SIGNATURE }],
      },
    },
    arrives: {
      chat: { [`${MESSAGE}.tool_calls[0].extra_content.google.thought_signature`]: SIGNATURE },
      responses: {
        'output[0].encrypted_content': sealReasoning({
          details: [],
          calls: { call_probe: { google: { thought_signature: SIGNATURE } } },
        }),
      },
      messages: { 'content[0].signature': writeForeignSignature({ calls: { call_probe: SIGNATURE } }) },
    },
    sentinels: [SIGNATURE],
    only: ['chat', 'responses', 'messages'],
  },
  {
    feature: 'a call: id, name, arguments',
    answers: {
      reference: {
        [`${MESSAGE}.content`]: null,
        [`${MESSAGE}.tool_calls`]: [
          { id: 'call_probe', type: 'function', function: { name: 'probe_tool', arguments: '{"a":1}' } },
        ],
        'choices[0].finish_reason': 'tool_calls',
      },
      responses: { output: [itemOf('call_probe', '{"a":1}')] },
      messages: {
        content: [{ type: 'tool_use', id: 'call_probe', name: 'probe_tool', input: { a: 1 } }],
        stop_reason: 'tool_use',
      },
      generateContent: { [PARTS]: [{ functionCall: { id: 'call_probe', name: 'probe_tool', args: { a: 1 } } }] },
      cohere: {
        'message.content': undefined,
        'message.tool_calls': [
          { id: 'call_probe', type: 'function', function: { name: 'probe_tool', arguments: '{"a":1}' } },
        ],
        finish_reason: 'TOOL_CALL',
      },
      converse: {
        [BLOCKS]: [{ toolUse: { toolUseId: 'call_probe', name: 'probe_tool', input: { a: 1 } } }],
        stopReason: 'tool_use',
      },
    },
    arrives: {
      chat: {
        [`${MESSAGE}.tool_calls[0].id`]: 'call_probe',
        [`${MESSAGE}.tool_calls[0].function`]: { name: 'probe_tool', arguments: '{"a":1}' },
        'choices[0].finish_reason': 'tool_calls',
      },
      responses: {
        'output[0].type': 'function_call',
        'output[0].call_id': 'call_probe',
        'output[0].name': 'probe_tool',
        'output[0].arguments': '{"a":1}',
      },
      messages: {
        'content[0].type': 'tool_use',
        'content[0].id': 'call_probe',
        'content[0].name': 'probe_tool',
        'content[0].input': { a: 1 },
        stop_reason: 'tool_use',
      },
    },
    sentinels: ['call_probe', 'probe_tool'],
    only: ['chat', 'responses', 'messages'],
  },
  {
    feature: 'arguments of a call that are no JSON object',
    answers: callWith(CUT, { reference: 'tool_calls', cohere: 'TOOL_CALL', responses: 'completed' }),
    arrives: {
      chat: { [`${MESSAGE}.tool_calls[0].function.arguments`]: CUT },
      responses: { 'output[0].arguments': CUT },
      messages: { 'content[0].partial': CUT },
    },
    only: ['chat', 'responses', 'messages'],
  },
  {
    feature: 'arguments of a call that the token limit cut short',
    answers: callWith(CUT, { reference: 'length', cohere: 'MAX_TOKENS', responses: 'incomplete' }),
    arrives: {
      chat: { [`${MESSAGE}.tool_calls[0].function.arguments`]: CUT, 'choices[0].finish_reason': 'length' },
      responses: { 'output[0].arguments': CUT, status: 'incomplete' },
      messages: { 'content[0].partial': CUT, stop_reason: 'max_tokens' },
    },
    only: ['chat', 'responses', 'messages'],
  },
  {
    feature: 'text and two calls',
    answers: {
      reference: {
        [`${MESSAGE}.content`]: X,
        [`${MESSAGE}.tool_calls`]: ['c1', 'c2'].map((id) => ({
          id,
          type: 'function',
          function: { name: 'probe_tool', arguments: '{}' },
        })),
        'choices[0].finish_reason': 'tool_calls',
      },
      responses: { 'output[0].content[0].text': X, 'output[1]': itemOf('c1'), 'output[2]': itemOf('c2') },
      messages: {
        content: [
          { type: 'text', text: X },
          ...['c1', 'c2'].map((id) => ({ type: 'tool_use', id, name: 'probe_tool', input: {} })),
        ],
        stop_reason: 'tool_use',
      },
      generateContent: {
        [PARTS]: [{ text: X }, ...['c1', 'c2'].map((id) => ({ functionCall: { id, name: 'probe_tool', args: {} } }))],
      },
      cohere: {
        'message.content': [{ type: 'text', text: X }],
        'message.tool_calls': ['c1', 'c2'].map((id) => ({
          id,
          type: 'function',
          function: { name: 'probe_tool', arguments: '{}' },
        })),
        finish_reason: 'TOOL_CALL',
      },
      converse: {
        [BLOCKS]: [
          { text: X },
          ...['c1', 'c2'].map((toolUseId) => ({ toolUse: { toolUseId, name: 'probe_tool', input: {} } })),
        ],
        stopReason: 'tool_use',
      },
    },
    arrives: {
      chat: {
        [`${MESSAGE}.content`]: X,
        [`${MESSAGE}.tool_calls[0].id`]: 'c1',
        [`${MESSAGE}.tool_calls[1].id`]: 'c2',
      },
      responses: { 'output[0].content[0].text': X, 'output[1].call_id': 'c1', 'output[2].call_id': 'c2' },
      messages: { 'content[0].text': X, 'content[1].id': 'c1', 'content[2].id': 'c2' },
    },
    sentinels: [X, 'c1', 'c2'],
    only: ['chat', 'responses', 'messages'],
  },
  {
    feature: 'text after a call',
    answers: {
      responses: {
        output: [itemOf('c1'), { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: X }] }],
      },
      messages: {
        content: [
          { type: 'tool_use', id: 'c1', name: 'probe_tool', input: {} },
          { type: 'text', text: X },
        ],
        stop_reason: 'tool_use',
      },
      generateContent: { [PARTS]: [{ functionCall: { id: 'c1', name: 'probe_tool', args: {} } }, { text: X }] },
      converse: {
        [BLOCKS]: [{ toolUse: { toolUseId: 'c1', name: 'probe_tool', input: {} } }, { text: X }],
        stopReason: 'tool_use',
      },
    },
    arrives: {
      responses: { 'output[0].call_id': 'c1', 'output[1].content[0].text': X },
      messages: { 'content[0].id': 'c1', 'content[1].text': X },
    },
    sentinels: [X],
    only: ['chat', 'responses', 'messages'],
  },
  {
    feature: 'a call of a custom tool',
    asks: { responses: { tools: [{ type: 'custom', name: 'probe_tool' }] } },
    answers: {
      reference: {
        [`${MESSAGE}.content`]: null,
        [`${MESSAGE}.tool_calls`]: [
          { id: 'c1', type: 'function', function: { name: 'probe_tool', arguments: '{"input":"probe-input"}' } },
        ],
        'choices[0].finish_reason': 'tool_calls',
      },
      messages: {
        content: [{ type: 'tool_use', id: 'c1', name: 'probe_tool', input: { input: 'probe-input' } }],
        stop_reason: 'tool_use',
      },
      generateContent: {
        [PARTS]: [{ functionCall: { id: 'c1', name: 'probe_tool', args: { input: 'probe-input' } } }],
      },
      cohere: {
        'message.content': undefined,
        'message.tool_calls': [
          { id: 'c1', type: 'function', function: { name: 'probe_tool', arguments: '{"input":"probe-input"}' } },
        ],
        finish_reason: 'TOOL_CALL',
      },
      converse: {
        [BLOCKS]: [{ toolUse: { toolUseId: 'c1', name: 'probe_tool', input: { input: 'probe-input' } } }],
        stopReason: 'tool_use',
      },
    },
    arrives: { responses: { 'output[0].type': 'custom_tool_call', 'output[0].input': 'probe-input' } },
    sentinels: ['probe-input'],
    only: ['responses'],
  },
  {
    feature: 'a call of a tool in a namespace',
    asks: {
      responses: {
        tools: [{ type: 'namespace', name: 'probe_space', tools: [{ type: 'function', name: 'probe_tool' }] }],
      },
    },
    answers: {
      ...callNamed(flattenName('probe_tool', 'probe_space')),
      responses: { output: [itemOf('c1', '{}', 'probe_tool', { namespace: 'probe_space' })] },
    },
    arrives: { responses: { 'output[0].name': 'probe_tool', 'output[0].namespace': 'probe_space' } },
    sentinels: ['probe_space'],
    only: ['responses'],
  },
  {
    feature: 'a call of a tool whose name is longer than 64 characters',
    asks: { messages: { tools: [{ name: LONG_NAME, input_schema: { type: 'object' } }] } },
    answers: { ...callNamed(shortenName(LONG_NAME)), messages: callNamed(LONG_NAME).messages },
    arrives: { messages: { 'content[0].name': LONG_NAME } },
    sentinels: [LONG_NAME],
    only: ['messages'],
  },
];

/** A call in the Responses format. */
function itemOf(call_id: string, text = '{}', name = 'probe_tool', members: object = {}): object {
  return {
    type: 'function_call',
    id: `fc_${call_id}`,
    status: 'completed',
    call_id,
    name,
    arguments: text,
    ...members,
  };
}

/** The answer of each provider whose calls have their arguments as a text, with these and its reason to finish. */
function callWith(
  text: string,
  finish: Readonly<Record<'reference' | 'cohere' | 'responses', string>>,
): AnswerProbe['answers'] {
  const tool_calls = [{ id: 'c1', type: 'function', function: { name: 'probe_tool', arguments: text } }];
  return {
    reference: {
      [`${MESSAGE}.content`]: null,
      [`${MESSAGE}.tool_calls`]: tool_calls,
      'choices[0].finish_reason': finish.reference,
    },
    responses: {
      output: [itemOf('c1', text, 'probe_tool', { status: finish.responses })],
      status: finish.responses,
      incomplete_details: finish.responses === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    },
    cohere: { 'message.content': undefined, 'message.tool_calls': tool_calls, finish_reason: finish.cohere },
  };
}

/** The answer of each provider that calls a tool by this name. */
function callNamed(name: string): AnswerProbe['answers'] {
  return {
    reference: {
      [`${MESSAGE}.content`]: null,
      [`${MESSAGE}.tool_calls`]: [{ id: 'c1', type: 'function', function: { name, arguments: '{}' } }],
      'choices[0].finish_reason': 'tool_calls',
    },
    responses: { output: [itemOf('c1', '{}', name)] },
    messages: { content: [{ type: 'tool_use', id: 'c1', name, input: {} }], stop_reason: 'tool_use' },
    generateContent: { [PARTS]: [{ functionCall: { id: 'c1', name, args: {} } }] },
    cohere: {
      'message.content': undefined,
      'message.tool_calls': [{ id: 'c1', type: 'function', function: { name, arguments: '{}' } }],
      finish_reason: 'TOOL_CALL',
    },
    converse: { [BLOCKS]: [{ toolUse: { toolUseId: 'c1', name, input: {} } }], stopReason: 'tool_use' },
  };
}
