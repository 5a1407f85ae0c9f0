import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completion, completionEvents, jsonReply, streamReply } from '@multilane/testing';
import { invalidValue, type Refusal, readRefusal } from '../read-refusal.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.onRequest(({ body }) =>
    (body as { stream?: boolean }).stream === true
      ? streamReply(completionEvents(['Hello', ' there.']))
      : jsonReply(completion()),
  );
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const weather = {
  type: 'function',
  function: { name: 'get_weather', description: 'Weather', parameters: { type: 'object', properties: {} } },
};

/** The members of `HELLO` as the provider is to get them. */
const FORWARDED_HELLO = { ...HELLO, model: 'gpt-4o-2024-11-20' };

/** One row of the table of request fields. */
interface FieldRow {
  field: string;
  /** Name in the provider's request, if it differs. */
  sentAs?: string;
  rule: string;
  accepted: unknown[];
  /** Rejected with `error.param` naming the field. */
  refused: unknown[];
  /** Rejected with a `param` that points inside the field. */
  refusedWithin?: [value: unknown, param: string][];
  /** Other fields that the value needs beside it. */
  beside?: object;
}

const tooManyStops = ['a', 'b', 'c', 'd', 'e'];

const FIELDS: FieldRow[] = [
  {
    field: 'stream_options',
    rule: 'object; include_usage boolean',
    beside: { stream: true },
    accepted: [{ include_usage: true }],
    refused: ['usage', true, [], 1],
    refusedWithin: [[{ include_usage: 'yes' }, 'stream_options.include_usage']],
  },
  { field: 'temperature', rule: 'number, 0 to 2', accepted: [0, 0.7, 2], refused: [-0.1, 2.1, '1', true, [], {}] },
  { field: 'top_p', rule: 'number, 0 to 1', accepted: [0, 0.5, 1], refused: [-0.01, 1.01, '0.5', false] },
  {
    field: 'max_tokens',
    rule: 'integer above 0',
    // The newer name, which all models of the provider take.
    sentAs: 'max_completion_tokens',
    accepted: [1, 4096],
    refused: [0, -1, 1.5, '10', true, {}],
  },
  {
    field: 'max_completion_tokens',
    rule: 'integer above 0',
    accepted: [1, 4096, 1_000_000],
    refused: [0, -1, 1.5, '10', true, {}],
  },
  {
    field: 'stop',
    rule: 'string or array of at most four sequences',
    accepted: ['END', ['END'], ['a', 'b', 'c', 'd']],
    refused: [tooManyStops, 5, true, {}],
    refusedWithin: [[['a', 2], 'stop[1]']],
  },
  { field: 'user', rule: 'string', accepted: ['user-1234'], refused: [1234, true, {}, ['user-1234']] },
  {
    field: 'tools',
    rule: 'array, validated',
    accepted: [[weather], [{ type: 'function', function: { name: 'f' } }]],
    refused: ['get_weather', {}, 1],
    refusedWithin: [
      [['get_weather'], 'tools[0]'],
      [[{}], 'tools[0].type'],
      [[weather, { type: 'function' }], 'tools[1].function'],
      [[{ type: 'function', function: {} }], 'tools[0].function.name'],
      [[{ type: 'function', function: { name: 'get weather' } }], 'tools[0].function.name'],
      [[{ type: 'function', function: { name: 'f', parameters: 'none' } }], 'tools[0].function.parameters'],
      [[weather, weather], 'tools[1].function.name'],
    ],
  },
  {
    field: 'tool_choice',
    rule: 'auto, none, required, or a named function',
    beside: { tools: [weather] },
    accepted: ['auto', 'none', 'required', { type: 'function', function: { name: 'get_weather' } }],
    refused: ['any', '', 1, true, [], { type: 'function', function: { name: 'not_declared' } }],
    refusedWithin: [
      [{ type: 'something' }, 'tool_choice.type'],
      [{ type: 'function' }, 'tool_choice.function'],
      [{ type: 'function', function: {} }, 'tool_choice.function.name'],
    ],
  },
  {
    field: 'response_format',
    rule: 'type text, json_object or json_schema',
    accepted: [
      { type: 'text' },
      { type: 'json_object' },
      { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: { type: 'object' } } },
    ],
    refused: ['json_object', true, []],
    refusedWithin: [
      [{}, 'response_format.type'],
      [{ type: 'xml' }, 'response_format.type'],
      [{ type: 'json_schema' }, 'response_format.json_schema'],
      [{ type: 'json_schema', json_schema: {} }, 'response_format.json_schema.name'],
      [{ type: 'json_schema', json_schema: { name: 'a', schema: 'x' } }, 'response_format.json_schema.schema'],
    ],
  },
  { field: 'n', rule: 'integer, 1 to 128', accepted: [1, 2, 128], refused: [0, 129, -1, 1.5, '2', true] },
  { field: 'seed', rule: 'integer', accepted: [0, 42, -7], refused: [1.5, '42', true, {}] },
  {
    field: 'presence_penalty',
    rule: 'number, -2 to 2',
    accepted: [-2, 0, 0.5, 2],
    refused: [-2.1, 2.1, '1', true],
  },
  {
    field: 'frequency_penalty',
    rule: 'number, -2 to 2',
    accepted: [-2, 0, 0.5, 2],
    refused: [-2.1, 2.1, '1', true],
  },
  { field: 'logprobs', rule: 'boolean', accepted: [true, false], refused: ['true', 1, {}] },
  {
    field: 'top_logprobs',
    rule: 'integer, 0 to 20',
    beside: { logprobs: true },
    accepted: [0, 5, 20],
    refused: [-1, 21, 1.5, '5', true],
  },
  {
    field: 'logit_bias',
    rule: 'object',
    accepted: [{}, { 50256: -100, 11: 100 }],
    refused: [[], 'x', 1, true],
    refusedWithin: [[{ 50256: 'never' }, 'logit_bias.50256']],
  },
  {
    field: 'parallel_tool_calls',
    rule: 'boolean',
    beside: { tools: [weather] },
    accepted: [true, false],
    refused: ['false', 0, {}],
  },
  {
    field: 'reasoning_effort',
    rule: 'minimal, low, medium, high',
    accepted: ['minimal', 'low', 'medium', 'high'],
    refused: ['none', 'xhigh', 'HIGH', '', 1, true],
  },
];

/** Sends each body and gives what was answered beside what it was for, so that a failing test shows the value. */
async function askEach<Case>(cases: readonly Case[], toBody: (each: Case) => object): Promise<[Case, Refusal | 200][]> {
  const outcomes: [Case, Refusal | 200][] = [];
  for (const each of cases) {
    const answer = await pair.chat(toBody(each));
    outcomes.push([each, answer.status === 200 ? 200 : readRefusal(answer)]);
  }
  return outcomes;
}

const lastBody = () => pair.upstream.requests.at(-1)?.body as Record<string, unknown>;

describe('docs/contract/chat.md#request-fields: request fields', () => {
  describe.each(FIELDS)('$field: $rule', ({ field, sentAs, accepted, refused, refusedWithin = [], beside = {} }) => {
    it('a value that the rule allows is accepted and forwarded as the model takes it', async () => {
      const outcomes = await askEach(accepted, (value) => ({ ...beside, [field]: value }));
      expect(outcomes).toEqual(accepted.map((value) => [value, 200]));
      expect(pair.upstream.requests.map(({ body }) => body)).toEqual(
        accepted.map((value) => ({ ...FORWARDED_HELLO, ...beside, [sentAs ?? field]: value })),
      );
      expect(pair.upstream.refusals).toEqual([]);
    });

    it('anything else is 400 invalid_value naming the field, before the provider is contacted', async () => {
      const cases: [unknown, string][] = [
        ...refused.map((value): [unknown, string] => [value, field]),
        ...refusedWithin,
      ];
      const outcomes = await askEach(cases, ([value]) => ({ ...beside, [field]: value }));
      expect(outcomes).toEqual(cases.map((each) => [each, invalidValue(each[1])]));
      expect(pair.upstream.requests).toEqual([]);
    });
  });

  it('model: required', async () => {
    const cases = [undefined, null, '', 1, true, ['gpt-4o'], { name: 'gpt-4o' }, 'x'.repeat(513)];
    const outcomes = await askEach(cases, (model) => ({ model }));
    expect(outcomes).toEqual(cases.map((each) => [each, invalidValue('model')]));
    expect(pair.upstream.requests).toEqual([]);
  });

  it('messages: required', async () => {
    const cases = [undefined, null, [], 'Hello', {}, 1];
    const outcomes = await askEach(cases, (messages) => ({ messages }));
    expect(outcomes).toEqual(cases.map((each) => [each, invalidValue('messages')]));
    expect(pair.upstream.requests).toEqual([]);
  });

  it('messages: roles system, user, assistant, tool, each forwarded as it was sent', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Weather in Oslo?' }], name: 'kari' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Rain' },
      { role: 'assistant', content: 'It rains.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And here?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } },
        ],
      },
    ];
    const answer = await pair.chat({ messages });
    expect(answer.status).toBe(200);
    expect(lastBody()).toEqual({ ...FORWARDED_HELLO, messages });
    expect(pair.upstream.refusals).toEqual([]);
  });

  const user = { role: 'user', content: 'Hello' };
  const called = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  };

  it.each<[string, unknown[], string]>([
    ['a message that is no object', ['Hello'], 'messages[0]'],
    ['a message without a role', [{ content: 'Hello' }], 'messages[0].role'],
    ['an unknown role', [user, { role: 'robot', content: 'Hello' }], 'messages[1].role'],
    ['a user message without content', [{ role: 'user' }], 'messages[0].content'],
    ['content of a wrong type', [{ role: 'user', content: 5 }], 'messages[0].content'],
    ['a content list without parts', [{ role: 'user', content: [] }], 'messages[0].content'],
    ['a content part without a type', [{ role: 'user', content: [{ text: 'x' }] }], 'messages[0].content[0].type'],
    [
      'a content part of an unknown type',
      [{ role: 'user', content: [{ type: 'text', text: 'x' }, { type: 'smell' }] }],
      'messages[0].content[1].type',
    ],
    ['a text part without text', [{ role: 'user', content: [{ type: 'text' }] }], 'messages[0].content[0].text'],
    [
      'an image part without a URL',
      [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }],
      'messages[0].content[0].image_url.url',
    ],
    ['an assistant message that says nothing', [user, { role: 'assistant' }], 'messages[1].content'],
    [
      'a tool call without arguments',
      [user, { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f' } }] }],
      'messages[1].tool_calls[0].function.arguments',
    ],
    ['a tool message without tool_call_id', [user, called, { role: 'tool', content: 'x' }], 'messages[2].tool_call_id'],
    [
      'a tool message that follows no call',
      [user, { role: 'tool', tool_call_id: 'c', content: 'x' }],
      'messages[1].role',
    ],
    [
      'a tool message that answers another call',
      [user, called, { role: 'tool', tool_call_id: 'call_2', content: 'x' }],
      'messages[2].tool_call_id',
    ],
  ])('messages: structure validated: %s', async (_fault, messages, param) => {
    expect(readRefusal(await pair.chat({ messages }))).toEqual(invalidValue(param));
    expect(pair.upstream.requests).toEqual([]);
  });

  it('stream: true returns Server-Sent Events', async () => {
    const stream = await pair.stream();
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream\b/);
    expect(await stream.collect()).toContain('[DONE]');
  });

  it('stream: false answers whole, and anything but a boolean is rejected', async () => {
    const cases = [false, 'true', 1, {}];
    const outcomes = await askEach(cases, (stream) => ({ stream }));
    expect(outcomes).toEqual([[false, 200], ...cases.slice(1).map((each) => [each, invalidValue('stream')])]);
    expect(pair.upstream.requests.map(({ body }) => body)).toEqual([{ ...FORWARDED_HELLO, stream: false }]);
  });

  it('stream_options: only where stream is true', async () => {
    const answer = await pair.chat({ stream_options: { include_usage: true } });
    expect(readRefusal(answer)).toEqual(invalidValue('stream_options'));
    expect(pair.upstream.requests).toEqual([]);
  });

  it('tools: an empty array is allowed, and does not reach a provider that rejects one', async () => {
    const answer = await pair.chat({ tools: [], tool_choice: 'auto', parallel_tool_calls: true });
    expect(answer.status).toBe(200);
    expect(lastBody()).toEqual(FORWARDED_HELLO);
  });

  it('tool_choice: required without a tool is rejected', async () => {
    expect(readRefusal(await pair.chat({ tool_choice: 'required' }))).toEqual(invalidValue('tool_choice'));
    expect(pair.upstream.requests).toEqual([]);
  });

  it('top_logprobs: only where logprobs is true', async () => {
    expect(readRefusal(await pair.chat({ top_logprobs: 2 }))).toEqual(invalidValue('top_logprobs'));
    expect(pair.upstream.requests).toEqual([]);
  });

  it('a null optional field is an absent field', async () => {
    const optional = ['stream', ...FIELDS.map(({ field }) => field)];
    const answer = await pair.chat(Object.fromEntries(optional.map((field) => [field, null])));
    expect(answer.status).toBe(200);
    expect(lastBody()).toEqual(FORWARDED_HELLO);
  });

  it('unknown parameters are forwarded untouched', async () => {
    const unknown = {
      service_tier: 'flex',
      metadata: { run: '7', empty: '' },
      prediction: { type: 'content', content: [{ type: 'text', text: 'a' }] },
      some_newer_parameter: { list: [1, null, { deep: [true] }], text: 'é \u2028 "' },
      'x-y.z': null,
    };
    const answer = await pair.chat(unknown);
    expect(answer.status).toBe(200);
    expect(lastBody()).toEqual({ ...FORWARDED_HELLO, ...unknown });
  });

  it('unknown members of messages and tools are forwarded untouched', async () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'a', newer: 1 }], newer: { a: null } }];
    const tools = [{ type: 'function', function: { name: 'f', newer: [1] }, newer: 'x' }];
    const answer = await pair.chat({ messages, tools });
    expect(answer.status).toBe(200);
    expect(lastBody()).toEqual({ ...FORWARDED_HELLO, messages, tools });
  });

  it.each([
    '"newer":9007199254740993',
    '"newer":{"deep":[-123456789012345678901234567890]}',
    '"seed":9007199254740993',
    '"tools":[{"type":"function","function":{"name":"f","parameters":{"maximum":9007199254740993}}}]',
  ])('integers beyond what a double holds are forwarded untouched: %s', async (members) => {
    await pair.send('/v1/chat/completions', {
      headers: { 'content-type': 'application/json' },
      body: `{${members},${JSON.stringify(HELLO).slice(1)}`,
    });
    // The bytes that were sent count: the fake provider reads doubles, and rejects a seed that is beyond them.
    expect(pair.upstream.requests[0]?.rawBody.toString()).toContain(members);
  });

  it('the role developer is accepted as system', async () => {
    const messages = [{ role: 'developer', content: 'Be brief.' }, user];
    expect((await pair.chat({ messages })).status).toBe(200);
    expect(lastBody().messages).toEqual(messages);

    expect((await pair.chat({ model: 'meta-llama/llama-3.1:free', messages })).status).toBe(200);
    expect(lastBody().messages).toEqual([{ role: 'system', content: 'Be brief.' }, user]);
  });
});
