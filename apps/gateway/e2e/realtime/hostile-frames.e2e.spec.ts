// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/src/http/realtime/realtime.gateway.integration.spec.ts.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startWatched, TEST_KEYS, TEST_PROVIDER_KEYS, type Watched } from '@multilane/testing';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { ANSWERED_WITHIN_MS, expectHarmless } from '../expect-harmless.js';

const LIMIT_MS = 600_000;

const MB = 1024 * 1024;

/** About so many bytes of units that differ by their number. */
function fill(bytes: number, unit: (index: number) => string): string {
  const units: string[] = [];
  let length = 0;
  for (let index = 0; length < bytes; index += 1) {
    const each = unit(index);
    units.push(each);
    length += each.length + 1;
  }
  return units.join(',');
}

const update = (value: string): string =>
  `{"type":"session.update","session":{"type":"realtime","metadata":{"a":${value}}}}`;
const done = (value: string): string => `{"type":"response.done","response":{"id":"r","usage":${value}}}`;

/** Values that a sender can put into a message: at the bounds of messages, and in shapes that are slow to parse. */
const VALUES: readonly (readonly [string, () => string])[] = [
  ['14 MB of names', () => `{${fill(14 * MB, (index) => `"name${index}":1`)}}`],
  ['19,000 names', () => `{${Array.from({ length: 19_000 }, (_, index) => `"name${index}":1`).join(',')}}`],
  ['14 MB of empty lists', () => `[${fill(14 * MB, () => '[]')}]`],
  ['7 MB of opened lists', () => '['.repeat(7 * MB)],
  ['a number of 14 MB', () => '1'.repeat(14 * MB)],
  ['a text of 14 MB with escapes', () => `"${String.raw`\u0061`.repeat((14 * MB) / 6)}"`],
  ['a name again and again', () => `{${fill(3 * MB, () => '"a":{}')}}`],
];

/** Frames whose bytes are no message, or not in UTF-8. */
const BYTES: readonly (readonly [string, () => Buffer])[] = [
  ['an update in UTF-16', () => Buffer.from(update(`"${'a'.repeat(7 * MB)}"`), 'utf16le')],
  ['sound of zeros', () => Buffer.alloc(14 * MB)],
  ['zeros before a brace', () => Buffer.concat([Buffer.alloc(14 * MB), Buffer.from('{')])],
  ['sound of backslashes', () => Buffer.alloc(14 * MB, String.raw`{\u`)],
];

describe('no message of a socket holds up the others', () => {
  let service: Watched;
  let provider: WebSocketServer;
  /** The provider's end of the newest session. */
  let upstream: WebSocket;

  beforeAll(async () => {
    provider = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    provider.on('connection', (socket) => {
      socket.on('error', () => socket.terminate());
      upstream = socket;
      // The gateway passes this on as it is: what it relays to the client tells that it goes on.
      socket.on('message', (data: RawData) => {
        if (data.toString().includes('input_audio_buffer.clear"')) socket.send('{"type":"input_audio_buffer.cleared"}');
      });
      socket.send('{"type":"session.created","session":{}}');
    });
    await once(provider, 'listening');
    const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
    service = await startWatched(
      {
        providers: [{ name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url }],
        models: [
          { logical_name: 'voice', provider: 'openai', upstream_model: 'gpt-realtime', type: 'realtime' },
          { logical_name: 'sample', provider: 'simulator', upstream_model: 'simulator', type: 'realtime' },
        ],
        teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] }],
      },
      'gateway',
    );
    await exchange('voice', (client) => client.send('{"type":"input_audio_buffer.clear"}'));
  }, LIMIT_MS);

  afterAll(async () => {
    await service?.stop();
    for (const socket of provider?.clients ?? []) socket.terminate();
    provider?.close();
  }, LIMIT_MS);

  /** Opens a session, lets `act` write, and waits for the answer to what is sent last, or for the session's end. */
  async function exchange(model: string, act: (client: WebSocket) => void): Promise<void> {
    const client = new WebSocket(`${service.url.replace('http', 'ws')}/v1/realtime?model=${model}`, {
      headers: { authorization: `Bearer ${TEST_KEYS.research}` },
      perMessageDeflate: false,
      maxPayload: 32 * MB,
    });
    client.on('error', () => client.terminate());
    await new Promise<void>((resolve, reject) => {
      client.once('message', () => resolve());
      client.once('close', () => reject(new Error('the session ended before it began')));
    });
    const ended = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('neither an answer nor an end')), ANSWERED_WITHIN_MS);
      const finish = (): void => {
        clearTimeout(late);
        resolve();
      };
      client.on('close', finish);
      client.on('message', (data: RawData) => {
        if (data.toString().includes('input_audio_buffer.cleared')) finish();
      });
    });
    act(client);
    await ended;
    client.terminate();
  }

  describe.each(['voice', 'sample'])('to the model %s', (model) => {
    it.each(VALUES)(
      'not an update of a client with %s',
      async (_what, make) => {
        const message = update(make());
        await expectHarmless(service, () =>
          exchange(model, (client) => {
            client.send(message);
            client.send('{"type":"input_audio_buffer.clear"}');
          }),
        );
      },
      LIMIT_MS,
    );

    it.each(BYTES)(
      'not a binary frame of a client: %s',
      async (_what, make) => {
        const bytes = make();
        await expectHarmless(service, () =>
          exchange(model, (client) => {
            client.send(bytes, { binary: true });
            client.send('{"type":"input_audio_buffer.clear"}');
          }),
        );
      },
      LIMIT_MS,
    );
  });

  it.each(VALUES)(
    'not an answer of a provider with %s',
    async (_what, make) => {
      const message = done(make());
      await expectHarmless(service, () =>
        exchange('voice', () => {
          upstream.send(message);
          upstream.send('{"type":"input_audio_buffer.cleared"}');
        }),
      );
    },
    LIMIT_MS,
  );
});
