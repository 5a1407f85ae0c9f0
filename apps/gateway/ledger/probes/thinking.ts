import type { RequestProbe } from '../probe.js';
import { CHAT_TOOLS, chatTurn, MESSAGES_TOOLS, messagesTurn, RESPONSES_TOOLS, responsesTurn } from './probe-turns.js';

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };

const effort = (name: string, budget: number, word: string): RequestProbe => ({
  feature: `reasoning effort: ${name}`,
  says: { chat: { reasoning_effort: name }, responses: { reasoning: { effort: name } } },
  stands: {
    reference: { reasoning_effort: name },
    anthropic: { thinking: { type: 'enabled', budget_tokens: budget } },
    converse: { 'additionalModelRequestFields.thinking': { type: 'enabled', budget_tokens: budget } },
    // An effort that the provider has no word for becomes its nearest.
    'anthropic:adaptive': word === name ? { 'thinking.type': 'adaptive', 'output_config.effort': word } : {},
  },
});

/** Settings of the model's thinking. */
export const THINKING: readonly RequestProbe[] = [
  effort('minimal', 1024, 'low'),
  effort('low', 2048, 'low'),
  effort('medium', 8192, 'medium'),
  effort('high', 16384, 'high'),
  {
    feature: 'reasoning effort: none, where the model does not list it',
    says: { chat: { reasoning_effort: 'none' }, responses: { reasoning: { effort: 'none' } } },
    stands: {
      reference: { reasoning_effort: 'none' },
      deepseek: { thinking: { type: 'disabled' } },
      anthropic: { 'messages[0].role': 'user', thinking: undefined },
      'anthropic:structured': { 'messages[0].role': 'user', thinking: undefined },
      'anthropic:adaptive': { thinking: { type: 'disabled' } },
      converse: { 'messages[0].role': 'user', additionalModelRequestFields: undefined },
    },
  },
  {
    feature: 'reasoning effort: none, where the model lists it',
    says: { chat: { reasoning_effort: 'none' }, responses: { reasoning: { effort: 'none' } } },
    stands: {
      reference: { reasoning_effort: 'none' },
      deepseek: { thinking: { type: 'disabled' } },
      // Thinking with a budget is off unless it is asked for.
      anthropic: { 'messages[0].role': 'user', thinking: undefined },
      'anthropic:adaptive': { thinking: { type: 'disabled' } },
      converse: { 'messages[0].role': 'user', additionalModelRequestFields: undefined },
    },
    listed: ['none'],
  },
  {
    ...effort('xhigh', 32768, 'xhigh'),
    feature: 'reasoning effort: xhigh, where the model lists it',
    listed: ['xhigh'],
  },
  {
    feature: 'temperature beside a reasoning effort',
    says: {
      chat: { reasoning_effort: 'low', temperature: 0.625 },
      responses: { reasoning: { effort: 'low' }, temperature: 0.625 },
    },
    stands: { reference: { reasoning_effort: 'low', temperature: 0.625 } },
    sentinels: [0.625],
  },
  {
    feature: 'top_p beside a reasoning effort',
    says: {
      chat: { reasoning_effort: 'low', top_p: 0.375 },
      responses: { reasoning: { effort: 'low' }, top_p: 0.375 },
    },
    stands: { reference: { reasoning_effort: 'low', top_p: 0.375 } },
    sentinels: [0.375],
  },
  {
    feature: 'a forced tool call beside a reasoning effort',
    says: {
      chat: {
        reasoning_effort: 'low',
        tools: [{ type: 'function', function: { name: 'probe_tool', parameters: SCHEMA } }],
        tool_choice: 'required',
      },
      responses: {
        reasoning: { effort: 'low' },
        tools: [{ type: 'function', name: 'probe_tool', parameters: SCHEMA }],
        tool_choice: 'required',
      },
    },
    stands: { reference: { reasoning_effort: 'low', tool_choice: 'required' } },
  },
  {
    // With a budget the provider rejects thinking there, so that it is left out (group N).
    feature: 'a reasoning effort amid a loop of tool calls that began without thinking',
    says: {
      chat: { ...CHAT_TOOLS, reasoning_effort: 'low', messages: chatTurn('r') },
      responses: { ...RESPONSES_TOOLS, reasoning: { effort: 'low' }, input: responsesTurn('r') },
      messages: {
        ...MESSAGES_TOOLS,
        thinking: { type: 'enabled', budget_tokens: 2048 },
        max_tokens: 9999,
        messages: messagesTurn('r'),
      },
    },
    stands: {
      reference: { reasoning_effort: 'low' },
      anthropic: { 'thinking.budget_tokens': 2048 },
      'anthropic:adaptive': { 'output_config.effort': 'low' },
      converse: { 'additionalModelRequestFields.thinking.budget_tokens': 2048 },
    },
  },
  {
    feature: 'the summary of the reasoning: reasoning.summary',
    says: { responses: { reasoning: { summary: 'detailed' } } },
  },
  {
    feature: 'reasoning.context',
    says: { responses: { reasoning: { context: 'probe-context' } } },
    sentinels: ['probe-context'],
  },
  { feature: 'reasoning.mode', says: { responses: { reasoning: { mode: 'pro' } } } },
  {
    feature: 'an unknown member of reasoning',
    says: { responses: { reasoning: { probe_member: 'probe-value' } } },
    sentinels: ['probe-value'],
  },
  {
    feature: 'a thinking budget of one of the four efforts',
    says: { messages: { thinking: { type: 'enabled', budget_tokens: 8192 }, max_tokens: 9999 } },
    stands: {
      responses: { 'reasoning.effort': 'medium' },
      reference: { reasoning_effort: 'medium' },
      'anthropic:adaptive': { 'output_config.effort': 'medium' },
      converse: { 'additionalModelRequestFields.thinking': { type: 'enabled', budget_tokens: 8192 } },
    },
  },
  {
    feature: 'a thinking budget between two efforts',
    says: { messages: { thinking: { type: 'enabled', budget_tokens: 5000 }, max_tokens: 9999 } },
    stands: { converse: { 'additionalModelRequestFields.thinking': { type: 'enabled', budget_tokens: 5000 } } },
    sentinels: [5000],
  },
  {
    feature: 'thinking: disabled',
    says: { messages: { thinking: { type: 'disabled' } } },
    stands: {
      deepseek: { thinking: { type: 'disabled' } },
      converse: { 'additionalModelRequestFields.thinking': { type: 'disabled' } },
    },
  },
  {
    feature: 'thinking: adaptive',
    says: { messages: { thinking: { type: 'adaptive' } } },
    stands: { converse: { 'additionalModelRequestFields.thinking': { type: 'adaptive' } } },
  },
  {
    feature: 'how thinking is shown: thinking.display',
    says: { messages: { thinking: { type: 'adaptive', display: 'omitted' } } },
    stands: { converse: { 'additionalModelRequestFields.thinking.display': 'omitted' } },
    sentinels: ['omitted'],
  },
  {
    feature: 'another way of thinking',
    says: { messages: { thinking: { type: 'probe_thinking' } } },
    sentinels: ['probe_thinking'],
  },
  {
    feature: 'output_config.effort: medium',
    says: { messages: { output_config: { effort: 'medium' } } },
    stands: {
      responses: { 'reasoning.effort': 'medium' },
      reference: { reasoning_effort: 'medium' },
      converse: { 'additionalModelRequestFields.output_config': { effort: 'medium' } },
    },
  },
  {
    feature: 'output_config.effort: max',
    says: { messages: { output_config: { effort: 'max' } } },
    stands: {
      deepseek: { reasoning_effort: 'max' },
      converse: { 'additionalModelRequestFields.output_config': { effort: 'max' } },
    },
  },
  {
    feature: 'an unknown member of output_config',
    says: { messages: { output_config: { probe_member: 'probe-value' } } },
    sentinels: ['probe-value'],
  },
];
