import { describe, expect, it } from '@jest/globals';
import { refuseFaultyHead } from './request-head.js';

const head = (httpVersion: string, headers: Record<string, string>) => ({ httpVersion, headers });

describe('the head of a request', () => {
  it.each([
    ['1.1', { host: 'gateway' }],
    ['1.1', { host: 'ai.example.com:8080' }],
    ['1.1', { host: '[::1]:8080' }],
    ['1.1', { host: 'a', 'transfer-encoding': 'chunked' }],
    ['1.1', { host: 'a', 'transfer-encoding': 'Chunked ' }],
    ['1.0', {}],
    ['1.0', { host: 'a', 'content-length': '2' }],
  ])('is let in: HTTP/%s %j', (version, headers) => {
    expect(() => refuseFaultyHead(head(version, headers))).not.toThrow();
  });

  it.each([
    ['no Host', '1.1', {}],
    ['two of them, as Node joins them', '1.1', { host: 'a, b' }],
    ['two equal ones', '1.1', { host: 'a, a' }],
    ['two of them in HTTP/1.0', '1.0', { host: 'a, b' }],
    ['a list in one', '1.1', { host: 'a,b' }],
    ['a Host with a path', '1.1', { host: 'a/b' }],
    ['a Host with a user', '1.1', { host: 'user@a' }],
    ['a Host with a space', '1.1', { host: 'a b' }],
    ['a coding before the chunks', '1.1', { host: 'a', 'transfer-encoding': 'gzip, chunked' }],
    ['no coding before the chunks', '1.1', { host: 'a', 'transfer-encoding': 'identity, chunked' }],
    ['chunks twice', '1.1', { host: 'a', 'transfer-encoding': 'chunked, chunked' }],
    ['chunks in HTTP/1.0', '1.0', { 'transfer-encoding': 'chunked' }],
    [
      'chunks in HTTP/1.0 that is to be kept alive',
      '1.0',
      { 'transfer-encoding': 'Chunked', connection: 'keep-alive' },
    ],
  ])('is refused with 400 and the end of the connection: %s', (_what, version, headers) => {
    expect(() => refuseFaultyHead(head(version, headers))).toThrow(
      expect.objectContaining({ code: 'invalid_value', headers: { connection: 'close' } }),
    );
  });
});
