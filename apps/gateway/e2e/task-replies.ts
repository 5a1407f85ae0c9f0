import { completion, type JsonReply, jsonReply, type RecordedRequest } from '@multilane/testing';

/** Numbers that 32 bits hold exactly; the first makes the texts differ in length. */
export const vectorOf = (text: string): number[] => [text.length / 16, -0.5, 0.25];

const HEAD = { object: 'list', model: 'text-embedding-3-small' };

/** The embeddings of the texts of a request, in the words of the provider whose address it names. */
export function embeddingsReply({ path, body }: Pick<RecordedRequest, 'path' | 'body'>): JsonReply {
  const sent = body as Record<string, unknown>;
  if (path === '/v2/embed') return cohereReply(sent.texts as string[]);
  if (path.startsWith('/model/')) return titanReply(String(sent.inputText));
  if (path.endsWith(':predict'))
    return predictReply((sent.instances as { content: string }[]).map((one) => one.content));
  if (path.endsWith('Contents')) {
    const requests = sent.requests as { content: { parts: { text: string }[] } }[];
    return jsonReply({
      embeddings: requests.map(({ content }) => ({ values: vectorOf(content.parts[0]?.text ?? '') })),
    });
  }
  return referenceReply(sent);
}

function referenceReply({ input, encoding_format: format }: Record<string, unknown>): JsonReply {
  const texts = (typeof input === 'string' ? [input] : (input as unknown[])).map(String);
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? toBase64(vectorOf(text)) : vectorOf(text),
  }));
  return jsonReply({ ...HEAD, data, usage: { prompt_tokens: texts.length, total_tokens: texts.length } });
}

function cohereReply(texts: readonly string[]): JsonReply {
  const meta = { billed_units: { input_tokens: texts.length } };
  return jsonReply({ id: 'embed-1', embeddings: { float: texts.map(vectorOf) }, texts, meta });
}

function titanReply(text: string): JsonReply {
  return jsonReply({ embedding: vectorOf(text), embeddingsByType: { float: vectorOf(text) }, inputTextTokenCount: 1 });
}

function predictReply(texts: readonly string[]): JsonReply {
  const statistics = { token_count: 1, truncated: false };
  return jsonReply({ predictions: texts.map((text) => ({ embeddings: { values: vectorOf(text), statistics } })) });
}

/** Little-endian 32-bit floats, as the reference format writes them. */
export function toBase64(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString('base64');
}

/** A whole legacy completion, as the reference provider answers it. */
export const TEXT_COMPLETION = {
  id: 'cmpl-test-0001',
  object: 'text_completion',
  created: 1_700_000_000,
  model: 'gpt-3.5-turbo-instruct',
  choices: [{ index: 0, text: ' upon a time', finish_reason: 'stop', logprobs: null }],
  usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
};

/** The events of the same, streamed to a caller that asked for usage. */
export const TEXT_COMPLETION_EVENTS: readonly string[] = [
  ...[' upon', ' a time'].map((text) => ({
    ...TEXT_COMPLETION,
    choices: [{ index: 0, text, finish_reason: null, logprobs: null }],
    usage: null,
  })),
  { ...TEXT_COMPLETION, choices: [{ index: 0, text: '', finish_reason: 'stop', logprobs: null }], usage: null },
  { ...TEXT_COMPLETION, choices: [] },
]
  .map((event) => JSON.stringify(event))
  .concat('[DONE]');

/** The answer of the reference provider's moderations. */
export const MODERATION = {
  id: 'modr-test-0001',
  model: 'omni-moderation-latest',
  results: [
    {
      flagged: true,
      categories: { violence: true, hate: false },
      category_scores: { violence: 0.9, hate: 0.01 },
      category_applied_input_types: { violence: ['text'], hate: ['text'] },
    },
  ],
};

/** A rerank answer of two documents, the second before the first. */
export const RANKS = {
  id: 'rerank-test-0001',
  results: [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.125 },
  ],
};

/** A decision model's answer to one statement. */
export const DECISION = {
  model: 'system-one-2026-10',
  answers: { wet: { type: 'noul', noul: 0.75 } },
  usage: { input_tokens: 9, output_tokens: 4 },
};

/** The answer to a request at any address of the reference provider, the rerank address or the decision address. */
export function taskReply(request: Pick<RecordedRequest, 'path' | 'body'>): JsonReply {
  const { path } = request;
  if (path.endsWith('/chat/completions')) return jsonReply(completion());
  if (path.endsWith('/completions')) return jsonReply(TEXT_COMPLETION);
  if (path.endsWith('/moderations')) return jsonReply(MODERATION);
  if (path.endsWith('/rerank')) return jsonReply(RANKS);
  if (path.endsWith('/systemone')) return jsonReply(DECISION);
  return embeddingsReply(request);
}
