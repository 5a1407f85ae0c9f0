import { jsonReply, streamReply } from '../../reply.js';
import { endWith, errorHead, halves, insertAfter, type ReplyBuilders, textPieces } from '../reply-builders.js';
import type { IssuedToolCall } from '../wire.js';
import { completion, completionEvents } from './build-completion.js';

const ERROR_TYPES: Record<number, [type: string, code: string | null]> = {
  400: ['invalid_request_error', null],
  401: ['invalid_request_error', 'invalid_api_key'],
  403: ['invalid_request_error', 'unsupported_country_region_territory'],
  404: ['invalid_request_error', 'model_not_found'],
  429: ['requests', 'rate_limit_exceeded'],
};

/** Answers of POST /v1/chat/completions. The format has no thinking: it is left out. */
export const openAiChatReplies: ReplyBuilders = {
  answer({ calls = [], ...parts } = {}) {
    const text = textPieces({ ...parts, calls, thinking: undefined }).join('');
    const built = completion({ content: text || null, ...(calls.length > 0 && { tool_calls: calls.map(callOf) }) });
    for (const choice of built.choices) if (parts.isCutShort) choice.finish_reason = 'length';
    return jsonReply(built);
  },
  stream({ calls = [], ...parts } = {}) {
    const [head = '', ...others] = completionEvents(textPieces({ ...parts, calls, thinking: undefined }));
    const finish = others.length - 3;
    const said = others.slice(0, finish);
    const reason = parts.isCutShort ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
    const finished = withChoice(others[finish], { delta: {}, finish_reason: reason });
    const called = calls.flatMap((call, index) =>
      fragmentsOf(call, index).map((fragment) => withChoice(head, { delta: { tool_calls: [fragment] } })),
    );
    return streamReply([head, ...said, ...called, finished, ...others.slice(finish + 1)]);
  },
  error(status, options = {}) {
    const [type, code] = ERROR_TYPES[status] ?? ['server_error', null];
    const message = options.message ?? `The test asked for ${status}.`;
    return jsonReply({ error: { message, type, param: null, code } }, errorHead(status, options));
  },
  errorAfter(stream, events) {
    const error = { message: 'The test asked for a failure.', type: 'server_error', param: null, code: null };
    return endWith(stream, events, Buffer.from(`data: ${JSON.stringify({ error })}\n\n`));
  },
  malformedAfter: (stream, events) =>
    insertAfter(stream, events, Buffer.from('data: {"id":"chatcmpl-broken","choices":[\n\n')),
};

function callOf({ id, name, arguments: json }: IssuedToolCall) {
  return { id, type: 'function' as const, function: { name, arguments: json } };
}

/** The call's head, and its arguments in two pieces. */
function fragmentsOf({ id, name, arguments: json }: IssuedToolCall, index: number): object[] {
  const pieces = halves(json).map((piece) => ({ index, function: { arguments: piece } }));
  return [{ index, id, type: 'function', function: { name, arguments: '' } }, ...pieces];
}

/** The event with another choice instead of its own. */
function withChoice(event: string | undefined, choice: object): string {
  return JSON.stringify({ ...JSON.parse(event ?? '{}'), choices: [{ index: 0, finish_reason: null, ...choice }] });
}
