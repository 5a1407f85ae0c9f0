import { describe, expect, it } from '@jest/globals';
import { serializeError } from './serialize-error.js';

describe('serializeError', () => {
  it('keeps the status and the words of a provider, masked', () => {
    const failure = Object.assign(new Error('provider_error'), { status: 401, detail: 'bad key sk-0123456789ab' });
    expect(serializeError(failure)).toMatchObject({ status: 401, detail: 'bad key sk-[masked]' });
  });

  it('reads no other member of an error', () => {
    const error = Object.assign(new Error('failed'), { request: { body: 'a prompt' }, code: undefined });
    expect(Object.keys(serializeError(error)).sort()).toEqual(['message', 'name', 'stack']);
  });

  it('ends a chain of causes after five links, and so a cycle', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    let links = 0;
    for (let link = serializeError(first).cause; link !== undefined; link = link.cause) links++;
    expect(links).toBe(5);
  });

  it('cuts a long message after masking it', () => {
    const { message } = serializeError(new Error(`${'x'.repeat(3_990)} sk-${'y'.repeat(9_000)}`));
    expect(message).toBe(`${'x'.repeat(3_990)} sk-[masked…`.slice(0, 4_000).concat('…'));
  });

  it.each([
    ['a string', 'text', { name: 'string', message: 'text' }],
    ['nothing', undefined, { name: 'undefined', message: 'undefined' }],
    ['null', null, { name: 'object', message: '[object Null]' }],
    ['an object without a prototype', Object.create(null), { name: 'object', message: '[object Object]' }],
    ['a symbol', Symbol('s'), { name: 'symbol', message: 'Symbol(s)' }],
  ])('tells what was thrown when it was %s', (_what, thrown, expected) => {
    expect(serializeError(thrown)).toEqual(expected);
  });
});
