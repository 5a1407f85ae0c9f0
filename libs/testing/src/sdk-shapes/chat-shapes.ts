import type OpenAI from 'openai';
import {
  anything,
  byMember,
  type Check,
  count,
  filledText,
  finite,
  listOf,
  oneOf,
  orAbsent,
  orNull,
  shapeOf,
  text,
} from './shape.js';

type Completion = OpenAI.ChatCompletion;
type Chunk = OpenAI.ChatCompletionChunk;

const FINISH = ['stop', 'length', 'tool_calls', 'content_filter'] as const;

const USAGE = shapeOf<OpenAI.CompletionUsage>(
  { prompt_tokens: count, completion_tokens: count, total_tokens: count },
  {
    prompt_tokens_details: orNull(
      shapeOf<OpenAI.CompletionUsage.PromptTokensDetails>({}, { cached_tokens: orNull(count) }),
    ),
    completion_tokens_details: orNull(
      shapeOf<OpenAI.CompletionUsage.CompletionTokensDetails>({}, { reasoning_tokens: orNull(count) }),
    ),
  },
);

const CALL = byMember('type', {
  function: shapeOf<OpenAI.ChatCompletionMessageFunctionToolCall>({
    id: filledText,
    type: oneOf('function'),
    function: shapeOf<OpenAI.ChatCompletionMessageFunctionToolCall['function']>({ name: filledText, arguments: text }),
  }),
});

/** The API leaves `refusal` and `logprobs` out in older versions, and so do nearly all who speak the format. */
const MESSAGE = shapeOf<OpenAI.ChatCompletionMessage, 'refusal'>(
  { role: oneOf('assistant'), content: orNull(text) },
  { refusal: orNull(text), tool_calls: orNull(listOf(CALL)) as Check, function_call: orNull(anything) },
);

/** A whole answer of chat. */
export const CHAT_COMPLETION: Check = shapeOf<Completion>(
  {
    id: text,
    object: oneOf('chat.completion'),
    created: count,
    model: text,
    choices: listOf(
      shapeOf<OpenAI.ChatCompletion.Choice, 'logprobs'>({
        index: count,
        message: MESSAGE,
        finish_reason: oneOf(...FINISH),
      }),
    ),
  },
  { usage: orNull(USAGE) },
);

/** A chunk of a streamed answer of chat. */
export const CHAT_CHUNK: Check = shapeOf<Chunk>(
  {
    id: text,
    object: oneOf('chat.completion.chunk'),
    created: count,
    model: text,
    choices: listOf(
      shapeOf<OpenAI.ChatCompletionChunk.Choice>({
        index: count,
        delta: shapeOf<OpenAI.ChatCompletionChunk.Choice.Delta>(
          {},
          {
            role: orAbsent(oneOf('assistant')),
            content: orNull(text),
            refusal: orNull(text),
            tool_calls: orNull(
              listOf(
                shapeOf<OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall>(
                  { index: count },
                  {
                    id: filledText,
                    function: shapeOf<OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall.Function>(
                      {},
                      { name: filledText, arguments: text },
                    ),
                  },
                ),
              ),
            ),
          },
        ),
        finish_reason: orNull(oneOf(...FINISH)),
      }),
    ),
  },
  { usage: orNull(USAGE) },
);

/** A text completion, whole or a chunk, whose choices have no finish reason before the last. */
export const TEXT_COMPLETION: Check = shapeOf<OpenAI.Completion>(
  {
    id: text,
    object: oneOf('text_completion'),
    created: count,
    model: text,
    choices: listOf(
      shapeOf<OpenAI.CompletionChoice, 'logprobs'>({ index: count, text, finish_reason: orNull(oneOf(...FINISH)) }),
    ),
  },
  { usage: orNull(USAGE) },
);

/** Vectors as numbers. */
export const EMBEDDINGS: Check = shapeOf<OpenAI.CreateEmbeddingResponse, 'usage'>(
  {
    object: oneOf('list'),
    model: text,
    data: listOf(shapeOf<OpenAI.Embedding>({ object: oneOf('embedding'), index: count, embedding: listOf(finite) })),
  },
  { usage: shapeOf<OpenAI.CreateEmbeddingResponse.Usage>({ prompt_tokens: count, total_tokens: count }) },
);
