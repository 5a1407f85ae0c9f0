import { once } from 'node:events';
import { completion, type FakeUpstream, httpRequest, jsonReply, startUpstream } from '@multilane/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startWatched, type Watched } from '../../../standalone/e2e/hostile-bodies/start-watched.js';

const LIMIT_MS = 600_000;
const KEY = 'ml-6f1c0a7d9be24835a1d07c3ef5b2846e';

/** What no message or answer may exceed (docs/bounds.md). */
const MOST_BUSY_MS = 100;
const MOST_GROWN_MB = 200;
const TRIES = 4;

/** By the clock: a gateway that hangs exceeds it. */
const ANSWERED_WITHIN_MS = 20_000;

const MB = 1024 * 1024;

/** Of so many bytes: a thing again and again, distinguished by its number. */
function fill(bytes: number, unit: (index: number) => string, between = ','): string {
  const units: string[] = [];
  let length = 0;
  for (let index = 0; length < bytes; index += 1) {
    const each = unit(index);
    units.push(each);
    length += each.length + between.length;
  }
  return units.join(between);
}

/** Everything that a member of an event could hold: at the bounds of messages, and far beyond them. */
const SHAPES: readonly (readonly [string, () => string])[] = [
  ['14 MB of names', () => `{${fill(14 * MB, (n) => `"name${n}":1`)}}`],
  ['19,000 names', () => `{${Array.from({ length: 19_000 }, (_, n) => `"name${n}":1`).join(',')}}`],
  ['14 MB of objects', () => `[${fill(14 * MB, () => '{}')}]`],
  ['3 MB of objects of other names', () => `[${fill(3 * MB, (n) => `{"n${n}":1}`)}]`],
  ['99,000 texts', () => `[${Array.from({ length: 99_000 }, (_, n) => `"t${n}"`).join(',')}]`],
  ['14 MB of texts of 60 bytes', () => `[${fill(14 * MB, () => `"${'a'.repeat(60)}"`)}]`],
  ['14 MB of texts of 4,000 bytes', () => `[${fill(14 * MB, () => `"${'\\n'.repeat(2_000)}"`)}]`],
  ['14 MB of texts of 5,000 bytes', () => `[${fill(14 * MB, () => `"${'\\"'.repeat(2_500)}"`)}]`],
  ['a text of 14 MB', () => `"${'abcdefgh'.repeat((14 * MB) / 8)}"`],
  ['a text of 14 MB of escapes', () => `"${'\\u0041'.repeat((14 * MB) / 6)}"`],
  ['a text of 14 MB of quotes', () => `"${'\\"\\\\'.repeat((14 * MB) / 4)}"`],
  ['a text of 14 MB that names models', () => `"${'model: response.create '.repeat((14 * MB) / 23)}"`],
  ['a number of 14 MB', () => '1'.repeat(14 * MB)],
  ['a fraction of 14 MB', () => `0.${'1'.repeat(14 * MB)}`],
  ['14 MB of long numbers', () => `[${fill(14 * MB, () => '1234567890123456789')}]`],
  ['14 MB of blanks', () => `${' '.repeat(14 * MB)}1`],
  ['7,000,000 levels', () => '['.repeat(7 * MB) + ']'.repeat(7 * MB)],
  ['a name of 14 MB', () => `{"${'n'.repeat(14 * MB)}":1}`],
  ['text without an end', () => `"${'abcdefgh'.repeat((14 * MB) / 8)}`],
];

const update = (value: string): string =>
  `{"type":"session.update","session":{"model":"voice","instructions":"x","metadata":{"a":${value}}}}`;

/** Whole messages of a client. */
const MESSAGES: readonly (readonly [string, () => Buffer])[] = [
  ...SHAPES.map(([name, make]) => [name, () => Buffer.from(update(make()))] as const),
  ['UTF-16', () => Buffer.from(update(`"${'a'.repeat(7 * MB)}"`), 'utf16le')],
  ['sound of zeros', () => Buffer.alloc(14 * MB)],
  ['zeros before a brace', () => Buffer.concat([Buffer.alloc(14 * MB), Buffer.from('{')])],
  ['sound of backslashes', () => Buffer.alloc(14 * MB, '{\\u')],
];

describe.each(['gateway', 'standalone'] as const)('no message of a socket holds up the others: %s', (app) => {
  let service: Watched;
  let upstream: FakeUpstream;
  let provider: WebSocketServer;
  /** What the provider sends as soon as it is asked anything. */
  let said: Buffer = Buffer.alloc(0);

  beforeAll(async () => {
    provider = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
    provider.on('connection', (socket) => {
      socket.on('message', () => socket.send(said.toString('latin1')));
      socket.on('error', () => undefined);
    });
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    const { port } = provider.address() as { port: number };
    service = await startWatched(
      {
        providers: [
          { name: 'sockets', kind: 'openai', base_url: `http://127.0.0.1:${port}/v1`, api_key: 'sk-x' },
          { name: 'claude', kind: 'anthropic', base_url: upstream.url, api_key: 'sk-x' },
        ],
        models: [
          { logical_name: 'voice', provider: 'simulator', upstream_model: 'simulator', type: 'realtime' },
          { logical_name: 'theirs', provider: 'sockets', upstream_model: 'theirs', type: 'realtime' },
          { logical_name: 'claude', provider: 'claude', upstream_model: 'claude' },
        ],
        teams: [{ name: 'hostile', api_keys: [{ name: 'ci', key: KEY }] }],
        network: { allow_private: ['127.0.0.1/32'] },
      },
      app,
    );
  }, LIMIT_MS);

  afterAll(async () => {
    await service?.stop();
    await upstream?.close();
    provider?.close();
  }, LIMIT_MS);

  const expectHarmless = async (work: () => Promise<void>): Promise<void> => {
    let best = { busyMs: Number.POSITIVE_INFINITY, grownMb: Number.POSITIVE_INFINITY };
    for (let tries = 0; tries < TRIES; tries += 1) {
      await service.reset({ collect: true, compensate: tries > 0 });
      await work();
      const { busyMs, grownMb } = await service.read();
      best = { busyMs: Math.min(best.busyMs, busyMs), grownMb: Math.min(best.grownMb, grownMb) };
      if (best.busyMs <= MOST_BUSY_MS && best.grownMb <= MOST_GROWN_MB) break;
    }
    expect(best.busyMs).toBeLessThanOrEqual(MOST_BUSY_MS);
    expect(best.grownMb).toBeLessThanOrEqual(MOST_GROWN_MB);
    expect((await httpRequest({ url: `${service.url}/health`, timeoutMs: ANSWERED_WITHIN_MS })).status).toBe(200);
  };

  const open = async (model: string): Promise<WebSocket> => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v1/realtime?model=${model}`, {
      headers: { authorization: `Bearer ${KEY}` },
      perMessageDeflate: false,
    });
    socket.on('error', () => undefined);
    await once(socket, 'open');
    return socket;
  };

  it.each(MESSAGES)(
    'a client that sends %s',
    async (_name, make) => {
      const message = make();
      await expectHarmless(async () => {
        const socket = await open('voice');
        // Whatever became of the message, the one behind it is answered, or the session has ended.
        const answered = new Promise<void>((resolve, reject) => {
          const late = setTimeout(() => reject(new Error('no answer')), ANSWERED_WITHIN_MS);
          const done = (): void => {
            clearTimeout(late);
            resolve();
          };
          socket.on('close', done);
          socket.on('message', (data: Buffer) => {
            if (data.includes('input_audio_buffer.cleared')) done();
          });
        });
        socket.send(message, { binary: !/^\{"/.test(message.toString('latin1', 0, 2)) });
        socket.send('{"type":"input_audio_buffer.clear"}');
        await answered;
        socket.terminate();
      });
    },
    LIMIT_MS,
  );

  it.each(SHAPES)(
    'a provider whose `response.done` holds %s',
    async (_name, make) => {
      said = Buffer.from(`{"type":"response.done","response":{"id":"r","usage":null,"metadata":{"a":${make()}}}}`);
      await expectHarmless(async () => {
        const socket = await open('theirs');
        const heard = Promise.race([once(socket, 'message'), once(socket, 'close')]);
        socket.send('{"type":"input_audio_buffer.clear"}');
        await heard;
        socket.terminate();
      });
    },
    LIMIT_MS,
  );

  it.each([
    ['calls of 31 KB of names each', 31_000, 500],
    ['one call of 8 MB of names', 8 * MB, 1],
  ])(
    'a request to a provider of another format with %s',
    async (_name, bytes, count) => {
      const text = `{${fill(bytes, (n) => `"name${n}":1`)}}`;
      const messages: object[] = [{ role: 'user', content: 'hi' }];
      for (let index = 0; index < count; index += 1) {
        const call = { id: `c${index}`, type: 'function', function: { name: 'f', arguments: text } };
        messages.push({ role: 'assistant', content: null, tool_calls: [call] });
        messages.push({ role: 'tool', tool_call_id: `c${index}`, content: 'ok' });
      }
      const body = Buffer.from(JSON.stringify({ model: 'claude', messages }));
      await expectHarmless(async () => {
        const { status } = await httpRequest({
          method: 'POST',
          url: `${service.url}/v1/chat/completions`,
          headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
          body,
          timeoutMs: 60_000,
        });
        expect(status).toBe(400);
      });
    },
    LIMIT_MS,
  );

  it.each(SHAPES.filter(([name]) => name.includes('number of') || name.includes('fraction')))(
    'a body with %s',
    async (_name, make) => {
      const body = Buffer.from(`{"model":"claude","messages":[],"x":${make()}}`);
      await expectHarmless(async () => {
        const { status } = await httpRequest({
          method: 'POST',
          url: `${service.url}/v1/chat/completions`,
          headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
          body,
          timeoutMs: 60_000,
        });
        expect(status).toBe(400);
      });
    },
    LIMIT_MS,
  );
});
