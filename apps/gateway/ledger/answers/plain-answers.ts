import type { Wire } from '../columns.js';
import type { Json } from '../json-path.js';

/** An answer of each wire that says no more than "Hi". */
export const PLAIN_ANSWERS: Readonly<Record<Wire | 'completions', Json>> = {
  reference: {
    id: 'chatcmpl-native',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'native-model',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Hi', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  },
  completions: {
    id: 'cmpl-native',
    object: 'text_completion',
    created: 1_700_000_000,
    model: 'native-model',
    choices: [{ index: 0, text: 'Hi', logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  },
  responses: {
    id: 'resp_native',
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'native-model',
    output: [
      {
        type: 'message',
        id: 'msg_native',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hi', annotations: [], logprobs: [] }],
      },
    ],
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  },
  messages: {
    id: 'msg_native',
    type: 'message',
    role: 'assistant',
    model: 'native-model',
    content: [{ type: 'text', text: 'Hi' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 2 },
  },
  generateContent: {
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
    modelVersion: 'native-model',
    responseId: 'native-response',
  },
  cohere: {
    id: 'cohere-native',
    finish_reason: 'COMPLETE',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
    usage: { billed_units: { input_tokens: 1, output_tokens: 2 }, tokens: { input_tokens: 3, output_tokens: 2 } },
  },
  converse: {
    output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
    metrics: { latencyMs: 1 },
  },
};

/** A vector, and a ranking, in the words of each provider that has them. */
export const PLAIN_VECTORS: Readonly<Record<string, Json>> = {
  reference: {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5, -0.25] }],
    model: 'native-model',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  },
  gemini: { embeddings: [{ values: [0.5, -0.25] }] },
  vertex: { predictions: [{ embeddings: { values: [0.5, -0.25], statistics: { token_count: 3, truncated: false } } }] },
  cohere: {
    id: 'cohere-native',
    embeddings: { float: [[0.5, -0.25]] },
    texts: ['hi'],
    meta: { billed_units: { input_tokens: 3 } },
  },
  bedrock: { embedding: [0.5, -0.25], inputTextTokenCount: 3 },
  'bedrock:cohere': { id: 'cohere-native', embeddings: { float: [[0.5, -0.25]] }, response_type: 'embeddings_by_type' },
};

export const PLAIN_RANKS: Readonly<Record<string, Json>> = {
  reference: {
    id: 'rank-native',
    model: 'native-model',
    results: [
      { index: 1, relevance_score: 0.75 },
      { index: 0, relevance_score: 0.25 },
    ],
    usage: { total_tokens: 3 },
  },
  cohere: {
    id: 'rank-native',
    results: [
      { index: 1, relevance_score: 0.75 },
      { index: 0, relevance_score: 0.25 },
    ],
    meta: { billed_units: { search_units: 1 } },
  },
};
