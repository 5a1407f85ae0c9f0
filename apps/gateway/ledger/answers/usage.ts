import type { AnswerProbe } from '../probe.js';

const COUNTS = { prompt: 1234, completion: 567 };

/** Usage that an answer reports. */
export const USAGE: readonly AnswerProbe[] = [
  {
    feature: 'usage: tokens of the prompt and of the answer',
    answers: {
      reference: { usage: { prompt_tokens: 1234, completion_tokens: 567, total_tokens: 1801 } },
      completions: { usage: { prompt_tokens: 1234, completion_tokens: 567, total_tokens: 1801 } },
      responses: { usage: { input_tokens: 1234, output_tokens: 567, total_tokens: 1801 } },
      messages: { usage: { input_tokens: 1234, output_tokens: 567 } },
      generateContent: {
        usageMetadata: { promptTokenCount: 1234, candidatesTokenCount: 567, totalTokenCount: 1801 },
      },
      cohere: { 'usage.tokens': { input_tokens: 1234, output_tokens: 567 } },
      converse: { usage: { inputTokens: 1234, outputTokens: 567, totalTokens: 1801 } },
    },
    arrives: {
      chat: { 'usage.prompt_tokens': COUNTS.prompt, 'usage.completion_tokens': COUNTS.completion },
      responses: { 'usage.input_tokens': COUNTS.prompt, 'usage.output_tokens': COUNTS.completion },
      messages: { 'usage.input_tokens': COUNTS.prompt, 'usage.output_tokens': COUNTS.completion },
      completions: { 'usage.prompt_tokens': COUNTS.prompt, 'usage.completion_tokens': COUNTS.completion },
    },
    sentinels: [1234, 567],
  },
  {
    feature: 'usage: tokens read from a cache',
    answers: {
      reference: {
        usage: {
          prompt_tokens: 1234,
          completion_tokens: 2,
          total_tokens: 1236,
          prompt_tokens_details: { cached_tokens: 111 },
        },
      },
      completions: {
        usage: {
          prompt_tokens: 1234,
          completion_tokens: 2,
          total_tokens: 1236,
          prompt_tokens_details: { cached_tokens: 111 },
        },
      },
      responses: {
        usage: {
          input_tokens: 1234,
          output_tokens: 2,
          total_tokens: 1236,
          input_tokens_details: { cached_tokens: 111 },
        },
      },
      messages: { usage: { input_tokens: 1123, output_tokens: 2, cache_read_input_tokens: 111 } },
      generateContent: {
        usageMetadata: {
          promptTokenCount: 1234,
          candidatesTokenCount: 2,
          totalTokenCount: 1236,
          cachedContentTokenCount: 111,
        },
      },
      cohere: { 'usage.tokens': { input_tokens: 1234, output_tokens: 2 }, 'usage.cached_tokens': 111 },
      converse: { usage: { inputTokens: 1123, outputTokens: 2, totalTokens: 1236, cacheReadInputTokens: 111 } },
    },
    arrives: {
      chat: { 'usage.prompt_tokens': 1234, 'usage.prompt_tokens_details.cached_tokens': 111 },
      responses: { 'usage.input_tokens': 1234, 'usage.input_tokens_details.cached_tokens': 111 },
      messages: { 'usage.input_tokens': 1123, 'usage.cache_read_input_tokens': 111 },
      completions: { 'usage.prompt_tokens': 1234, 'usage.prompt_tokens_details.cached_tokens': 111 },
    },
    sentinels: [111],
  },
  {
    feature: 'usage: tokens written to a cache',
    answers: {
      openrouter: {
        usage: {
          prompt_tokens: 1234,
          completion_tokens: 2,
          total_tokens: 1236,
          prompt_tokens_details: { cache_write_tokens: 111 },
        },
      },
      responses: {
        usage: {
          input_tokens: 1234,
          output_tokens: 2,
          total_tokens: 1236,
          input_tokens_details: { cache_write_tokens: 111 },
        },
      },
      messages: { usage: { input_tokens: 1123, output_tokens: 2, cache_creation_input_tokens: 111 } },
      converse: { usage: { inputTokens: 1123, outputTokens: 2, totalTokens: 1236, cacheWriteInputTokens: 111 } },
    },
    arrives: {
      chat: { 'usage.prompt_tokens': 1234, 'usage.prompt_tokens_details.cache_write_tokens': 111 },
      responses: { 'usage.input_tokens': 1234, 'usage.input_tokens_details.cache_write_tokens': 111 },
      messages: { 'usage.input_tokens': 1123, 'usage.cache_creation_input_tokens': 111 },
      completions: { 'usage.prompt_tokens': 1234, 'usage.prompt_tokens_details.cache_write_tokens': 111 },
    },
    sentinels: [111],
  },
  {
    feature: 'usage: tokens of thinking',
    answers: {
      reference: {
        usage: {
          prompt_tokens: 3,
          completion_tokens: 567,
          total_tokens: 570,
          completion_tokens_details: { reasoning_tokens: 111 },
        },
      },
      xai: {
        usage: {
          prompt_tokens: 3,
          completion_tokens: 456,
          total_tokens: 570,
          completion_tokens_details: { reasoning_tokens: 111 },
        },
      },
      responses: {
        usage: {
          input_tokens: 3,
          output_tokens: 567,
          total_tokens: 570,
          output_tokens_details: { reasoning_tokens: 111 },
        },
      },
      messages: {
        usage: { input_tokens: 3, output_tokens: 567, output_tokens_details: { thinking_tokens: 111 } },
      },
      generateContent: {
        usageMetadata: {
          promptTokenCount: 3,
          candidatesTokenCount: 456,
          thoughtsTokenCount: 111,
          totalTokenCount: 570,
        },
      },
    },
    arrives: {
      chat: [
        { 'usage.completion_tokens': 567, 'usage.completion_tokens_details.reasoning_tokens': 111 },
        // Relayed as it came.
        { 'usage.completion_tokens': 456, 'usage.total_tokens': 570 },
      ],
      responses: { 'usage.output_tokens': 567, 'usage.output_tokens_details.reasoning_tokens': 111 },
      messages: { 'usage.output_tokens': 567, 'usage.output_tokens_details.thinking_tokens': 111 },
      completions: { 'usage.completion_tokens': 567, 'usage.completion_tokens_details.reasoning_tokens': 111 },
    },
    sentinels: [111],
  },
  {
    feature: 'usage: other counts',
    answers: {
      reference: { 'usage.prompt_tokens_details': { audio_tokens: 98765 } },
      responses: { 'usage.input_tokens_details': { audio_tokens: 98765 } },
      messages: { 'usage.server_tool_use': { web_search_requests: 98765 } },
      generateContent: { 'usageMetadata.promptTokensDetails': [{ modality: 'AUDIO', tokenCount: 98765 }] },
      cohere: { 'usage.billed_units.search_units': 98765 },
      converse: { 'usage.probe': 98765 },
    },
    arrives: {
      chat: { 'usage.prompt_tokens_details.audio_tokens': 98765 },
      responses: { 'usage.input_tokens_details.audio_tokens': 98765 },
      completions: { 'usage.prompt_tokens_details.audio_tokens': 98765 },
      messages: { 'usage.server_tool_use.web_search_requests': 98765 },
    },
    sentinels: [98765],
  },
];
