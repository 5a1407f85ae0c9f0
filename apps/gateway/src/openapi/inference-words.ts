/** What each inference endpoint is for. */
export const INFERENCE_WORDS: Readonly<Record<string, { summary: string; answer: string; streams: boolean }>> = {
  '/v1/chat/completions': {
    summary: 'A chat completion.',
    answer: 'A `chat.completion`, or its chunks.',
    streams: true,
  },
  '/v1/responses': {
    summary: 'A response to the input; nothing is stored.',
    answer: 'A `response`, or its events.',
    streams: true,
  },
  '/v1/messages': {
    summary: 'A message in the native messages format.',
    answer: 'A message, or its events.',
    streams: true,
  },
  '/v1/messages/count_tokens': {
    summary: 'How many input tokens a message would use.',
    answer: 'The number of tokens.',
    streams: false,
  },
  '/v1/completions': { summary: 'A text completion.', answer: 'A `text_completion`, or its chunks.', streams: true },
  '/v1/embeddings': { summary: 'Embeddings of texts.', answer: 'A list of vectors.', streams: false },
  '/v1/rerank': {
    summary: 'Documents in the order of their relevance.',
    answer: 'Documents with scores.',
    streams: false,
  },
  '/v1/moderations': { summary: 'Whether texts are harmful.', answer: 'Categories with scores.', streams: false },
  '/v1/decision': {
    summary: 'Answers to questions about a state.',
    answer: 'An answer to each question.',
    streams: false,
  },
};
