import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ChatChunk } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import type { DecodeFacts, StreamTranslator } from '../../adapter.js';
import { ProviderFailure } from '../../provider-failure.js';
import { decodeResponse } from './decode-response.js';
import { ResponseStreamRelay } from './relay-response-stream.js';
import { ResponseStreamTranslator } from './translate-stream.js';

type Json = Record<string, unknown>;

const FACTS: DecodeFacts = { kind: 'openai', idSeed: 's', created: 1, model: 'm', includeUsage: true };
const USAGE = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 17,
};

const REASONING = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  encrypted_content: 'E',
};
const MESSAGE = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hello', annotations: [], logprobs: [] }],
};
const CALL = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '{"a":1}',
  status: 'completed',
};
const CUSTOM = {
  type: 'custom_tool_call',
  id: 'ctc_1',
  call_id: 'call_2',
  name: 'run',
  input: 'ls',
  status: 'completed',
};

const responseOf = (output: unknown[], members: Json = {}): Json => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000.5,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'gpt-5.5-2026',
  output,
  usage: USAGE,
  ...members,
});

/** The events of a response, as the reference provider sends them. */
function eventsOf(response: Json): Json[] {
  const head = { ...response, status: 'in_progress', output: [], usage: null };
  const events: Json[] = [
    { type: 'response.created', response: head },
    { type: 'response.in_progress', response: head },
  ];
  (response.output as Json[]).forEach((item, output_index) => {
    const at = { item_id: item.id, output_index };
    events.push({ type: 'response.output_item.added', output_index, item: opened(item) });
    events.push(...deltasOf(item).map((event) => ({ ...at, ...event })));
    events.push({ type: 'response.output_item.done', output_index, item });
  });
  return [...events, { type: `response.${response.status}`, response }];
}

function opened(item: Json): Json {
  const { content, encrypted_content, summary, ...rest } = item;
  const empty = { ...rest, ...(summary ? { summary: [] } : {}), ...(content ? { content: [] } : {}) };
  if ('arguments' in item) return { ...empty, arguments: '' };
  return 'input' in item ? { ...empty, input: '' } : empty;
}

const halves = (text: string): string[] => [text.slice(0, 2), text.slice(2)].filter((part) => part !== '');

function deltasOf(item: Json): Json[] {
  const say = (type: string, text: string, more: Json = {}) => halves(text).map((delta) => ({ type, delta, ...more }));
  if (item.type === 'reasoning') {
    return (item.summary as { text: string }[]).flatMap(({ text }, summary_index) =>
      say('response.reasoning_summary_text.delta', text, { summary_index }),
    );
  }
  if (item.type === 'function_call') return say('response.function_call_arguments.delta', String(item.arguments));
  if (item.type === 'custom_tool_call') return say('response.custom_tool_call_input.delta', String(item.input));
  return (item.content as Json[]).flatMap((part, content_index) =>
    part.type === 'refusal'
      ? say('response.refusal.delta', String(part.refusal), { content_index })
      : say('response.output_text.delta', String(part.text), { content_index, logprobs: [] }),
  );
}

function splitBytes(chunks: readonly Buffer[], size: number): Buffer[] {
  const whole = Buffer.concat(chunks);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size));
}

const write = (events: readonly Json[], isNamed = true): Buffer =>
  Buffer.from(
    events
      .map(
        (event, sequence_number) =>
          `${isNamed ? `event: ${event.type}\n` : ''}data: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
      )
      .join(''),
  );

function run<Chunk extends object>(translator: StreamTranslator<Chunk>, pieces: readonly Uint8Array[]) {
  const chunks: Chunk[] = [];
  let raw = '';
  const emit = (chunk: Chunk | undefined, text: string | undefined) => {
    if (chunk) chunks.push(chunk);
    raw += text ?? '';
  };
  for (const piece of pieces) translator.push(piece, emit);
  translator.end(emit);
  return { chunks, raw, usage: translator.usage() };
}

/** The message that chunks of chat add up to. */
function joinChunks(chunks: readonly ChatChunk[]) {
  const message: Json = { content: '', refusal: '', reasoning_content: '', reasoning_details: [], tool_calls: [] };
  let finish: unknown;
  for (const { choices } of chunks) {
    for (const { delta, finish_reason: reason } of choices) {
      for (const name of ['content', 'refusal', 'reasoning_content'])
        message[name] = `${message[name]}${delta[name] ?? ''}`;
      (message.reasoning_details as unknown[]).push(...((delta.reasoning_details as unknown[]) ?? []));
      for (const part of (delta.tool_calls ?? []) as unknown as Json[]) addCall(message.tool_calls as Json[], part);
      finish = reason ?? finish;
    }
  }
  return { message, finish };
}

function addCall(calls: Json[], { index, ...part }: Json): void {
  const known = calls[Number(index)];
  if (known === undefined) {
    calls[Number(index)] = structuredClone(part);
    return;
  }
  for (const member of ['function', 'custom']) {
    for (const [name, text] of Object.entries(Object(part[member]) as Json)) {
      Object(known[member])[name] = `${Object(known[member])[name]}${text}`;
    }
  }
}

const CASES: [string, Json, object, string][] = [
  ['a text', responseOf([MESSAGE]), { content: 'Hello' }, 'stop'],
  [
    'thinking, a text and calls',
    responseOf([REASONING, MESSAGE, CALL, CUSTOM]),
    {
      content: 'Hello',
      reasoning_content: 'Hm.',
      reasoning_details: [
        { type: 'reasoning.encrypted', id: 'rs_1', data: 'E', format: 'openai-responses-v1', index: 0 },
      ],
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
        { id: 'call_2', type: 'custom', custom: { name: 'run', input: 'ls' } },
      ],
    },
    'tool_calls',
  ],
  [
    'thinking between calls',
    responseOf([CALL, { ...REASONING, id: 'rs_2', encrypted_content: 'F' }, { ...CALL, call_id: 'call_3' }]),
    {
      reasoning_details: [
        { type: 'reasoning.encrypted', id: 'rs_2', data: 'F', format: 'openai-responses-v1', index: 1 },
      ],
    },
    'tool_calls',
  ],
  [
    'a summary in parts',
    responseOf([
      {
        ...REASONING,
        summary: [
          { type: 'summary_text', text: 'One.' },
          { type: 'summary_text', text: 'Two.' },
        ],
      },
      MESSAGE,
    ]),
    { content: 'Hello', reasoning_content: 'One.\n\nTwo.' },
    'stop',
  ],
  [
    'a refusal',
    responseOf([{ ...MESSAGE, content: [{ type: 'refusal', refusal: 'No way.' }] }]),
    { refusal: 'No way.' },
    'stop',
  ],
  [
    'a call without arguments',
    responseOf([{ ...CALL, arguments: '' }]),
    { tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }] },
    'tool_calls',
  ],
  [
    'an answer that was cut off',
    responseOf([MESSAGE], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
    { content: 'Hello' },
    'length',
  ],
  [
    'an answer that a filter cut off',
    responseOf([], { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
    {},
    'content_filter',
  ],
];

describe('a response as chat', () => {
  test.each(CASES)('says %s, whole', (_, response, expected, finish) => {
    const { response: completion, usage, verbatim } = decodeResponse([response], FACTS);
    const [choice] = completion.choices;
    const { content, ...others } = expected as Json;
    expect(choice).toMatchObject({
      index: 0,
      finish_reason: finish,
      message: { role: 'assistant', content: content ?? null, ...others },
    });
    expect(completion).toMatchObject({
      id: 'resp_1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'gpt-5.5-2026',
    });
    expect(usage).toEqual({
      prompt_tokens: 10,
      completion_tokens: 7,
      total_tokens: 17,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 5 },
    });
    expect(verbatim).toBe(false);
  });

  test.each(CASES)('says %s, streamed and split anywhere', (_, response, expected, finish) => {
    const bytes = write(eventsOf(response));
    const whole = run(new ResponseStreamTranslator(FACTS), [bytes]);
    const { message, finish: ended } = joinChunks(whole.chunks);
    expect(message).toMatchObject(expected);
    expect(ended).toBe(finish);
    expect(whole.chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '', refusal: null });
    expect(whole.chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 10, total_tokens: 17 } });
    for (const size of [1, 7, 64]) {
      expect(run(new ResponseStreamTranslator(FACTS), splitBytes([bytes], size)).chunks).toEqual(whole.chunks);
    }
  });

  test.each(CASES)('says %s once, whatever events a server leaves out', (_, response, expected, finish) => {
    const events = eventsOf(response);
    for (const left of [/\.delta$/, /added$/, /\.done$/, /created|in_progress/]) {
      const rest = events.filter(({ type }) => !left.test(String(type)));
      const { chunks } = run(new ResponseStreamTranslator(FACTS), [write(rest, false)]);
      const { message, finish: ended } = joinChunks(chunks);
      expect(message).toMatchObject(expected);
      expect(ended).toBe(finish);
    }
  });

  test('ends without usage where the client asked for none', () => {
    const { chunks } = run(new ResponseStreamTranslator({ ...FACTS, includeUsage: false }), [
      write(eventsOf(responseOf([MESSAGE]))),
    ]);
    expect(chunks.every(({ usage }) => usage === undefined)).toBe(true);
  });

  test('has the probabilities of its text', () => {
    const logprobs = [{ token: 'He', logprob: -1, bytes: [72, 101], top_logprobs: [] }];
    const message = { ...MESSAGE, content: [{ type: 'output_text', text: 'He', annotations: [], logprobs }] };
    const { response } = decodeResponse([responseOf([message])], FACTS);
    expect(response.choices[0]?.logprobs).toEqual({ content: logprobs, refusal: null });
  });

  test.each<[string, unknown]>([
    ['no object', []],
    ['no output', { id: 'r', status: 'completed' }],
    ['an item that is none', responseOf(['x'])],
    ['a call without a name', responseOf([{ ...CALL, name: '' }])],
    ['arguments that are no text', responseOf([{ ...CALL, arguments: { a: 1 } }])],
    ['a message without parts', responseOf([{ ...MESSAGE, content: 'x' }])],
    [
      'a response that failed',
      responseOf([], { status: 'failed', error: { code: 'server_error', message: 'secret' } }),
    ],
    ['a response that is still made', responseOf([], { status: 'in_progress' })],
    ['a completion of chat', { object: 'chat.completion', choices: [] }],
  ])('is a failure of the provider if it is %s', (_, body) => {
    expect(() => decodeResponse([body], FACTS)).toThrow(ProviderFailure);
  });
});

const STREAMS = [
  ['translated', () => new ResponseStreamTranslator(FACTS)],
  ['relayed', () => new ResponseStreamRelay()],
] as const;

describe.each(STREAMS)('a stream that is %s', (_, start) => {
  const HEAD = eventsOf(responseOf([MESSAGE])).slice(0, 4);
  const failWith = (events: readonly Json[]): ProviderFailure => {
    try {
      run(start() as StreamTranslator<object>, [write(events)]);
    } catch (error) {
      return error as ProviderFailure;
    }
    throw new Error('the stream did not fail');
  };

  test.each<[string, Json, string]>([
    [
      'that failed',
      {
        type: 'response.failed',
        response: responseOf([], { status: 'failed', error: { code: 'server_error', message: 'secret words' } }),
      },
      'provider_error',
    ],
    [
      'that failed for its rate',
      { type: 'response.failed', response: responseOf([], { error: { code: 'rate_limit_exceeded', message: 'x' } }) },
      'provider_rate_limited',
    ],
    [
      'that failed for the prompt',
      { type: 'response.failed', response: responseOf([], { error: { code: 'invalid_prompt', message: 'x' } }) },
      'provider_rejected_request',
    ],
    [
      'that failed for an image',
      { type: 'response.failed', response: responseOf([], { error: { code: 'invalid_image_url', message: 'x' } }) },
      'provider_rejected_request',
    ],
    [
      'with an error event',
      { type: 'error', code: 'server_error', message: 'secret words', param: null },
      'provider_error',
    ],
    [
      'with an error inside an event',
      { type: 'error', error: { type: 'too_many_requests', code: 'rate_limit_exceeded', message: 'x' } },
      'provider_rate_limited',
    ],
    ['with an error of no type', { error: { message: 'secret words' } } as Json, 'provider_error'],
    ['that ends with no response', { type: 'response.completed', response: null }, 'provider_error'],
  ])('and %s is a failure in our words', (_case, event, code) => {
    const failure = failWith([...HEAD, event]);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure.code).toBe(code);
    expect(failure.toGatewayError().message).not.toContain('secret');
  });

  test('and cut off before its end has failed', () => {
    expect(failWith(HEAD)).toMatchObject({ code: 'provider_error', detail: 'stream ended early' });
  });

  test('and that says nothing before it fails emits nothing, so that another target may be asked', () => {
    const translator = start() as StreamTranslator<object>;
    const emitted: unknown[] = [];
    const failed = {
      type: 'response.failed',
      response: responseOf([], { error: { code: 'server_error', message: 'x' } }),
    };
    expect(() => translator.push(write([...HEAD.slice(0, 2), failed]), (...each) => emitted.push(each))).toThrow(
      ProviderFailure,
    );
    expect(emitted).toEqual([]);
  });

  test('and that says more behind its end is read up to there', () => {
    const events = eventsOf(responseOf([MESSAGE]));
    const bytes = Buffer.concat([write(events), Buffer.from('data: [DONE]\n\ndata: nonsense\n\n')]);
    const translator = start() as StreamTranslator<object>;
    expect(run(translator, [bytes]).usage).toMatchObject({ prompt_tokens: 10 });
  });
});

describe('a stream that is relayed', () => {
  test.each([1, 5, 4096])('is the provider’s own, byte for byte, in pieces of %i', (size) => {
    const bytes = write(eventsOf(responseOf([REASONING, MESSAGE, CALL])));
    expect(run(new ResponseStreamRelay(), splitBytes([bytes], size)).raw).toBe(bytes.toString());
  });
});

const RECORDED = join(SHARED_FIXTURES, 'openai-responses');

function testRecorded(): void {
  const files = readdirSync(RECORDED).flatMap((folder) =>
    readdirSync(join(RECORDED, folder)).map((name) => join(RECORDED, folder, name)),
  );
  const streams = files.filter((file) => /stream[.\d]*\.txt$/.test(file));
  const answers = files.filter((file) => /response[.\d]*\.json$/.test(file) && !file.includes('error-400'));

  test('is there', () => {
    expect(streams.length).toBeGreaterThan(2);
    expect(answers.length).toBeGreaterThan(4);
  });

  test.each(streams)('%s is relayed as it came, and translated the same however it is split', (file) => {
    const bytes = readFileSync(file);
    const { raw } = run(new ResponseStreamRelay(), [bytes]);
    expect(bytes.toString().startsWith(raw.trimEnd())).toBe(true);
    const whole = run(new ResponseStreamTranslator(FACTS), [bytes]);
    expect(joinChunks(whole.chunks).finish).toEqual(expect.any(String));
    expect(run(new ResponseStreamTranslator(FACTS), splitBytes([bytes], 3)).chunks).toEqual(whole.chunks);
  });

  test.each(answers)('%s says something in chat', (file) => {
    const { response, usage } = decodeResponse([JSON.parse(readFileSync(file, 'utf8'))], FACTS);
    const [choice] = response.choices;
    expect(choice?.message.content ?? choice?.message.tool_calls).toBeTruthy();
    expect(usage?.total_tokens).toBeGreaterThan(0);
  });
}

if (existsSync(RECORDED)) describe('recorded traffic', testRecorded);
