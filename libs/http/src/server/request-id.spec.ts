import { describe, expect, it } from '@jest/globals';
import { chooseRequestId } from './request-head.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('X-Request-Id (docs/contract/requests.md#request-ids)', () => {
  it.each(['abc', 'a'.repeat(128), '!~'])('keeps %s', (sent) => {
    expect(chooseRequestId({ headers: { 'x-request-id': sent } })).toBe(sent);
  });

  it.each([undefined, '', 'a'.repeat(129), 'a b', 'tab\there', 'é', ['a', 'b']])('replaces %j', (sent) => {
    expect(chooseRequestId({ headers: { 'x-request-id': sent } })).toMatch(UUID);
  });
});
