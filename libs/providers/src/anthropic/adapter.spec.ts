import { describe, expect, test } from '@jest/globals';
import type { ProviderTarget, UpstreamDraft } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { ANTHROPIC } from './adapter.js';

const TARGET: ProviderTarget = { kind: 'anthropic', upstreamModel: 'm', baseUrl: '', headers: {} };
const DRAFT: UpstreamDraft = { address: { origin: 'https://h', path: '/' }, headers: { 'x-a': '1' }, body: '{}' };

describe('anthropic', () => {
  test('rejects what the matrix names for its group', () => {
    expect(ANTHROPIC).toMatchObject({ kind: 'anthropic', capabilities: GROUP_CAPABILITIES.N });
  });

  test.each([
    [ANTHROPIC.defaultBaseUrl ?? '', 'https://api.anthropic.com', '/v1/messages'],
    ['https://gw.example/anthropic/?k=v', 'https://gw.example', '/anthropic/v1/messages?k=v'],
  ])('has its messages under %s', (baseUrl, origin, path) => {
    for (const streaming of [true, false]) {
      expect(ANTHROPIC.address({ ...TARGET, baseUrl }, 'chat', streaming)).toEqual({ origin, path });
    }
  });

  test.each([
    ['key', {}, { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' }],
    [undefined, {}, { 'anthropic-version': '2023-06-01' }],
    ['key', { 'anthropic-version': '2024-01-01' }, { 'x-api-key': 'key', 'anthropic-version': '2024-01-01' }],
  ])('sends the key %s and the API version beside %j', (secret, own, added) => {
    const draft = { ...DRAFT, headers: Object.freeze({ ...DRAFT.headers, ...own }) };
    expect(ANTHROPIC.authorize(draft, secret)).toEqual({ ...DRAFT, headers: { ...DRAFT.headers, ...added } });
  });

  const file = { role: 'user', content: [{ type: 'file', file: { file_id: 'file_1' } }] } as const;
  test.each([
    ['a stored file', [file], {}, { 'anthropic-beta': 'files-api-2025-04-14' }],
    [
      'a stored file, where the operator has set another word',
      [file],
      { 'anthropic-beta': 'other-1' },
      { 'anthropic-beta': 'other-1,files-api-2025-04-14' },
    ],
    ['none', [{ role: 'user', content: 'Hi' }], {}, undefined],
    [
      'one that is sent itself',
      [{ role: 'user', content: [{ type: 'file', file: { file_data: 'data:,' } }] }],
      {},
      undefined,
    ],
  ] as const)('a chat with %s gets the header for files where it needs it', (_what, messages, headers, added) => {
    const request = { model: 'm', messages: messages as never };
    expect(ANTHROPIC.endpoints.chat?.headersOf?.(request, { ...TARGET, headers })).toEqual(added);
  });

  const body = (type: string, message: string) => JSON.stringify({ type: 'error', error: { type, message } });
  test.each([
    [400, 'invalid_request_error', 'messages: text must not be empty', 'provider_rejected_request', false],
    [
      400,
      'invalid_request_error',
      'prompt is too long: 208310 tokens > 200000 maximum',
      'context_length_exceeded',
      false,
    ],
    [401, 'authentication_error', 'invalid x-api-key', 'provider_error', false],
    [403, 'permission_error', 'no access', 'provider_error', false],
    [404, 'not_found_error', 'model: x', 'provider_error', false],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'provider_rejected_request', false],
    [429, 'rate_limit_error', 'slow down', 'provider_rate_limited', true],
    [500, 'api_error', 'oops', 'provider_error', true],
    [529, 'overloaded_error', 'Overloaded', 'provider_error', true],
  ])('answers %i %s "%s" with %s', (status, type, message, code, retryable) => {
    const failure = ANTHROPIC.mapError(status, body(type, message), { 'retry-after': '3' });
    expect(failure).toMatchObject({ code, status, retryable, param: undefined });
  });
});
