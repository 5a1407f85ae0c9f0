import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_KEYS, TEST_PROVIDER_KEYS } from '@multilane/testing';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { WebSocket, WebSocketServer } from 'ws';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

/** A message of a session, in the order in which they were seen. */
interface Frame {
  readonly direction: 'sent' | 'received';
  readonly data: unknown;
}

/** Sessions of our own, in the providers' words. */
const OWN: Readonly<Record<string, readonly Frame[]>> = {
  'a text turn': [
    { direction: 'received', data: { type: 'session.created', session: { model: 'gpt-realtime' } } },
    {
      direction: 'sent',
      data: { type: 'session.update', session: { audio: { input: { transcription: { model: 'whisper-9' } } } } },
    },
    { direction: 'received', data: { type: 'session.updated', session: {} } },
    { direction: 'sent', data: { type: 'response.create' } },
    { direction: 'received', data: { type: 'response.output_text.delta', delta: 'Hi "there" \\ ✓' } },
    {
      direction: 'received',
      data: { type: 'response.done', response: { usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 } } },
    },
  ],
};

const KINDS = { 'realtime-openai': 'voice', 'realtime-azure': 'azure-voice', 'realtime-xai': 'grok-voice' } as const;

function listCases(): [name: string, model: string, frames: readonly Frame[]][] {
  const own = Object.entries(OWN).flatMap(([name, frames]) =>
    Object.values(KINDS).map((model): [string, string, readonly Frame[]] => [`${name} with ${model}`, model, frames]),
  );
  const recorded = Object.entries(KINDS).flatMap(([folder, model]) => {
    const root = join(SHARED_FIXTURES_BEYOND_TEXT, folder);
    const names = existsSync(root) ? readdirSync(root) : [];
    return names.flatMap((name): [string, string, readonly Frame[]][] => {
      const file = join(root, name, 'frames.jsonl');
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      const frames = lines.map((line) => JSON.parse(line) as Frame & { kind: string });
      return [[`${folder}/${name}`, model, frames.filter(({ kind }) => kind === 'message')]];
    });
  });
  return [...own, ...recorded];
}

const TRANSCRIPTION_MODEL = 'session.audio.input.transcription.model';

/** Requests to the provider over HTTP. */
let asked: { url: string; body: unknown }[] = [];
let provider: Server;
let sockets: WebSocketServer;
let onSocket: (socket: WebSocket, url: string) => void = () => undefined;
let pair: Pair;

beforeAll(async () => {
  provider = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (bytes: Buffer) => (body += bytes.toString()));
    incoming.on('end', () => {
      asked.push({ url: incoming.url ?? '', body: JSON.parse(body) as unknown });
      response.setHeader('content-type', 'application/json');
      response.end('{"value":"ek_1","expires_at":1784852564,"session":{"type":"realtime"}}');
    });
  });
  sockets = new WebSocketServer({ server: provider });
  sockets.on('connection', (socket, { url = '' }) => onSocket(socket, url));
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const model = (logical_name: string, name: string, more: object = {}) => ({
    logical_name,
    provider: name,
    upstream_model: 'upstream-voice',
    type: 'realtime',
    ...more,
  });
  pair = await startPair(() => ({
    server: { drain_delay_ms: 0, drain_ms: 3_000 },
    providers: [
      { name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${address}/v1` },
      { name: 'azure', kind: 'azure-openai', api_key: TEST_PROVIDER_KEYS.azure, base_url: address },
      { name: 'xai', kind: 'xai', api_key: TEST_PROVIDER_KEYS.local, base_url: `${address}/v1` },
    ],
    models: [
      model('voice', 'openai'),
      model('azure-voice', 'azure'),
      model('grok-voice', 'xai', { capabilities: { beyond_reference: true } }),
      model('grok-within', 'xai'),
    ],
    teams: [
      { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] },
      {
        name: 'support',
        allowed_models: ['azure-voice'],
        api_keys: [{ name: 'desk', key: TEST_KEYS.support, role: 'member' }],
      },
    ],
  }));
}, HOOK_LIMIT_MS);

afterAll(async () => {
  await pair?.stop();
  for (const socket of sockets?.clients ?? []) socket.terminate();
  provider?.closeAllConnections();
  provider?.close();
}, HOOK_LIMIT_MS);

/** Messages in the order in which they arrive. */
class Inbox {
  private readonly messages: string[] = [];
  private wake: () => void = () => undefined;

  constructor(socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.messages.push(data.toString());
      this.wake();
    });
  }

  async take(): Promise<unknown> {
    while (this.messages.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    return JSON.parse(this.messages.shift() ?? '');
  }
}

function connect(model: string, key: string = TEST_KEYS.research): WebSocket {
  const url = pair.gateway.baseUrl.replace('http', 'ws');
  return new WebSocket(`${url}/v1/realtime?model=${model}`, { headers: { authorization: `Bearer ${key}` } });
}

function statusOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

describe('a session', () => {
  it.each(listCases())('passes message by message, as it was recorded: %s', async (_name, model, frames) => {
    const opened = new Promise<{ socket: WebSocket; inbox: Inbox; url: string }>((resolve) => {
      onSocket = (socket, url) => resolve({ socket, inbox: new Inbox(socket), url });
    });
    const client = connect(model);
    const received = new Inbox(client);
    const ready = statusOf(client);
    const upstream = await opened;
    expect(await ready).toBe(101);
    expect(upstream.url).toContain('upstream-voice');
    for (const { data, direction } of frames) {
      if (direction === 'sent') {
        client.send(JSON.stringify(data));
        expect(await upstream.inbox.take()).toEqual(data);
      } else {
        upstream.socket.send(JSON.stringify(data));
        expect(await received.take()).toEqual(data);
      }
    }
    client.close();
  });

  it('is held by the official SDK', async () => {
    onSocket = (socket) => {
      socket.on('message', (data: Buffer) => {
        const event = JSON.parse(data.toString()) as { type: string };
        if (event.type !== 'response.create') return;
        socket.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'Hel' }));
        socket.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'lo' }));
        socket.send(
          JSON.stringify({ type: 'response.done', response: { usage: { input_tokens: 1, output_tokens: 2 } } }),
        );
      });
    };
    const client = new OpenAI({ apiKey: TEST_KEYS.research, baseURL: `${pair.gateway.baseUrl}/v1` });
    // It speaks TLS only, which a proxy would end.
    const { port } = new URL(pair.gateway.baseUrl);
    const options = { createConnection: () => connectTcp(Number(port), '127.0.0.1') };
    const realtime = new OpenAIRealtimeWS({ model: 'voice', options }, client);
    let text = '';
    await new Promise<void>((resolve, reject) => {
      realtime.on('error', reject);
      realtime.on('response.output_text.delta', ({ delta }) => (text += delta));
      realtime.on('response.done', () => resolve());
      realtime.socket.on('open', () => realtime.send({ type: 'response.create' }));
    });
    realtime.close();
    expect(text).toBe('Hello');
  });

  it('is rejected over HTTP for another team, and at a kind that the specification leaves out', async () => {
    expect(await statusOf(connect('voice', TEST_KEYS.support))).toBe(403);
    expect(await statusOf(connect('grok-within'))).toBe(400);
  });
});

describe('a client secret', () => {
  it.each([
    ['voice', '/v1/realtime/client_secrets'],
    ['azure-voice', '/openai/v1/realtime/client_secrets'],
  ])('is had from the provider for the model %s, and lasts ten minutes at most', async (model, url) => {
    asked = [];
    const client = new OpenAI({ apiKey: TEST_KEYS.research, baseURL: `${pair.gateway.baseUrl}/v1` });
    const { data, response } = await client.realtime.clientSecrets
      .create({ session: { type: 'realtime', model }, expires_after: { anchor: 'created_at', seconds: 3_600 } })
      .withResponse();
    expect(data.value).toBe('ek_1');
    expect(response.headers.get('x-service-adjusted')).toBe('expires_after');
    expect(asked).toEqual([
      {
        url,
        body: {
          expires_after: { anchor: 'created_at', seconds: 600 },
          session: { type: 'realtime', model: 'upstream-voice' },
        },
      },
    ]);
  });

  it.each([
    ['without a session', {}, 400, 'session'],
    ['without a model', { session: { type: 'realtime' } }, 400, 'session.model'],
    ['for a transcription without a model', { session: { type: 'transcription' } }, 400, TRANSCRIPTION_MODEL],
    ['for a model of another team', { session: { model: 'voice' } }, 403, 'model'],
    ['for ever', { session: { model: 'azure-voice' }, expires_after: { seconds: 1e9 } }, 400, 'expires_after.seconds'],
  ])('is rejected %s', async (_how, body, status, param) => {
    const answer = await pair.send('/v1/realtime/client_secrets', {
      key: TEST_KEYS.support,
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { param } });
  });
});
