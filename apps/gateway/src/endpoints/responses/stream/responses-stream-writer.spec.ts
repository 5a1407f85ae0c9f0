import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import type { ChatChunk, ChunkDelta, ResponsesEvent, ResponsesRequest, ToolCallDelta } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { openReasoning } from '@multilane/providers';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { ResponsesStreamWriter } from './responses-stream-writer.js';

const FACTS = { requestId: 'r', idSeed: 'r', created: 1_700_000_000, clock: () => 1_700_000_002, model: 'alias' };
const USAGE = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };

const chunk = (delta: ChunkDelta, finish: string | null = null, members: object = {}): ChatChunk => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-4o-2024',
  choices: [{ index: 0, delta, finish_reason: finish, ...members }],
});
const usageChunk = (): ChatChunk => ({ ...chunk({}), choices: [], usage: USAGE });
const callDelta = (index: number, args: string, first?: { id: string; name: string }): ChunkDelta => ({
  tool_calls: [
    first === undefined
      ? { index, function: { arguments: args } }
      : { index, id: first.id, type: 'function', function: { name: first.name, arguments: args } },
  ],
});

const startWriter = (request: object = {}) =>
  new ResponsesStreamWriter({ model: 'alias', input: 'Hi', stream: true, ...request } as ResponsesRequest, FACTS);

function parseEvents(text: string): ResponsesEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, type, data = ''] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      const event: ResponsesEvent = JSON.parse(data);
      expect(event.type).toBe(type);
      return event;
    });
}

function streamed(deltas: readonly ChunkDelta[], finish = 'stop', request: object = {}): ResponsesEvent[] {
  const writer = startWriter(request);
  const texts = [
    chunk({ role: 'assistant', content: '' }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finish),
    usageChunk(),
  ].map((one) => writer.write(one, undefined));
  return parseEvents(texts.join('') + writer.end());
}

const typesOf = (events: readonly ResponsesEvent[]) => events.map(({ type }) => type.replace('response.', ''));
const withoutFrame = (events: readonly ResponsesEvent[]) =>
  events.slice(2, -1).map(({ sequence_number, ...event }) => event);
const lastResponse = (events: readonly ResponsesEvent[]) => events.at(-1)?.response as Record<string, unknown>;

describe('"Streams the full event sequence with sequence_number" (docs/contract/responses.md#events)', () => {
  it('text', () => {
    const events = streamed([{ content: 'Hel' }, { content: 'lo' }]);
    const place = { item_id: 'msg_r_0', output_index: 0, content_index: 0 };
    const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
    const item = { type: 'message', id: 'msg_r_0', role: 'assistant' };
    expect(withoutFrame(events)).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.content_part.added', ...place, part: part('') },
      { type: 'response.output_text.delta', ...place, delta: 'Hel', logprobs: [] },
      { type: 'response.output_text.delta', ...place, delta: 'lo', logprobs: [] },
      { type: 'response.output_text.done', ...place, text: 'Hello', logprobs: [] },
      { type: 'response.content_part.done', ...place, part: part('Hello') },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...item, status: 'completed', content: [part('Hello')] },
      },
    ]);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    expect(typesOf(events.slice(0, 2))).toEqual(['created', 'in_progress']);
    expect(events[0]?.response).toMatchObject({ created_at: 1_700_000_000, completed_at: null });
    expect(lastResponse(events)).toMatchObject({
      id: 'resp_r',
      status: 'completed',
      completed_at: 1_700_000_002,
      model: 'gpt-4o-2024',
      output: [{ id: 'msg_r_0', content: [part('Hello')] }],
      usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
    });
  });

  it('a service tier that was left out is told from the first event on', () => {
    const request = { model: 'alias', input: 'Hi', stream: true, service_tier: 'priority' } as ResponsesRequest;
    const writer = new ResponsesStreamWriter(request, { ...FACTS, kind: 'anthropic' });
    const events = parseEvents(writer.write(chunk({ content: 'a' }), undefined) + writer.end());
    const tiers = events.flatMap(({ response }) => (response ? [Object(response).service_tier] : []));
    expect(tiers).toEqual(['default', 'default', 'default']);
  });

  it('reasoning that is counted beside the completion is part of the output', () => {
    const usage = {
      prompt_tokens: 12,
      completion_tokens: 1,
      total_tokens: 399,
      completion_tokens_details: { reasoning_tokens: 386 },
    };
    const writer = startWriter();
    const texts = [chunk({ content: 'a' }), chunk({}, 'stop'), { ...usageChunk(), usage }].map((one) =>
      writer.write(one, undefined),
    );
    expect(lastResponse(parseEvents(texts.join('') + writer.end()))).toMatchObject({
      usage: { input_tokens: 12, output_tokens: 387, output_tokens_details: { reasoning_tokens: 386 } },
    });
  });

  it('thinking, then text', () => {
    const detail = { type: 'reasoning.text', text: 'Hm.', signature: 's', index: 0 };
    const events = streamed([
      { reasoning_content: 'H' },
      { reasoning_content: 'm.' },
      { reasoning_details: [detail] },
      { content: 'a' },
    ]);
    const place = { item_id: 'rs_r_0', output_index: 0, summary_index: 0 };
    const part = (text: string) => ({ type: 'summary_text', text });
    const item = { type: 'reasoning', id: 'rs_r_0' };
    expect(withoutFrame(events).slice(0, 7)).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: { ...item, summary: [] } },
      { type: 'response.reasoning_summary_part.added', ...place, part: part('') },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: 'H' },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: 'm.' },
      { type: 'response.reasoning_summary_text.done', ...place, text: 'Hm.' },
      { type: 'response.reasoning_summary_part.done', ...place, part: part('Hm.') },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...item, summary: [part('Hm.')], encrypted_content: expect.any(String) },
      },
    ]);
    const [thought] = lastResponse(events).output as { encrypted_content: string }[];
    expect(openReasoning(thought?.encrypted_content ?? '')).toEqual({ details: [detail], calls: {} });
  });

  it('parallel calls that arrive in turns, each its own item', () => {
    const events = streamed(
      [
        callDelta(0, '', { id: 'c1', name: 'f' }),
        callDelta(1, '{"b', { id: 'c2', name: 'g' }),
        callDelta(0, '{"a":1}'),
        callDelta(1, '":2}'),
      ],
      'tool_calls',
    );
    const item = (index: number, name: string, args: string, status: string) => ({
      ...{ type: 'function_call', id: `fc_r_${index}`, call_id: `c${index + 1}`, name, arguments: args, status },
    });
    const at = (index: number) => ({ item_id: `fc_r_${index}`, output_index: index });
    expect(withoutFrame(events)).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: item(0, 'f', '', 'in_progress') },
      { type: 'response.output_item.added', output_index: 1, item: item(1, 'g', '', 'in_progress') },
      { type: 'response.function_call_arguments.delta', ...at(1), delta: '{"b' },
      { type: 'response.function_call_arguments.delta', ...at(0), delta: '{"a":1}' },
      { type: 'response.function_call_arguments.delta', ...at(1), delta: '":2}' },
      { type: 'response.function_call_arguments.done', ...at(0), name: 'f', arguments: '{"a":1}' },
      { type: 'response.output_item.done', output_index: 0, item: item(0, 'f', '{"a":1}', 'completed') },
      { type: 'response.function_call_arguments.done', ...at(1), name: 'g', arguments: '{"b":2}' },
      { type: 'response.output_item.done', output_index: 1, item: item(1, 'g', '{"b":2}', 'completed') },
    ]);
  });

  it('a call of a custom tool', () => {
    const deltas = [callDelta(0, '{"in', { id: 'c1', name: 'exec' }), callDelta(0, 'put":"a\\nb"}')];
    const events = streamed(deltas, 'tool_calls', { tools: [{ type: 'custom', name: 'exec' }] });
    const place = { item_id: 'ctc_r_0', output_index: 0 };
    const item = { type: 'custom_tool_call', id: 'ctc_r_0', call_id: 'c1', name: 'exec' };
    expect(withoutFrame(events)).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: { ...item, input: '', status: 'in_progress' } },
      { type: 'response.custom_tool_call_input.delta', ...place, delta: 'a\nb' },
      { type: 'response.custom_tool_call_input.done', ...place, input: 'a\nb' },
      { type: 'response.output_item.done', output_index: 0, item: { ...item, input: 'a\nb', status: 'completed' } },
    ]);
  });

  it('a call whose name comes late, and one that never gets an id', () => {
    const events = streamed([
      { tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] },
      { tool_calls: [{ index: 0, function: { name: 'f', arguments: ':1}' } }] },
    ]);
    expect(lastResponse(events).output).toMatchObject([{ call_id: 'call_r_0', name: 'f', arguments: '{"a":1}' }]);
  });

  it('a signature that comes with a call precedes it', () => {
    const extra = { google: { thought_signature: 'g' } };
    const signed: ToolCallDelta = {
      index: 0,
      id: 'c1',
      type: 'function',
      function: { name: 'f', arguments: '{}' },
      extra_content: extra,
    };
    const events = streamed([{ reasoning_content: 'Hm.' }, { content: 'a' }, { tool_calls: [signed] }], 'tool_calls');
    const output = lastResponse(events).output as { type: string; encrypted_content?: string }[];
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'reasoning', 'function_call']);
    expect(openReasoning(output[2]?.encrypted_content ?? '')).toEqual({ details: [], calls: { c1: extra } });
  });

  it('details that a provider streams in fragments come back as one', () => {
    const fragment = (members: object) => ({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...members }] });
    const events = streamed([
      fragment({ text: 'H', signature: null, format: 'x' }),
      fragment({ text: 'm.', signature: null }),
      fragment({ text: '', signature: 's' }),
      { reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'd' }] },
    ]);
    const [thought] = lastResponse(events).output as { encrypted_content: string }[];
    expect(openReasoning(thought?.encrypted_content ?? '')?.details).toEqual([
      { type: 'reasoning.text', index: 0, text: 'Hm.', signature: 's', format: 'x' },
      { type: 'reasoning.encrypted', index: 1, data: 'd' },
    ]);
  });

  it('probabilities come with their text, and whole at its end', () => {
    const logprob = (token: string) => ({ token, logprob: -1, bytes: [97], top_logprobs: [] });
    const writer = startWriter();
    const text =
      writer.write(chunk({ content: 'a' }, null, { logprobs: { content: [logprob('a')] } }), undefined) +
      writer.write(chunk({ content: 'b' }, 'stop', { logprobs: { content: [logprob('b')] } }), undefined) +
      writer.end();
    const events = parseEvents(text).filter(({ type }) => type.includes('output_text'));
    expect(events.map(({ logprobs }) => logprobs)).toEqual([
      [logprob('a')],
      [logprob('b')],
      [logprob('a'), logprob('b')],
    ]);
  });

  test.each([
    ['length', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
  ])('an answer that ends with %s is incomplete', (finish, reason) => {
    const events = streamed([{ content: 'a' }], finish);
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        completed_at: null,
        incomplete_details: { reason },
        output: [{ status: 'incomplete' }],
      },
    });
  });

  it('choices beyond the first, and a stream without any chunk, break nothing', () => {
    const writer = startWriter();
    const second = {
      ...chunk({ content: 'b' }),
      choices: [{ index: 1, delta: { content: 'b' }, finish_reason: null }],
    };
    expect(typesOf(parseEvents(writer.write(second, undefined) + writer.end()))).toEqual([
      'created',
      'in_progress',
      'completed',
    ]);
    expect(typesOf(parseEvents(startWriter().end()))).toEqual(['created', 'in_progress', 'completed']);
  });

  it('a comment stays one, and sends nothing else', () => {
    const writer = startWriter();
    expect(writer.write(undefined, ': wait\n\n')).toBe(': wait\n\n');
    expect(writer.write(undefined, undefined)).toBe('');
  });

  it('the model is the one that the provider reports, once it does', () => {
    const writer = startWriter();
    const early = { ...chunk({}), model: '', choices: [] };
    const events = parseEvents(
      writer.write(early, undefined) + writer.write(chunk({ content: 'a' }, 'stop'), undefined) + writer.end(),
    );
    expect(events[0]).toMatchObject({ response: { model: 'alias' } });
    expect(lastResponse(events).model).toBe('gpt-4o-2024');
  });
});

describe('"on responses `response.failed` with the next sequence_number" (docs/contract/streaming.md#stream-errors)', () => {
  const error = new GatewayError('provider_timeout');

  it('within an answer, which stays as far as it came', () => {
    const writer = startWriter();
    const before = parseEvents(writer.write(chunk({ content: 'a' }), undefined));
    const after = parseEvents(writer.fail(error));
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({
      type: 'response.failed',
      sequence_number: before.length,
      response: {
        status: 'failed',
        error: { code: 'provider_timeout', message: error.message },
        output: [{ type: 'message', status: 'incomplete', content: [{ text: 'a' }] }],
      },
    });
  });

  it('before the first word', () => {
    const events = parseEvents(startWriter().fail(error));
    expect(typesOf(events)).toEqual(['created', 'in_progress', 'failed']);
  });
});

/** Folder of the reference provider's own streams; recorded ones may lie beside the project. */
const RECORDED = join(SHARED_FIXTURES, 'openai-responses');

/** The types in order, with repeated deltas as one, and without what hand-written recordings leave out. */
function shapeOf(types: readonly string[], left: readonly string[] = []): string[] {
  return types.filter((type, index) => type !== types[index - 1] && !left.includes(type));
}

function readRecorded(file: string): { types: string[]; turns: string[][] } | undefined {
  const path = join(RECORDED, file);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^data: /, ''));
  const types = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => String(JSON.parse(line).type).replace('response.', ''));
  const starts = types.flatMap((type, index) => (type === 'created' ? [index] : []));
  return { types, turns: starts.map((start, turn) => types.slice(start, starts[turn + 1])) };
}

describe('the events are those of the reference provider, in its order', () => {
  const frame = ['created', 'in_progress'];
  const textItem = [
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
  ];
  const callItem = [
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
  ];
  const thought = [
    ...['output_item.added', 'reasoning_summary_part.added', 'reasoning_summary_text.delta'],
    ...['reasoning_summary_text.done', 'reasoning_summary_part.done', 'output_item.done'],
  ];
  const refusal = ['output_item.added', 'refusal.delta', 'refusal.done', 'output_item.done'];
  const call = callDelta(0, '{}', { id: 'c', name: 'f' });

  test.each<[string, ChunkDelta[], string[], string, string[]]>([
    ['text', [{ content: 'a' }, { content: 'b' }], [...frame, ...textItem, 'completed'], 'stream-text/stream.txt', []],
    ['a call', [call], [...frame, ...callItem, 'completed'], 'stream-function-call-two-turn/stream.0.txt', []],
    [
      'thinking and a call',
      [{ reasoning_content: 'H' }, call],
      [...frame, ...thought, ...callItem, 'completed'],
      'stream-reasoning-encrypted/stream.chunks.txt',
      [],
    ],
    [
      'a refusal',
      [{ refusal: 'No.' }],
      ['created', ...refusal, 'completed'],
      'stream-refusal/stream.txt',
      ['in_progress', 'content_part.added', 'content_part.done'],
    ],
  ])('%s', (_, deltas, expected, file, left) => {
    expect(shapeOf(typesOf(streamed(deltas)), left)).toEqual(expected);
    const recorded = readRecorded(file);
    if (recorded) expect(shapeOf(recorded.turns[0] ?? [])).toEqual(expected);
  });
});
