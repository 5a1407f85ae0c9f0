import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import fc from 'fast-check';
import { validateCompletionsRequest } from './validate-completions-request.js';

const REQUEST = { model: 'm', prompt: 'Once' };

function findRefusal(body: unknown): GatewayError | undefined {
  try {
    expect(validateCompletionsRequest(body)).toBe(body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

describe('validateCompletionsRequest', () => {
  it('accepts every member of the legacy shape, unknown ones too, and returns the same object', () => {
    const full = {
      ...REQUEST,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 1,
      temperature: 2,
      top_p: 0,
      n: 2,
      stop: ['a', 'b', 'c', 'd'],
      user: 'u',
      seed: -1,
      presence_penalty: -2,
      frequency_penalty: 2,
      logit_bias: { 50256: -100 },
      logprobs: 0,
      echo: true,
      suffix: '',
      best_of: 2,
      newer: { a: null },
    };
    const copy = structuredClone(full);
    expect(findRefusal(full)).toBeUndefined();
    expect(full).toEqual(copy);
  });

  it.each([['text'], [''], [['a', 'b']], [[1, 2, 3]], [[[1], [2, 3]]]])('accepts the prompt %j', (prompt) => {
    expect(findRefusal({ ...REQUEST, prompt })).toBeUndefined();
  });

  it('takes out null members: a null optional field is an absent field (docs/contract/requests.md#null-members)', () => {
    const body = { ...REQUEST, suffix: null, best_of: null, logprobs: null, stream_options: null };
    expect(validateCompletionsRequest(body)).toEqual(REQUEST);
  });

  it.each([
    [{ model: undefined }, 'model', 'is required'],
    [{ prompt: undefined }, 'prompt', 'is required'],
    [{ prompt: [] }, 'prompt', 'must be a string, a list of strings'],
    [{ prompt: 5 }, 'prompt', 'must be a string, a list of strings'],
    [{ prompt: ['a', 1] }, 'prompt[1]', 'of one kind'],
    [{ prompt: [1, 'a'] }, 'prompt[1]', 'of one kind'],
    [{ prompt: [1, 1.5] }, 'prompt[1]', 'of one kind'],
    [{ prompt: [-1] }, 'prompt[0]', 'of one kind'],
    [{ prompt: [[1], []] }, 'prompt[1]', 'a non-empty list of tokens'],
    [{ prompt: [[1, 'a']] }, 'prompt[0]', 'a non-empty list of tokens'],
    [{ prompt: [null] }, 'prompt[0]', 'of one kind'],
    [{ temperature: 2.1 }, 'temperature', 'between 0 and 2'],
    [{ top_p: -0.1 }, 'top_p', 'between 0 and 1'],
    [{ max_tokens: 0 }, 'max_tokens', 'above 0'],
    [{ n: 129 }, 'n', 'between 1 and 128'],
    [{ n: 3, best_of: 2 }, 'best_of', 'at least `n`'],
    [{ best_of: 0 }, 'best_of', 'above 0'],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'at most 4'],
    [{ logprobs: true }, 'logprobs', 'an integer of at least 0'],
    [{ logprobs: -1 }, 'logprobs', 'an integer of at least 0'],
    [{ presence_penalty: 3 }, 'presence_penalty', 'between -2 and 2'],
    [{ echo: 'yes' }, 'echo', 'true or false'],
    [{ stream_options: {} }, 'stream_options', 'only allowed if `stream`'],
    [{ stream: true, stream_options: { include_usage: 1 } }, 'stream_options.include_usage', 'true or false'],
  ])('rejects %j, naming %s (docs/contract/chat.md#request-fields)', (members, param, words) => {
    const refusal = findRefusal({ ...REQUEST, ...members });
    expect(refusal).toMatchObject({ code: 'invalid_value', param });
    expect(refusal?.message).toContain(words);
  });

  it.each(['functions', 'function_call'])(
    'rejects deprecated %s on every endpoint (docs/contract/chat.md#refused-parameters)',
    (name) => {
      expect(findRefusal({ ...REQUEST, [name]: [] })).toMatchObject({ code: 'unsupported_parameter', param: name });
      expect(findRefusal({ ...REQUEST, [name]: null })).toBeUndefined();
    },
  );

  it.each([
    ['store', true],
    ['previous_response_id', 'resp_1'],
  ])('rejects stored responses (docs/contract/chat.md#refused-parameters): %s', (name, value) => {
    expect(findRefusal({ ...REQUEST, [name]: value })).toMatchObject({ code: 'unsupported_parameter', param: name });
    expect(findRefusal({ ...REQUEST, [name]: null })).toBeUndefined();
  });

  it('store: false asks for nothing', () => expect(findRefusal({ ...REQUEST, store: false })).toBeUndefined());

  it('answers or rejects any JSON value anywhere, and never repeats it', () => {
    const names = ['model', 'prompt', 'stream', 'stop', 'logit_bias', 'n', 'best_of', 'newer'];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const refusal = findRefusal({ ...REQUEST, [name]: value });
        if (refusal !== undefined) expect(refusal.param).toMatch(new RegExp(`^${name}`));
      }),
    );
    fc.assert(fc.property(fc.jsonValue(), (body) => findRefusal(body) !== null));
    const secret = 'hunter2 is my secret';
    for (const prompt of [[1, secret], [secret, 1], { [secret]: secret }]) {
      const { message, param } = findRefusal({ ...REQUEST, prompt }) ?? {};
      expect(`${message} ${param}`).not.toContain('hunter2');
    }
  });
});
