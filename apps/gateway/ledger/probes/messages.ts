import type { RequestProbe } from '../probe.js';

const USER = { role: 'user', content: 'hi' };
const X = 'probe-text';

/** Roles and order of the conversation. */
export const CONVERSATION: readonly RequestProbe[] = [
  {
    feature: 'the text of a user',
    says: {
      chat: { messages: [{ role: 'user', content: X }] },
      responses: { input: X },
      messages: { messages: [{ role: 'user', content: X }] },
      completions: { prompt: X },
    },
    stands: {
      responses: [{ input: X }, { 'input[0].role': 'user', 'input[0].content': X }],
      reference: { 'messages[0].role': 'user', 'messages[0].content': X },
      messages: { 'messages[0].role': 'user', 'messages[0].content[0].text': X },
      generateContent: { 'contents[0].role': 'user', 'contents[0].parts[0].text': X },
      cohere: { 'messages[0].role': 'user', 'messages[0].content': X },
      converse: { 'messages[0].role': 'user', 'messages[0].content[0].text': X },
    },
    sentinels: [X],
  },
  { feature: 'several prompts', says: { completions: { prompt: [X, 'another'] } }, sentinels: [X] },
  { feature: 'a prompt of tokens', says: { completions: { prompt: [31337, 42] } }, sentinels: [31337] },
  {
    feature: 'a system message at the start: system, instructions',
    says: {
      chat: { messages: [{ role: 'system', content: X }, USER] },
      responses: { instructions: X },
      messages: { system: X },
    },
    stands: {
      responses: [{ instructions: X }, { 'input[0].role': 'system', 'input[0].content': X }],
      reference: { 'messages[0].role': 'system', 'messages[0].content': X },
      messages: { 'system[0].text': X },
      generateContent: { 'systemInstruction.parts[0].text': X },
      cohere: { 'messages[0].role': 'system', 'messages[0].content': X },
      converse: { 'system[0].text': X },
    },
    sentinels: [X],
  },
  {
    feature: 'a developer message',
    says: {
      chat: { messages: [{ role: 'developer', content: X }, USER] },
      responses: { input: [{ role: 'developer', content: X }, USER] },
    },
    // "developer is accepted as system" (docs/contract/chat.md#request-fields).
    stands: {
      reference: [
        { 'messages[0].role': 'developer', 'messages[0].content': X },
        { 'messages[0].role': 'system', 'messages[0].content': X },
      ],
      messages: { 'system[0].text': X },
      generateContent: { 'systemInstruction.parts[0].text': X },
      cohere: { 'messages[0].role': 'system', 'messages[0].content': X },
      converse: { 'system[0].text': X },
    },
    sentinels: [X],
  },
  {
    feature: 'a system message amid the conversation',
    says: {
      chat: { messages: [USER, { role: 'assistant', content: 'a' }, { role: 'system', content: X }, USER] },
      responses: { input: [USER, { role: 'assistant', content: 'a' }, { role: 'system', content: X }, USER] },
      messages: { messages: [USER, { role: 'assistant', content: 'a' }, { role: 'system', content: X }, USER] },
    },
    stands: {
      reference: { 'messages[2].role': 'system', 'messages[2].content': X },
      cohere: { 'messages[2].role': 'system', 'messages[2].content': X },
    },
    sentinels: [X],
  },
  {
    feature: 'a conversation of system messages alone',
    says: {
      chat: { messages: [{ role: 'system', content: X }] },
      responses: { input: [{ role: 'system', content: X }] },
    },
    stands: {
      reference: { 'messages[0].role': 'system', 'messages[0].content': X },
      cohere: { 'messages[0].role': 'system', 'messages[0].content': X },
    },
    sentinels: [X],
  },
  {
    feature: 'the name of a participant',
    says: { chat: { messages: [{ role: 'user', content: 'hi', name: 'probe-name' }] } },
    stands: {},
    sentinels: ['probe-name'],
  },
  {
    feature: 'the text of an earlier answer',
    says: {
      chat: { messages: [USER, { role: 'assistant', content: X }, USER] },
      responses: { input: [USER, { role: 'assistant', content: [{ type: 'output_text', text: X }] }, USER] },
      messages: { messages: [USER, { role: 'assistant', content: X }, USER] },
    },
    stands: {
      responses: [
        { 'input[1].role': 'assistant', 'input[1].content': X },
        { 'input[1].role': 'assistant', 'input[1].content[0].text': X },
      ],
      reference: { 'messages[1].role': 'assistant', 'messages[1].content': X },
      messages: { 'messages[1].role': 'assistant', 'messages[1].content[0].text': X },
      generateContent: { 'contents[1].role': 'model', 'contents[1].parts[0].text': X },
      cohere: { 'messages[1].role': 'assistant', 'messages[1].content': X },
      converse: { 'messages[1].role': 'assistant', 'messages[1].content[0].text': X },
    },
    sentinels: [X],
  },
  {
    feature: 'the beginning of the answer: an assistant message last',
    says: {
      chat: { messages: [USER, { role: 'assistant', content: X }] },
      responses: { input: [USER, { role: 'assistant', content: X }] },
      messages: { messages: [USER, { role: 'assistant', content: X }] },
    },
    stands: {
      reference: { 'messages[1].role': 'assistant', 'messages[1].content': X },
      messages: { 'messages[1].role': 'assistant', 'messages[1].content[0].text': X },
      generateContent: { 'contents[1].role': 'model', 'contents[1].parts[0].text': X },
      cohere: { 'messages[1].role': 'assistant', 'messages[1].content': X },
      converse: { 'messages[1].role': 'assistant', 'messages[1].content[0].text': X },
    },
    sentinels: [X],
  },
  {
    feature: 'an earlier refusal',
    says: {
      chat: { messages: [USER, { role: 'assistant', content: null, refusal: X }, USER] },
      responses: { input: [USER, { role: 'assistant', content: [{ type: 'refusal', refusal: X }] }, USER] },
    },
    stands: { reference: { 'messages[1].refusal': X } },
    sentinels: [X],
  },
  {
    feature: 'two turns of one role in a row',
    says: {
      chat: {
        messages: [
          { role: 'user', content: X },
          { role: 'user', content: 'probe-next' },
        ],
      },
      responses: {
        input: [
          { role: 'user', content: X },
          { role: 'user', content: 'probe-next' },
        ],
      },
      messages: {
        messages: [
          { role: 'user', content: X },
          { role: 'user', content: 'probe-next' },
        ],
      },
    },
    stands: {
      reference: { 'messages[0].content': X, 'messages[1].content': 'probe-next' },
      generateContent: { 'contents[0].parts[0].text': X, 'contents[1].parts[0].text': 'probe-next' },
      cohere: { 'messages[0].content': X, 'messages[1].content': 'probe-next' },
    },
    sentinels: [X, 'probe-next'],
  },
  {
    feature: 'an unknown member of a message',
    says: {
      chat: { messages: [{ ...USER, probe_member: X }] },
      responses: { input: [{ ...USER, probe_member: X }] },
      messages: { messages: [{ ...USER, probe_member: X }] },
    },
    stands: { reference: { 'messages[0].probe_member': X } },
    sentinels: [X],
  },
  {
    feature: 'the id and status of an item',
    says: { responses: { input: [{ type: 'message', id: 'msg_probe', status: 'completed', ...USER }] } },
    sentinels: ['msg_probe'],
  },
  {
    feature: 'the phase of an earlier answer',
    says: { responses: { input: [USER, { role: 'assistant', content: 'a', phase: 'commentary' }, USER] } },
    sentinels: ['commentary'],
  },
  {
    feature: 'the citations of an earlier answer',
    says: {
      messages: {
        messages: [
          USER,
          {
            role: 'assistant',
            content: [{ type: 'text', text: 'a', citations: [{ type: 'char_location', cited_text: 'probe-source' }] }],
          },
          USER,
        ],
      },
    },
    sentinels: ['probe-source'],
  },
];
