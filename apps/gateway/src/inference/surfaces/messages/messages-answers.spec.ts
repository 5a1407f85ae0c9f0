import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from '@jest/globals';
import type {
  ChatChunk,
  ChatCompletion,
  ChatMessage,
  ChunkDelta,
  MessagesRequest,
  MessagesResponse,
} from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { type DecodeFacts, getAdapter, type ProviderAdapter, readForeignSignature } from '@multilane/providers';
import fc from 'fast-check';
import { COUNT_TOKENS } from './count-tokens.surface.js';
import { MESSAGES } from './messages.surface.js';
import { shortenName } from './tool-names.js';

const BRIDGE = MESSAGES.bridge as NonNullable<typeof MESSAGES.bridge>;
const N = getAdapter('anthropic') as ProviderAdapter;
const FACTS = { requestId: 'r1', idSeed: 'r1', created: 1, model: 'm' };
const DECODE: DecodeFacts = { kind: 'anthropic', idSeed: 'r1', created: 1, includeUsage: true };
const TARGET = { kind: 'anthropic', upstreamModel: 'm', baseUrl: 'https://h', headers: {} } as const;
const REQUEST: MessagesRequest = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };

const ROOTS = ['../../../../../../libs/providers/fixtures/anthropic', '../../../../../../../shared/fixtures/anthropic']
  .map((path) => join(import.meta.dirname, path))
  .filter((root) => existsSync(root));

/** Streams of the native provider that end in good order: the project's own, and recorded ones where they are. */
const STREAMS = ROOTS.flatMap((root) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'stream-overloaded')
    .flatMap(({ name }) =>
      readdirSync(join(root, name))
        .filter((file) => /^stream(\.\d)?\.txt$/.test(file))
        .map((file): [string, string] => [
          `${name}/${file}`,
          `${readFileSync(join(root, name, file), 'utf8').trimEnd()}\n\n`,
        ]),
    ),
);

/** What the official SDK makes of a stream. */
async function accumulate(text: string) {
  const fetch = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  const client = new Anthropic({ authToken: 't', apiKey: null, baseURL: 'http://localhost', fetch, maxRetries: 0 });
  return await client.messages.stream({ model: 'm', max_tokens: 9, messages: [] }).finalMessage();
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

function relay(bytes: readonly Uint8Array[]): string {
  const writer = MESSAGES.startNativeStream?.(FACTS);
  const translator = N.endpoints.messages?.startStream(DECODE);
  let text = '';
  for (const piece of bytes) translator?.push(piece, (event, raw) => (text += writer?.write(event, raw) ?? ''));
  return text + (writer?.end() ?? '');
}

function overChat(stream: string): string {
  const writer = BRIDGE.startStream(REQUEST, FACTS);
  const translator = N.endpoints.chat?.startStream(DECODE);
  let text = '';
  translator?.push(Buffer.from(stream), (chunk, raw) => (text += writer.write(chunk, raw)));
  return text + writer.end();
}

const chunk = (delta: ChunkDelta, members: object = {}): ChatChunk => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'up',
  choices: [{ index: 0, delta, ...members }],
});
const fragment = (index: number, args: string, start: object = {}) =>
  chunk({
    tool_calls: [
      { index, ...start, function: { arguments: args, ...(Object(start).id ? { name: `f${index}` } : {}) } },
    ],
  });

function write(chunks: readonly ChatChunk[], request = REQUEST): string {
  const writer = BRIDGE.startStream(request, FACTS);
  return chunks.map((each) => writer.write(each, undefined)).join('') + writer.end();
}

const eventsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n\n')
    .map((event) => {
      const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
      expect(JSON.parse(data).type).toBe(name);
      return JSON.parse(data);
    });

/** Blocks are opened and closed one after the other, from 0 on. */
function expectSequential(text: string): void {
  let open = -1;
  let next = 0;
  for (const { type, index } of eventsOf(text)) {
    if (type === 'content_block_start') {
      expect([open, index]).toEqual([-1, next]);
      open = next++;
    } else if (index !== undefined) expect(index).toBe(open);
    if (type === 'content_block_stop') open = -1;
  }
  expect(open).toBe(-1);
}

function answer(message: Partial<ChatMessage>, members: object = {}, request = REQUEST): MessagesResponse {
  const completion: ChatCompletion = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'up',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop', ...members },
    ],
  };
  return BRIDGE.fromChat(completion, request, FACTS) as MessagesResponse;
}

const call = (id: string, args = '{}', members: object = {}) =>
  ({ id, type: 'function', function: { name: 'f', arguments: args }, ...members }) as const;

describe('whole answers', () => {
  test('a text', () => {
    expect(answer({ content: 'Hello' })).toEqual({
      id: 'msg_r1',
      type: 'message',
      role: 'assistant',
      model: 'up',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
    });
  });

  test.each<[string, object, object]>([
    ['stop', {}, { stop_reason: 'end_turn' }],
    ['length', {}, { stop_reason: 'max_tokens' }],
    ['tool_calls', {}, { stop_reason: 'tool_use' }],
    [
      'content_filter',
      {},
      { stop_reason: 'refusal', stop_details: { type: 'refusal', category: null, explanation: null } },
    ],
    ['newer', {}, { stop_reason: 'end_turn' }],
    ['stop', { stop_reason: 'END' }, { stop_reason: 'stop_sequence', stop_sequence: 'END' }],
    ['stop', { matched_stop: 'END' }, { stop_reason: 'stop_sequence', stop_sequence: 'END' }],
    ['stop', { stop_reason: 'other' }, { stop_reason: 'end_turn', stop_sequence: null }],
  ])('finish reason %s with %j', (finish_reason, members, ending) => {
    const request = { ...REQUEST, stop_sequences: ['END'] };
    expect(answer({ content: 'a' }, { finish_reason, ...members }, request)).toMatchObject(ending);
    const chunks = [chunk({ content: 'a' }), chunk({}, { finish_reason, ...members })];
    expect(eventsOf(write(chunks, request)).at(-2)).toMatchObject({ type: 'message_delta', delta: ending });
  });

  test('a refusal is told as text and as the reason', () => {
    const refused = { stop_reason: 'refusal', stop_details: { explanation: 'No.' } };
    expect(answer({ refusal: 'No.' })).toMatchObject({ content: [{ type: 'text', text: 'No.' }], ...refused });
    expect(eventsOf(write([chunk({ refusal: 'N' }), chunk({ refusal: 'o.' })])).at(-2)).toMatchObject({
      delta: refused,
    });
  });

  test('calls, with the tools’ own names', () => {
    const name = 'n'.repeat(100);
    const called = { ...call('a', '{"x":1}'), function: { name: shortenName(name), arguments: '{"x":1}' } };
    const request = { ...REQUEST, tools: [{ name, input_schema: {} }] };
    const content = [
      { type: 'tool_use', id: 'a', name, input: { x: 1 } },
      { type: 'tool_use', id: 'b', name: 'f', input: {} },
    ];
    expect(answer({ tool_calls: [called, call('b', '{"cut')] }, {}, request)).toMatchObject({
      stop_reason: 'tool_use',
      content,
    });
  });

  test('signed thinking stands where it stood', () => {
    const format = 'anthropic-claude-v1';
    const details = [
      { type: 'reasoning.text', text: 'one', signature: 's1', format, index: 0 },
      { type: 'reasoning.encrypted', data: 'd', format, index: 2 },
    ];
    const { content } = answer({
      content: 'x',
      reasoning_content: 'one',
      reasoning_details: details,
      tool_calls: [call('a')],
    });
    expect(content).toEqual([
      { type: 'thinking', thinking: 'one', signature: 's1' },
      { type: 'text', text: 'x' },
      { type: 'redacted_thinking', data: 'd' },
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
    ]);
  });

  test.each([
    [{}, [0, 0, 0, 0]],
    [{ prompt_tokens: 10, completion_tokens: 5 }, [10, 0, 0, 5]],
    [{ prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } }, [6, 4, 0, 5]],
    [
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 4, cache_creation_tokens: 3 },
      },
      [3, 4, 3, 5],
    ],
    [{ prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cache_write_tokens: 3 } }, [7, 0, 3, 5]],
  ])('usage %j', (usage, [input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens]) => {
    const expected = { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens };
    const completion = { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [], usage } as unknown;
    expect(BRIDGE.fromChat(completion as ChatCompletion, REQUEST, FACTS)).toMatchObject({ usage: expected });
    const last = { ...chunk({}), choices: [], usage } as unknown as ChatChunk;
    expect(eventsOf(write([chunk({ content: 'a' }), last])).at(-2)).toMatchObject({ usage: expected });
  });
});

describe('streams: "all stream events" (decisions section 5)', () => {
  test('a text is the native sequence of events', () => {
    const text = write([
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'He' }),
      chunk({ content: 'llo' }),
    ]);
    expect(eventsOf(text)).toEqual([
      expect.objectContaining({
        type: 'message_start',
        message: expect.objectContaining({ id: 'msg_r1', content: [] }),
      }),
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'He' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'llo' } },
      { type: 'content_block_stop', index: 0 },
      expect.objectContaining({ type: 'message_delta' }),
      { type: 'message_stop' },
    ]);
  });

  test('nothing at all is still a message', async () => {
    expect(await accumulate(write([]))).toMatchObject({ content: [], model: 'm', stop_reason: 'end_turn' });
  });

  test('every piece goes out as it comes', () => {
    const writer = BRIDGE.startStream(REQUEST, FACTS);
    writer.write(chunk({ content: 'a' }), undefined);
    expect(writer.write(chunk({ content: 'b' }), undefined)).toContain('"text":"b"');
    writer.write(fragment(0, '', { id: 'x' }), undefined);
    expect(writer.write(fragment(0, '{"a'), undefined)).toContain('"partial_json":"{\\"a"');
    expect(writer.write(undefined, ': ping\n\n')).toBe(': ping\n\n');
  });

  test('interleaved parallel calls come one after the other', async () => {
    const text = write([
      fragment(0, '{"a":', { id: 'x' }),
      fragment(1, '{"b"', { id: 'y' }),
      fragment(0, '1'),
      fragment(1, ':{}'),
      fragment(0, '}'),
      fragment(1, '}'),
    ]);
    expectSequential(text);
    expect((await accumulate(text)).content).toMatchObject([
      { type: 'tool_use', id: 'x', name: 'f0', input: { a: 1 } },
      { type: 'tool_use', id: 'y', name: 'f1', input: { b: {} } },
    ]);
  });

  test('a call is closed as soon as it is complete and the next one begins', () => {
    const writer = BRIDGE.startStream(REQUEST, FACTS);
    writer.write(fragment(0, '{}', { id: 'x' }), undefined);
    expect(eventsOf(writer.write(fragment(1, '{', { id: 'y' }), undefined)).map(({ type }) => type)).toEqual([
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
    ]);
  });

  test('any interleaving accumulates to the calls that were made', async () => {
    const made = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(made, fc.array(fc.nat(3)), fc.integer({ min: 1, max: 9 }), async (inputs, order, size) => {
        const texts = inputs.map((input) => JSON.stringify(input));
        const chunks = inputs.map((_, index) => fragment(index, '', { id: `id${index}` }));
        for (const turn of [...order, ...texts.flatMap((text, index) => Array(text.length).fill(index))]) {
          const index = turn % texts.length;
          const piece = texts[index]?.slice(0, size) ?? '';
          texts[index] = texts[index]?.slice(size) ?? '';
          if (piece !== '') chunks.push(fragment(index, piece));
        }
        const text = write(chunks);
        expectSequential(text);
        const { content } = await accumulate(text);
        expect(content.map((block) => plain(Object(block).input))).toEqual(plain(inputs));
      }),
      { numRuns: 60 },
    );
  });

  test('a failure is an error event with both shapes, over chat and native', () => {
    const error = new GatewayError('provider_error', { param: 'messages' });
    const expected = {
      type: 'error',
      error: { type: 'server_error', message: 'The provider failed.', code: 'provider_error', param: 'messages' },
      request_id: 'r1',
    };
    expect(eventsOf(BRIDGE.startStream(REQUEST, FACTS).fail(error))).toEqual([expected]);
    expect(eventsOf(MESSAGES.startNativeStream?.(FACTS).fail(error) ?? '')).toEqual([expected]);
  });

  test('the official SDK rejects on it', async () => {
    const writer = BRIDGE.startStream(REQUEST, FACTS);
    const text = writer.write(chunk({ content: 'a' }), undefined) + writer.fail(new GatewayError('provider_error'));
    await expect(accumulate(text)).rejects.toThrow('The provider failed.');
  });
});

describe(`streams of the native provider, ${STREAMS.length} of them`, () => {
  test.each(STREAMS)('%s: relayed byte by byte, the official SDK reads the same message', async (_name, text) => {
    const bytes = Buffer.from(text);
    const relayed = relay(Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)));
    expect(relayed).toBe(text);
    expect(plain(await accumulate(relayed))).toEqual(plain(await accumulate(text)));
  });

  test.each(STREAMS)('%s: over chat and back, nothing of the content and the counts is lost', async (name, text) => {
    const translated = overChat(text);
    expectSequential(translated);
    const [own, ours] = [await accumulate(text), await accumulate(translated)];
    const texts = (content: unknown[]) =>
      plain(content).map(({ citations: _, caller: __, ...block }: Record<string, unknown>) => block);
    if (!/refusal/.test(name)) expect(texts(ours.content)).toEqual(texts(own.content));
    expect(ours.stop_reason).toBe(own.stop_reason);
    const {
      input_tokens,
      output_tokens,
      cache_read_input_tokens: reads,
      cache_creation_input_tokens: writes,
    } = own.usage;
    expect(ours.usage).toMatchObject({
      input_tokens,
      output_tokens,
      cache_read_input_tokens: reads ?? 0,
      cache_creation_input_tokens: writes ?? 0,
    });
  });
});

describe('signatures: "must survive a round trip" (decisions section 5)', () => {
  const google = { extra_content: { google: { thought_signature: 'thought' } } };
  const foreign = { type: 'reasoning.encrypted', data: 'd', format: 'openai-responses-v1', index: 0 };

  const nextTurn = (content: unknown) =>
    BRIDGE.toChat(
      {
        ...REQUEST,
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: plain(content) },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
        ],
      },
      'R',
    ).messages[1];

  test.each([
    ['with thinking before', 'Hm'],
    ['without', undefined],
  ])('a thought signature %s', async (_name, reasoning_content) => {
    const message = {
      content: 'Look',
      tool_calls: [call('a', '{}', google)],
      ...(reasoning_content && { reasoning_content }),
    };
    const whole = answer(message, { finish_reason: 'tool_calls' }).content;
    const chunks = [chunk({ content: 'Look' }), chunk({ tool_calls: [{ index: 0, ...call('a', '{}', google) }] })];
    if (reasoning_content) chunks.unshift(chunk({ reasoning_content }));
    const streamed = (await accumulate(write(chunks))).content;
    for (const content of [whole, streamed]) expect(nextTurn(content)).toEqual({ role: 'assistant', ...message });
  });

  test('other providers’ details come back as they came', async () => {
    const message = { content: null, reasoning_content: 'Hm', reasoning_details: [foreign], tool_calls: [call('a')] };
    const streamed = write([
      chunk({ reasoning_content: 'Hm' }),
      chunk({ reasoning_details: [foreign] }),
      chunk({ tool_calls: [{ index: 0, ...call('a') }] }),
    ]);
    for (const content of [answer(message).content, (await accumulate(streamed)).content]) {
      expect(readForeignSignature(String(Object(content[0]).signature))).toEqual({ calls: {}, details: [foreign] });
      expect(nextTurn(content)).toEqual({ role: 'assistant', ...message });
    }
  });

  test('the messages-native provider never sees them', () => {
    const { content } = answer({ reasoning_content: 'Hm', content: 'x', tool_calls: [call('a', '{}', google)] });
    const [body = ''] =
      N.endpoints.messages?.encode({ ...REQUEST, messages: [{ role: 'assistant', content }] }, TARGET) ?? [];
    expect(JSON.parse(body).messages[0].content).toEqual(content.slice(1));
    expect(body).not.toContain('multilane');
  });
});

describe('messages → chat → the native provider', () => {
  const encode = (request: MessagesRequest) =>
    JSON.parse(N.endpoints.chat?.encode(BRIDGE.toChat(request, 'R'), TARGET)[0] ?? '');
  const words = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
  // What looks like a character written as its number is written so itself.
  const ids = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/).filter((id) => !/_x[0-9a-f]+_/.test(id));
  const textBlock = words.map((text) => ({ type: 'text', text }));
  const image = fc.constantFrom(
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }, title: 'T' },
  );
  const userBlocks = fc.array(fc.oneof(textBlock, image), { minLength: 1, maxLength: 3 });
  const thinking = fc.oneof(
    fc.record({ type: fc.constant('thinking'), thinking: fc.string(), signature: fc.base64String({ minLength: 4 }) }),
    fc.record({ type: fc.constant('redacted_thinking'), data: words }),
  );
  const input = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })).map(plain);
  const calls = fc.uniqueArray(fc.record({ type: fc.constant('tool_use'), id: ids, name: ids, input }), {
    selector: ({ id }) => id,
    maxLength: 3,
  });
  /** A question, an answer with thinking, text and calls, and what the calls gave. */
  const exchange = fc
    .tuple(userBlocks, fc.array(thinking, { maxLength: 2 }), textBlock, calls, words)
    .map(([question, thoughts, text, made, outcome]) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: [...thoughts, text, ...made] },
      ...(made.length === 0
        ? []
        : [
            {
              role: 'user' as const,
              content: made.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: outcome })),
            },
          ]),
    ]);
  const tool = fc.record({ name: ids, description: words, input_schema: fc.constant({ type: 'object' }) });
  const tools = fc.uniqueArray(tool, { selector: ({ name }) => name, minLength: 1, maxLength: 2 });
  const settings = fc.record(
    {
      system: fc.array(textBlock, { minLength: 1, maxLength: 2 }),
      temperature: fc.constantFrom(0, 0.5, 1),
      top_p: fc.constantFrom(0, 0.5),
      stop_sequences: fc.array(words, { minLength: 1, maxLength: 4 }),
      metadata: fc.record({ user_id: ids }),
      stream: fc.constant(true),
      tools,
    },
    { requiredKeys: [] },
  );

  test('gives back the same body for what both can say', () => {
    fc.assert(
      fc.property(
        settings,
        fc.array(exchange, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1 }),
        (members, turns, max) => {
          const request = { model: 'm', max_tokens: max, messages: merge(turns.flat()), ...members } as MessagesRequest;
          expect(encode(request)).toEqual(plain(request));
        },
      ),
      { numRuns: 300 },
    );
  });

  /** The provider counts neighbours of one role as one turn, and so does the encoder. */
  function merge(turns: { role: 'user' | 'assistant'; content: object[] }[]) {
    const merged: typeof turns = [];
    for (const { role, content } of turns) {
      const last = merged.at(-1);
      if (last?.role === role) last.content.push(...content);
      else merged.push({ role, content: [...content] });
    }
    return merged;
  }

  test.each(['stream-thinking-tool-two-turn', 'thinking-parallel-tools'])(
    'a conversation with thinking and tools survives two turns: %s',
    async (name) => {
      const [, text] =
        STREAMS.find(([file]) => file.startsWith(name)) ?? STREAMS.find(([file]) => file.startsWith('thinking')) ?? [];
      const { content } = plain(await accumulate(overChat(text ?? '')));
      const results = content
        .filter(({ type }: { type: string }) => type === 'tool_use')
        .map(({ id }: { id: string }) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' }));
      expect(results.length).toBeGreaterThan(0);
      const messages = [
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'assistant', content },
        { role: 'user', content: results },
      ] as MessagesRequest['messages'];
      expect(encode({ ...REQUEST, messages }).messages).toEqual(messages);
      const own = plain(await accumulate(text ?? '')).content.map(
        ({ caller: _, citations: __, ...block }: Record<string, unknown>) => block,
      );
      expect(content).toEqual(own);
    },
  );
});

describe('Claude Code’s request', () => {
  const request = {
    model: 'claude-sonnet-5',
    max_tokens: 32_000,
    stream: true,
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1' },
      { type: 'text', text: 'You are Claude Code.', cache_control: { type: 'ephemeral', scope: 'global' } },
    ],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] }],
    tools: [
      {
        name: 'Read',
        description: 'd',
        input_schema: { $schema: 's', type: 'object' },
        eager_input_streaming: true,
        input_examples: [],
      },
    ],
    metadata: { user_id: `user_${'a'.repeat(64)}_account__session_${'b'.repeat(36)}` },
    thinking: { type: 'adaptive' },
    output_config: { effort: 'xhigh' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  };

  test('passes validation untouched, and goes to the native provider whole', () => {
    const checked = MESSAGES.validate(structuredClone(request));
    expect(checked).toEqual(request);
    expect(JSON.parse(N.endpoints.messages?.encode(checked, TARGET)[0] ?? '')).toEqual({ ...request, model: 'm' });
  });

  test('is a chat request for every other', () => {
    expect(BRIDGE.toChat(MESSAGES.validate(structuredClone(request)), 'R')).toEqual({
      model: 'claude-sonnet-5',
      max_completion_tokens: 32_000,
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: request.system[0]?.text },
            { type: 'text', text: request.system[1]?.text },
          ],
        },
        { role: 'user', content: 'Hi' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'Read', description: 'd', parameters: { $schema: 's', type: 'object' } },
        },
      ],
      user: expect.stringMatching(/^[0-9a-f]{64}$/),
      reasoning_effort: 'high',
    });
  });
});

describe('count_tokens', () => {
  const count = (request: object) => {
    const target = { upstreamModel: 'gpt-4o', group: 'R1' } as const;
    const facts = { requestId: 'r', idSeed: 'r', created: 0, model: 'm', target };
    return COUNT_TOKENS.answerLocally?.(
      COUNT_TOKENS.validate({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...request }),
      facts,
    );
  };

  test('is estimated with the model’s tokenizer where the provider does not count', async () => {
    const alone = (await count({})) as { input_tokens: number };
    expect(alone).toEqual({ input_tokens: 8 });
    const tools = [{ name: 'f', description: 'Finds a thing.', input_schema: { type: 'object', properties: {} } }];
    const more = (await count({ system: 'Be kind.', tools })) as { input_tokens: number };
    expect(more.input_tokens).toBeGreaterThan(alone.input_tokens + 10);
  });
});
