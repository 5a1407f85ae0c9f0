import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { TEST_KEYS } from '@multilane/testing';
import { appRequest } from '@multilane/testing/app-request';
import { WebSocket, WebSocketServer } from 'ws';
import { type RunningGateway, startGateway } from '../../bootstrap.js';

/** A provider whose sockets the tests see. */
let provider: Server;
let providerSockets: WebSocketServer;
let seen: { incoming: IncomingMessage; socket: WebSocket; messages: { data: Buffer; isBinary: boolean }[] }[] = [];
let refusal: number | undefined;
const opened: WebSocket[] = [];
let gateway: RunningGateway;
let address: string;

const KEY: string = TEST_KEYS.research;

beforeAll(async () => {
  provider = createServer();
  providerSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  });
  provider.on('upgrade', (incoming, socket, head) => {
    if (refusal !== undefined) {
      const body = JSON.stringify({ error: { message: 'secret words of the provider' } });
      socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      return;
    }
    providerSockets.handleUpgrade(incoming, socket, head, (made) => {
      const one = { incoming, socket: made, messages: [] as { data: Buffer; isBinary: boolean }[] };
      seen.push(one);
      made.on('message', (data: Buffer, isBinary) => one.messages.push({ data, isBinary }));
      made.send(JSON.stringify({ type: 'session.created', session: { model: 'gpt-realtime' } }));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  const { config } = parseConfig(
    JSON.stringify({
      server: { port: 0, host: '127.0.0.1', drain_delay_ms: 0, drain_ms: 2_500 },
      telemetry: { log_level: 'silent' },
      audit: { path: '/dev/null' },
      realtime: { max_frame_mb: 1, max_sockets: 5 },
      providers: [{ name: 'openai', kind: 'openai', api_key: 'sk-provider', base_url: `http://127.0.0.1:${port}/v1` }],
      models: [
        ...['voice', 'other-voice', 'forbidden'].map((name) => ({
          logical_name: name,
          provider: 'openai',
          upstream_model: `gpt-${name}`,
          type: 'realtime',
          prices: { input_per_million: 1_000, output_per_million: 2_000 },
        })),
        { logical_name: 'talk', provider: 'openai', upstream_model: 'gpt-talk' },
      ],
      teams: [
        {
          name: 'research',
          allowed_models: ['voice', 'other-voice', 'talk'],
          api_keys: [
            { name: 'app', key: KEY },
            { name: 'poor', key: TEST_KEYS.support, budget_usd_monthly: 0.5 },
          ],
        },
      ],
    }),
    { env: {} },
  );
  gateway = await startGateway({ config } as never);
  address = gateway.url.replace('http', 'ws');
}, 30_000);

afterAll(async () => {
  for (const socket of opened) socket.terminate();
  for (const socket of providerSockets.clients) socket.terminate();
  provider?.closeAllConnections();
  provider?.close();
}, 30_000);

beforeEach(() => {
  seen = [];
  refusal = undefined;
});

interface Opened {
  readonly socket: WebSocket;
  readonly messages: Buffer[];
  readonly binary: Buffer[];
  readonly closed: Promise<{ code: number; reason: string }>;
  /** The next message that fits. */
  next(fits?: (event: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
}

async function open(query = 'model=voice', protocols: string[] = [], key = KEY): Promise<Opened> {
  const socket = new WebSocket(`${address}/v1/realtime?${query}`, protocols, {
    headers: { authorization: `Bearer ${key}`, cookie: 'a=b' },
  });
  opened.push(socket);
  const messages: Buffer[] = [];
  const binary: Buffer[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    (isBinary ? binary : messages).push(data);
    for (const wake of waiting.splice(0)) wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const next: Opened['next'] = async (fits = () => true) => {
    for (;;) {
      const found = messages.map((each) => JSON.parse(each.toString()) as Record<string, unknown>).find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return { socket, messages, binary, closed, next };
}

async function until(holds: () => boolean, limitMs = 15_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${limitMs / 1_000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The HTTP answer to an upgrade that is rejected. */
function refused(
  query: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string; id: unknown }> {
  return new Promise((resolve, reject) => {
    const request = get(`${gateway.url}/v1/realtime?${query}`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('upgrade', () => reject(new Error('it was upgraded')));
    request.on('response', (response) => {
      let body = '';
      response.on('data', (bytes: Buffer) => (body += bytes.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, id: response.headers['x-request-id'] }),
      );
    });
  });
}

const bearer = { authorization: `Bearer ${KEY}` };

describe('an upgrade', () => {
  it('opens the provider first, as the operator and not as the client, and passes the query on', async () => {
    const { socket, next } = await open('model=voice&intent=conversation', [
      'realtime',
      'openai-insecure-api-key.sk-x',
    ]);
    expect(await next()).toMatchObject({ type: 'session.created' });
    expect(socket.protocol).toBe('realtime');
    const { headers, url } = seen[0]?.incoming ?? {};
    expect(url).toBe('/v1/realtime?intent=conversation&model=gpt-voice');
    expect(headers?.authorization).toBe('Bearer sk-provider');
    expect(headers?.cookie).toBeUndefined();
    expect(headers?.['openai-beta']).toBeUndefined();
    expect(headers?.['sec-websocket-protocol']).toBe('realtime');
    expect(headers?.['sec-websocket-extensions']).toBeUndefined();
    socket.close();
  });

  it('that only transcribes needs no model where one account has all of them', async () => {
    const { socket } = await open('intent=transcription');
    expect(seen[0]?.incoming.url).toBe('/v1/realtime?intent=transcription');
    socket.close();
  });

  it.each([
    ['without a credential', 'model=voice', {}, 401, 'invalid_api_key'],
    ['with a wrong credential', 'model=voice', { authorization: 'Bearer ml-wrong' }, 401, 'invalid_api_key'],
    ['without a model', '', bearer, 400, 'missing_model'],
    ['for a model that does not exist', 'model=nothing', bearer, 404, 'model_not_found'],
    ['for a model of another type', 'model=talk', bearer, 400, 'invalid_model_type'],
    ['for a model that the team may not use', 'model=forbidden', bearer, 403, 'model_not_allowed'],
    ['with a parameter twice', 'model=voice&model=forbidden', bearer, 400, 'invalid_value'],
    ['with a faulty key', 'model=voice', { ...bearer, 'sec-websocket-key': 'x' }, 400, 'invalid_value'],
    ['of another version', 'model=voice', { ...bearer, 'sec-websocket-version': '8' }, 426, 'upgrade_required'],
    ['to another protocol', 'model=voice', { ...bearer, upgrade: 'h2c' }, 426, 'upgrade_required'],
  ])('%s is rejected over HTTP before the provider is asked', async (_how, query, headers, status, code) => {
    const answer = await refused(query, headers as Record<string, string>);
    expect(answer).toMatchObject({ status, id: expect.any(String) });
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code } });
    expect(seen).toEqual([]);
  });

  it('is rejected in our words where the provider rejects it', async () => {
    refusal = 401;
    expect(await refused('model=voice', bearer)).toMatchObject({ status: 502 });
    refusal = 400;
    const answer = await refused('model=voice', bearer);
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('secret words');
  });

  it('is asked for where somebody sends a plain GET', async () => {
    const answer = await appRequest(gateway.url, { path: '/v1/realtime?model=voice', headers: bearer });
    expect(answer.status).toBe(426);
    expect(answer.headers.upgrade).toBe('websocket');
  });

  it('to HTTP/2, which some clients offer with every request, is ignored', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...bearer, connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAM' };
      const request = get(`${gateway.url}/v1/models`, { headers }, (response) => resolve(response.statusCode));
      request.on('error', reject);
      request.on('upgrade', () => reject(new Error('it was upgraded')));
    });
    expect(status).toBe(200);
  });

  it('to any other path is rejected over HTTP', async () => {
    const socket = new WebSocket(`${address}/v1/chat/completions`, { headers: bearer });
    const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
    expect(error.message).toContain('405');
  });

  it('beyond the number of sockets is rejected with 503 until one is closed', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(await refused('model=voice', bearer)).toMatchObject({ status: 503 });
    for (const { socket } of five) socket.close();
    await Promise.all(five.map(({ closed }) => closed));
    await until(() => seen.every(({ socket }) => socket.readyState === WebSocket.CLOSED));
    const { socket } = await open();
    socket.close();
  });
});

describe('messages', () => {
  it('pass byte for byte in both directions, text and binary', async () => {
    const { socket, binary, messages } = await open();
    const odd = '{ "type":"input_audio_buffer.append" ,\t"audio":"AA\\u0041=", "n": 12345678901234567890 }';
    socket.send(odd);
    socket.send(Buffer.from([0, 255, 1]));
    socket.send('not JSON at all \\ model');
    await until(() => seen[0]?.messages.length === 3);
    expect(seen[0]?.messages.map(({ data, isBinary }) => [data.toString('latin1'), isBinary])).toEqual([
      [odd, false],
      ['\x00\xff\x01', true],
      ['not JSON at all \\ model', false],
    ]);
    seen[0]?.socket.send(odd);
    seen[0]?.socket.send(Buffer.from([9, 8]));
    await until(() => messages.length === 2 && binary.length === 1);
    expect(messages[1]?.toString()).toBe(odd);
    expect([...(binary[0] ?? [])]).toEqual([9, 8]);
    socket.close();
  });

  it('of every size reach the client as they are, in their order', async () => {
    const { socket, binary, messages } = await open();
    await until(() => seen.length === 1 && messages.length === 1);
    const sizes = [0, 1, 125, 126, 127, 16_383, 16_384, 16_385, 65_535, 65_536, 200_000];
    const sent = sizes.map((size) => Buffer.alloc(size, '{"type":"response.doné"}'));
    for (const each of sent) seen[0]?.socket.send(each, { binary: true });
    for (const size of sizes) seen[0]?.socket.send('x'.repeat(size));
    await until(() => binary.length === sizes.length && messages.length === sizes.length + 1);
    expect(binary.map((each, index) => each.equals(sent[index] ?? Buffer.alloc(0)))).toEqual(sizes.map(() => true));
    expect(messages.slice(1).map((each) => each.toString())).toEqual(sizes.map((size) => 'x'.repeat(size)));
    socket.close();
  });

  it.each([
    ['the same model', { type: 'session.update', session: { model: 'voice' } }, 'gpt-voice'],
    [
      'the same model as the provider calls it',
      { type: 'session.update', session: { model: 'gpt-voice' } },
      'gpt-voice',
    ],
    ['another model', { type: 'response.create', response: { model: 'other-voice' } }, 'gpt-other-voice'],
  ])('that name %s reach the provider with its own name', async (_which, event, upstream) => {
    const { socket } = await open();
    socket.send(JSON.stringify(event));
    await until(() => seen[0]?.messages.length === 1);
    expect(seen[0]?.messages[0]?.data.toString()).toContain(`"model":"${upstream}"`);
    socket.close();
  });

  it.each([
    ['{"type":"session.update","event_id":"e1","session":{"model":"forbidden"}}', 'session.model'],
    ['{"type":"session.update","event_id":"e1","session":{"mo\\u0064el":"forbidden"}}', 'session.model'],
    ['{"type":"response.create","event_id":"e1","response":{"model":"gpt-5-pro"}}', 'response.model'],
    ['{"type":"session.update","event_id":"e1","session":{"model":"voice","model":"forbidden"}}', 'session.model'],
    [
      '{"type":"session.update","event_id":"e1","session":{"audio":{"input":{"transcription":{"model":"forbidden"}}}}}',
      'session.audio.input.transcription.model',
    ],
  ])('that name a model which the caller may not use are answered with an error event: %s', async (text, param) => {
    const { socket, next } = await open();
    socket.send(text);
    const event = await next(({ type }) => type === 'error');
    expect(event).toMatchObject({ error: { code: 'model_not_allowed', param, event_id: 'e1' } });
    socket.send('{"type":"after"}');
    await until(() => seen[0]?.messages.length === 1);
    expect(seen[0]?.messages[0]?.data.toString()).toBe('{"type":"after"}');
    socket.close();
  });

  it.each([
    ['in a binary message', Buffer.from('{"type":"session.update","session":{"model":"forbidden"}}')],
    ['behind a byte order mark', '\uFEFF{"type":"session.update","session":{"model":"forbidden"}}'],
  ])('that name such a model %s are not passed on either', async (_where, message) => {
    const { socket, next } = await open();
    socket.send(message);
    const event = await next(({ type }) => type === 'error');
    expect(event).toMatchObject({ error: { code: 'model_not_allowed', param: 'session.model' } });
    expect(seen[0]?.messages).toEqual([]);
    socket.close();
  });

  it('of tools and instructions may hold the word model', async () => {
    const { socket } = await open();
    const text = '{"type":"session.update","session":{"tools":[{"model":"x"}],"instructions":"the model \\n"}}';
    socket.send(text);
    await until(() => seen[0]?.messages.length === 1);
    expect(seen[0]?.messages[0]?.data.toString()).toBe(text);
    socket.close();
  });

  it('larger than the limit end the socket with 1009', async () => {
    const { socket, closed } = await open();
    socket.send('x'.repeat(1024 * 1024 + 1));
    expect((await closed).code).toBe(1009);
  });

  it('wait for a reader that does not read, and cost no memory meanwhile', async () => {
    const { socket } = await open();
    await until(() => seen.length === 1);
    socket.pause();
    const frame = Buffer.alloc(256 * 1024, 1);
    const before = process.memoryUsage().rss;
    let sent = 0;
    const upstream = seen[0]?.socket as WebSocket;
    for (let count = 0; count < 400; count += 1) upstream.send(frame, () => (sent += 1));
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The systems' buffers take that much; the rest is still at the provider.
    expect(sent).toBeLessThan(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    socket.resume();
    // 100 MB pass through two sockets, on a machine that may be busy.
    await until(() => sent === 400, 60_000);
    socket.close();
  }, 90_000);
});

describe('the end of a socket', () => {
  it.each([
    ['client', 4001, 4001, 'bye'],
    ['client', 1000, 1000, ''],
    ['provider', 1001, 1001, 'going'],
    ['provider', 4321, 4321, 'für Ä'],
  ])('is passed on: closed by the %s with %i', async (side, code, expected, reason) => {
    const { socket, closed } = await open();
    await until(() => seen.length === 1);
    const upstream = seen[0]?.socket as WebSocket;
    const upstreamClosed = new Promise<[number, string]>((resolve) =>
      upstream.on('close', (ended, why) => resolve([ended, why.toString()])),
    );
    if (side === 'client') {
      socket.close(code, reason);
      expect(await upstreamClosed).toEqual([expected, reason]);
    } else {
      upstream.close(code, reason);
      expect(await closed).toEqual({ code: expected, reason });
    }
  });

  it('that the provider never announced is 1011 for the client', async () => {
    const { closed } = await open();
    await until(() => seen.length === 1);
    seen[0]?.socket.terminate();
    expect((await closed).code).toBe(1011);
  });

  it('of a client that vanished ends the provider’s socket', async () => {
    const { socket } = await open();
    await until(() => seen.length === 1);
    socket.terminate();
    await until(() => seen[0]?.socket.readyState === WebSocket.CLOSED);
  });
});

const done = (input: number, output: number): string =>
  JSON.stringify({ type: 'response.done', response: { usage: { input_tokens: input, output_tokens: output } } });

describe('the budget', () => {
  it('is asked before each answer: one that is spent ends the socket with 1008', async () => {
    const { socket, next, closed } = await open('model=voice', [], TEST_KEYS.support);
    await until(() => seen.length === 1);
    socket.send('{"type":"response.create"}');
    await until(() => seen[0]?.messages.length === 1);
    // 100 × 0.001 + 100 × 0.002 dollars.
    seen[0]?.socket.send(done(100, 100));
    await next(({ type }) => type === 'response.done');
    socket.send('{"type":"response.create"}');
    await until(() => seen[0]?.messages.length === 2);
    seen[0]?.socket.send(done(100, 100));
    expect(await next(({ type }) => type === 'error')).toMatchObject({ error: { code: 'key_budget_exceeded' } });
    expect((await closed).code).toBe(1008);
    expect(await refused('model=voice', { authorization: `Bearer ${TEST_KEYS.support}` })).toMatchObject({
      status: 402,
    });
  });
});

describe('a connection that talks more than HTTP', () => {
  it('has the bytes behind its upgrade read as messages', async () => {
    const { port } = new URL(gateway.url);
    const raw = connect(Number(port), '127.0.0.1');
    const text = Buffer.from('{"type":"early"}');
    const mask = Buffer.from([0, 0, 0, 0]);
    raw.write(
      Buffer.concat([
        Buffer.from(
          `GET /v1/realtime?model=voice HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${KEY}\r\n\r\n`,
        ),
        Buffer.from([0x81, 0x80 | text.length]),
        mask,
        text,
      ]),
    );
    await until(() => seen[0]?.messages.length === 1);
    expect(seen[0]?.messages[0]?.data.toString()).toBe('{"type":"early"}');
    raw.destroy();
  });
});

describe('a gateway that stops', () => {
  it('says goodbye with 1001 before the end of its drain', async () => {
    const { closed } = await open();
    const stopping = gateway.stop();
    expect((await closed).code).toBe(1001);
    await stopping;
    await expect(open()).rejects.toThrow();
  }, 20_000);
});
