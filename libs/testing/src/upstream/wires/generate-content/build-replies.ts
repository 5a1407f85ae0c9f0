import { jsonReply, streamReply } from '../../reply.js';
import {
  type AnswerParts,
  type ErrorOptions,
  endWith,
  halves,
  insertAfter,
  type ReplyBuilders,
  textPieces,
} from '../reply-builders.js';

const HEAD = { modelVersion: 'gemini-2.5-flash', responseId: 'response-test-0001' };

/** google.rpc.Code by HTTP status (ai.google.dev, "Troubleshooting guide"). */
const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/**
 * Answers of generateContent and streamGenerateContent, the same from the consumer API and the cloud edition. The
 * signature of thinking is on the first call, else on the text; the time to wait is a detail of the error.
 */
export const generateContentReplies: ReplyBuilders = {
  answer: (parts = {}) => jsonReply({ ...answerOf(joinText(partsOf(parts)), finishReason(parts)), ...usageOf(parts) }),
  stream(parts = {}) {
    const events = partsOf(parts).map((part) => ({ ...answerOf([part]), ...usageOf(parts) }));
    const last = { ...answerOf([{ text: '' }], finishReason(parts)), ...usageOf(parts) };
    return streamReply([...events, last].map((event) => JSON.stringify(event)));
  },
  error: (status, options = {}) => jsonReply(errorBody(status, options), { status }),
  // A failure within a stream was recorded without the framing of an event.
  errorAfter: (stream, events) =>
    endWith(stream, events, Buffer.from(`${JSON.stringify(errorBody(503, { message: 'Overloaded.' }), null, 2)}\n`)),
  malformedAfter: (stream, events) =>
    insertAfter(stream, events, Buffer.from('data: {"candidates": [{"content": {"pa\n\n')),
};

type Part = Record<string, unknown>;

function partsOf(parts: AnswerParts): Part[] {
  const { thinking, calls = [] } = parts;
  const said: Part[] = textPieces(parts).map((text) => ({ text }));
  const called: Part[] = calls.map(({ id, name, arguments: json, signature }) => ({
    functionCall: { ...(id && { id }), name, args: JSON.parse(json) },
    ...(signature && { thoughtSignature: signature }),
  }));
  const signed = called[0] ?? said.at(-1);
  if (thinking && signed) signed.thoughtSignature ??= thinking.signature;
  const thoughts = thinking ? halves(thinking.text).map((text) => ({ text, thought: true })) : [];
  return [...thoughts, ...said, ...called];
}

/** A whole answer has one part where a stream has several pieces of text. */
function joinText(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && typeof last.text === 'string' && typeof part.text === 'string' && last.thought === part.thought) {
      joined[joined.length - 1] = { ...last, ...part, text: last.text + part.text };
    } else joined.push(part);
  }
  return joined;
}

function answerOf(parts: readonly Part[], reason?: string): object {
  const candidate = { content: { parts, role: 'model' }, ...(reason && { finishReason: reason }), index: 0 };
  return { candidates: [candidate], ...HEAD };
}

/** Thinking counts beside the candidates, though it is part of the answer. */
function usageOf({ thinking }: AnswerParts): object {
  const counts = thinking ? { candidatesTokenCount: 1, thoughtsTokenCount: 3 } : { candidatesTokenCount: 4 };
  return { usageMetadata: { promptTokenCount: 9, ...counts, totalTokenCount: 13 } };
}

function finishReason({ isCutShort }: AnswerParts): string {
  return isCutShort ? 'MAX_TOKENS' : 'STOP';
}

function errorBody(code: number, { message, retryAfterSeconds }: ErrorOptions): object {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` }];
  return {
    error: {
      code,
      message: message ?? `The test asked for ${code}.`,
      status: STATUSES[code] ?? 'UNKNOWN',
      ...(retryAfterSeconds !== undefined && { details }),
    },
  };
}
