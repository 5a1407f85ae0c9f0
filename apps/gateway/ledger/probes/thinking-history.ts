import { sealReasoning, writeForeignSignature } from '@multilane/providers';
import type { Json } from '../json-path.js';
import type { Standing } from '../outcome.js';
import type { ByProvider, RequestProbe } from '../probe.js';

const USER = { role: 'user', content: 'hi' };
const THOUGHT = 'probe-thought';
const SIGNATURE = 'cHJvYmUtc2lnbmF0dXJl';
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };

const SIGNED = { type: 'reasoning.text', text: THOUGHT, signature: SIGNATURE, format: 'anthropic-claude-v1', index: 0 };
const REDACTED = { type: 'reasoning.encrypted', data: SIGNATURE, format: 'anthropic-claude-v1', index: 0 };
const SEALED_BY_B = { type: 'reasoning.encrypted', data: SIGNATURE, format: 'bedrock-anthropic-v1', index: 0 };
const FOREIGN = { type: 'reasoning.encrypted', data: SIGNATURE, format: 'openai-responses-v1', index: 0 };

const assistantTurn = (members: Json): Json => ({
  messages: [USER, { role: 'assistant', content: 'so', ...members }, USER],
});
const responsesTurn = (item: Json): Json => ({
  input: [USER, { type: 'reasoning', summary: [], ...item }, { role: 'assistant', content: 'so' }, USER],
});
const messagesTurn = (block: Json): Json => ({
  messages: [USER, { role: 'assistant', content: [block, { type: 'text', text: 'so' }] }, USER],
});

const CALL_SIGNATURE: ByProvider<Standing> = {
  reference: { 'messages[1].tool_calls[0].extra_content.google.thought_signature': SIGNATURE },
  generateContent: { 'contents[1].parts[0].thoughtSignature': SIGNATURE },
};

/** Earlier thoughts of the model. */
export const THINKING_HISTORY: readonly RequestProbe[] = [
  {
    feature: 'earlier thinking without a signature: reasoning_content',
    says: {
      chat: assistantTurn({ reasoning_content: THOUGHT }),
      responses: responsesTurn({ summary: [{ type: 'summary_text', text: THOUGHT }] }),
      messages: messagesTurn({ type: 'thinking', thinking: THOUGHT, signature: '' }),
    },
    stands: {
      responses: [
        { 'input[1].type': 'reasoning', 'input[1].content[0].text': THOUGHT },
        { 'input[1].type': 'reasoning', 'input[1].summary[0].text': THOUGHT },
        { 'input[1].type': 'reasoning', 'input[1].encrypted_content': THOUGHT },
      ],
      reference: [{ 'messages[1].reasoning_content': THOUGHT }, { 'messages[1].reasoning': THOUGHT }],
      mistral: { 'messages[1].content[0].thinking[0].text': THOUGHT },
      cohere: { 'messages[1].content[0]': { type: 'thinking', thinking: THOUGHT } },
    },
    sentinels: [THOUGHT],
  },
  {
    feature: 'earlier thinking beside a call',
    says: {
      chat: {
        tools: [{ type: 'function', function: { name: 'probe_tool', parameters: SCHEMA } }],
        messages: [
          USER,
          {
            role: 'assistant',
            content: null,
            reasoning_content: THOUGHT,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'probe_tool', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'r' },
        ],
      },
    },
    stands: {
      responses: [
        { 'input[1].type': 'reasoning', 'input[1].content[0].text': THOUGHT },
        { 'input[1].type': 'reasoning', 'input[1].encrypted_content': THOUGHT },
      ],
      reference: { 'messages[1].reasoning': THOUGHT },
      mistral: { 'messages[1].content[0].thinking[0].text': THOUGHT },
      cohere: { 'messages[1].tool_plan': THOUGHT },
    },
    sentinels: [THOUGHT],
  },
  {
    feature: 'earlier thinking that Anthropic, or its models on Bedrock, signed',
    says: {
      chat: assistantTurn({ reasoning_details: [SIGNED] }),
      responses: responsesTurn({ encrypted_content: sealReasoning({ details: [SIGNED], calls: {} }) }),
      messages: messagesTurn({ type: 'thinking', thinking: THOUGHT, signature: SIGNATURE }),
    },
    stands: {
      reference: { 'messages[1].reasoning_details[0].signature': SIGNATURE },
      messages: { 'messages[1].content[0]': { type: 'thinking', thinking: THOUGHT, signature: SIGNATURE } },
      converse: {
        'messages[1].content[0].reasoningContent.reasoningText': { text: THOUGHT, signature: SIGNATURE },
      },
    },
    sentinels: [SIGNATURE],
  },
  {
    feature: 'earlier thinking that Anthropic encrypted: redacted_thinking',
    says: {
      chat: assistantTurn({ reasoning_details: [REDACTED] }),
      responses: responsesTurn({ encrypted_content: sealReasoning({ details: [REDACTED], calls: {} }) }),
      messages: messagesTurn({ type: 'redacted_thinking', data: SIGNATURE }),
    },
    stands: {
      reference: { 'messages[1].reasoning_details[0].data': SIGNATURE },
      messages: { 'messages[1].content[0]': { type: 'redacted_thinking', data: SIGNATURE } },
    },
    sentinels: [SIGNATURE],
  },
  {
    feature: 'earlier thinking that Bedrock encrypted: redactedContent',
    says: {
      chat: assistantTurn({ reasoning_details: [SEALED_BY_B] }),
      responses: responsesTurn({ encrypted_content: sealReasoning({ details: [SEALED_BY_B], calls: {} }) }),
      messages: messagesTurn({
        type: 'thinking',
        thinking: '',
        signature: writeForeignSignature({ details: [SEALED_BY_B] }),
      }),
    },
    stands: {
      reference: { 'messages[1].reasoning_details[0]': SEALED_BY_B },
      converse: { 'messages[1].content[0].reasoningContent': { redactedContent: SIGNATURE } },
    },
    sentinels: [SIGNATURE],
  },
  {
    feature: 'earlier thinking that another provider encrypted',
    says: {
      chat: assistantTurn({ reasoning_details: [FOREIGN] }),
      responses: responsesTurn({ encrypted_content: sealReasoning({ details: [FOREIGN], calls: {} }) }),
      messages: messagesTurn({
        type: 'thinking',
        thinking: '',
        signature: writeForeignSignature({ details: [FOREIGN] }),
      }),
    },
    stands: {
      responses: { 'input[1].type': 'reasoning', 'input[1].encrypted_content': SIGNATURE },
      reference: { 'messages[1].reasoning_details[0]': FOREIGN },
    },
    sentinels: [SIGNATURE],
  },
  {
    feature: 'encrypted_content that the gateway did not write',
    says: { responses: responsesTurn({ encrypted_content: 'probe-sealed' }) },
    sentinels: ['probe-sealed'],
  },
  {
    feature: 'a signature of the gateway that was changed',
    says: { messages: messagesTurn({ type: 'thinking', thinking: THOUGHT, signature: 'multilane:1:probe' }) },
    sentinels: ['multilane:1:probe'],
  },
  {
    feature: 'the signature of an earlier call of Gemini',
    says: {
      chat: {
        messages: [
          USER,
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'probe_tool', arguments: '{}' },
                extra_content: { google: { thought_signature: SIGNATURE } },
              },
            ],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'r' },
        ],
      },
      responses: {
        input: [
          USER,
          {
            type: 'reasoning',
            summary: [],
            encrypted_content: sealReasoning({
              details: [],
              calls: { c1: { google: { thought_signature: SIGNATURE } } },
            }),
          },
          { type: 'function_call', call_id: 'c1', name: 'probe_tool', arguments: '{}' },
          { type: 'function_call_output', call_id: 'c1', output: 'r' },
        ],
      },
      messages: {
        messages: [
          USER,
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: '', signature: writeForeignSignature({ calls: { c1: SIGNATURE } }) },
              { type: 'tool_use', id: 'c1', name: 'probe_tool', input: {} },
            ],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'r' }] },
        ],
      },
    },
    stands: CALL_SIGNATURE,
    sentinels: [SIGNATURE],
  },
  {
    feature: 'an earlier call of Gemini that lost its signature',
    says: {
      chat: {
        tools: [{ type: 'function', function: { name: 'probe_tool', parameters: SCHEMA } }],
        messages: [
          USER,
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'probe_tool', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'r' },
        ],
      },
    },
    // The provider's documented stand-in, or no signature where none is asked for.
    stands: {
      responses: { 'input[1].call_id': 'c1', 'input[1].name': 'probe_tool' },
      messages: { 'messages[1].content[0]': { type: 'tool_use', id: 'c1', name: 'probe_tool', input: {} } },
      generateContent: { 'contents[1].parts[0].thoughtSignature': 'skip_thought_signature_validator' },
      cohere: { 'messages[1].tool_calls[0].id': 'c1' },
      converse: { 'messages[1].content[0].toolUse.toolUseId': 'c1' },
    },
    sentinels: ['probe_tool'],
  },
];
