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
import { encodeMessage } from './event-stream.js';

const USAGE = { inputTokens: 9, outputTokens: 4, totalTokens: 13 };
const METRICS = { latencyMs: 7 };

/** docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html, "Errors" */
const ERROR_TYPES: Record<number, string> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
};

/** Answers of Converse and ConverseStream. */
export const bedrockReplies: ReplyBuilders = {
  answer(parts = {}) {
    const content = blocksOf(parts).map(({ whole }) => whole);
    const output = { message: { role: 'assistant', content } };
    return jsonReply({ output, stopReason: stopReason(parts), usage: USAGE, metrics: METRICS });
  },
  stream(parts = {}) {
    const headers = { 'content-type': 'application/vnd.amazon.eventstream' };
    return streamReply(eventsOf(parts), { headers });
  },
  error(status, options = {}) {
    const { headers } = errorHead(status, options);
    const type = ERROR_TYPES[status] ?? 'InternalServerException';
    const body = { message: options.message ?? `The test asked for ${status}.` };
    return jsonReply(body, { status, headers: { ...headers, 'x-amzn-errortype': type } });
  },
  errorAfter(stream, events) {
    const type = { ':exception-type': 'throttlingException', ':message-type': 'exception' };
    return endWith(stream, events, frame(type, { message: 'Too many tokens, please wait before trying again.' }));
  },
  // One bit of the payload is wrong, which the checksum reveals.
  malformedAfter(stream, events) {
    const broken = event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'x' } });
    broken.writeUInt8(broken.readUInt8(broken.length - 8) ^ 1, broken.length - 8);
    return insertAfter(stream, events, broken);
  },
};

interface BuiltBlock {
  whole: object;
  /** Only blocks of tool use are announced. */
  start?: object;
  deltas: object[];
}

function blocksOf(parts: AnswerParts): BuiltBlock[] {
  const pieces = textPieces(parts);
  return [
    ...(parts.thinking ? [reasoningOf(parts.thinking)] : []),
    ...(pieces.length > 0 ? [{ whole: { text: pieces.join('') }, deltas: pieces.map((text) => ({ text })) }] : []),
    ...(parts.calls ?? []).map(({ id: toolUseId, name, arguments: json }) => ({
      whole: { toolUse: { toolUseId, name, input: JSON.parse(json) } },
      start: { toolUse: { toolUseId, name } },
      deltas: halves(json).map((input) => ({ toolUse: { input } })),
    })),
  ];
}

function reasoningOf({ text, signature }: NonNullable<AnswerParts['thinking']>): BuiltBlock {
  if (text === '') {
    const reasoningContent = { redactedContent: signature };
    return { whole: { reasoningContent }, deltas: [{ reasoningContent }] };
  }
  return {
    whole: { reasoningContent: { reasoningText: { text, signature } } },
    deltas: [...halves(text).map((half) => ({ text: half })), { signature }].map((reasoningContent) => ({
      reasoningContent,
    })),
  };
}

function eventsOf(parts: AnswerParts): Buffer[] {
  const blocks = blocksOf(parts).flatMap(({ start, deltas }, contentBlockIndex) => [
    ...(start ? [event('contentBlockStart', { contentBlockIndex, start })] : []),
    ...deltas.map((delta) => event('contentBlockDelta', { contentBlockIndex, delta })),
    event('contentBlockStop', { contentBlockIndex }),
  ]);
  return [
    event('messageStart', { role: 'assistant' }),
    ...blocks,
    event('messageStop', { stopReason: stopReason(parts) }),
    event('metadata', { usage: USAGE, metrics: METRICS }),
  ];
}

function event(type: string, payload: object): Buffer {
  return frame({ ':event-type': type, ':message-type': 'event' }, payload);
}

function frame(type: Readonly<Record<string, string>>, payload: object): Buffer {
  const headers = { ...type, ':content-type': 'application/json' };
  return encodeMessage({ headers, payload: Buffer.from(JSON.stringify(payload)) });
}

function stopReason({ calls, isCutShort }: AnswerParts): string {
  if (isCutShort) return 'max_tokens';
  return calls?.length ? 'tool_use' : 'end_turn';
}
