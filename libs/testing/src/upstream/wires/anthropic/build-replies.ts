import { jsonReply, streamReply } from '../../reply.js';
import {
  type AnswerParts,
  endWith,
  errorHead,
  halves,
  insertAfter,
  type ReplyBuilders,
  textPieces,
} from '../reply-builders.js';

const HEAD = { id: 'msg_test_0001', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5-20250929' };
const INPUT_USAGE = { input_tokens: 9, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** platform.claude.com/docs/en/api/errors */
const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** Answers of POST /v1/messages. */
export const anthropicReplies: ReplyBuilders = {
  answer(parts = {}) {
    const content = blocksOf(parts).map(({ start, whole }) => whole ?? start);
    const stop = { stop_reason: stopReason(parts), stop_sequence: null };
    return jsonReply({ ...HEAD, content, ...stop, usage: { ...INPUT_USAGE, output_tokens: 4 } });
  },
  stream: (parts = {}) => streamReply(eventsOf(parts).map(frame)),
  error(status, options = {}) {
    const type = ERROR_TYPES[status] ?? 'api_error';
    return jsonReply(errorBody(type, options.message ?? `The test asked for ${status}.`), errorHead(status, options));
  },
  errorAfter: (stream, events) => endWith(stream, events, frame(errorBody('overloaded_error', 'Overloaded'))),
  malformedAfter: (stream, events) =>
    insertAfter(
      stream,
      events,
      Buffer.from('event: content_block_delta\ndata: {"type":"content_block_delta","ind\n\n'),
    ),
};

interface BuiltBlock {
  start: object;
  deltas: object[];
  /** The block in a whole answer, where that is not its start. */
  whole?: object;
}

function blocksOf(parts: AnswerParts): BuiltBlock[] {
  const { thinking, calls = [] } = parts;
  const blocks: BuiltBlock[] = [];
  if (thinking && thinking.text === '') {
    blocks.push({ start: { type: 'redacted_thinking', data: thinking.signature }, deltas: [] });
  } else if (thinking) {
    const [first, second] = halves(thinking.text);
    blocks.push({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking: first },
        { type: 'thinking_delta', thinking: second },
        { type: 'signature_delta', signature: thinking.signature },
      ],
      whole: { type: 'thinking', thinking: thinking.text, signature: thinking.signature },
    });
  }
  const pieces = textPieces(parts);
  if (pieces.length > 0) {
    blocks.push({
      start: { type: 'text', text: '' },
      deltas: pieces.map((text) => ({ type: 'text_delta', text })),
      whole: { type: 'text', text: pieces.join('') },
    });
  }
  for (const { id, name, arguments: json } of calls) {
    blocks.push({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: halves(json).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      whole: { type: 'tool_use', id, name, input: JSON.parse(json) },
    });
  }
  return blocks;
}

function eventsOf(parts: AnswerParts): object[] {
  const message = { ...HEAD, content: [], stop_reason: null, stop_sequence: null };
  const blocks = blocksOf(parts).flatMap(({ start, deltas }, index) => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  const delta = { stop_reason: stopReason(parts), stop_sequence: null };
  return [
    { type: 'message_start', message: { ...message, usage: { ...INPUT_USAGE, output_tokens: 1 } } },
    { type: 'ping' },
    ...blocks,
    { type: 'message_delta', delta, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ];
}

function stopReason({ calls, isCutShort }: AnswerParts): string {
  if (isCutShort) return 'max_tokens';
  return calls?.length ? 'tool_use' : 'end_turn';
}

function errorBody(type: string, message: string): object {
  return { type: 'error', error: { type, message }, request_id: 'req_test_0001' };
}

function frame(event: object): Buffer {
  return Buffer.from(`event: ${'type' in event ? event.type : 'ping'}\ndata: ${JSON.stringify(event)}\n\n`);
}
