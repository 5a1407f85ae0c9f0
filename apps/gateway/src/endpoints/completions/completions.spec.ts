import { describe, expect, test } from '@jest/globals';
import type { ChatChunk, ChatCompletion, ChunkDelta, CompletionsRequest, ProviderKind } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { COMPLETIONS } from './completions.endpoint.js';

const REQUEST: CompletionsRequest = { model: 'm', prompt: 'Once upon a time' };
const FACTS = { requestId: 'req-1', idSeed: 'req-1', created: 1, clock: () => 2, model: 'm' };
const bridge = COMPLETIONS.bridge as Required<NonNullable<typeof COMPLETIONS.bridge>>;

function refuse(members: Record<string, unknown>): unknown {
  try {
    return bridge?.toChat({ ...REQUEST, ...members }, 'N');
  } catch (error) {
    return error;
  }
}

describe('completions over chat: the request', () => {
  test('runs the prompt as one user message, all else untouched (docs/contract/completions.md#completions)', () => {
    const rest = {
      max_tokens: 5,
      temperature: 1,
      n: 2,
      stop: ['a'],
      user: 'u',
      seed: 3,
      logit_bias: { 1: 2 },
      newer: 1,
    };
    expect(bridge.toChat({ ...REQUEST, ...rest }, 'N')).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Once upon a time' }],
      ...rest,
    });
  });

  test('takes a list of one text for the text', () => {
    expect(bridge.toChat({ ...REQUEST, prompt: ['Once'] }, 'N').messages).toEqual([{ role: 'user', content: 'Once' }]);
  });

  test('asks for usage where it streams, and does not change the request', () => {
    const request = Object.freeze({ ...REQUEST, stream: true, stream_options: Object.freeze({ other: 1 }) });
    expect(bridge.toChat(request, 'N')).toMatchObject({
      stream: true,
      stream_options: { include_usage: true, other: 1 },
    });
  });

  test.each([
    [{ echo: false }],
    [{ suffix: '' }],
    [{ best_of: 1 }],
    [{ best_of: 3, n: 3 }],
    [{ tools: null }],
    [{ presence_penalty: 0 }],
    [{ store: false }],
  ])('never rejects a default: %j', (members) => {
    expect(refuse(members)).toMatchObject({ messages: [{ role: 'user' }] });
    for (const name of ['echo', 'suffix', 'best_of']) expect(refuse(members)).not.toHaveProperty(name);
  });

  test.each([
    [{ echo: true }, 'echo'],
    [{ store: true }, 'store'],
    [{ suffix: 'the end' }, 'suffix'],
    [{ best_of: 2 }, 'best_of'],
    [{ best_of: 3, n: 2 }, 'best_of'],
    [{ logprobs: 0 }, 'logprobs'],
    [{ logprobs: 5 }, 'logprobs'],
    [{ prompt: ['a', 'b'] }, 'prompt'],
    [{ prompt: [1, 2] }, 'prompt'],
    [{ prompt: [[1], [2]] }, 'prompt'],
    [{ messages: [] }, 'messages'],
    [{ tools: [] }, 'tools'],
    [{ response_format: { type: 'text' } }, 'response_format'],
    [{ max_completion_tokens: 5 }, 'max_completion_tokens'],
  ])('rejects what chat cannot say, naming the field: %j', (members, param) => {
    expect(refuse(members)).toMatchObject({ code: 'unsupported_parameter', param });
  });

  test('rejects an empty prompt as a value, for no provider takes an empty message', () => {
    expect(refuse({ prompt: '' })).toMatchObject({ code: 'invalid_value', param: 'prompt' });
  });

  test.each([
    ['messages[0].content', 'prompt'],
    ['messages', 'prompt'],
    ['logit_bias', 'logit_bias'],
    ['messages_of_mine', 'messages_of_mine'],
  ])('names %s of chat %s', (param, name) => {
    expect(bridge.nameParam(param, REQUEST, 'N')).toBe(name);
  });
});

describe('completions over chat: the answer', () => {
  const completion = (choices: ChatCompletion['choices'], rest: object = {}): ChatCompletion => ({
    id: 'msg_1',
    object: 'chat.completion',
    created: 7,
    model: 'provider-model',
    choices,
    ...rest,
  });

  test('is a `text_completion` with the provider’s model and usage', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const choices = [
      { index: 0, message: { role: 'assistant' as const, content: 'there was' }, finish_reason: 'stop' },
      { index: 1, message: { role: 'assistant' as const, content: 'came' }, finish_reason: 'length', logprobs: null },
    ];
    expect(bridge.fromChat(completion(choices, { usage }), REQUEST, FACTS)).toEqual({
      id: 'cmpl-req-1',
      object: 'text_completion',
      created: 7,
      model: 'provider-model',
      choices: [
        { text: 'there was', index: 0, logprobs: null, finish_reason: 'stop' },
        { text: 'came', index: 1, logprobs: null, finish_reason: 'length' },
      ],
      usage,
    });
  });

  test('counts reasoning that the provider counts beside the completion', () => {
    const beside = {
      prompt_tokens: 12,
      completion_tokens: 1,
      total_tokens: 399,
      completion_tokens_details: { reasoning_tokens: 386 },
    };
    expect(bridge.fromChat(completion([], { usage: beside }), REQUEST, FACTS)).toMatchObject({
      usage: { ...beside, completion_tokens: 387 },
    });
  });

  test.each([
    ['a refusal as the text', { content: null, refusal: 'No.' }, { text: 'No.' }],
    ['reasoning beside the text', { content: 'x', reasoning_content: 'r' }, { text: 'x', reasoning_content: 'r' }],
    [
      'parts as one text',
      {
        content: [
          { type: 'text' as const, text: 'a' },
          { type: 'text' as const, text: 'b' },
        ],
      },
      { text: 'ab' },
    ],
    ['nothing as an empty text', { content: null }, { text: '' }],
  ])('has %s', (_name, message, choice) => {
    const answer = completion([{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }]);
    expect(bridge.fromChat(answer, REQUEST, FACTS)).toMatchObject({ choices: [choice] });
    expect(bridge.fromChat(answer, REQUEST, FACTS)).not.toHaveProperty('usage');
  });
});

describe('completions over chat: the stream', () => {
  const chunk = (delta: ChunkDelta, finish_reason: string | null = null, rest: object = {}): ChatChunk => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 7,
    model: 'pm',
    choices: [{ index: 0, delta, finish_reason }],
    ...rest,
  });
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  const usageChunk: ChatChunk = { ...chunk({}), choices: [], usage };
  const CHUNKS = [chunk({ role: 'assistant', content: '' }), chunk({ content: 'a' }), chunk({}, 'stop'), usageChunk];

  function stream(members: object, kind?: ProviderKind): unknown[] {
    const writer = bridge.startStream({ ...REQUEST, stream: true, ...members }, { ...FACTS, kind });
    const written = CHUNKS.map((each) => writer?.write(each, undefined) ?? '').join('') + writer?.end();
    expect(written.endsWith('data: [DONE]\n\n')).toBe(true);
    const events = written.split('\n\n').filter((event) => event !== '' && event !== 'data: [DONE]');
    return events.map((event) => JSON.parse(event.slice('data: '.length)));
  }

  const head = { id: 'cmpl-req-1', object: 'text_completion', created: 7, model: 'pm' };
  const said = [
    { ...head, choices: [{ text: 'a', index: 0, logprobs: null, finish_reason: null }] },
    { ...head, choices: [{ text: '', index: 0, logprobs: null, finish_reason: 'stop' }] },
  ];
  const reported = { ...head, choices: [], usage };

  test.each(['anthropic', 'gemini', 'cohere', 'bedrock', undefined] as const)(
    'of a native provider (%s) always ends with usage (docs/contract/streaming.md#stream-usage)',
    (kind) => {
      expect(stream({}, kind)).toEqual([...said, reported]);
    },
  );

  test.each(['groq', 'mistral', 'deepseek'] as const)('of group R (%s) follows include_usage exactly', (kind) => {
    const asked = { stream_options: { include_usage: true } };
    expect(stream({}, kind)).toEqual(said);
    expect(stream({ stream_options: { include_usage: false } }, kind)).toEqual(said);
    expect(stream(asked, kind)).toEqual([...said.map((each) => ({ ...each, usage: null })), reported]);
  });

  test('relays comments, and reasoning and refusals as they come', () => {
    const writer = bridge.startStream(REQUEST, FACTS);
    expect(writer.write(undefined, ': ping\n\n')).toBe(': ping\n\n');
    expect(writer.write(chunk({ reasoning_content: 'r' }), 'data: {}\n\n')).toContain('"reasoning_content":"r"');
    expect(writer.write(chunk({ refusal: 'No.' }), undefined)).toContain('"text":"No."');
  });

  test('reports a failure in one data line, without [DONE] (docs/contract/streaming.md#stream-errors)', () => {
    const failure = new GatewayError('provider_error');
    for (const writer of [
      bridge.startStream(REQUEST, FACTS),
      COMPLETIONS.startNativeStream?.({ requestId: 'r', idSeed: 'r', created: 0, clock: () => 2, model: 'm' }, REQUEST),
    ]) {
      const line = writer?.fail(failure) ?? '';
      expect(line).toMatch(/^data: \{"error":\{.*"code":"provider_error".*\}\}\n\n$/);
      expect(line).not.toContain('[DONE]');
    }
  });

  test('of a provider that speaks the format is relayed in its own words', () => {
    const writer = COMPLETIONS.startNativeStream?.(
      {
        requestId: 'r',
        idSeed: 'r',
        created: 0,
        clock: () => 2,
        model: 'm',
      },
      REQUEST,
    );
    expect(writer?.write({ a: 1 }, 'data: {"a": 1}\n\n')).toBe('data: {"a": 1}\n\n');
    expect(writer?.write({ a: 1 }, undefined)).toBe('data: {"a":1}\n\n');
    expect(writer?.end()).toBe('data: [DONE]\n\n');
  });
});
