import { describe, expect, test } from '@jest/globals';
import { ProviderFailure } from '../provider-failure.js';
import { getAdapter } from '../registry.js';

const decode = (kind: 'openai' | 'openrouter', body: unknown) =>
  getAdapter(kind)?.endpoints.chat?.decode([body], { kind, idSeed: 's', created: 0, includeUsage: false });
const message = { role: 'assistant', content: 'Hi' };
const answer = (choice: object) => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message, finish_reason: 'stop', ...choice }],
});

describe('decodeChatResponse', () => {
  test.each([
    ['text', 'oops'],
    ['nothing', undefined],
    ['null', null],
    ['no choices', { id: 'c' }],
    ['choices that are not a list', { choices: {} }],
    ['an empty list of choices, which is no answer', { id: 'c', choices: [] }],
    ['a choice that is not an object', { choices: ['Hi'] }],
    ['an error', { error: { message: 'no' } }],
    ['an error as text', { error: 'no' }],
    ['a list with an error', [{ error: { message: 'no' } }]],
    ['an error of one choice', answer({ error: { code: 502, message: 'no' }, finish_reason: 'error' })],
  ])('fails for %s inside a 200 answer', (_name, body) => {
    expect(() => decode('openai', body)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('fails for a finish reason that is an error', () => {
    expect(() => decode('openrouter', answer({ finish_reason: 'error' }))).toThrow(ProviderFailure);
  });

  test('says what an answer used that is a failure, because it is paid for', () => {
    const used = { prompt_tokens: 90_000, completion_tokens: 10, total_tokens: 90_010 };
    const failed = { ...answer({ finish_reason: 'error' }), usage: used };
    expect(() => decode('openrouter', failed)).toThrow(expect.objectContaining({ usage: used }));
    expect(() => decode('openrouter', { error: { message: 'no' }, usage: used })).toThrow(
      expect.objectContaining({ usage: used }),
    );
  });

  test("maps an error inside a 200 answer by the status it names, and keeps the provider's words from the caller", () => {
    try {
      decode('openrouter', { error: { code: 429, message: 'Slow down, sk-or-v1-0123456789' } });
      throw new Error('did not fail');
    } catch (failure) {
      expect(failure).toMatchObject({
        code: 'provider_rate_limited',
        status: 429,
        detail: '429 429 Slow down, [secret]',
      });
      expect((failure as ProviderFailure).toGatewayError().message).not.toContain('Slow');
    }
  });

  test('relays an answer that lacks nothing word for word, whatever else it holds', () => {
    for (const kind of ['openai', 'openrouter'] as const) {
      const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
      const body = {
        ...answer({ message: { ...message, annotations: [], tool_calls: [call] }, finish_reason: 'tool_calls', x: 1 }),
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost: 0.5 },
        odd: true,
      };
      expect(decode(kind, body)).toMatchObject({ response: body, verbatim: true });
    }
  });

  test.each([
    ['a finish reason of another dialect', { finish_reason: 'MAX_TOKENS' }, { finish_reason: 'length' }],
    ['no finish reason', { finish_reason: undefined }, { finish_reason: 'stop' }],
    ['a finish reason that is null', { finish_reason: null }, { finish_reason: 'stop' }],
    [
      'calls that are none',
      { message: { ...message, tool_calls: [] }, finish_reason: 'tool_calls' },
      { finish_reason: 'stop' },
    ],
    ['an index that is none', { index: null }, { index: 0 }],
    [
      'content that is an object',
      { message: { ...message, content: { a: 1 } } },
      { message: { ...message, content: '{"a":1}' } },
    ],
    ['another role', { message: { ...message, role: 'model' } }, { message }],
    ['a text of legacy completions', { message: undefined, text: 'Hi' }, { message }],
    [
      'a legacy call',
      {
        message: { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
        finish_reason: 'function_call',
      },
      {
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_s_0_0', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
  ] as const)('brings a choice with %s to the format', (_name, given, complete) => {
    for (const kind of ['openai', 'openrouter'] as const) {
      const decoded = decode(kind, answer(given));
      expect(decoded?.verbatim).toBe(false);
      expect(decoded?.response.choices[0]).toMatchObject(complete);
    }
  });

  test('fills in the members of the envelope that the provider left out', () => {
    const decoded = decode('openrouter', { choices: [{ message }], created: '5', usage: 'none' });
    expect(decoded?.response).toEqual({
      ...{ id: 'chatcmpl-s', object: 'chat.completion', created: 0, model: '' },
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    });
  });

  test('numbers choices that share an index, and leaves those in another order alone', () => {
    const indexes = (...given: unknown[]) =>
      decode('openrouter', { choices: given.map((index) => ({ index, message })) })?.response.choices.map(
        ({ index }) => index,
      );
    expect([indexes(0, 0), indexes(1, 0), indexes('a', 1)]).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
  });

  test('limits what was cached and written to the prompt', () => {
    const used = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
    const details = { cached_tokens: 8, cache_write_tokens: 8 };
    const decoded = decode('openrouter', {
      ...answer({}),
      usage: { ...used, cost: 1, prompt_tokens_details: details },
    });
    const limited = { cached_tokens: 8, cache_write_tokens: 2 };
    expect(decoded?.response.usage).toEqual({ ...used, cost: 1, prompt_tokens_details: limited });
    expect(decoded?.usage?.prompt_tokens_details?.cached_tokens).toBe(8);
  });

  test.each([
    ['no message', undefined, { role: 'assistant', content: null }],
    ['no content', { role: 'assistant', refusal: null }, { role: 'assistant', content: null, refusal: null }],
    ['no role', { content: 'Hi' }, { role: 'assistant', content: 'Hi' }],
  ])('completes a choice with %s, for the client too (docs/contract/chat.md#response)', (_name, given, complete) => {
    for (const kind of ['openai', 'openrouter'] as const) {
      const decoded = decode(kind, { choices: [{ index: 0, message: given, finish_reason: 'content_filter' }] });
      expect(decoded?.verbatim).toBe(false);
      expect(decoded?.response.choices[0]?.message).toEqual(complete);
    }
  });

  test.each([[''], [null], [undefined], ['null'], [' \n'], [{}], [[]]])(
    'writes arguments of %j as an empty object (docs/contract/chat.md#tool-calls)',
    (given) => {
      const call = { id: 'a', type: 'function', function: { name: 'f', arguments: given } };
      const whole = { ...call, function: { name: 'f', arguments: '{"a":null}' } };
      for (const kind of ['openai', 'openrouter'] as const) {
        const decoded = decode(
          kind,
          answer({ message: { ...message, tool_calls: [call, whole] }, finish_reason: 'tool_calls' }),
        );
        const calls = decoded?.response.choices[0]?.message.tool_calls;
        expect(decoded?.verbatim).toBe(false);
        expect(calls?.map((each) => each.function.arguments)).toEqual(['{}', '{"a":null}']);
      }
    },
  );
});
