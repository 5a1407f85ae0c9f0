import { connect } from 'node:net';
import { expect } from '@jest/globals';
import { type GatewaySections, type OpenStream, type RedisServer, startRedis, waitUntil } from '@multilane/testing';
import { type Pair, startPair } from '../start-pair.js';
import { makeTeam, whenShared } from './limited-teams.js';

/** Slots of each limit. */
const SLOTS = 4;

/** Clients at the same time: far more than there are slots. */
const CLIENTS = 48;

/** A client leaves after so many milliseconds at most: before its request is read, while it waits, or within its answer. */
const LONGEST_STAY_MS = 40;

const WORDS = 'word '.repeat(40);

/** A gateway whose every limit of requests at the same time has four slots, with queues and without. */
export interface CrashTest {
  readonly pair: Pair;
  /** Lets so many clients break off their connections at random moments, and resolves when the gateway has no request left. */
  crash(count: number): Promise<void>;
  /** Expects that every limit has all of its slots, and no more. */
  expectAllFree(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCrashTest(backend: 'memory' | 'redis'): Promise<CrashTest> {
  const limit = { max_parallel: SLOTS };
  const queue = { max_wait_ms: 20_000, max_length: 20 };
  const limited = makeTeam({}, limit, { ...limit, queue });
  const free = makeTeam({}, {});
  const [hasty = '', patient = ''] = limited.keys.map(({ key }) => key);
  const [open = ''] = free.keys.map(({ key }) => key);
  const redis: RedisServer | undefined = backend === 'redis' ? await startRedis() : undefined;
  const model = { provider: 'simulator', upstream_model: 'simulator' };
  const pair = await startPair(
    (): GatewaySections => ({
      rate_limits: { backend },
      ...(redis ? { redis: { url: redis.url } } : {}),
      telemetry: { log_level: 'error' },
      teams: [limited, free].map(({ team, keys }) => ({ ...team, api_keys: keys })),
      providers: [{ name: 'simulator', kind: 'simulator' }],
      models: [
        { ...model, logical_name: 'plain' },
        { ...model, logical_name: 'narrow', ...limit },
        { ...model, logical_name: 'queued', ...limit, queue },
      ],
      virtual_models: [
        { name: 'target', targets: [{ model: 'plain', ...limit }], retry: { attempts: 0 } },
        {
          name: 'hedged',
          targets: [{ model: 'narrow' }, { model: 'queued' }],
          hedge: { after: 1, max_percent: 100 },
        },
      ],
    }),
  );
  if (redis) await whenShared(pair.gateway);

  const { hostname, port } = new URL(pair.gateway.baseUrl);
  const ways = [hasty, patient, open].flatMap((key) =>
    ['plain', 'narrow', 'queued', 'target', 'hedged'].flatMap((name) =>
      [true, false].map((stream) => write(key, name, stream)),
    ),
  );
  const crashOne = (): Promise<void> =>
    new Promise((resolve) => {
      const request = ways[Math.floor(Math.random() * ways.length)] ?? '';
      // One of ten breaks off within its request.
      const sent = Math.random() < 0.1 ? request.slice(0, Math.floor(Math.random() * request.length)) : request;
      const socket = connect(Number(port), hostname, () => {
        socket.write(sent);
        setTimeout(() => socket.resetAndDestroy(), Math.random() * LONGEST_STAY_MS);
      });
      socket.resume();
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });

  const isIdle = async (): Promise<true | undefined> => {
    const gauges =
      (await pair.gateway.metrics()).match(/^service_(requests_queued|requests_in_flight)\S* \d+$/gm) ?? [];
    return gauges.every((line) => line.endsWith(' 0')) || undefined;
  };

  async function expectSlots(key: string, name: string, isQueued: boolean): Promise<void> {
    const streams: OpenStream[] = [];
    for (let slot = 0; slot < SLOTS; slot++) {
      const messages = [{ role: 'user', content: WORDS }];
      streams.push(await pair.stream({ model: name, messages }, { key }));
    }
    expect([name, ...streams.map(({ status }) => status)]).toEqual([name, ...Array(SLOTS).fill(200)]);
    if (!isQueued) expect([name, (await pair.chat({ model: name }, { key })).status]).toEqual([name, 429]);
    for (const stream of streams) stream.abort();
    await waitUntil('the streams to end', isIdle);
  }

  return {
    pair,
    async crash(count) {
      let left = count;
      const run = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          await crashOne();
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, run));
      await waitUntil('every request to end', isIdle, 60_000);
    },
    async expectAllFree() {
      await expectSlots(hasty, 'plain', false);
      await expectSlots(patient, 'plain', true);
      await expectSlots(open, 'narrow', false);
      await expectSlots(open, 'queued', true);
      await expectSlots(open, 'target', false);
    },
    async stop() {
      await pair.stop();
      await redis?.stop();
    },
  };

  function write(key: string, name: string, stream: boolean): string {
    const body = JSON.stringify({
      model: name,
      stream,
      messages: [{ role: 'user', content: 'a few words of an answer' }],
    });
    const head = [
      'POST /v1/chat/completions HTTP/1.1',
      'host: gateway',
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    return `${head.join('\r\n')}\r\n\r\n${body}`;
  }
}
