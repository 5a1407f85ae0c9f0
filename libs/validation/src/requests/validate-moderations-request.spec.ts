import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import fc from 'fast-check';
import { validateModerationsRequest } from './validate-moderations-request.js';

const text = { type: 'text', text: 'hello' };
const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };

function findRefusal(body: unknown): GatewayError | undefined {
  try {
    expect(validateModerationsRequest(body)).toBe(body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

describe('validateModerationsRequest', () => {
  it.each([['hello'], [''], [['a', 'b']], [[text]], [[text, image, text]]])(
    'accepts the input %j of the reference shape, with or without a model',
    (input) => {
      expect(findRefusal({ input })).toBeUndefined();
      expect(findRefusal({ input, model: 'm', newer: 1 })).toBeUndefined();
      expect(validateModerationsRequest({ input, model: null, stream: false })).toEqual({ input });
    },
  );

  it.each([
    [{}, 'input'],
    [{ input: null }, 'input'],
    [{ input: 5 }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: [5] }, 'input[0]'],
    [{ input: ['a', text] }, 'input[1]'],
    [{ input: [text, 'a'] }, 'input[1]'],
    [{ input: [{ type: 'audio' }] }, 'input[0].type'],
    [{ input: [{ type: 'text' }] }, 'input[0].text'],
    [{ input: [text, { type: 'image_url', image_url: {} }] }, 'input[1].image_url.url'],
    [{ input: 'a', model: '' }, 'model'],
  ])('rejects %j, naming %s', (body, param) => {
    expect(findRefusal(body)).toMatchObject({ code: 'invalid_value', param });
  });

  it.each([
    ['stream', true],
    ['functions', []],
  ])('rejects %s as unsupported', (name, value) => {
    expect(findRefusal({ input: 'a', [name]: value })).toMatchObject({ code: 'unsupported_parameter', param: name });
  });

  it('answers or rejects any JSON value', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => findRefusal(body) !== null));
    fc.assert(fc.property(fc.jsonValue(), (input) => findRefusal({ input }) !== null));
  });
});
