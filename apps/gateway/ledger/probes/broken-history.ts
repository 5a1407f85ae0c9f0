import type { RequestProbe } from '../probe.js';
import { TOOL_NAME } from './probe-tool.js';
import {
  CHAT_TOOLS,
  chatTurn,
  MESSAGES_TOOLS,
  messagesTurn,
  RESPONSES_TOOLS,
  responsesTurn,
  USER,
} from './probe-turns.js';

const FIRST = 'probe-first';
const SECOND = 'probe-second';

/** Earlier turns that a provider would reject (docs/contract/translation.md#histories). */
export const BROKEN_HISTORY: readonly RequestProbe[] = [
  {
    feature: 'the id of a call that is used twice',
    says: {
      chat: { ...CHAT_TOOLS, messages: [...chatTurn(FIRST), ...chatTurn(SECOND)] },
      responses: { ...RESPONSES_TOOLS, input: [...responsesTurn(FIRST), ...responsesTurn(SECOND)] },
    },
    stands: {
      responses: { 'input[4].call_id': 'call_probe_2', 'input[5].output': SECOND },
      reference: { 'messages[5].tool_call_id': 'call_probe', 'messages[5].content': SECOND },
      // Its ids have nine letters and digits.
      mistral: { 'messages[5].content': SECOND },
      messages: { 'messages[3].content[0].id': 'call_probe_2' },
      gemini: { 'contents[4].parts[0].functionCall.id': 'call_probe_2' },
      // The cloud edition rejects ids and goes by the order.
      vertex: { 'contents[4].parts[0].functionCall.name': TOOL_NAME },
      cohere: { 'messages[5].tool_call_id': 'call_probe', 'messages[5].content': SECOND },
      converse: { 'messages[3].content[0].toolUse.toolUseId': 'call_probe_2' },
    },
    sentinels: [SECOND],
  },
  {
    feature: 'an earlier call of a name outside the alphabet of tools',
    says: {
      chat: {
        ...CHAT_TOOLS,
        messages: chatTurn(FIRST, 'call_probe', { function: { name: '$probe tool', arguments: '{}' } }),
      },
    },
    stands: {
      responses: { 'input[1].name': '_probe_tool' },
      reference: { 'messages[1].tool_calls[0].function.name': '_probe_tool' },
      messages: { 'messages[1].content[0].name': '_probe_tool' },
      generateContent: { 'contents[1].parts[0].functionCall.name': '_probe_tool' },
      cohere: { 'messages[1].tool_calls[0].function.name': '$probe tool' },
      converse: { 'messages[1].content[0].toolUse.name': '_probe_tool' },
    },
  },
  {
    feature: 'an earlier call without a result',
    says: {
      chat: { ...CHAT_TOOLS, messages: [...chatTurn(FIRST).slice(0, 2), USER] },
      responses: { ...RESPONSES_TOOLS, input: [...responsesTurn(FIRST).slice(0, 2), USER] },
      messages: { ...MESSAGES_TOOLS, messages: [...messagesTurn(FIRST).slice(0, 2), USER] },
    },
    stands: {
      reference: { 'messages[1].tool_calls[0].function.name': TOOL_NAME },
      cohere: { 'messages[1].tool_calls[0].function.name': TOOL_NAME },
    },
    sentinels: ['probe-argument'],
  },
  {
    feature: 'an assistant that speaks first',
    says: {
      chat: { messages: [{ role: 'assistant', content: FIRST }, USER] },
      responses: { input: [{ role: 'assistant', content: FIRST }, USER] },
      messages: { messages: [{ role: 'assistant', content: FIRST }, USER] },
    },
    stands: {
      reference: { 'messages[0].content': FIRST },
      messages: { 'messages[0].content[0].text': FIRST },
      generateContent: { 'contents[0].parts[0].text': FIRST },
      cohere: { 'messages[0].content': FIRST },
    },
    sentinels: [FIRST],
  },
];
