import { describe, expect, it } from '@jest/globals';
import type { RecordedRequest } from '../../recorded-request.js';
import { findSignatureFault, type SignatureExpectation } from './check-signature.js';

/** Public examples of the provider's documentation, made up by it: IAM User Guide, "Signature Version 4 test suite". */
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const SIGNED_AT = Date.parse('2015-08-30T12:36:00Z');
const SIGNATURE = '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7';
const authorization = (names = 'content-type;host;x-amz-date', signature = SIGNATURE, service = 'iam') =>
  `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/${service}/aws4_request, SignedHeaders=${names}, Signature=${signature}`;

const request = (headers: Record<string, string | undefined> = {}, members: Partial<RecordedRequest> = {}) => ({
  method: 'GET',
  url: '/?Action=ListUsers&Version=2010-05-08',
  path: '/',
  query: new URLSearchParams('Action=ListUsers&Version=2010-05-08'),
  headers: {
    host: 'iam.amazonaws.com',
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'x-amz-date': '20150830T123600Z',
    authorization: authorization(),
    ...headers,
  },
  body: undefined,
  rawBody: Buffer.from(''),
  aborted: false,
  refusal: undefined,
  times: { received: 0 },
  ...members,
});
const expected: SignatureExpectation = {
  service: 'iam',
  now: SIGNED_AT + 60_000,
  findKey: (id) => (id === 'AKIDEXAMPLE' ? { secret: SECRET } : undefined),
};

describe('findSignatureFault', () => {
  it("accepts the provider's own example", () => {
    expect(findSignatureFault(request(), expected)).toBeUndefined();
  });

  it.each([
    ['another body', {}, { rawBody: Buffer.from('{}') }],
    ['another path', {}, { path: '/other' }],
    ['another query', {}, { query: new URLSearchParams('Action=ListRoles') }],
    ['another method', {}, { method: 'POST' }],
    ['another host', { host: 'other.amazonaws.com' }, {}],
  ])('rejects a signature of %s', (_, headers, members) => {
    expect(findSignatureFault(request(headers, members), expected)).toBe('the signature does not match');
  });

  it.each([
    ['no signature at all', { authorization: undefined }, /no signature of version 4/],
    [
      'a service that is not the expected one',
      { authorization: authorization(undefined, undefined, 's3') },
      /service s3/,
    ],
    ['no time', { 'x-amz-date': undefined }, /x-amz-date is missing/],
    ['a host that is not signed', { authorization: authorization('content-type;x-amz-date') }, /host is not signed/],
    ['headers out of order', { authorization: authorization('host;content-type;x-amz-date') }, /not in order/],
    ['a session token that is not signed', { 'x-amz-security-token': 't' }, /x-amz-security-token is not signed/],
  ])('rejects %s', (_, headers, message) => {
    expect(findSignatureFault(request(headers), expected)).toMatch(message);
  });

  it('rejects a signature of more than five minutes ago', () => {
    expect(findSignatureFault(request(), { ...expected, now: SIGNED_AT + 301_000 })).toMatch(/another time/);
  });

  it('demands the session token of a temporary key', () => {
    const findKey = () => ({ secret: SECRET, sessionToken: 'token' });
    expect(findSignatureFault(request(), { ...expected, findKey })).toMatch(/session token/);
  });

  it('checks the form alone where the secret is not known', () => {
    const guess = authorization(undefined, '0'.repeat(64));
    expect(
      findSignatureFault(request({ authorization: guess }), { ...expected, findKey: () => undefined }),
    ).toBeUndefined();
  });
});
