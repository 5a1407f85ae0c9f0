import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import type { Snapshot } from '../snapshot/snapshot.js';
import { SnapshotStore } from '../snapshot/snapshot-store.js';
import { answerPreflights, crossOriginHeaders } from './cross-origin.js';

function serveOrigins(...origins: string[]) {
  const snapshots = new SnapshotStore();
  const putOrigins = (next: string[]) => snapshots.replace({ corsOrigins: new Set(next) } as unknown as Snapshot);
  putOrigins(origins);
  const instance = Fastify();
  instance.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined) reply.headers(crossOriginHeaders(origin, snapshots.current));
    done();
  });
  answerPreflights(instance, snapshots);
  instance.get('/', () => 'answer');
  const get = (origin?: string) => instance.inject({ url: '/', headers: origin === undefined ? {} : { origin } });
  const preflight = (origin: string, headers: Record<string, string> = {}) =>
    instance.inject({
      method: 'OPTIONS',
      url: '/anywhere',
      headers: { origin, 'access-control-request-method': 'POST', ...headers },
    });
  return { get, preflight, putOrigins };
}

describe('cross-origin requests', () => {
  it('adds nothing to the answer of a request without an origin', async () => {
    const { headers } = await serveOrigins('*').get();
    expect(Object.keys(headers).filter((name) => /^(vary|access-control)/.test(name))).toEqual([]);
  });

  it('lets a configured origin read the answer and the headers of ours', async () => {
    const { headers, body } = await serveOrigins('https://a.example').get('https://a.example');
    expect(body).toBe('answer');
    expect(headers).toMatchObject({ 'access-control-allow-origin': 'https://a.example', vary: 'Origin' });
    expect(headers['access-control-expose-headers']).toMatch(/^X-Request-Id, /);
  });

  it('answers the preflight of a configured origin on any path, allowing the headers that it asks for', async () => {
    const answer = await serveOrigins('https://a.example').preflight('https://a.example', {
      'access-control-request-headers': 'authorization,x-stainless-os',
    });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization,x-stainless-os',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Headers',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('leaves the preflight of another origin to what answers any other request, saying only that the origin counts', async () => {
    const answer = await serveOrigins('https://a.example').preflight('https://b.example');
    expect(answer.statusCode).toBe(404);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers.vary).toBe('Origin');
  });

  it('allows every origin by "*", and names the one that asked', async () => {
    const { headers } = await serveOrigins('*').get('https://b.example');
    expect(headers['access-control-allow-origin']).toBe('https://b.example');
  });

  it('follows the configuration in effect', async () => {
    const { get, putOrigins } = serveOrigins('https://a.example');
    putOrigins([]);
    expect((await get('https://a.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});
