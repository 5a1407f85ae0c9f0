import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  httpRequest,
  jsonReply,
  neverAnswers,
  type StreamReply,
  slowly,
  stallAfter,
  streamReply,
  takeTurns,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const itInTurn = takeTurns(it);

const DRAIN_DELAY_MS = 1_500;
const DRAIN_MS = 4_000;

let pair: Pair;

beforeEach(async () => {
  pair = await startPair(() => ({ server: { drain_delay_ms: DRAIN_DELAY_MS, drain_ms: DRAIN_MS } }));
}, HOOK_LIMIT_MS);

afterEach(async () => {
  await pair.gateway.stop('SIGKILL');
  await pair.upstream.close();
}, HOOK_LIMIT_MS);

const terminate = (signal: NodeJS.Signals = 'SIGTERM') => process.kill(pair.gateway.pid, signal);

const statusOf = async (path: string) => (await pair.send(path, { key: null })).status;

const waitUntilUnready = () =>
  waitUntil('readiness to go down', async () => ((await statusOf('/ready')) === 503 ? true : undefined));

/** Settles when the port takes no more connections. */
const waitUntilClosed = () =>
  waitUntil('the port to be closed', async () => {
    const answer: unknown = await httpRequest({ url: `${pair.gateway.baseUrl}/health` }).catch(
      (error: unknown) => error,
    );
    return Object(answer).code === 'ECONNREFUSED' ? true : undefined;
  });

const longStream = (delayMs: number, pieces: number): StreamReply =>
  streamReply(completionEvents(Array(pieces).fill('word ')), { delayMs });

describe('docs/contract/operations.md#shutdown: SIGTERM', () => {
  it(
    '/ready turns 503 while everything is still served for drain_delay_ms; then it stops accepting and exits 0',
    async () => {
      pair.upstream.setDefault(jsonReply(completion()));
      terminate();
      await waitUntilUnready();
      expect(await statusOf('/readyz')).toBe(503);
      expect((await pair.send('/ready', { key: null })).json()).toMatchObject({ status: 'error' });
      expect(await statusOf('/health')).toBe(200);
      expect((await pair.chat()).status).toBe(200);
      await waitUntilClosed();
      expect(await pair.gateway.exited).toEqual({ code: 0, signal: null });
    },
    HOOK_LIMIT_MS,
  );

  it(
    'running requests and streams finish, though no new connection is accepted',
    async () => {
      pair.upstream.enqueue(longStream(200, 16), slowly(jsonReply(completion()), 2_500));
      const stream = await pair.stream();
      await stream.next();
      const whole = pair.chat({}, { timeoutMs: 20_000 });
      await pair.upstream.waitForRequest(2);
      terminate();
      await waitUntilClosed();
      const before = stream.events.length;
      expect((await whole).status).toBe(200);
      const data = await stream.collect();
      expect([await stream.ended, data.at(-1)]).toEqual(['complete', '[DONE]']);
      expect(data.length).toBeGreaterThan(before);
      expect(await pair.gateway.exited).toEqual({ code: 0, signal: null });
    },
    HOOK_LIMIT_MS,
  );

  itInTurn(
    'requests that still run after drain_ms are closed and recorded with their estimated usage, and it exits 0',
    async () => {
      pair.upstream.enqueue(stallAfter(longStream(0, 5), 3), neverAnswers());
      const stream = await pair.stream();
      await stream.next();
      const whole = expect(pair.chat({}, { timeoutMs: 30_000 })).rejects.toThrow();
      await pair.upstream.waitForRequest(2);
      const started = performance.now();
      terminate();
      expect(['cut', 'complete']).toContain(await stream.ended);
      expect(stream.text()).not.toContain('[DONE]');
      await whole;
      expect(await pair.gateway.exited).toEqual({ code: 0, signal: null });
      const took = performance.now() - started;
      expect(took).toBeGreaterThan(DRAIN_MS);
      expect(took).toBeLessThan(DRAIN_DELAY_MS + DRAIN_MS + 5_000);
      await pair.upstream.waitForAbort(2);
      const records = pair.gateway
        .stdout()
        .split('\n')
        .filter((line) => line.startsWith('{"time"'))
        .map((line) => JSON.parse(line) as object);
      const cancelled = { outcome: 'cancelled', usage_source: 'estimated', error_code: null };
      expect(records).toMatchObject([cancelled, cancelled]);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'the audit log is flushed: the last request is on record',
    async () => {
      pair.upstream.enqueue(slowly(jsonReply(completion()), 500));
      const last = pair.chat({}, { headers: { 'x-request-id': 'the-last-request' } });
      await pair.upstream.waitForRequest();
      terminate('SIGINT');
      expect((await last).status).toBe(200);
      expect(await pair.gateway.exited).toEqual({ code: 0, signal: null });
      const lines = pair.gateway.stdout().split('\n');
      const record = lines.find((line) => line.includes('the-last-request'));
      expect(JSON.parse(record ?? '{}')).toMatchObject({
        outcome: 'success',
        endpoint: 'chat.completions',
        status: 200,
      });
    },
    HOOK_LIMIT_MS,
  );

  itInTurn(
    'idle kept-alive connections do not hold it up',
    async () => {
      const agent = new Agent({ keepAlive: true });
      await new Promise<void>((resolve, reject) => {
        request(`${pair.gateway.baseUrl}/health`, { agent }, (response) => {
          response.resume().once('end', resolve);
        })
          .once('error', reject)
          .end();
      });
      const started = performance.now();
      terminate();
      expect(await pair.gateway.exited).toEqual({ code: 0, signal: null });
      expect(performance.now() - started).toBeLessThan(DRAIN_DELAY_MS + 2_000);
      agent.destroy();
    },
    HOOK_LIMIT_MS,
  );

  itInTurn(
    'a signal that comes twice within a second is one',
    async () => {
      pair.upstream.enqueue(slowly(jsonReply(completion()), 500));
      const running = pair.chat();
      await pair.upstream.waitForRequest();
      terminate();
      await sleep(100);
      terminate();
      terminate('SIGINT');
      expect((await running).status).toBe(200);
      expect(await pair.gateway.exited).toEqual({ code: 0, signal: null });
    },
    HOOK_LIMIT_MS,
  );

  itInTurn(
    'a second signal after that ends it at once',
    async () => {
      pair.upstream.enqueue(neverAnswers());
      const open = pair.chat({}, { timeoutMs: 20_000 }).catch(() => undefined);
      await pair.upstream.waitForRequest();
      terminate();
      await sleep(1_100);
      const started = performance.now();
      terminate();
      expect((await pair.gateway.exited).code).toBe(1);
      expect(performance.now() - started).toBeLessThan(DRAIN_DELAY_MS);
      await open;
    },
    HOOK_LIMIT_MS,
  );
});
