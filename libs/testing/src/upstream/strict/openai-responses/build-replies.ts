import { jsonReply, type StreamReply, streamReply } from '../../reply.js';
import { openAiChatReplies } from '../../wires/openai-chat/build-replies.js';
import {
  type AnswerParts,
  endWith,
  halves,
  insertAfter,
  type ReplyBuilders,
  textPieces,
} from '../../wires/reply-builders.js';

type Json = Record<string, unknown>;

const USAGE = {
  input_tokens: 9,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 4,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 13,
};

/** Answers of POST /v1/responses. */
export const openAiResponsesReplies: ReplyBuilders = {
  answer: (parts = {}) => jsonReply(responseOf(parts)),
  stream: (parts = {}) => toStream(eventsOf(parts)),
  error: openAiChatReplies.error,
  errorAfter(stream, events) {
    const error = { type: 'error', code: 'server_error', message: 'The test asked for a failure.', param: null };
    return endWith(stream, events, writeEvent({ ...error, sequence_number: events }));
  },
  malformedAfter: (stream, events) =>
    insertAfter(stream, events, Buffer.from('event: response.output_text.done\ndata: {"type":"response.outp\n\n')),
};

function responseOf({ thinking, isCutShort, ...parts }: AnswerParts): Json {
  const text = textPieces({ ...parts, ...(thinking && { thinking }) }).join('');
  const status = isCutShort ? 'incomplete' : 'completed';
  const output: Json[] = [];
  if (thinking) output.push(reasoningOf(thinking));
  if (text !== '') output.push(messageOf(text, status));
  for (const { id, name, arguments: json } of parts.calls ?? []) {
    output.push({ type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: json, status: 'completed' });
  }
  return {
    ...head(status),
    incomplete_details: isCutShort ? { reason: 'max_output_tokens' } : null,
    output,
    usage: USAGE,
  };
}

function head(status: string): Json {
  return {
    id: 'resp_of_test',
    object: 'response',
    created_at: 1_700_000_000,
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: 'gpt-5-codex',
    output: [],
    parallel_tool_calls: true,
    store: false,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: null,
  };
}

function reasoningOf({ signature, text }: NonNullable<AnswerParts['thinking']>): Json {
  const summary = text === '' ? [] : [{ type: 'summary_text', text }];
  return { type: 'reasoning', id: `rs_${signature.slice(0, 12)}`, summary, encrypted_content: signature };
}

function messageOf(text: string, status: string): Json {
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  return { type: 'message', id: 'msg_of_test', role: 'assistant', status, content: [part] };
}

/** The events of an answer, in the provider's order. */
function eventsOf(parts: AnswerParts): Json[] {
  const response = responseOf(parts);
  const events: Json[] = [
    { type: 'response.created', response: head('in_progress') },
    { type: 'response.in_progress', response: head('in_progress') },
  ];
  const output = response.output as Json[];
  output.forEach((item, output_index) => {
    const at = { item_id: item.id, output_index };
    events.push({ type: 'response.output_item.added', output_index, item: openedOf(item) });
    for (const event of saidOf(item, parts)) events.push({ ...event, ...at });
    events.push({ type: 'response.output_item.done', output_index, item });
  });
  return [...events, { type: `response.${response.status}`, response }];
}

function openedOf(item: Json): Json {
  if (item.type === 'reasoning') return { ...item, summary: [] };
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] };
  return { ...item, status: 'in_progress', arguments: '' };
}

function saidOf(item: Json, parts: AnswerParts): Json[] {
  if (item.type === 'reasoning') return thoughtOf(item);
  if (item.type === 'function_call') {
    const json = String(item.arguments);
    const deltas = halves(json).map((delta) => ({ type: 'response.function_call_arguments.delta', delta }));
    return [...deltas, { type: 'response.function_call_arguments.done', arguments: json, name: item.name }];
  }
  const [part] = item.content as [{ text: string }];
  const at = { content_index: 0 };
  const pieces = textPieces(parts).map((delta) => ({ type: 'response.output_text.delta', delta, logprobs: [], ...at }));
  return [
    { type: 'response.content_part.added', part: { ...part, text: '' }, ...at },
    ...pieces,
    { type: 'response.output_text.done', text: part.text, logprobs: [], ...at },
    { type: 'response.content_part.done', part, ...at },
  ];
}

function thoughtOf({ summary }: Json): Json[] {
  return (summary as { text: string }[]).flatMap((part, summary_index) => [
    { type: 'response.reasoning_summary_part.added', summary_index, part: { ...part, text: '' } },
    ...halves(part.text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', summary_index, delta })),
    { type: 'response.reasoning_summary_text.done', summary_index, text: part.text },
    { type: 'response.reasoning_summary_part.done', summary_index, part },
  ]);
}

function toStream(events: readonly Json[]): StreamReply {
  const written = events.map((event, sequence_number) => writeEvent({ ...event, sequence_number }));
  return { ...streamReply([]), chunks: written };
}

function writeEvent(event: Json): Buffer {
  return Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
