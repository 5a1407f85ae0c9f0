import { describe, expect, it, test } from '@jest/globals';
import type { AuditRecord } from '@multilane/telemetry';
import { describeAttribution, findClient, findSession, readAttribution, writeAttribution } from './attribution.js';
import type { AskedRequest } from './request-parts.js';

const asked = (headers: object, request?: object, key = 'chat'): AskedRequest =>
  ({ endpoint: { format: { key } }, headers, request }) as never;

describe('the attribution of a request', () => {
  it.each([
    ['nothing', {}, { model: 'm' }],
    ['an empty list of tags', { 'x-service-tags': '' }, {}],
    ['metadata that is null', {}, { metadata: null, user: null }],
    ['metadata without tags', {}, { metadata: { note: 'ä', depth: 3, __proto__: null } }],
    ['a customer that is too long', {}, { user: 'u'.repeat(257) }],
  ])('with %s is nothing', (_what, headers, request) => {
    expect(readAttribution(asked(headers, request))).toBeUndefined();
  });

  it('has the tags of the header and of metadata, the header first', () => {
    const found = readAttribution(
      asked({ 'x-service-tags': 'feature=search' }, { metadata: { feature: 'x', env: 'prod' } }),
    );
    expect(found?.tags).toEqual({ feature: 'search', env: 'prod' });
  });

  it('has ten tags at most, and takes none of metadata beyond them', () => {
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`n${index}`, 'v']));
    expect(Object.keys(readAttribution(asked({ 'x-service-tags': 'a=b' }, { metadata }))?.tags ?? {})).toHaveLength(10);
  });

  it.each(['batches', 'knowledge'])('has no tags from the metadata of %s', (key) => {
    expect(readAttribution(asked({}, { metadata: { feature: 'x' } }, key))).toBeUndefined();
  });

  it.each([
    ['x-service-tags', 'feature', 'X-Service-Tags'],
    ['x-service-tags', ['a=b', 'a=c'], 'X-Service-Tags'],
    ['x-service-customer', '', 'X-Service-Customer'],
    ['x-service-customer', ['a', 'b'], 'X-Service-Customer'],
    ['x-service-customer', 'c'.repeat(257), 'X-Service-Customer'],
  ])('of a faulty %s is 400', (name, value, param) => {
    expect(() => readAttribution(asked({ [name]: value }))).toThrow(
      expect.objectContaining({ code: 'invalid_value', param }) as never,
    );
  });

  it.each([
    ['a header in UTF-8', { 'x-service-customer': Buffer.from('株式会社').toString('latin1') }, {}, '株式会社'],
    ['the header', { 'x-service-customer': 'h' }, { safety_identifier: 's', user: 'u' }, 'h'],
    ['safety_identifier', {}, { safety_identifier: 's', user: 'u' }, 's'],
    ['user', {}, { user: 'u' }, 'u'],
    ['metadata.user_id', {}, { metadata: { user_id: 'm' } }, 'm'],
    ['nobody for Claude Code', { 'user-agent': 'claude-cli/2.1.0' }, { metadata: { user_id: 'm' } }, undefined],
  ])('has the customer of %s', (_what, headers, request, customer) => {
    expect(readAttribution(asked(headers, request, 'messages'))?.customer).toBe(customer);
  });
});

describe('the record of a request', () => {
  const describeOf = (request: AskedRequest): Partial<AuditRecord> => {
    const record = { client: null, client_version: null };
    describeAttribution(record as never, request);
    return record;
  };

  it('says nothing about a request that says nothing', () => {
    expect(describeOf(asked({}))).toEqual({ client: null, client_version: null });
  });

  it('has the client and its session', () => {
    const headers = { 'user-agent': 'codex_cli_rs/0.150.0 (x)', session_id: 's-1' };
    expect(describeOf(asked(headers))).toEqual({ client: 'codex', client_version: '0.150.0', session: 's-1' });
  });

  it('has the session that Claude Code names in the body', () => {
    const request = { metadata: { user_id: JSON.stringify({ device_id: 'd', session_id: 's-2' }) } };
    expect(describeOf(asked({ 'user-agent': 'claude-cli/2.0.0' }, request, 'messages')).session).toBe('s-2');
    expect(describeOf(asked({ 'user-agent': 'curl/8' }, request, 'messages')).session).toBeUndefined();
  });
});

describe('the client of a request', () => {
  it('is one object for a User-Agent that was seen before', () => {
    expect(findClient('curl/7.99.9')).toBe(findClient('curl/7.99.9'));
    expect(findClient(undefined)).toBeNull();
  });

  it('is found in a long User-Agent too, and as often as strangers make new ones up', () => {
    expect(findClient(`curl/8.0 ${'x'.repeat(10_000)}`)?.name).toBe('curl');
    for (let number = 0; number < 3_000; number += 1) {
      expect(findClient(`curl/${number}`)?.version).toBe(String(number));
    }
    expect(findClient(`curl/${'9'.repeat(200)}`)?.version).toHaveLength(32);
  });
});

describe('the session of a client', () => {
  const claude = findClient('claude-cli/2.1.185 (external, cli)');
  const codex = findClient('codex_cli_rs/0.150.0');

  it.each([
    ['Claude Code', claude, { 'x-claude-code-session-id': 's-1' }, 's-1'],
    ['Codex', codex, { session_id: 's-2' }, 's-2'],
    ['a newer Codex', codex, { 'session-id': 's-3', 'thread-id': 't' }, 's-3'],
    ['any client', null, { 'x-session-id': 's-4' }, 's-4'],
    ['a known client that follows the common way', findClient('curl/8'), { 'x-session-id': 's-5' }, 's-5'],
    ['another client, in the header of Codex', findClient('curl/8'), { session_id: 's-6' }, undefined],
    ['a client with spaces in it', claude, { 'x-claude-code-session-id': 'two words' }, undefined],
    ['a client that is too long', claude, { 'x-claude-code-session-id': 's'.repeat(129) }, undefined],
    ['a client that sends it twice', claude, { 'x-claude-code-session-id': ['a', 'b'] }, undefined],
  ])('of %s is %s', (_who, client, headers, session) => {
    expect(findSession(headers as never, client)).toBe(session);
  });
});

test('A customer of any letters is written into a header as bytes, for what the request causes.', () => {
  const { 'x-service-customer': header = '' } = writeAttribution({
    attribution: { customer: '株式会社', tags: undefined },
    headers: {},
  });
  expect(header).toBe(Buffer.from('株式会社').toString('latin1'));
  expect(readAttribution(asked({ 'x-service-customer': header }, {}, 'messages'))?.customer).toBe('株式会社');
});
