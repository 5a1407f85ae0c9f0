/** Answers of the fixed upstream, which a stream must therefore deliver piece by piece. */

/** Contents of the text chunks of a streamed answer, all different, so that a lost or swapped one shows. */
export function buildPieces(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `piece ${String(index + 1).padStart(2, '0')} `);
}

/** The pieces of an answer whose prompt names no number of them. */
export const STREAM_PIECES: readonly string[] = buildPieces(20);

/** Pieces of the streams that compare the provider groups: enough for the events to outweigh the request. */
export const LONG_STREAM_PIECES = 200;

/** Data events of one streamed answer: the pieces, the finish chunk, the usage chunk and `[DONE]`. */
export const STREAM_EVENTS = STREAM_PIECES.length + 3;

/** The text of the answer that is not streamed. */
export const ANSWER_TEXT =
  'A gateway stands between the programs of a company and the providers of models. It checks who asks, what they ' +
  'may ask for and how much is left of their budget, then sends the request on and brings the answer back.';

const USAGE = {
  prompt_tokens: 24,
  completion_tokens: 46,
  total_tokens: 70,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
};

/** The same counts for the providers that name them otherwise. */
export const INPUT_TOKENS = USAGE.prompt_tokens;
export const OUTPUT_TOKENS = USAGE.completion_tokens;

/** A chat completion of about 600 bytes in the reference format (docs/contract/chat.md#response). */
export const COMPLETION = {
  id: 'chatcmpl-bench0000000000000000000',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'bench-upstream-model',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: ANSWER_TEXT, refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: USAGE,
  system_fingerprint: 'fp_bench',
};

const buildChunk = (choices: readonly object[], usage: object | null) => ({
  id: COMPLETION.id,
  object: 'chat.completion.chunk',
  created: COMPLETION.created,
  model: COMPLETION.model,
  system_fingerprint: COMPLETION.system_fingerprint,
  choices,
  ...(usage === null ? {} : { usage }),
});

/** The server-sent events of one streamed answer, each with its closing blank line. */
export function buildStreamEvents(includeUsage: boolean, pieces = STREAM_PIECES): string[] {
  const chunks = pieces.map((content, index) =>
    buildChunk(
      [{ index: 0, delta: index === 0 ? { role: 'assistant', content } : { content }, finish_reason: null }],
      null,
    ),
  );
  chunks.push(buildChunk([{ index: 0, delta: {}, finish_reason: 'stop' }], null));
  if (includeUsage) chunks.push(buildChunk([], USAGE));
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`);
}
