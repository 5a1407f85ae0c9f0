import { describe, expect, test } from '@jest/globals';
import { BILLED, type ChatChunk, type ProviderKind } from '@multilane/contracts';
import { ProviderFailure } from '../../provider-failure.js';
import { getAdapter } from '../../registry.js';

type Emitted = [chunk: ChatChunk | undefined, raw: string | undefined];

function start(kind: ProviderKind, includeUsage = false) {
  const stream = getAdapter(kind)?.endpoints.chat?.startStream({ kind, idSeed: 's', created: 0, includeUsage });
  if (stream === undefined) throw new Error(`no stream for ${kind}`);
  const emitted: Emitted[] = [];
  const emit = (...pair: Emitted) => void emitted.push(pair);
  stream.push(new TextEncoder().encode(ROLE), emit);
  emitted.length = 0;
  return {
    emitted,
    push: (text: string) => stream.push(new TextEncoder().encode(text), emit),
    end: () => stream.end(emit),
    usage: () => stream.usage(),
  };
}

/**
 * Everything that a whole stream emits: raw lines, and what had to be serialised again as parsed. The finish reason that the relay
 * adds has a test of its own.
 */
function relay(kind: ProviderKind, text: string, includeUsage = false) {
  return relayAll(kind, text, includeUsage).filter((sent) => sent.choices?.[0]?.logprobs !== null);
}

function relayAll(kind: ProviderKind, text: string, includeUsage = false) {
  const stream = start(kind, includeUsage);
  stream.push(text);
  stream.end();
  return stream.emitted.map(([chunk, raw]) => raw ?? JSON.parse(JSON.stringify(chunk)));
}

const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const chunk = (delta: object, rest: object = {}, finish_reason: string | null = null) => ({
  ...CHUNK,
  choices: [{ index: 0, delta, finish_reason }],
  ...rest,
});
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
/** Beginning of every stream here, so that the tests tell of the rest. */
const ROLE = event(chunk({ role: 'assistant' }));
const DONE = 'data: [DONE]\n\n';
const HI = event(chunk({ content: 'Hi' }));
const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

describe('the bill of a stream', () => {
  test('goes by the tier that a chunk names, before the usage or with it', () => {
    for (const chunks of [
      [chunk({ content: 'Hi' }, { service_tier: 'flex' }), chunk({}, { usage: USAGE }, 'stop')],
      [chunk({ content: 'Hi' }), chunk({}, { usage: USAGE, service_tier: 'flex' }, 'stop')],
    ]) {
      const stream = start('openai');
      for (const each of chunks) stream.push(event(each));
      expect(stream.usage()?.[BILLED]).toEqual({ tier: 'flex' });
    }
  });
});

describe('framing', () => {
  test('emits a data line as soon as it has arrived, before the blank line', () => {
    const stream = start('openai');
    stream.push(HI.trimEnd());
    expect(stream.emitted).toEqual([]);
    stream.push('\n');
    expect(stream.emitted).toEqual([[chunk({ content: 'Hi' }), HI]]);
  });

  test('relays comments and drops event, id, retry and unknown fields', () => {
    const text = `: one\n\nevent: message\nid: 7\nretry: 10\nfoo: bar\n${HI}:two\n\n${DONE}`;
    expect(relay('openai', text)).toEqual([': one\n\n', HI, ':two\n\n']);
  });

  test("keeps the provider's own spacing and members, with the framing made uniform", () => {
    const json = '{"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",  "choices": [], "x": 1.0}';
    expect(relay('openai', `${HI}data:${json}\r\n\r\n${DONE}`)).toEqual([HI, `data: ${json}\n\n`]);
  });

  test('joins an event of several data lines', () => {
    expect(relay('openai', `${HI}data: {"id":"c",\ndata: "choices":\ndata: []}\n\n${DONE}`)).toEqual([
      HI,
      { ...CHUNK, choices: [] },
    ]);
  });

  test('ignores empty data and everything after [DONE]', () => {
    expect(relay('openai', `data:\n\n${HI}${DONE}${HI}: late\n\n{"error":1}\n`)).toEqual([HI]);
  });

  test.each(['data: [DONE]', 'data:[DONE]\n', 'data: [DONE] \r\n\r\n'])('takes %j as the end', (done) => {
    expect(relay('openai', HI + done)).toEqual([HI]);
  });

  test.each([
    ['nothing', ''],
    ['no [DONE]', HI],
    ['[DONE] after a role alone', DONE],
    ['a call without a name', event(chunk({ tool_calls: [{ index: 0, id: 'a' }] })) + event(chunk({}, {}, 'stop'))],
    ['an event that no client knows, and no finish reason', `${HI}${event({ type: 'progress' })}${DONE}`],
    ['half a line', HI.slice(0, 20)],
    ['an event that is not JSON', 'data: {oops\n\n'],
    ['an event that is no object', 'data: 5\n\n'],
    ['choices that are no list', event({ ...CHUNK, choices: 'x' }) + DONE],
    ['a choice that is no object', event({ ...CHUNK, choices: [null] }) + DONE],
    ['text outside the events', `[not json\n\n${DONE}`],
    ['a JSON answer instead of a stream', JSON.stringify({ id: 'c', choices: [] })],
    ['endless text outside the events', `{${'x\n'.repeat(40_000)}`],
  ])('fails for a stream with %s', (_name, text) => {
    expect(() => relay('openai', text)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('gives the receiver a delta and choices where the provider left them out', () => {
    const stream = start('openai');
    const bare = event({ ...CHUNK, choices: [{ index: 0 }] });
    stream.push(bare + event(CHUNK));
    expect(stream.emitted).toEqual([
      [{ ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: null }] }, undefined],
      [{ ...CHUNK, choices: [] }, undefined],
    ]);
  });
});

describe('errors inside a stream', () => {
  test.each([
    ['an error member', event({ error: { message: 'x', code: 429 } }), 'provider_rate_limited'],
    ['an error beside choices', event({ ...chunk({}, {}, 'error'), error: { code: 502 } }), 'provider_error'],
    ['an error as text', event({ error: 'x' }), 'provider_error'],
    ['an error in a list', event([{ error: { code: 400 } }]), 'provider_rejected_request'],
    [
      'event: error',
      `event: error\n${event({ message: 'x', type: 'invalid_request_error' })}`,
      'provider_rejected_request',
    ],
    ['event: error over several lines', 'event: error\ndata: {"code":\ndata: 429}\n\n', 'provider_rate_limited'],
    ['a bare JSON line', '{"error":{"code":429}}\n', 'provider_rate_limited'],
    ['bare JSON over several lines', '{\n "error": {\n  "code": 429\n }\n}\n', 'provider_rate_limited'],
    ['bare JSON without a last line end', '[{"error":{"code":429}}]', 'provider_rate_limited'],
    ["Groq's error string", event(chunk({}, { x_groq: { error: 'over_capacity' } })), 'provider_error'],
  ])('%s fails the stream after what came before', (_name, text, code) => {
    const stream = start('groq');
    const run = () => {
      stream.push(HI + text);
      stream.end();
    };
    expect(run).toThrow(expect.objectContaining({ code }));
    expect(stream.emitted).toEqual([[chunk({ content: 'Hi' }), HI]]);
  });

  test.each([
    ['openrouter', chunk({}, {}, 'error')],
    ['deepseek', chunk({}, {}, 'insufficient_system_resource')],
    ['openrouter', { ...CHUNK, choices: [{ index: 0, delta: {}, error: { code: 500 } }] }],
  ] as const)('%s: a choice that failed fails the stream', (kind, value) => {
    expect(() => relay(kind, event(value) + DONE)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('a null error is none', () => {
    const text = event(chunk({ content: 'Hi' }, { error: null }));
    expect(relay('openai', text + DONE)).toEqual([text]);
  });
});

describe('usage', () => {
  const own = event({ ...CHUNK, choices: [], usage: USAGE });
  const withNull = event(chunk({ content: 'Hi' }, { usage: null, obfuscation: 'x' }));
  const riding = chunk({}, { usage: USAGE }, 'stop');

  test('is relayed as the provider sent it to a client that asked', () => {
    expect(relay('openai', withNull + own + DONE, true)).toEqual([withNull, own]);
  });

  test('is taken out without a trace for a client that did not ask, and reported all the same', () => {
    const stream = start('openai');
    stream.push(withNull + own + DONE);
    stream.end();
    expect(stream.emitted[0]?.[1]).toBe(event(chunk({ content: 'Hi' }, { obfuscation: 'x' })));
    expect(stream.emitted.slice(1)).toMatchObject([[{ choices: [{ finish_reason: 'stop' }] }, undefined]]);
    expect(stream.usage()).toEqual(USAGE);
  });

  test.each(['x "usage" y', 'é\u2028'])('is taken out beside a text that looks like it: %j', (content) => {
    const text = event(chunk({ content }, { usage: null }));
    const relayed = relay('openai', text + DONE).map((sent) =>
      typeof sent === 'string' ? JSON.parse(sent.slice(6)) : sent,
    );
    expect(relayed).toEqual([chunk({ content })]);
  });

  test("leaves Azure's first chunk with empty choices, for it is not a usage chunk", () => {
    const filter = { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [] };
    const named = { ...filter, object: 'chat.completion.chunk' };
    expect(relay('azure-openai', event(filter) + HI + DONE)).toEqual([named, HI]);
    expect(relay('azure-openai', event({ ...named, usage: null }) + HI + DONE)).toEqual([event(named), HI]);
  });

  test('riding on choices gets a chunk of its own at the end for a client that asked', () => {
    expect(relay('deepseek', HI + event(riding) + DONE, true)).toEqual([
      HI,
      chunk({}, { usage: null }, 'stop'),
      { ...CHUNK, choices: [], usage: USAGE },
    ]);
  });

  test('riding on choices goes for a client that did not ask', () => {
    expect(relay('deepseek', event(riding) + DONE)).toEqual([chunk({}, {}, 'stop')]);
  });

  test('is not sent twice where the provider sends its own chunk too', () => {
    const sent = relay('xai', event(riding) + own + DONE, true);
    expect(sent).toEqual([chunk({}, { usage: null }, 'stop'), own]);
  });

  test('stays on choices where the client asked the runtime for that', () => {
    expect(relay('vllm', event(riding) + own + DONE, true)).toEqual([event(riding), own]);
  });

  test("is read from Groq's own member, which stays", () => {
    const text = event(chunk({}, { x_groq: { id: 'r', usage: USAGE } }, 'stop'));
    expect(relay('groq', text + DONE)).toEqual([text]);
    expect(relay('groq', text + DONE, true)).toEqual([text, { ...CHUNK, choices: [], usage: USAGE }]);
  });

  test('is undefined before the provider reports it, and garbage does not replace what was reported', () => {
    const stream = start('perplexity');
    stream.push(HI);
    expect(stream.usage()).toBeUndefined();
    stream.push(event(chunk({}, { usage: USAGE })) + event(chunk({}, { usage: { prompt_tokens: -1 } })));
    expect(stream.usage()).toEqual(USAGE);
  });
});

describe('quirks', () => {
  test.each([
    ['groq', chunk({ reasoning: 'r' }), chunk({ reasoning: 'r', reasoning_content: 'r' })],
    ['together', chunk({}, {}, 'eos'), chunk({}, {}, 'stop')],
    [
      'mistral',
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'r' }] }] }),
      chunk({ content: null, reasoning_content: 'r' }),
    ],
  ] as const)('%s: %j becomes %j', (kind, given, normalised) => {
    expect(relay(kind, event(given) + DONE)).toEqual([normalised]);
  });

  test('counts the tool calls of each choice on their own', () => {
    const call = (choice: number) => ({
      ...CHUNK,
      choices: [{ index: choice, delta: { tool_calls: [{ function: { name: 'f', arguments: '{}' } }] } }],
    });
    const sent = relay('ollama', event(call(0)) + event(call(1)) + DONE);
    expect(sent.map(({ choices: [choice] }) => choice.delta.tool_calls[0])).toEqual([
      { index: 0, id: 'call_s_0_0', type: 'function', function: { name: 'f', arguments: '{}' } },
      { index: 0, id: 'call_s_1_0', type: 'function', function: { name: 'f', arguments: '{}' } },
    ]);
  });

  test.each(['openai', 'azure-openai', 'vllm', 'groq'] as const)(
    '%s: a call without arguments is completed with an empty object, unless the answer was cut short in it',
    (kind) => {
      const begun = (given: unknown) =>
        chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: given } }] });
      const closed = { tool_calls: [{ index: 0, function: { arguments: '{}' } }] };
      for (const reason of ['tool_calls', 'stop', 'length', 'content_filter']) {
        const isCut = reason === 'length' || reason === 'content_filter';
        const end = event(chunk({}, {}, reason));
        for (const given of ['', null, 'null', ' ']) {
          const sent = relay(kind, event(begun(given)) + end + DONE).map((each) =>
            typeof each === 'string' ? JSON.parse(each.slice('data: '.length)) : each,
          );
          const ended = isCut ? chunk({}, {}, reason) : chunk(closed, {}, 'tool_calls');
          expect(sent).toEqual([begun(''), ended]);
        }
      }
    },
  );

  test.each(['openai', 'azure-openai'] as const)('%s: a call with arguments is relayed word for word', (kind) => {
    const called = (begin: object, given: unknown, index = 0, name?: string) =>
      event(chunk({ tool_calls: [{ index, ...begin, function: { name, arguments: given } }] }));
    const stream =
      called({ id: 'a', type: 'function' }, '', 0, 'f') +
      called({}, '{"a":') +
      called({}, 'null') +
      called({}, '}') +
      called({ id: 'b', type: 'function' }, '{}', 1, 'g') +
      event(chunk({}, {}, 'tool_calls'));
    expect(relay(kind, stream + DONE).join('')).toBe(stream);
  });

  test.each(['openai', 'azure-openai', 'mistral', 'ollama', 'openrouter'] as const)(
    '%s: the first delta of every choice carries the role, once',
    (kind) => {
      const of = (index: number, delta: object) => ({ ...CHUNK, choices: [{ index, delta, finish_reason: null }] });
      const sent: ChatChunk[] = [];
      const stream = getAdapter(kind)?.endpoints.chat?.startStream({
        kind,
        idSeed: 's',
        created: 0,
        includeUsage: false,
      });
      const text = [
        of(0, { content: 'a' }),
        of(0, { content: 'b' }),
        of(1, { content: 'c' }),
        of(2, { role: 'assistant' }),
      ];
      stream?.push(new TextEncoder().encode(text.map(event).join('')), (each) => each && sent.push(each));
      expect(sent.map(({ choices }) => choices[0]?.delta)).toEqual([
        { role: 'assistant', content: 'a' },
        { content: 'b' },
        { role: 'assistant', content: 'c' },
        { role: 'assistant' },
      ]);
    },
  );

  test.each(['openai', 'perplexity', 'vllm', 'mistral', 'openai-compatible'] as const)(
    '%s: a stream that closes in good order after every finish reason is complete without [DONE]',
    (kind) => {
      const last = event(chunk({}, {}, 'stop'));
      const second = (reason: string | null) =>
        event({ ...CHUNK, choices: [{ index: 1, delta: { role: 'assistant' }, finish_reason: reason }] });
      expect(relay(kind, HI + last)).toEqual([HI, last]);
      expect(relay(kind, HI + last + second('stop'))).toEqual([HI, last, second('stop')]);
      // An event behind it that the end cuts off is no part of the answer.
      expect(relay(kind, `${HI}${last}data: {"id":"c","us`)).toEqual([HI, last]);
      for (const cut of [HI, HI + second('stop'), HI + last + second(null)]) {
        expect(() => relay(kind, cut)).toThrow(ProviderFailure);
      }
    },
  );

  test('[DONE] after words and without a finish reason ends the choice as it stands', () => {
    const end = (delta: object, reason: string) => ({
      ...CHUNK,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    });
    expect(relayAll('vllm', HI + DONE)).toEqual([HI, end({}, 'stop')]);
    const call = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } };
    expect(relayAll('vllm', event(chunk({ tool_calls: [call] })) + DONE).at(-1)).toEqual(
      end({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }, 'tool_calls'),
    );
  });

  test.each(['openai', 'vllm'] as const)('%s: a finish reason that is said twice is said once', (kind) => {
    const last = event(chunk({}, {}, 'stop'));
    expect(relay(kind, HI + last + last + DONE)).toEqual([HI, last, { ...CHUNK, choices: [] }]);
  });

  test.each([
    ['a turn of calls without any', chunk({ content: 'x' }, {}, 'tool_calls'), chunk({ content: 'x' }, {}, 'stop')],
    ['content that is an object', chunk({ content: { a: 1 } }), chunk({ content: '{"a":1}' })],
    [
      'members of the envelope left out',
      { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: null }] },
      chunk({ content: 'x' }),
    ],
    ['another role', chunk({ role: 'model', content: 'x' }), chunk({ role: 'assistant', content: 'x' })],
    [
      'the text of legacy completions',
      { ...CHUNK, choices: [{ text: 'x', index: 0, finish_reason: null }] },
      chunk({ content: 'x' }),
    ],
    ['counts that cannot be', chunk({ content: 'x' }, { usage: { prompt_tokens: 'many' } }), chunk({ content: 'x' })],
  ])('openai and vllm: %s is brought to the format', (_name, given, normalised) => {
    for (const kind of ['openai', 'vllm'] as const) {
      expect(relay(kind, event(given) + DONE)).toEqual([normalised]);
    }
  });

  test('a whole message in place of deltas is what is said', () => {
    const message = { role: 'assistant', content: 'whole' };
    const stream = getAdapter('vllm')?.endpoints.chat?.startStream({
      kind: 'vllm',
      idSeed: 's',
      created: 0,
      includeUsage: false,
    });
    const sent: ChatChunk[] = [];
    const text = event({
      ...CHUNK,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    });
    stream?.push(new TextEncoder().encode(text + DONE), (each) => each && sent.push(each));
    expect(sent).toMatchObject([
      { object: 'chat.completion.chunk', choices: [{ delta: message, finish_reason: 'stop' }] },
    ]);
  });
});
