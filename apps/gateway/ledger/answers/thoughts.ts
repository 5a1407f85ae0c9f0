import { sealReasoning, writeForeignSignature } from '@multilane/providers';
import type { AnswerProbe } from '../probe.js';

const THOUGHT = 'probe-thought';
const SIGNATURE = 'cHJvYmUtc2lnbmF0dXJl';
const MESSAGE = 'choices[0].message';
const PARTS = 'candidates[0].content.parts';
const BLOCKS = 'output.message.content';

const THOUGHT_ARRIVES: AnswerProbe['arrives'] = {
  chat: { [`${MESSAGE}.reasoning_content`]: THOUGHT },
  responses: { 'output[0].type': 'reasoning', 'output[0].summary[0].text': THOUGHT },
  messages: { 'content[0].type': 'thinking', 'content[0].thinking': THOUGHT },
  completions: { 'choices[0].reasoning_content': THOUGHT },
};

const detail = (format: string, proof: object) => ({ ...proof, format, index: 0 });
const sealed = (format: string, proof: object) => ({
  'output[0].encrypted_content': sealReasoning({ details: [detail(format, proof)], calls: {} }),
});
const TEXT_PROOF = { type: 'reasoning.text', text: THOUGHT, signature: SIGNATURE };
const DATA_PROOF = { type: 'reasoning.encrypted', data: SIGNATURE };
const OTHERS_PROOF = { type: 'reasoning.encrypted', data: SIGNATURE, format: 'openai-responses-v1', index: 0 };
const BEDROCK = 'bedrock-anthropic-v1';
const ITEM = { type: 'reasoning', id: 'rs_probe' };
const ITEM_PROOF = {
  type: 'reasoning.encrypted',
  id: 'rs_probe',
  data: SIGNATURE,
  format: 'openai-responses-v1',
  index: 0,
};
const SAID = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] };

/** Thoughts of the model. */
export const THOUGHTS: readonly AnswerProbe[] = [
  {
    feature: 'thinking',
    answers: {
      reference: { [`${MESSAGE}.reasoning_content`]: THOUGHT },
      responses: { 'output[1]': SAID, 'output[0]': { ...ITEM, summary: [{ type: 'summary_text', text: THOUGHT }] } },
      messages: {
        content: [
          { type: 'thinking', thinking: THOUGHT, signature: '' },
          { type: 'text', text: 'Hi' },
        ],
      },
      generateContent: { [PARTS]: [{ text: THOUGHT, thought: true }, { text: 'Hi' }] },
      cohere: {
        'message.content': [
          { type: 'thinking', thinking: THOUGHT },
          { type: 'text', text: 'Hi' },
        ],
      },
      converse: { [BLOCKS]: [{ reasoningContent: { reasoningText: { text: THOUGHT } } }, { text: 'Hi' }] },
    },
    arrives: THOUGHT_ARRIVES,
    sentinels: [THOUGHT],
  },
  {
    feature: 'thinking by another name: reasoning, thinking parts, the plan of a turn',
    answers: {
      groq: { [`${MESSAGE}.reasoning`]: THOUGHT },
      together: { [`${MESSAGE}.reasoning`]: THOUGHT },
      openrouter: { [`${MESSAGE}.reasoning`]: THOUGHT },
      cerebras: { [`${MESSAGE}.reasoning`]: THOUGHT },
      vllm: { [`${MESSAGE}.reasoning`]: THOUGHT },
      ollama: { [`${MESSAGE}.reasoning`]: THOUGHT },
      mistral: {
        [`${MESSAGE}.content`]: [
          { type: 'thinking', thinking: [{ type: 'text', text: THOUGHT }] },
          { type: 'text', text: 'Hi' },
        ],
      },
      cohere: { 'message.tool_plan': THOUGHT },
    },
    arrives: THOUGHT_ARRIVES,
    sentinels: [THOUGHT],
  },
  {
    feature: 'the signature of thinking',
    answers: {
      messages: {
        content: [
          { type: 'thinking', thinking: THOUGHT, signature: SIGNATURE },
          { type: 'text', text: 'Hi' },
        ],
      },
      converse: {
        [BLOCKS]: [{ reasoningContent: { reasoningText: { text: THOUGHT, signature: SIGNATURE } } }, { text: 'Hi' }],
      },
    },
    arrives: {
      chat: { [`${MESSAGE}.reasoning_details[0].signature`]: SIGNATURE },
      responses: sealed('anthropic-claude-v1', TEXT_PROOF),
      messages: { 'content[0].thinking': THOUGHT, 'content[0].signature': SIGNATURE },
    },
    sentinels: [SIGNATURE],
  },
  {
    feature: 'encrypted thinking',
    answers: {
      responses: { 'output[1]': SAID, 'output[0]': { ...ITEM, summary: [], encrypted_content: SIGNATURE } },
      openrouter: { [`${MESSAGE}.reasoning_details`]: [OTHERS_PROOF] },
      messages: {
        content: [
          { type: 'redacted_thinking', data: SIGNATURE },
          { type: 'text', text: 'Hi' },
        ],
      },
      converse: { [BLOCKS]: [{ reasoningContent: { redactedContent: SIGNATURE } }, { text: 'Hi' }] },
    },
    arrives: {
      chat: { [`${MESSAGE}.reasoning_details[0].data`]: SIGNATURE },
      responses: [
        sealed('anthropic-claude-v1', DATA_PROOF),
        sealed(BEDROCK, DATA_PROOF),
        { 'output[0].encrypted_content': sealReasoning({ details: [OTHERS_PROOF], calls: {} }) },
        { 'output[0].encrypted_content': SIGNATURE },
      ],
      messages: [
        { 'content[0]': { type: 'redacted_thinking', data: SIGNATURE } },
        { 'content[0].signature': writeForeignSignature({ details: [detail(BEDROCK, DATA_PROOF)] }) },
        { 'content[0].signature': writeForeignSignature({ details: [OTHERS_PROOF] }) },
        { 'content[0].signature': writeForeignSignature({ details: [ITEM_PROOF] }) },
      ],
    },
    sentinels: [SIGNATURE],
  },
  {
    feature: 'the signature of a text',
    answers: { generateContent: { [`${PARTS}[0].thoughtSignature`]: SIGNATURE } },
    arrives: {},
    sentinels: [SIGNATURE],
  },
];
