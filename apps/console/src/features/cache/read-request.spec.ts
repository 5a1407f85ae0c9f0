import { describe, expect, it } from '@jest/globals';
import { readRequest, writeRequest } from './read-request.js';

describe('requests that people write', () => {
  it('the example is a request for the model', () => {
    expect(readRequest(writeRequest('m'))).toEqual({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] });
  });

  it.each(['', '{', '[]', 'null', '"text"', '3'])('%j is no request', (text) => {
    expect(readRequest(text)).toBe('invalid');
  });
});
