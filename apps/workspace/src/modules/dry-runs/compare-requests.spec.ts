import { describe, expect, it } from '@jest/globals';
import { compareRequests, listIgnored } from './compare-requests.js';

const MESSAGES = [{ role: 'user', content: 'Hello' }];

describe('requests that are compared for the cache', () => {
  it.each([
    ['the same', { messages: MESSAGES }, { messages: MESSAGES }, []],
    ['in another order', { messages: MESSAGES, seed: 1 }, { seed: 1, messages: MESSAGES }, []],
    ['of another text', { messages: MESSAGES }, { messages: [] }, ['messages']],
    ['with one more member', { messages: MESSAGES }, { messages: MESSAGES, seed: 1 }, ['seed']],
    ['with members named like those of every object', { toString: 1 }, { constructor: 1 }, ['toString', 'constructor']],
  ])('are told apart by the members that differ: %s', (_, request, other, members) => {
    expect(compareRequests({ request, model: 'm' }, { request: other, model: 'm' })).toEqual(members);
  });

  it('differ where their names mean different models', () => {
    const request = { model: 'alias', messages: MESSAGES };
    expect(compareRequests({ request, model: 'm' }, { request: { ...request, model: 'm' }, model: 'm' })).toEqual([]);
    expect(compareRequests({ request, model: 'm' }, { request, model: 'n' })).toEqual(['model']);
  });

  it('have members that do not count', () => {
    expect(listIgnored({ model: 'm', messages: MESSAGES, user: 'u1' })).toEqual(['user']);
  });
});
