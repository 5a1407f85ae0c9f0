import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { compressAnswers } from './compress-answers.js';

const LONG = { data: Array.from({ length: 200 }, (_, index) => ({ name: `row ${index}` })) };
const OF_PAGE = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, br' };

describe('an answer of the control plane', () => {
  const service = Fastify();

  beforeAll(async () => {
    compressAnswers(service);
    service.get('/long', () => LONG);
    service.get('/short', () => ({ data: [] }));
    service.get('/text', (_request, reply) => reply.type('text/plain').send('x'.repeat(5000)));
    service.post('/long', () => LONG);
    await service.ready();
  });

  afterAll(() => service.close());

  it('is compressed for a page of this origin', async () => {
    const answer = await service.inject({ url: '/long', headers: OF_PAGE });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.headers.vary).toBe('accept-encoding, sec-fetch-site');
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(LONG);
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  });

  it.each([
    ['a caller from elsewhere', { ...OF_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['a caller that is no browser', { 'accept-encoding': 'gzip' }],
    ['a browser that takes no gzip', { 'sec-fetch-site': 'same-origin' }],
  ])('is sent as it is to %s', async (_caller, headers) => {
    const answer = await service.inject({ url: '/long', headers });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.json()).toEqual(LONG);
  });

  it('is sent as it is if it is short, no JSON, or may hold a new secret', async () => {
    for (const [method, url] of [
      ['GET', '/short'],
      ['GET', '/text'],
      ['POST', '/long'],
    ] as const) {
      const answer = await service.inject({ method, url, headers: OF_PAGE });
      expect(answer.headers['content-encoding']).toBeUndefined();
    }
  });
});
