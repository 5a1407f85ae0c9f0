import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import { serviceDatabases } from '@multilane/testing';
import { WebSocket, WebSocketServer } from 'ws';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

const OFFER = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n';
const ANSWER = 'v=0\r\no=- 2 2 IN IP4 0.0.0.0\r\ns=-\r\n';

// docs/contract/realtime.md#calls
describe.each([...serviceDatabases()])('realtime calls on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let gateway: GatewayInProcess;
  let provider: Server;
  let sockets: WebSocketServer;
  let asked: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let calls = 0;
  let location: string | undefined;
  let ada: string;
  let bob: string;

  beforeAll(async () => {
    provider = createServer((incoming, response) => {
      let body = '';
      incoming.on('data', (bytes: Buffer) => (body += bytes.toString()));
      incoming.on('end', () => {
        const { headers, url = '' } = incoming;
        asked.push({ url, headers, body });
        if (url.includes('client_secrets')) {
          response.setHeader('content-type', 'application/json');
          response.end('{"value":"ek_minted"}');
          return;
        }
        calls += 1;
        const where = location ?? `/v1/realtime/calls/rtc_${kind.name}_${calls}`;
        response.writeHead(201, { 'content-type': 'text/plain; charset=utf-8', ...(where && { location: where }) });
        response.end(ANSWER);
      });
    });
    sockets = new WebSocketServer({ server: provider });
    sockets.on('connection', (socket, { headers, url = '' }) => {
      asked.push({ url, headers, body: '' });
      socket.send('{"type":"session.created"}');
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    channel = createInProcessChannel();
    database = await openDatabase({ ...(await kind.create()), channel, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    const own = await makeTenant(database, 'default', { upstreamUrl: origin });
    const model = (logical_name: string, name: string, upstream_model: string, type = 'realtime') => ({
      logical_name,
      provider: name,
      upstream_model,
      type,
    });
    gateway = await startGatewayOn({ database, channel }, origin, {
      providers: [
        { name: 'openai', kind: 'openai', api_key: 'sk-provider', base_url: `${origin}/v1` },
        { name: 'azure', kind: 'azure-openai', api_key: 'azure-key', base_url: origin },
      ],
      models: [
        model('voice', 'openai', 'gpt-realtime'),
        model('scribe', 'openai', 'gpt-transcribe', 'transcription'),
        model('azure-voice', 'azure', 'my deployment'),
      ],
      virtual_models: [],
      teams: [],
    });
    const { id: teamId } = await own.change(({ teams }) => teams.create(own.organizationId, { name: 'second' }));
    ada = (await own.issueKey(false)).token;
    bob = (await own.issueKey(false, { teamId })).token;
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    for (const socket of sockets.clients) socket.terminate();
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    provider.closeAllConnections();
    provider.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    asked = [];
    location = undefined;
    jest.restoreAllMocks();
  });

  function begin(token: string, session: object | undefined, query = '', sdp: string | Blob = OFFER) {
    const form = new FormData();
    form.set('sdp', sdp);
    if (session !== undefined) form.set('session', JSON.stringify(session));
    return gateway.send(`/v1/realtime/calls${query}`, { token, body: form });
  }

  function connect(token: string, query: string, headers: Record<string, string> = {}): Promise<number> {
    const url = `${gateway.url.replace('http', 'ws')}/v1/realtime?${query}`;
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}`, ...headers } });
    return new Promise((resolve) => {
      socket.on('message', () => {
        resolve(101);
        socket.terminate();
      });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    });
  }

  it('a call is begun with the offer and the session, whose models have the provider’s names', async () => {
    const session = {
      type: 'realtime',
      model: 'voice',
      audio: { input: { transcription: { model: 'scribe' } } },
    };
    const answer = await begin(ada, session);
    expect(answer.status).toBe(201);
    expect(answer.headers['content-type']).toBe('application/sdp');
    expect(answer.headers.location).toMatch(/^\/v1\/realtime\/calls\/rtc_/);
    expect(answer.text).toBe(ANSWER);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ url: '/v1/realtime/calls', headers: { authorization: 'Bearer sk-provider' } });
    const { body = '' } = asked[0] ?? {};
    expect(body).toContain(`name="sdp"\r\nContent-Type: application/sdp\r\n\r\n${OFFER}`);
    const sent = /name="session"\r\nContent-Type: application\/json\r\n\r\n(.*)\r\n/.exec(body)?.[1] ?? '';
    expect(JSON.parse(sent)).toEqual({
      type: 'realtime',
      model: 'gpt-realtime',
      audio: { input: { transcription: { model: 'gpt-transcribe' } } },
    });
  });

  it('a call at Azure sends the offer alone, by a secret for its session and without the key', async () => {
    const headers = { 'content-type': 'application/sdp' };
    const path = '/v1/realtime/calls?model=azure-voice&webrtcfilter=on';
    const answer = await gateway.send(path, { token: ada, headers, body: OFFER });
    expect(answer.status).toBe(201);
    expect(asked.map(({ url }) => url)).toEqual([
      '/openai/v1/realtime/client_secrets',
      '/openai/v1/realtime/calls?webrtcfilter=on',
    ]);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      expires_after: { anchor: 'created_at', seconds: 60 },
      session: { type: 'realtime', model: 'my deployment' },
    });
    expect(asked[0]?.headers).toMatchObject({ 'api-key': 'azure-key' });
    expect(asked[1]?.headers).toMatchObject({ authorization: 'Bearer ek_minted', 'content-type': 'application/sdp' });
    expect(asked[1]?.headers['api-key']).toBeUndefined();
    expect(asked[1]?.body).toBe(OFFER);
  });

  it.each(['voice', 'azure-voice'])('a socket goes to a call without naming its model: %s', async (name) => {
    const answer = await begin(ada, { model: name });
    const id = answer.headers.location?.split('/').at(-1) ?? '';
    asked = [];
    expect(await connect(ada, `call_id=${id}`)).toBe(101);
    expect(asked[0]?.url).toBe(`${name === 'voice' ? '/v1' : '/openai/v1'}/realtime?call_id=${id}`);
  });

  it('a call is nobody else’s, with its model or without', async () => {
    const answer = await begin(ada, { model: 'voice' });
    const id = answer.headers.location?.split('/').at(-1) ?? '';
    asked = [];
    for (const query of [
      `call_id=${id}`,
      `call_id=${id}&model=voice`,
      'call_id=rtc_unknown',
      'call_id=..%2Fx&model=voice',
    ]) {
      expect([query, await connect(bob, query)]).toEqual([query, 404]);
    }
    expect(await connect(ada, `call_id=${id}&model=azure-voice`)).toBe(404);
    expect(asked).toEqual([]);
  });

  it('a call that cannot be recorded is hung up', async () => {
    jest.spyOn(database.providerObjects, 'add').mockRejectedValue(new Error('away'));
    const answer = await begin(ada, { model: 'voice' });
    expect(answer.status).toBe(503);
    expect(asked.at(-1)?.url).toMatch(/^\/v1\/realtime\/calls\/rtc_[^/]+\/hangup$/);
  });

  it.each([
    ['https://elsewhere.example/v1/realtime/calls/rtc_abs?x=1', 201, '/v1/realtime/calls/rtc_abs'],
    ['/v1/realtime/calls/..', 502, undefined],
    ['', 502, undefined],
  ])('the provider’s Location %s is never passed on as it is', async (where, status, expected) => {
    location = where;
    const answer = await begin(ada, { model: 'voice' });
    expect(answer.status).toBe(status);
    expect(answer.headers.location).toBe(expected);
  });

  it.each([
    ['without a model', undefined, '', OFFER, 400, 'session.model'],
    ['with a session that is no object', [], '?model=voice', OFFER, 400, 'session'],
    ['with an offer that is none', { model: 'voice' }, '', '{"sdp":1}', 400, 'sdp'],
    ['with a file in place of the offer', { model: 'voice' }, '', new Blob([OFFER]), 400, 'sdp'],
    ['for a model that does not exist', { model: 'other' }, '', OFFER, 404, 'model'],
  ])('a call %s is rejected before the provider is asked', async (_how, session, query, sdp, status, param) => {
    const answer = await begin(ada, session, query, sdp);
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({ error: { param } });
    expect(asked).toEqual([]);
  });

  it('a body of another type is rejected with 415', async () => {
    const answer = await gateway.send('/v1/realtime/calls', { token: ada, body: {} });
    expect(answer.status).toBe(415);
  });

  it('a socket that only transcribes may name its model in a header, and the provider does not get it', async () => {
    expect(await connect(ada, 'intent=transcription', { 'x-service-model': 'scribe' })).toBe(101);
    expect(await connect(ada, 'intent=transcription&model=voice')).toBe(101);
    expect(asked.map(({ url }) => url)).toEqual([
      '/v1/realtime?intent=transcription',
      '/v1/realtime?intent=transcription',
    ]);
    // Two accounts have such models, so nobody knows which is meant.
    expect(await connect(ada, 'intent=transcription')).toBe(400);
    expect(await connect(ada, 'model=scribe')).toBe(400);
  });
});
