// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/workspace/e2e/ingress/ingress.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  gatewayConfig,
  httpRequest,
  INGRESSES,
  type Ingress,
  type RunningGateway,
  startGateway,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';

const LIMIT_MS = 90_000;
const PATH = '/v1/realtime?model=voice';
const IDLE_SECONDS = 10;

/** One session through the proxy. */
class Session {
  code: number | undefined = undefined;
  isOpen = false;
  hasFailed = false;
  private readonly socket: WebSocket;
  private readonly types: string[] = [];

  constructor(url: string) {
    const init = { headers: { authorization: `Bearer ${TEST_KEYS.research}` } };
    // The WebSocket of Node takes headers, which that of browsers does not.
    this.socket = new WebSocket(url.replace('http', 'ws') + PATH, init as unknown as string[]);
    this.socket.addEventListener('open', () => (this.isOpen = true));
    this.socket.addEventListener('error', () => (this.hasFailed = true));
    this.socket.addEventListener('close', ({ code }) => (this.code = code));
    this.socket.addEventListener('message', ({ data }) => this.types.push((JSON.parse(data) as { type: string }).type));
  }

  send(event: object): void {
    this.socket.send(JSON.stringify(event));
  }

  /** Waits for an event of that type. */
  take(type: string): Promise<string> {
    return waitUntil(type, () => this.types.find((each) => each === type), 30_000);
  }

  closed(): Promise<number> {
    return waitUntil('the close', () => this.code, 60_000);
  }

  close(): void {
    this.socket.close(1000);
  }
}

(INGRESSES.length > 0 ? describe.each(INGRESSES) : describe.each([]))('realtime sockets behind $name', (kind) => {
  let gateways: RunningGateway[];
  let ingress: Ingress;

  const launch = (port?: number): Promise<RunningGateway> =>
    startGateway({
      config: gatewayConfig({
        upstreamUrl: 'http://127.0.0.1:9',
        server: { host: '127.0.0.1', trust_proxy: ['127.0.0.1'], drain_ms: 5_000 },
        realtime: { idle_seconds: IDLE_SECONDS },
        providers: [{ name: 'simulator', kind: 'simulator' }],
        models: [{ logical_name: 'voice', provider: 'simulator', upstream_model: 'voice', type: 'realtime' }],
        teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] }],
      }),
      ...(port === undefined ? {} : { port }),
      env: { LOG_LEVEL: 'warn' },
    });

  beforeAll(async () => {
    gateways = await Promise.all([launch(), launch()]);
    ingress = await kind.start({ gateways: gateways.map(({ port }) => port), workspace: 9 });
  }, LIMIT_MS);

  afterAll(async () => {
    await ingress?.stop();
    await Promise.all((gateways ?? []).map((each) => each.stop('SIGKILL')));
  }, LIMIT_MS);

  const open = async (): Promise<Session> => {
    const session = new Session(ingress.url);
    await session.take('session.created');
    return session;
  };

  it('are upgraded, and pass messages of both sides and the close code', async () => {
    const session = await open();
    session.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    await session.take('response.done');
    session.close();
    expect(await session.closed()).toBe(1000);
  });

  it('are rejected with the envelope of errors', async () => {
    const answer = await httpRequest({
      url: `${ingress.url}${PATH}`,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([401, { error: { code: 'invalid_api_key' } }]);
  });

  // docs/contract/realtime.md#closing
  it(
    'that are silent are closed by the gateway with 1001, and not by the proxy before',
    async () => {
      const session = await open();
      const openedAt = performance.now();
      expect(await session.closed()).toBe(1001);
      expect(performance.now() - openedAt).toBeGreaterThan((IDLE_SECONDS - 1) * 1_000);
    },
    LIMIT_MS,
  );

  it(
    'are closed with 1001 when their gateway stops, and new ones go to the other gateway',
    async () => {
      const sessions = await Promise.all(Array.from({ length: 8 }, open));
      const [first, second] = gateways;
      if (first === undefined || second === undefined) throw new Error('there are two gateways');
      const stopping = first.stop();
      await waitUntil('sockets to be closed', () => sessions.find(({ code }) => code !== undefined), 30_000);
      expect(await stopping).toEqual({ code: 0, signal: null });
      const closed = sessions.filter(({ code }) => code !== undefined);
      const others = sessions.filter(({ code }) => code === undefined);
      expect(closed.length).toBeGreaterThan(0);
      expect(closed.map(({ code }) => code)).toEqual(closed.map(() => 1001));
      expect(others.length).toBeGreaterThan(0);
      const next = await Promise.all(Array.from({ length: 4 }, open));
      for (const session of [...others, ...next]) {
        session.send({ type: 'response.create', response: { output_modalities: ['text'] } });
        await session.take('response.done');
        session.close();
      }
      gateways[0] = await launch(first.port);
    },
    LIMIT_MS,
  );
});
