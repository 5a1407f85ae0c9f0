// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/workspace/e2e/http/http-edges.integration.spec.ts.

import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rawRequest, serviceDatabases } from '@multilane/testing';
import { clockTimeOf, expectWithin } from '@multilane/testing/measure-hold';
import { HOOK_LIMIT_MS, refusalOf, startTestWorkspace, type TestWorkspace } from '../start-test-workspace.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

const JSON_TYPE = { 'content-type': 'application/json' };
const ROUTES = ['POST /auth/login', 'POST /auth/setup', 'POST /auth/signup'];

const NAMES = `{${Array.from({ length: 25_000 }, (_, index) => `"name${index}":1`).join()}}`;
const OBJECTS = `{"email":[${'{},'.repeat(25_000)}{}],"token":[],"password":"x"}`;
const TOO_MANY = `{"email":[${'{},'.repeat(300_000)}{}]}`;
const LARGE = JSON.stringify({ email: 'x'.repeat(1024 * 1024) });

describe('the sign-in of strangers', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), '');
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  describe.each(ROUTES)('%s', (route) => {
    it.each<[string, string, [number, string]]>([
      ['25,000 names', NAMES, [400, 'invalid_value']],
      ['25,000 empty objects for a text', OBJECTS, [400, 'invalid_value']],
      ['300,000 empty objects', TOO_MANY, [400, 'invalid_json']],
      ['more than 1 MB', LARGE, [413, 'payload_too_large']],
    ])('rejects %s within a second', async (_what, body, refusal) => {
      const send = async (): Promise<void> => {
        const answer = await workspace.send(route, body, JSON_TYPE);
        expect(refusalOf(answer).slice(0, 2)).toEqual(refusal);
      };
      await expectWithin(1_000, () => clockTimeOf(send));
    });

    it.each([
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ])('reads nothing that is compressed: %s is 415', async (encoding, compress) => {
      const answer = await workspace.send(route, compress(NAMES), { ...JSON_TYPE, 'content-encoding': encoding });
      expect(refusalOf(answer)).toEqual([415, 'unsupported_media_type']);
      expect(answer.text).toContain('without Content-Encoding');
    });
  });

  it('rejects an address that has failed too often before it reads the body', async () => {
    const guess = { token: 'x', name: 'x', password: 'wrong password!' };
    const statuses = new Set<number>();
    for (let tries = 0; tries < 31; tries += 1) statuses.add((await workspace.send('POST /auth/signup', guess)).status);
    expect([...statuses]).toEqual([401, 429]);
    const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n';
    for (const route of ROUTES) {
      const { text } = await rawRequest(Number(new URL(workspace.url).port), `${route} HTTP/1.1\r\n${head}{`);
      expect(text).toMatch(/^HTTP\/1.1 429 .*retry-after: \d+/is);
    }
  });
});
