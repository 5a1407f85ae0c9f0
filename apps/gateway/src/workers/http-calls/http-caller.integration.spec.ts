import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSecretText, type SecretText } from '@multilane/workflows';
import { NetworkFetch } from '../network-fetch.js';
import { type HttpCall, HttpCaller, type HttpCallFailure } from './http-caller.js';

const PLACE = { organizationId: 'o', workspaceId: 'w' };
const VALUE = 'sk-very-secret';

describe('calls to addresses that people named (docs/contract/egress.md#addresses)', () => {
  let server: Server;
  let base: string;
  let network: NetworkFetch;
  const seen: { request: IncomingMessage; body: string }[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      seen.push({ request, body: await text(request) });
      if (request.url === '/silent') return;
      if (request.url === '/inside') {
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      } else if (request.url === '/large') {
        response.end('x'.repeat(1024 * 1024 + 1));
      } else if (request.url === '/deep') {
        response.setHeader('content-type', 'application/json');
        response.end('['.repeat(10_000));
      } else {
        response.setHeader('content-type', 'application/problem+json');
        response.end(JSON.stringify({ echoed: request.headers.authorization }));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    network = new NetworkFetch(() => ALLOWED as never);
  });

  afterAll(async () => {
    await network?.close();
    server.closeAllConnections();
    server.close();
  });

  const ALLOWED = { allow_private: ['127.0.0.1/32'] };
  const findWorkspaceSecrets = async (_place: unknown, names: readonly string[]) =>
    new Map(names.filter((name) => name === 'TOKEN').map((name) => [name, VALUE] as const));
  const header = (value: unknown): SecretText => readSecretText(value) ?? [];
  const call = (path: string, more: Partial<HttpCall> = {}, by = network) =>
    new HttpCaller(by, { findWorkspaceSecrets }).call(PLACE, {
      method: 'POST',
      url: `${base}${path}`,
      headers: { Authorization: header('Bearer {{secrets.TOKEN}}') },
      body: { a: 1 },
      timeoutMs: 5_000,
      ...more,
    });
  const problemOf = async (made: Promise<unknown>) =>
    made.then(
      () => 'answered',
      (error: HttpCallFailure) => error.code,
    );

  it('sends JSON and secrets, and takes the secrets out of the answer', async () => {
    const answer = await call('/echo');
    const last = seen.at(-1);
    expect([last?.request.headers.authorization, last?.body]).toEqual([`Bearer ${VALUE}`, '{"a":1}']);
    expect(last?.request.headers.connection).toBe('close');
    expect(answer).toMatchObject({ status: 200, body: { echoed: 'Bearer [secret]' } });
    expect(JSON.stringify(answer)).not.toContain(VALUE);
  });

  it('answers with a redirect, which is not followed', async () => {
    const answer = await call('/inside', { method: 'GET' });
    expect([answer.status, answer.headers.location]).toEqual([302, 'http://169.254.169.254/latest']);
  });

  it('gives the text of JSON that is nested too deeply', async () => {
    expect((await call('/deep')).body).toBe('['.repeat(10_000));
  });

  it.each([
    ['an answer that is too large', 'response_too_large', '/large', {}],
    ['no answer in time', 'timeout', '/silent', { timeoutMs: 200 }],
    ['a secret that is not there', 'secret_missing', '/echo', { headers: { 'x-key': [{ secret: 'NONE' }] } }],
    ['a header with a line break', 'header_invalid', '/echo', { headers: { 'x-key': ['a\r\nb: c'] } }],
    ['cloud metadata', 'address_refused', '', { url: 'http://169.254.169.254/latest' }],
    ['nobody there', 'unreachable', '', { url: 'http://127.0.0.1:1/' }],
  ] as const)('fails for %s', async (_what, code, path, more) => {
    expect(await problemOf(call(path, more))).toBe(code);
  });

  it('reaches no private address that the operator does not allow', async () => {
    const strict = new NetworkFetch(() => ({ allow_private: [] }) as never);
    expect(await problemOf(call('/echo', {}, strict))).toBe('address_refused');
    await strict.close();
  });
});
