/**
 * The fixed answer in the words of the providers that do not speak the reference format: the same text, the same counts,
 * and one event for each piece of text. Shapes as recorded in November 2026.
 */
import { encodeEventMessage } from './encode-event-message.js';
import { ANSWER_TEXT, INPUT_TOKENS, OUTPUT_TOKENS } from './fixed-answer.js';

const MODEL = 'bench-upstream-model';

/** POST /v1/messages (platform.claude.com/docs/en/api/messages). */
export const MESSAGE = {
  id: 'msg_bench00000000000000000',
  type: 'message',
  role: 'assistant',
  model: MODEL,
  content: [{ type: 'text', text: ANSWER_TEXT }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: countMessageTokens(OUTPUT_TOKENS),
};

function countMessageTokens(output: number) {
  return {
    input_tokens: INPUT_TOKENS,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
    service_tier: 'standard',
  };
}

/** platform.claude.com/docs/en/build-with-claude/streaming */
export function buildMessageEvents(pieces: readonly string[]): string[] {
  const message = { ...MESSAGE, content: [], stop_reason: null, usage: countMessageTokens(1) };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...pieces.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: OUTPUT_TOKENS },
    },
    { type: 'message_stop' },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** models/…:generateContent (ai.google.dev/api/generate-content). */
export const GENERATED_CONTENT = buildContent(ANSWER_TEXT, true);

/** The same method streamed as SSE: every event is a whole answer with its counts, and its lines end with CRLF. */
export function buildContentEvents(pieces: readonly string[]): string[] {
  return pieces.map((text, index) => {
    const data = JSON.stringify(buildContent(text, index === pieces.length - 1));
    return `data: ${data}\r\n\r\n`;
  });
}

function buildContent(text: string, isLast: boolean) {
  return {
    candidates: [{ content: { parts: [{ text }], role: 'model' }, ...(isLast && { finishReason: 'STOP' }), index: 0 }],
    usageMetadata: {
      promptTokenCount: INPUT_TOKENS,
      candidatesTokenCount: OUTPUT_TOKENS,
      totalTokenCount: INPUT_TOKENS + OUTPUT_TOKENS,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: INPUT_TOKENS }],
    },
    modelVersion: MODEL,
    responseId: 'bench0000000000000000000',
  };
}

const COHERE_USAGE = {
  billed_units: { input_tokens: INPUT_TOKENS, output_tokens: OUTPUT_TOKENS },
  tokens: { input_tokens: INPUT_TOKENS, output_tokens: OUTPUT_TOKENS },
};

/** POST /v2/chat (docs.cohere.com/reference/chat). */
export const COHERE_ANSWER = {
  id: 'bench000-0000-0000-0000-000000000000',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', content: [{ type: 'text', text: ANSWER_TEXT }] },
  usage: COHERE_USAGE,
};

/** docs.cohere.com/docs/streaming */
export function buildCohereEvents(pieces: readonly string[]): string[] {
  const message = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] };
  const events = [
    { id: COHERE_ANSWER.id, type: 'message-start', delta: { message } },
    { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
    ...pieces.map((text) => ({ type: 'content-delta', index: 0, delta: { message: { content: { text } } } })),
    { type: 'content-end', index: 0 },
    { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: COHERE_USAGE } },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

const CONVERSE_USAGE = {
  inputTokens: INPUT_TOKENS,
  outputTokens: OUTPUT_TOKENS,
  totalTokens: INPUT_TOKENS + OUTPUT_TOKENS,
};

/** POST /model/…/converse (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). */
export const CONVERSE_ANSWER = {
  metrics: { latencyMs: 268 },
  output: { message: { content: [{ text: ANSWER_TEXT }], role: 'assistant' } },
  stopReason: 'end_turn',
  usage: CONVERSE_USAGE,
};

/** …/API_runtime_ConverseStream.html: binary messages. `p` is the padding that hides how long a piece is. */
export function buildConverseMessages(pieces: readonly string[]): Buffer[] {
  const events: [string, object][] = [
    ['messageStart', { p: 'abcdefgh', role: 'assistant' }],
    ...pieces.map((text): [string, object] => [
      'contentBlockDelta',
      { contentBlockIndex: 0, delta: { text }, p: 'abcdefghijklmnopqrstuvwxyzABCD' },
    ]),
    ['contentBlockStop', { contentBlockIndex: 0, p: 'abcdefghijkl' }],
    ['messageStop', { p: 'abcdefghijklmnopqrstu', stopReason: 'end_turn' }],
    ['metadata', { metrics: { latencyMs: 660 }, p: 'abcdefghijklmnopqr', usage: CONVERSE_USAGE }],
  ];
  return events.map(([type, payload]) =>
    encodeEventMessage(
      { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' },
      JSON.stringify(payload),
    ),
  );
}
