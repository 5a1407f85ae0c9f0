import type { AnswerProbe } from '../probe.js';

/** The answers of embeddings. */
export const EMBEDDED: readonly AnswerProbe[] = [
  {
    feature: 'a vector',
    answers: { reference: {}, gemini: {}, vertex: {}, cohere: {}, bedrock: {} },
    arrives: { embeddings: { 'data[0].index': 0, 'data[0].embedding': [0.5, -0.25] } },
  },
  {
    feature: 'a vector as base64',
    asks: { embeddings: { encoding_format: 'base64' } },
    answers: { reference: {}, gemini: {}, vertex: {}, cohere: {}, bedrock: {} },
    // 0.5 and -0.25 as little-endian 32-bit floats.
    arrives: { embeddings: { 'data[0].embedding': 'AAAAPwAAgL4=' } },
  },
  {
    feature: 'tokens of the text',
    answers: {
      reference: { usage: { prompt_tokens: 1234, total_tokens: 1234 } },
      gemini: { usageMetadata: { promptTokenCount: 1234 } },
      vertex: { 'predictions[0].embeddings.statistics.token_count': 1234 },
      cohere: { 'meta.billed_units.input_tokens': 1234 },
      bedrock: { inputTextTokenCount: 1234 },
      'bedrock:cohere': undefined,
    },
    arrives: { embeddings: { 'usage.prompt_tokens': 1234, 'usage.total_tokens': 1234 } },
    sentinels: [1234],
  },
  {
    feature: 'the model that answered',
    answers: { reference: { model: 'probe-model' } },
    arrives: { embeddings: { model: 'probe-model' } },
    sentinels: ['probe-model'],
  },
  {
    feature: 'the id of the answer',
    answers: { cohere: { id: 'probe-id' }, 'bedrock:cohere': { id: 'probe-id' } },
    arrives: {},
    sentinels: ['probe-id'],
  },
  {
    feature: 'an unknown member of the answer',
    answers: {
      reference: { probe_member: 'probe-value' },
      gemini: { probe_member: 'probe-value' },
      vertex: { probe_member: 'probe-value' },
      cohere: { probe_member: 'probe-value' },
      bedrock: { probe_member: 'probe-value' },
    },
    arrives: { embeddings: { probe_member: 'probe-value' } },
    sentinels: ['probe-value'],
  },
];

/** The answers of rerank. */
export const RANKED: readonly AnswerProbe[] = [
  {
    feature: 'ranks and scores, best first',
    answers: { reference: {}, cohere: {} },
    arrives: {
      rerank: {
        'results[0].index': 1,
        'results[0].relevance_score': 0.75,
        'results[1].index': 0,
        'results[1].relevance_score': 0.25,
      },
    },
  },
  {
    feature: 'the documents, with return_documents',
    asks: { rerank: { return_documents: true } },
    answers: { reference: {}, cohere: {} },
    arrives: { rerank: { 'results[0].document.text': 'two', 'results[1].document.text': 'one' } },
  },
  {
    feature: 'the id of the answer',
    answers: { reference: { id: 'probe-id' }, cohere: { id: 'probe-id' } },
    arrives: { rerank: { id: 'probe-id' } },
    sentinels: ['probe-id'],
  },
  {
    feature: 'usage',
    answers: { reference: { usage: { total_tokens: 1234 } }, cohere: { 'meta.billed_units.search_units': 1234 } },
    arrives: { rerank: [{ 'usage.total_tokens': 1234 }, { 'meta.billed_units.search_units': 1234 }] },
    sentinels: [1234],
  },
];
