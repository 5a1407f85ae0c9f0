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

const ID = '5a50480a-cf52-46f0-af01-53d18539bd31';
const USAGE = { billed_units: { input_tokens: 5, output_tokens: 4 }, tokens: { input_tokens: 9, output_tokens: 4 } };

/** Answers of POST /v2/chat. */
export const cohereReplies: ReplyBuilders = {
  answer(parts = {}) {
    const pieces = textPieces(parts);
    const content = [
      ...(parts.thinking ? [{ type: 'thinking', thinking: parts.thinking.text }] : []),
      ...(pieces.length > 0 ? [{ type: 'text', text: pieces.join('') }] : []),
    ];
    const message = {
      role: 'assistant',
      ...(content.length > 0 && { content }),
      ...(parts.calls?.length && { tool_calls: parts.calls.map(callOf) }),
    };
    return jsonReply({ id: ID, message, finish_reason: finishReason(parts), usage: USAGE });
  },
  stream: (parts = {}) => streamReply([...eventsOf(parts).map(frame), '[DONE]']),
  error: (status, options = {}) =>
    jsonReply({ id: ID, message: options.message ?? `The test asked for ${status}.` }, errorHead(status, options)),
  // A failure after 200 is a finish reason of its own (docs.cohere.com/reference/chat-stream, "message-end").
  errorAfter(stream, events) {
    const delta = { finish_reason: 'ERROR', error: 'The test asked for a failure.', usage: {} };
    return endWith(
      stream,
      events,
      Buffer.concat([frame({ type: 'message-end', delta }), Buffer.from('data: [DONE]\n\n')]),
    );
  },
  malformedAfter: (stream, events) =>
    insertAfter(stream, events, Buffer.from('event: content-delta\ndata: {"type":"content-delta","ind\n\n')),
};

interface CohereEvent {
  type: string;
  id?: string;
  index?: number;
  delta?: object;
}

function eventsOf(parts: AnswerParts): CohereEvent[] {
  const events: CohereEvent[] = [
    message(
      'message-start',
      { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] },
      { id: ID },
    ),
  ];
  const addBlock = (index: number, type: 'text' | 'thinking', pieces: readonly string[]) => {
    events.push(message('content-start', { content: { type, [type]: '' } }, { index }));
    for (const piece of pieces) events.push(message('content-delta', { content: { [type]: piece } }, { index }));
    events.push({ type: 'content-end', index });
  };
  const pieces = textPieces(parts);
  if (parts.thinking) addBlock(0, 'thinking', halves(parts.thinking.text));
  if (pieces.length > 0) addBlock(parts.thinking ? 1 : 0, 'text', pieces);
  for (const [index, call] of (parts.calls ?? []).entries()) {
    events.push(message('tool-call-start', { tool_calls: callOf({ ...call, arguments: '' }) }, { index }));
    for (const json of halves(call.arguments)) {
      events.push(message('tool-call-delta', { tool_calls: { function: { arguments: json } } }, { index }));
    }
    events.push({ type: 'tool-call-end', index });
  }
  const delta = { finish_reason: finishReason(parts), usage: USAGE };
  return [...events, { type: 'message-end', delta }];
}

function message(type: string, members: object, place: { id?: string; index?: number }): CohereEvent {
  return { type, ...place, delta: { message: members } };
}

function callOf({ id, name, arguments: json }: { id: string; name: string; arguments: string }): object {
  return { id, type: 'function', function: { name, arguments: json } };
}

function finishReason({ calls, isCutShort }: AnswerParts): string {
  if (isCutShort) return 'MAX_TOKENS';
  return calls?.length ? 'TOOL_CALL' : 'COMPLETE';
}

function frame(event: CohereEvent): Buffer {
  return Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
