import { describe, expect, test } from '@jest/globals';
import type { ChatChunk, ChatCompletion, ChatRequest } from '@multilane/contracts';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { SIMULATOR } from './adapter.js';
import { simulateChat } from './simulate-chat.js';

const FACTS = { id: 'chatcmpl-7', created: 1_764_000_000 };
const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const time = { type: 'function', function: { name: 'get_time' } };
const user = (content: string): ChatRequest['messages'] => [{ role: 'user', content }];

function simulate(request: Partial<ChatRequest>) {
  return simulateChat({ model: 'simulator', messages: user('Hello there, world'), ...request }, FACTS);
}

function complete(request: Partial<ChatRequest>): ChatCompletion {
  const answer = simulate(request);
  if (!('body' in answer)) throw new Error('streamed');
  return JSON.parse(answer.body) as ChatCompletion;
}

/** The stream as the adapter relays it to a client. */
function stream(request: Partial<ChatRequest>): ChatChunk[] {
  const answer = simulate({ stream: true, ...request });
  if (!('events' in answer)) throw new Error('not streamed');
  const includeUsage = request.stream_options?.include_usage === true;
  const relay = SIMULATOR.endpoints.chat?.startStream({ kind: 'simulator', idSeed: 's', created: 0, includeUsage });
  const chunks: ChatChunk[] = [];
  const emit = (chunk: ChatChunk | undefined) => chunk !== undefined && chunks.push(chunk);
  for (const event of answer.events) relay?.push(new TextEncoder().encode(event), emit);
  relay?.end(emit);
  return chunks;
}

const calledNames = (completion: ChatCompletion) =>
  completion.choices[0]?.message.tool_calls?.map((call) => call.function.name);

describe('simulateChat', () => {
  test('says back what the user said, in the reference format', () => {
    expect(complete({})).toEqual({
      ...FACTS,
      object: 'chat.completion',
      model: 'simulator',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'You said: Hello there, world', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 },
    });
  });

  test('gives the same answer to the same request, as text or as an object', () => {
    const request = { model: 'simulator', messages: user('Hi'), seed: 4 };
    expect(simulateChat(JSON.stringify(request), FACTS)).toEqual(simulateChat(request, FACTS));
  });

  test.each([
    ['a stop sequence', { stop: 'there' }, 'You said: Hello ', 'stop'],
    ['the earliest of several', { stop: ['world', 'said'] }, 'You ', 'stop'],
    ['max_tokens', { max_tokens: 2 }, 'You said', 'length'],
    ['max_completion_tokens first', { max_completion_tokens: 1, max_tokens: 5 }, 'You', 'length'],
    ['a limit that is not reached', { max_tokens: 100 }, 'You said: Hello there, world', 'stop'],
  ])('honours %s', (_name, request, content, finish_reason) => {
    expect(complete(request).choices[0]).toMatchObject({ message: { content }, finish_reason });
  });

  test('streams word by word what it would have answered at once', () => {
    const chunks = stream({});
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '', refusal: null });
    expect(chunks.slice(1, -1).map(({ choices }) => choices[0]?.delta.content)).toEqual([
      'You',
      ' said:',
      ' Hello',
      ' there,',
      ' world',
    ]);
    expect(chunks.at(-1)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(chunks.filter((chunk) => 'usage' in chunk)).toEqual([]);
  });

  test('streams usage when asked, in a last chunk without choices', () => {
    const chunks = stream({ stream_options: { include_usage: true } });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 9 } });
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
  });

  test('answers n choices', () => {
    expect(complete({ n: 3 }).choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(new Set(stream({ n: 2 }).map(({ choices }) => choices[0]?.index))).toEqual(new Set([0, 1]));
  });

  test.each([
    ['the tool that the user names', { messages: user('Please get_weather') }, ['get_weather']],
    ['a tool named in words', { messages: user('Get time now') }, ['get_time']],
    ['every tool that the user names', { messages: user('get_weather and get_time') }, ['get_weather', 'get_time']],
    [
      'one of them without parallel calls',
      { messages: user('get_weather and get_time'), parallel_tool_calls: false },
      ['get_weather'],
    ],
    ['the first tool where one is required', { tool_choice: 'required' as const }, ['get_weather']],
    ['a forced tool', { tool_choice: { type: 'function' as const, function: { name: 'get_time' } } }, ['get_time']],
    ['no tool that nobody names', {}, undefined],
    ['no tool whose name is part of another word', { messages: user('forget_weathering') }, undefined],
    ['a tool whose name is written with other signs', { messages: user('Call "get-weather"!') }, ['get_weather']],
    [
      'the tool that the last part names, not the context before it',
      {
        messages: [
          {
            role: 'user' as const,
            content: [
              { type: 'text' as const, text: 'You may use get_weather.' },
              { type: 'text' as const, text: 'Now get time' },
            ],
          },
        ],
      },
      ['get_time'],
    ],
    ['no tool with none', { messages: user('get_weather'), tool_choice: 'none' as const }, undefined],
  ])('calls %s', (_name, request, names) => {
    const completion = complete({ tools: [weather, time], ...request });
    expect(calledNames(completion)).toEqual(names);
    expect(completion.choices[0]?.finish_reason).toBe(names === undefined ? 'stop' : 'tool_calls');
  });

  test('streams tool calls in fragments whose arguments make valid JSON', () => {
    const chunks = stream({ tools: [weather, time], messages: user('get_weather and get_time') });
    const fragments = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    const argumentsOf = (index: number) =>
      fragments
        .filter((part) => part.index === index)
        .map((part) => part.function?.arguments)
        .join('');
    expect(JSON.parse(argumentsOf(0))).toEqual({ city: 'example city' });
    expect(JSON.parse(argumentsOf(1))).toEqual({});
    expect(fragments.filter(({ id }) => id !== undefined)).toHaveLength(2);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  test('quotes the result of a tool instead of calling it again', () => {
    const messages: ChatRequest['messages'] = [
      ...user('get_weather'),
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'Rain' },
    ];
    const { message } = complete({ messages, tools: [weather] }).choices[0] ?? {};
    expect(message).toMatchObject({ content: 'The tool answered: Rain' });
  });

  test('answers with the results where an agent adds a reminder behind them', () => {
    const messages: ChatRequest['messages'] = [
      ...user('get_weather'),
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'Rain' },
      ...user('Remember that get_weather costs money.'),
    ];
    const { message } = complete({ messages, tools: [weather] }).choices[0] ?? {};
    expect(message).toMatchObject({ content: 'The tool answered: Rain' });
  });

  test('answers JSON where a format asks for it', () => {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
    const formats: ChatRequest['response_format'][] = [
      { type: 'json_object' },
      { type: 'json_schema', json_schema: { name: 's', schema } },
    ];
    const contents = formats.map((response_format) => complete({ response_format }).choices[0]?.message.content);
    expect(contents.map((content) => JSON.parse(String(content)))).toEqual([
      { answer: 'You said: Hello there, world' },
      { ok: true },
    ]);
  });

  test('reads the text of content parts', () => {
    const content = [
      { type: 'text' as const, text: 'See' },
      { type: 'image_url' as const, image_url: { url: 'data:' } },
    ];
    expect(complete({ messages: [{ role: 'user', content }] }).choices[0]?.message.content).toBe(
      'You said: See [image_url]',
    );
  });

  test.each([
    [{ model: 'simulator-error-429' }, 'provider_rate_limited'],
    [{ messages: user('please simulator-error-500') }, 'provider_error'],
    [{ messages: 'Hi' as never }, 'provider_rejected_request'],
  ])('fails on demand: %j', (request, code) => {
    const answer = simulate(request);
    const failure = 'body' in answer ? SIMULATOR.mapError(answer.status, answer.body, answer.headers) : undefined;
    expect(failure).toMatchObject({ code });
    if (answer.status === 429) expect(failure?.retryAfterSeconds).toBe(1);
  });

  test('breaks off on demand, streamed or not', () => {
    expect(() => stream({ model: 'simulator-cut' })).toThrow('provider_error');
    expect(() => complete({ model: 'simulator-cut' })).toThrow(SyntaxError);
  });

  test.each([
    ['one long text', { messages: user('a '.repeat(100_000)) }],
    ['many answers of a long text', { n: 128, messages: user('a '.repeat(2_000)) }],
  ])('says that the context is too long, in little time: %s', async (_what, request) => {
    const ask = (): void => {
      const answer = simulate({ stream: true, ...request });
      const failure = 'body' in answer ? SIMULATOR.mapError(answer.status, answer.body, answer.headers) : undefined;
      expect(failure).toMatchObject({ code: 'context_length_exceeded' });
    };
    await expectWithin(100, () => processorTimeOf(ask));
  });

  test('rejects a body that is not JSON', () => {
    expect(simulateChat('{', FACTS)).toMatchObject({ status: 400 });
  });
});
