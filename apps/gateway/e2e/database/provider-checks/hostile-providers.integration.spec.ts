// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/database/provider-checks/connection-tests.integration.spec.ts.

import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type StartedChecks, startChecks } from './start-checks.js';

const MIB = 1024 * 1024;
const LIMIT_MS = 30_000;
const PIECE = Buffer.alloc(64 * 1024, ' ');
const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

/** Writes as fast as it is read, until the reader leaves or so much is written. */
function pour(write: (bytes: Buffer) => boolean, response: ServerResponse, most = Number.POSITIVE_INFINITY): void {
  let written = 0;
  const go = (): void => {
    while (!response.destroyed && written < most) {
      written += PIECE.length;
      if (!write(PIECE)) return;
    }
  };
  response.on('drain', go);
  go();
}

const zip = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  const gzip = createGzip();
  gzip.on('error', () => undefined).pipe(response);
  gzip.on('drain', () => pour((bytes) => gzip.write(bytes), response, 1024 * MIB));
  pour((bytes) => gzip.write(bytes), response, 1024 * MIB);
};

const drip = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
};

const objects = (count: number): string => `{"data":[${Array.from({ length: count }, () => '{}').join()}]}`;
const nested = (levels: number): string => `{"data":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('the answer of a hostile provider to a check', () => {
  let started: StartedChecks;

  beforeAll(async () => {
    started = await startChecks(await kind.create());
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await started?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  afterEach(() => {
    started.fake.reply = {};
  });

  it.each<[string, (response: ServerResponse) => void, string, RegExp]>([
    [
      'has no end',
      (response) => pour((bytes) => response.write(bytes), response),
      'provider_error',
      /larger than 4 MiB/,
    ],
    ['unpacks to a gigabyte', zip, 'provider_error', /larger than 4 MiB/],
    ['comes byte by byte', drip, 'provider_timeout', /within 10 s/],
    [
      'has a head of a megabyte',
      (response) => response.writeHead(200, { x: 'x'.repeat(MIB) }).end('{}'),
      'provider_error',
      /OVERFLOW/,
    ],
    [
      'ends in the middle',
      (response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
      'provider_error',
      /cannot be reached/,
    ],
    ['is a million objects', (response) => response.end(objects(1_300_000)), 'provider_error', /not as this kind does/],
    ['is a million levels', (response) => response.end(nested(1_000_000)), 'provider_error', /not as this kind does/],
    [
      'is an error without end',
      (response) => pour((bytes) => response.write(bytes), response.writeHead(500)),
      'provider_error',
      /HTTP 500/,
    ],
  ])(
    'costs no memory and no more than its time, also if it %s',
    async (_, write, code, words) => {
      const id = await started.create({ kind: 'openai', api_key: 'sk-1' });
      started.fake.reply = { write };
      const before = process.memoryUsage().rss;
      for (const check of ['connection', 'models'] as const) {
        expect(await started.check(id, check)).toMatchObject({
          outcome: 'failed',
          failure: { code, message: expect.stringMatching(words) },
        });
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * MIB);
    },
    LIMIT_MS,
  );

  it('with more models than there are is read in part', async () => {
    const id = await started.create({ kind: 'openai', api_key: 'sk-1' });
    const data = Array.from({ length: 60_000 }, (_, index) => ({ id: `m-${99_999 - index}` }));
    started.fake.reply = { body: JSON.stringify({ data }) };
    const listed = await started.check(id, 'models');
    if (listed.outcome !== 'answered') throw new Error(JSON.stringify(listed));
    expect([listed.models?.length, listed.models?.[0]?.id, listed.truncated]).toEqual([2_000, 'm-90000', true]);
  });

  it.each([
    'http://169.254.169.254/v1',
    'http://[::ffff:10.0.0.1]/v1',
    'http://[::ffff:a9fe:a9fe]/v1',
    'http://0xa9fea9fe/v1',
    'http://10.1/v1',
    'http://metadata.google.internal/v1',
    'http://[fd00:ec2::254]/v1',
    'http://0.0.0.0/v1',
  ])('is not waited for at %s: nobody is dialled, and the outcome does not tell what is there', async (base_url) => {
    const id = await started.create({ kind: 'openai', api_key: 'sk-1', base_url });
    const result = await started.check(id, 'connection');
    expect(JSON.stringify(result)).toMatch(/is refused|not allowed|cannot be reached/);
    expect(JSON.stringify(result)).not.toMatch(/ECONN|ETIMEDOUT|169\.254|10\.0/);
  });
});
