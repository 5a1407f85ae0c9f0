import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_KEYS, TEST_PROVIDER_KEYS, waitUntil } from '@multilane/testing';
import { WebSocket, WebSocketServer } from 'ws';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

const KEYS = {
  open: TEST_KEYS.research,
  cent: 'ml-test-key-of-one-cent-00001',
  minute: 'ml-test-key-of-a-minute-00001',
};

/** A token costs a thousandth of a dollar. */
const PRICES = { input_per_million: 1_000, output_per_million: 1_000 };

let provider: Server;
let sockets: WebSocketServer;
let pair: Pair;
let count = 0;

beforeAll(async () => {
  provider = createServer();
  sockets = new WebSocketServer({ server: provider });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const model = (logical_name: string, more: object) => ({
    logical_name,
    provider: 'openai',
    upstream_model: `upstream-${logical_name}`,
    ...more,
  });
  pair = await startPair(() => ({
    providers: [{ name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url }],
    models: [
      model('voice', { type: 'realtime', prices: PRICES }),
      model('scribe', { type: 'transcription', prices: PRICES }),
      model('clock', { type: 'transcription', media_prices: { per_second: 0.5 } }),
    ],
    teams: [
      {
        name: 'research',
        api_keys: [
          { name: 'open', key: KEYS.open, role: 'member', budget_usd_monthly: 1_000 },
          { name: 'cent', key: KEYS.cent, role: 'member', budget_usd_monthly: 0.01 },
        ],
      },
      { name: 'limited', tpm_limit: 100, api_keys: [{ name: 'minute', key: KEYS.minute, role: 'member' }] },
    ],
  }));
}, HOOK_LIMIT_MS);

afterAll(async () => {
  for (const socket of sockets?.clients ?? []) socket.terminate();
  await pair?.stop();
  provider?.closeAllConnections();
  provider?.close();
}, HOOK_LIMIT_MS);

/** One side of a session. */
class Side {
  readonly events: Event[] = [];
  code: number | undefined = undefined;

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.events.push(JSON.parse(data.toString()) as Event));
    socket.on('close', (code) => (this.code = code));
    socket.on('error', () => undefined);
  }

  send(event: Event): void {
    this.socket.send(JSON.stringify(event));
  }

  /** The event of a type that comes as the nth. */
  next(type: string, nth = 1): Promise<Event> {
    return waitUntil(type, () => this.events.filter((each) => each.type === type)[nth - 1]);
  }

  closed(): Promise<number> {
    return waitUntil('the close', () => this.code);
  }
}

interface Session {
  readonly client: Side;
  readonly upstream: Side;
  /** The record of its nth turn. */
  turn(nth?: number): Promise<Record<string, unknown>>;
}

/** A session in which the test speaks for the provider. */
async function open(query = 'model=voice', key: string = KEYS.open): Promise<Session> {
  const id = `charged-session-${++count}`;
  const connected = new Promise<Side>((resolve) => sockets.once('connection', (socket) => resolve(new Side(socket))));
  const { socket, status } = await upgrade(query, key, id);
  expect(status).toBe(101);
  const turn = (nth = 1): Promise<Record<string, unknown>> => findAuditRecord(pair, `${id}-${nth}`);
  return { client: new Side(socket), upstream: await connected, turn };
}

function upgrade(query: string, key: string, id: string): Promise<{ socket: WebSocket; status: number; body: string }> {
  const url = `${pair.gateway.baseUrl.replace('http', 'ws')}/v1/realtime?${query}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}`, 'x-request-id': id } });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, status: 101, body: '' }));
    socket.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (bytes: Buffer) => (body += bytes.toString()));
      response.on('end', () => resolve({ socket, status: response.statusCode ?? 0, body }));
    });
    socket.on('error', reject);
  });
}

const CREATE: Event = { type: 'response.create', response: { conversation: 'none' } };
const began = (id: string): Event => ({ type: 'response.created', response: { id, status: 'in_progress' } });
const ended = (id: string, tokens: number, status = 'completed'): Event => ({
  type: 'response.done',
  response: { id, status, usage: { input_tokens: 0, output_tokens: tokens, total_tokens: tokens } },
});

/** A session with one response in progress, of which the client has read something. */
async function begin(): Promise<Session> {
  const session = await open();
  session.client.send(CREATE);
  await session.upstream.next('response.create');
  session.upstream.send(began('r1'));
  session.upstream.send({ type: 'response.output_text.delta', delta: 'Hello' });
  await session.client.next('response.output_text.delta');
  return session;
}

// docs/contract/realtime.md#unfinished-responses
describe('a response that is cut off', () => {
  it('by the client is cancelled, and charged what the provider then reports', async () => {
    const { client, turn, upstream } = await begin();
    client.socket.close(4001, 'enough');
    expect(await upstream.next('response.cancel')).toMatchObject({ response_id: 'r1' });
    expect(upstream.code).toBeUndefined();
    upstream.send(ended('r1', 40, 'cancelled'));
    expect(await upstream.closed()).toBe(4001);
    expect(await turn()).toMatchObject({
      total_tokens: 40,
      usage_source: 'reported',
      cost_usd: 0.04,
      charges: [{ amount: 0.04 }],
    });
  });

  it('by a client that vanishes is charged an estimate where the provider reports nothing', async () => {
    const { client, turn, upstream } = await begin();
    client.socket.terminate();
    const record = await turn();
    expect(record).toMatchObject({ usage_source: 'estimated', charges: [{ amount: record.cost_usd }] });
    expect(record.cost_usd).toBeGreaterThan(0);
    await upstream.closed();
  });

  it('by the provider is charged an estimate: what the one before used', async () => {
    const { client, turn, upstream } = await begin();
    upstream.send(ended('r1', 30));
    client.send(CREATE);
    await upstream.next('response.create', 2);
    upstream.send(began('r2'));
    await client.next('response.created', 2);
    upstream.socket.terminate();
    expect(await client.closed()).toBe(1011);
    expect(await turn(2)).toMatchObject({ usage_source: 'estimated', total_tokens: 30, charges: [{ amount: 0.03 }] });
  });

  it('is charged an estimate where the report cannot be true', async () => {
    const { client, turn, upstream } = await begin();
    upstream.send(ended('r1', 1e15));
    expect(await turn()).toMatchObject({ usage_source: 'estimated', completion_tokens: 4_096 });
    client.socket.close();
  });
});

// docs/contract/realtime.md#policies
describe('a transcription', () => {
  const completed = (usage: object): Event => ({
    type: 'conversation.item.input_audio_transcription.completed',
    item_id: 'i1',
    transcript: 'Hello.',
    usage,
  });
  const tokens = { type: 'tokens', input_tokens: 13, output_tokens: 9, total_tokens: 22 };
  const seconds = { type: 'duration', seconds: 3 };

  it.each([
    ['tokens', 'scribe', tokens, { total_tokens: 22, cost_usd: 0.022, charges: [{ amount: 0.022 }] }],
    ['seconds', 'clock', seconds, { audio_seconds: 3, cost_usd: 1.5, charges: [{ amount: 1.5 }] }],
  ])('of a socket that only transcribes is charged for its %s', async (_unit, model, usage, expected) => {
    const { client, turn, upstream } = await open(`intent=transcription&model=${model}`);
    upstream.send(completed(usage));
    expect(await turn()).toMatchObject({ logical_name: model, ...expected });
    client.socket.close();
  });

  it.each([
    ['another model of the catalog', 'clock', { logical_name: 'clock', cost_usd: 1.5, charges: [{ amount: 1.5 }] }],
    ['a model that the catalog does not have', 'whisper-9', { logical_name: null, cost_usd: null, charges: [] }],
  ])('within a session by %s is never charged by the prices of the session', async (_which, model, expected) => {
    const { client, turn, upstream } = await open();
    client.send({ type: 'session.update', session: { audio: { input: { transcription: { model } } } } });
    const update = await upstream.next('session.update');
    upstream.send({ ...update, type: 'session.updated' });
    upstream.send(completed(seconds));
    expect(await turn()).toMatchObject({ audio_seconds: 3, ...expected });
    client.socket.close();
  });
});

// docs/contract/realtime.md#policies
describe('a response that is rejected', () => {
  it('for a limit of tokens leaves the socket open, and the next upgrade is 429', async () => {
    const { client, upstream } = await open('model=voice', KEYS.minute);
    client.send(CREATE);
    await upstream.next('response.create');
    upstream.send(ended('r1', 5_000));
    await client.next('response.done');
    client.send({ ...CREATE, event_id: 'e2' });
    expect(await client.next('error')).toMatchObject({ error: { code: 'tpm_exceeded', event_id: 'e2' } });
    client.send({ type: 'input_audio_buffer.clear' });
    await upstream.next('input_audio_buffer.clear');
    expect(upstream.events.map(({ type }) => type)).toEqual(['response.create', 'input_audio_buffer.clear']);
    const refused = await upgrade('model=voice', KEYS.minute, 'charged-session-refused');
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toMatchObject({ error: { code: 'tpm_exceeded', scope: 'team' } });
    client.socket.close();
  });

  it('for the rest of a budget is every one but the first of a hundred', async () => {
    const { client, upstream } = await open('model=voice', KEYS.cent);
    for (let each = 0; each < 100; each += 1) client.send(CREATE);
    await client.next('error', 99);
    expect(new Set(client.events.map(({ error }) => (error as { code: string }).code))).toEqual(
      new Set(['overloaded']),
    );
    expect(upstream.events).toHaveLength(1);
    expect(client.code).toBeUndefined();
    upstream.send(began('r1'));
    upstream.send(ended('r1', 20));
    expect(await client.next('error', 100)).toMatchObject({ error: { code: 'key_budget_exceeded' } });
    expect(await client.closed()).toBe(1008);
  });
});
