import type { RequestProbe } from '../probe.js';

/** Members of embeddings and rerank requests. */
export const VECTORS: readonly RequestProbe[] = [
  {
    feature: 'a text',
    says: { embeddings: { input: 'probe-text' }, rerank: { query: 'probe-text' } },
    stands: {
      gemini: { 'requests[0].content.parts[0].text': 'probe-text' },
      vertex: { 'instances[0].content': 'probe-text' },
      cohere: [{ 'texts[0]': 'probe-text' }, { query: 'probe-text' }],
      bedrock: { inputText: 'probe-text' },
      'bedrock:cohere': { 'texts[0]': 'probe-text' },
    },
    sentinels: ['probe-text'],
  },
  {
    feature: 'several texts',
    says: { embeddings: { input: ['probe-one', 'probe-two'] }, rerank: { documents: ['probe-one', 'probe-two'] } },
    stands: {
      gemini: { 'requests[0].content.parts[0].text': 'probe-one', 'requests[1].content.parts[0].text': 'probe-two' },
      vertex: { 'instances[0].content': 'probe-one', 'instances[1].content': 'probe-two' },
      cohere: [{ texts: ['probe-one', 'probe-two'] }, { documents: ['probe-one', 'probe-two'] }],
      // One call per input.
      bedrock: { '[0].inputText': 'probe-one', '[1].inputText': 'probe-two' },
      'bedrock:cohere': { '[0].texts[0]': 'probe-one', '[1].texts[0]': 'probe-two' },
    },
    sentinels: ['probe-one', 'probe-two'],
  },
  { feature: 'tokens', says: { embeddings: { input: [31337, 42] } }, sentinels: [31337] },
  {
    feature: 'dimensions',
    says: { embeddings: { dimensions: 321 } },
    stands: {
      reference: { dimensions: 321 },
      mistral: { output_dimension: 321 },
      gemini: { 'requests[0].outputDimensionality': 321 },
      vertex: { 'parameters.outputDimensionality': 321 },
      cohere: { output_dimension: 321 },
      bedrock: { dimensions: 321 },
      'bedrock:cohere': { output_dimension: 321 },
    },
    sentinels: [321],
  },
  {
    feature: 'encoding_format: base64',
    // The gateway writes it itself from what the provider answers, so the provider need not be asked.
    says: { embeddings: { encoding_format: 'base64' } },
    isDefault: true,
  },
  { feature: 'the end user: user', says: { embeddings: { user: 'probe-user' } }, sentinels: ['probe-user'] },
  {
    feature: 'what the text is for: input_type',
    says: { embeddings: { input_type: 'search_query' } },
    stands: {
      gemini: { 'requests[0].taskType': 'RETRIEVAL_QUERY' },
      vertex: { 'instances[0].task_type': 'RETRIEVAL_QUERY' },
      cohere: { input_type: 'search_query' },
      'bedrock:cohere': { input_type: 'search_query' },
    },
  },
  {
    feature: 'documents as objects with a text',
    says: { rerank: { documents: [{ text: 'probe-text' }] } },
    stands: { cohere: { documents: ['probe-text'] } },
    sentinels: ['probe-text'],
  },
  {
    feature: 'other members of a document',
    says: { rerank: { documents: [{ text: 'probe-text', title: 'probe-title' }] } },
    sentinels: ['probe-title'],
  },
  {
    feature: 'top_n',
    says: { rerank: { top_n: 1 } },
    stands: { cohere: { top_n: 1 } },
  },
  {
    feature: 'return_documents',
    // The gateway gives the documents back itself.
    says: { rerank: { return_documents: true } },
    isDefault: true,
  },
  {
    feature: 'max_tokens_per_doc',
    says: { rerank: { max_tokens_per_doc: 321 } },
    stands: { cohere: { max_tokens_per_doc: 321 } },
    sentinels: [321],
  },
  {
    feature: 'an unknown parameter',
    says: { embeddings: { probe_parameter: 'probe-value' }, rerank: { probe_parameter: 'probe-value' } },
    stands: { reference: { probe_parameter: 'probe-value' } },
    sentinels: ['probe-value'],
  },
];
