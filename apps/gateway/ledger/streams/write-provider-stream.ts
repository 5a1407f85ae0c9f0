import type { Wire } from '../columns.js';
import { type Json, readPath } from '../json-path.js';
import { encodeEventMessage } from './encode-event-message.js';

/** The bytes by which each wire's provider would have streamed a whole answer. */
export function writeProviderStream(wire: Wire | 'completions', answer: Json): Buffer {
  if (wire === 'converse') return Buffer.concat(EVENTS.converse(answer).map(writeConverseEvent));
  const isNamed = wire === 'messages' || wire === 'cohere' || wire === 'responses';
  const lines = EVENTS[wire](answer).map((event) => {
    const name = isNamed ? `event: ${String(event.type)}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  const done = wire === 'reference' || wire === 'completions' ? 'data: [DONE]\n\n' : '';
  return Buffer.from(lines.join('') + done);
}

function writeConverseEvent(event: Json): Buffer {
  const [[name, payload] = ['', {}]] = Object.entries(event);
  return encodeEventMessage(
    { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' },
    Buffer.from(JSON.stringify(payload)),
  );
}

const EVENTS: Readonly<Record<Wire | 'completions', (answer: Json) => Json[]>> = {
  reference: cutReference,
  responses: cutResponse,
  completions: cutTextCompletion,
  messages: cutMessage,
  // Every event of the provider is an answer in itself.
  generateContent: (answer) => [answer],
  cohere: cutCohere,
  converse: cutConverse,
};

function listAt(value: unknown, path: string): Json[] {
  const list = readPath(value, path);
  return Array.isArray(list) ? list : [];
}

function cutReference(answer: Json): Json[] {
  const { choices, usage, ...rest } = answer;
  const head = { ...rest, object: 'chat.completion.chunk' };
  const chunks = listAt(answer, 'choices').flatMap(({ message, finish_reason, logprobs, index, ...members }) => {
    const { role, content, tool_calls: calls, ...others } = message as Json;
    const said = {
      ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
      ...(content !== null && { content }),
      ...(Array.isArray(calls) && { tool_calls: calls.map((call: Json, at) => ({ index: at, ...call })) }),
    };
    return [
      { index, delta: { role, content: '' }, finish_reason: null },
      { index, delta: said, finish_reason: null, ...(logprobs ? { logprobs } : {}) },
      { index, delta: {}, finish_reason, ...members },
    ].map((choice) => ({ ...head, choices: [choice] }));
  });
  return [...chunks, ...(usage ? [{ ...head, choices: [], usage }] : [])];
}

function cutTextCompletion(answer: Json): Json[] {
  const { choices, usage, ...head } = answer;
  const chunks = listAt(answer, 'choices').flatMap(({ finish_reason, ...choice }) => [
    { ...head, choices: [{ ...choice, finish_reason: null }] },
    { ...head, choices: [{ index: choice.index, text: '', logprobs: null, finish_reason }] },
  ]);
  return [...chunks, ...(usage ? [{ ...head, choices: [], usage }] : [])];
}

const RESPONSE_DELTAS: Readonly<Record<string, readonly [list: string, member: string, event: string]>> = {
  message: ['content', 'text', 'response.output_text.delta'],
  reasoning: ['summary', 'text', 'response.reasoning_summary_text.delta'],
};

function cutResponse(answer: Json): Json[] {
  if (answer.status === 'failed') return [{ type: 'response.failed', response: answer }];
  const events = listAt(answer, 'output').flatMap((item, output_index) => [
    { type: 'response.output_item.added', output_index, item: { ...item, content: [], summary: [], arguments: '' } },
    ...cutItem(item, output_index),
    { type: 'response.output_item.done', output_index, item },
  ]);
  const begun = { ...answer, status: 'in_progress', output: [], usage: null };
  const name = answer.status === 'incomplete' ? 'response.incomplete' : 'response.completed';
  return [{ type: 'response.created', response: begun }, ...events, { type: name, response: answer }].map(
    (event, sequence_number) => ({ ...event, sequence_number }),
  );
}

function cutItem(item: Json, output_index: number): Json[] {
  if (item.type === 'function_call') {
    return [{ type: 'response.function_call_arguments.delta', output_index, delta: item.arguments }];
  }
  if (item.type === 'custom_tool_call') {
    return [{ type: 'response.custom_tool_call_input.delta', output_index, delta: item.input }];
  }
  const [list, member, type] = RESPONSE_DELTAS[String(item.type)] ?? [];
  if (list === undefined || member === undefined) return [];
  return listAt(item, list).flatMap((part, index): Json[] => {
    const place = item.type === 'message' ? { content_index: index } : { summary_index: index };
    const annotations = listAt(part, 'annotations').map((annotation, annotation_index) => ({
      type: 'response.output_text.annotation.added',
      output_index,
      ...place,
      annotation_index,
      annotation,
    }));
    if (part.type === 'refusal')
      return [{ type: 'response.refusal.delta', output_index, ...place, delta: part.refusal }];
    return [{ type, output_index, ...place, delta: part[member], logprobs: part.logprobs ?? [] }, ...annotations];
  });
}

/** Members of a block that come with its start, and the deltas that bring the rest. */
const MESSAGE_DELTAS: Readonly<Record<string, readonly (readonly [member: string, delta: string])[]>> = {
  text: [['text', 'text_delta']],
  thinking: [
    ['thinking', 'thinking_delta'],
    ['signature', 'signature_delta'],
  ],
};

function cutMessage(answer: Json): Json[] {
  if (answer.type === 'error') return [{ type: 'error', error: answer.error }];
  const { content, stop_reason, stop_sequence, stop_details, usage, ...head } = answer;
  const counts = usage as Json;
  const blocks = listAt(answer, 'content').flatMap((block, index) => {
    const members = MESSAGE_DELTAS[String(block.type)] ?? [];
    const start = { ...block, ...Object.fromEntries(members.map(([name]) => [name, ''])) };
    const deltas = members.map(([name, type]) => ({ type, [name]: block[name] }));
    const citations = Array.isArray(block.citations) ? block.citations : [];
    const { citations: _, ...withoutCitations } = start;
    const isCall = block.type === 'tool_use';
    return [
      { type: 'content_block_start', index, content_block: isCall ? { ...start, input: {} } : withoutCitations },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      ...citations.map((citation: Json) => ({
        type: 'content_block_delta',
        index,
        delta: { type: 'citations_delta', citation },
      })),
      ...(isCall
        ? [
            {
              type: 'content_block_delta',
              index,
              delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
            },
          ]
        : []),
      { type: 'content_block_stop', index },
    ];
  });
  const first = {
    ...head,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...counts, output_tokens: 1 },
  };
  const ending = { stop_reason, stop_sequence, ...(stop_details === undefined ? {} : { stop_details }) };
  return [
    { type: 'message_start', message: first },
    ...blocks,
    { type: 'message_delta', delta: ending, usage: counts },
    { type: 'message_stop' },
  ];
}

function cutCohere(answer: Json): Json[] {
  const { id, finish_reason, usage, logprobs, error } = answer;
  const events: Json[] = [{ type: 'message-start', id, delta: { message: { role: 'assistant' } } }];
  const plan = readPath(answer, 'message.tool_plan');
  if (typeof plan === 'string') events.push({ type: 'tool-plan-delta', delta: { message: { tool_plan: plan } } });
  listAt(answer, 'message.content').forEach((block, index) => {
    const { type, ...said } = block;
    const empty = Object.fromEntries(Object.keys(said).map((name) => [name, '']));
    events.push(
      { type: 'content-start', index, delta: { message: { content: { type, ...empty } } } },
      {
        type: 'content-delta',
        index,
        delta: { message: { content: said } },
        ...(Array.isArray(logprobs) && { logprobs: logprobs[0] }),
      },
      { type: 'content-end', index },
    );
  });
  listAt(answer, 'message.tool_calls').forEach((call, index) => {
    events.push(
      { type: 'tool-call-start', index, delta: { message: { tool_calls: call } } },
      { type: 'tool-call-end', index },
    );
  });
  for (const citation of listAt(answer, 'message.citations')) {
    events.push({ type: 'citation-start', index: 0, delta: { message: { citations: citation } } });
  }
  return [
    ...events,
    { type: 'message-end', delta: { finish_reason, usage, ...(error === undefined ? {} : { error }) } },
  ];
}

function cutConverse(answer: Json): Json[] {
  const blocks = listAt(answer, 'output.message.content').flatMap((block, contentBlockIndex) => [
    ...openConverseBlock(block).map(([name, payload]) => ({ [name]: { contentBlockIndex, ...payload } })),
    { contentBlockStop: { contentBlockIndex } },
  ]);
  return [
    { messageStart: { role: 'assistant' } },
    ...blocks,
    { messageStop: { stopReason: answer.stopReason } },
    { metadata: { usage: answer.usage, metrics: answer.metrics } },
  ];
}

function openConverseBlock(block: Json): [name: string, payload: Json][] {
  const { toolUse, reasoningContent, citationsContent, text } = block as Record<string, Json>;
  if (toolUse) {
    const { input, ...start } = toolUse;
    return [
      ['contentBlockStart', { start: { toolUse: start } }],
      ['contentBlockDelta', { delta: { toolUse: { input: JSON.stringify(input) } } }],
    ];
  }
  if (citationsContent) {
    return [
      ...listAt(citationsContent, 'content').map((said): [string, Json] => ['contentBlockDelta', { delta: said }]),
      ...listAt(citationsContent, 'citations').map((citation): [string, Json] => [
        'contentBlockDelta',
        { delta: { citation } },
      ]),
    ];
  }
  if (!reasoningContent) return [['contentBlockDelta', { delta: { text } }]];
  const reasoning = (reasoningContent.reasoningText ?? reasoningContent) as Json;
  return Object.entries(reasoning).map(([name, value]) => [
    'contentBlockDelta',
    { delta: { reasoningContent: { [name]: value } } },
  ]);
}
