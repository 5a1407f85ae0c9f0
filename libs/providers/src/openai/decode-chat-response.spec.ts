import { describe, expect, test } from 'vitest';
import { ProviderFailure } from '../provider-failure.js';
import { getAdapter } from '../registry.js';

const decode = (kind: 'openai' | 'openrouter', body: unknown) =>
  getAdapter(kind)?.endpoints.chat?.decode([body], { kind, idSeed: 's', created: 0, includeUsage: false });
const message = { role: 'assistant', content: 'Hi' };
const answer = (choice: object) => ({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message, ...choice }],
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

  test('relays what the reference provider says word for word, odd or not', () => {
    const body = answer({
      message: { ...message, reasoning: 'r', tool_calls: [{ id: '', function: { arguments: '{}' } }] },
      finish_reason: 'stop',
    });
    expect(decode('openai', body)).toEqual({ response: body, usage: undefined, verbatim: true });
    expect(decode('openrouter', body)?.verbatim).toBe(false);
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
