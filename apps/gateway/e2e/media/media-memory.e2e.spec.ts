// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/media/media-streams.e2e.spec.ts.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayConfig, type RunningGateway, startGateway, TEST_KEYS } from '@multilane/testing';
import { HOOK_LIMIT_MS, SLOW_TEST_LIMIT_MS } from '../start-pair.js';

/** In MB. `MEDIA_MEMORY_MB=512` measures what docs/performance.md states. */
const SIZE_MB = Number(process.env.MEDIA_MEMORY_MB ?? 96);
const MB = 1024 * 1024;
const MOST_GROWTH_MB = 60;

let provider: Server;
let gateway: RunningGateway;
/** Bytes of the last upload that the provider read. */
let received = 0;
/** Time of its first bytes, by `performance.now()`. */
let firstAt = 0;

beforeAll(async () => {
  provider = createServer(async (incoming, response) => {
    received = 0;
    firstAt = 0;
    for await (const bytes of incoming) {
      firstAt ||= performance.now();
      received += (bytes as Buffer).length;
    }
    if (incoming.url?.endsWith('/speech')) {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      await pipeline(Readable.from(pieces(SIZE_MB)), response).catch(() => undefined);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"Hi"}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const upstreamUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const models = [
    { logical_name: 'hear', provider: 'openai', upstream_model: 'whisper-1', type: 'transcription' },
    { logical_name: 'speak', provider: 'openai', upstream_model: 'tts-1', type: 'speech' },
  ];
  const server = { drain_delay_ms: 0, drain_ms: 5_000, upload_limit_mb: SIZE_MB + 1 };
  const teams = [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] }];
  gateway = await startGateway({ config: gatewayConfig({ upstreamUrl, models, server, teams }) });
  // Memory that a first request loads is no growth.
  await speak(true);
  await upload(2);
  await upload(2, true);
}, HOOK_LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  provider?.close();
}, HOOK_LIMIT_MS);

function* pieces(megabytes: number) {
  for (let count = 0; count < megabytes * 16; count++) yield Buffer.alloc(MB / 16, count);
}

/** Resolves to the time at which the client sent its last bytes. */
async function upload(megabytes: number, isModelFirst = false): Promise<number> {
  let lastAt = 0;
  const model = `--B\r\nContent-Disposition: form-data; name="model"\r\n\r\nhear\r\n`;
  const head = `--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const body = function* () {
    yield Buffer.from(isModelFirst ? model + head : head);
    yield* pieces(megabytes);
    lastAt = performance.now();
    yield Buffer.from(isModelFirst ? '\r\n--B--\r\n' : `\r\n${model}--B--\r\n`);
  };
  const answer = await fetch(`${gateway.baseUrl}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEYS.research}`, 'content-type': 'multipart/form-data; boundary=B' },
    body: Readable.toWeb(Readable.from(body())) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  expect(await answer.json()).toEqual({ text: 'Hi' });
  expect(received).toBeGreaterThan(megabytes * MB);
  return lastAt;
}

async function speak(isShort = false): Promise<void> {
  const answer = await fetch(`${gateway.baseUrl}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEYS.research}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'speak', input: 'x', voice: 'alloy' }),
  });
  let length = 0;
  for await (const bytes of answer.body ?? []) {
    length += (bytes as Uint8Array).length;
    if (isShort) break;
  }
  if (!isShort) expect(length).toBe(SIZE_MB * MB);
}

/** The most memory that the gateway held while it worked, beyond what it held before, in MB. */
async function measureGrowth(work: () => Promise<unknown>): Promise<number> {
  const read = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = read();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, 20);
  await work().finally(() => clearInterval(timer));
  return Math.max(most, read()) - before;
}

describe('memory of media that are larger than it may grow', () => {
  it(
    'an upload whose model is named after its file grows by less than 60 MB',
    async () => {
      const growth = await measureGrowth(() => upload(SIZE_MB));
      if (process.env.MEDIA_MEMORY_MB) process.stdout.write(`an upload of ${SIZE_MB} MB: ${Math.round(growth)} MB\n`);
      expect(growth).toBeLessThan(MOST_GROWTH_MB);
    },
    SLOW_TEST_LIMIT_MS * 3,
  );

  it(
    'an upload whose model is named first grows by less than 60 MB, and begins at the provider before its client ends',
    async () => {
      let lastAt = 0;
      const growth = await measureGrowth(async () => {
        lastAt = await upload(SIZE_MB, true);
      });
      if (process.env.MEDIA_MEMORY_MB) process.stdout.write(`sent on: ${SIZE_MB} MB: ${Math.round(growth)} MB\n`);
      expect(growth).toBeLessThan(MOST_GROWTH_MB);
      expect(firstAt).toBeLessThan(lastAt);
    },
    SLOW_TEST_LIMIT_MS * 3,
  );

  it(
    'an answer grows by less than 60 MB',
    async () => {
      const growth = await measureGrowth(speak);
      if (process.env.MEDIA_MEMORY_MB) process.stdout.write(`an answer of ${SIZE_MB} MB: ${Math.round(growth)} MB\n`);
      expect(growth).toBeLessThan(MOST_GROWTH_MB);
    },
    SLOW_TEST_LIMIT_MS * 3,
  );
});
