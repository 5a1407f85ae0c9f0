import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  type FakeUpstream,
  findClosedPort,
  findPostgres,
  gatewayConfig,
  httpRequest,
  INGRESSES,
  type Ingress,
  inTurn,
  isCaddyfileFormatted,
  jsonReply,
  openStream,
  type PostgresServer,
  PROJECT_ROOT,
  type RunningGateway,
  type Service,
  spawnService,
  startGateway,
  startLoad,
  startPostgres,
  startUpstream,
  streamReply,
  TEST_KEYS,
  testEncryptionKey,
  waitUntilReady,
} from '@multilane/testing';

const LIMIT_MS = 180_000;

/** Fewest requests of the rolling restarts: `INGRESS_REQUESTS=100000` for a long run of 10 minutes. */
const ROLLING_REQUESTS = Number(process.env.INGRESS_REQUESTS ?? 500);

/** scripts/operator-path.mjs replaces the gateways behind Caddy one by one, so that only a long run does it here too. */
const ROLLING = process.env.INGRESS_REQUESTS === undefined ? ['nginx'] : ['Caddy', 'nginx'];
/** A load without pauses would take the processor from the gateways that start; a long run is in no hurry. */
const ROLLING_PAUSE_MS = process.env.INGRESS_REQUESTS === undefined ? 20 : 0;
const ROLLING_LIMIT_MS = LIMIT_MS + ROLLING_REQUESTS * 6;
const PUBLIC_URL = 'https://ai.example.com';
const CHAT = '/v1/chat/completions';
const AUTHORIZED = { authorization: `Bearer ${TEST_KEYS.research}`, 'content-type': 'application/json' };
const HELLO = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] });

const canRun = findPostgres() !== undefined;
if (process.env.CI && (!canRun || INGRESSES.length < 2)) throw new Error('CI demands PostgreSQL, Caddy and nginx.');

/** nginx each time, whose gateways are replaced under load. */
const kinds = inTurn('ingress', INGRESSES.toReversed());

(canRun ? describe.each(kinds) : describe.each([]))('deploy/ingress: both services behind $name', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-ingress-test-'));
  let upstream: FakeUpstream;
  let postgres: PostgresServer;
  let workspace: Service;
  let gateways: RunningGateway[];
  let ingress: Ingress;

  const launchGateway = (port?: number): Promise<RunningGateway> =>
    startGateway({
      config: gatewayConfig({
        upstreamUrl: upstream.url,
        server: {
          host: '127.0.0.1',
          public_base_url: PUBLIC_URL,
          trust_proxy: ['127.0.0.1'],
          request_body_limit_mb: 1,
        },
      }),
      ...(port === undefined ? {} : { port }),
      env: { LOG_LEVEL: 'warn' },
    });

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    postgres = await startPostgres();
    const workspacePort = await findClosedPort();
    const config = join(folder, 'gateway.yaml');
    writeFileSync(
      config,
      `server: { host: 127.0.0.1, public_base_url: "${PUBLIC_URL}", trust_proxy: [127.0.0.1], drain_delay_ms: 0 }\n`,
    );
    workspace = await spawnService(process.execPath, [join(PROJECT_ROOT, 'apps/workspace/dist/main.js')], {
      GATEWAY_CONFIG: config,
      DATABASE_URL: await postgres.createDatabase(),
      ENCRYPTION_KEY: testEncryptionKey(7),
      PORT: String(workspacePort),
    });
    await waitUntilReady(workspace, `http://127.0.0.1:${workspacePort}/readyz`, LIMIT_MS);
    gateways = await Promise.all([launchGateway(), launchGateway()]);
    ingress = await kind.start({ gateways: gateways.map(({ port }) => port), workspace: workspacePort });
  }, LIMIT_MS);

  afterAll(async () => {
    await ingress?.stop();
    await Promise.all([workspace?.stop(), ...(gateways ?? []).map((each) => each.stop('SIGKILL'))]);
    await upstream?.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  const chat = (headers: Record<string, string> = AUTHORIZED, body: string = HELLO) =>
    httpRequest({ url: `${ingress.url}${CHAT}`, method: 'POST', headers, body });

  it('a chat goes to a gateway, and the control plane to the workspace', async () => {
    expect((await chat()).status).toBe(200);
    const session = await httpRequest({ url: `${ingress.url}/auth/session` });
    expect(session.status).toBe(401);
    expect((await httpRequest({ url: `${ingress.url}/ui` })).text).toContain('<!doctype html>');
  });

  it('a browser that opens / is sent to /ui', async () => {
    const answer = await httpRequest({ url: `${ingress.url}/`, headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.location]).toEqual([302, '/ui']);
  });

  it.each(['/health', '/healthz', '/ready', '/readyz', '/version', '/metrics'])(
    '%s is not for the outside, with a slash or without',
    async (path) => {
      for (const url of [`${ingress.url}${path}`, `${ingress.url}${path}/`]) {
        expect((await httpRequest({ url })).status).toBe(404);
      }
    },
  );

  it('a stream arrives piece by piece, and a client that leaves ends it at the provider', async () => {
    upstream.enqueue(streamReply(completionEvents(Array(200).fill('word ')), { delayMs: 50 }));
    const stream = await openStream({
      url: `${ingress.url}${CHAT}`,
      method: 'POST',
      headers: AUTHORIZED,
      body: JSON.stringify({ ...JSON.parse(HELLO), stream: true }),
    });
    const startedAt = performance.now();
    await stream.next();
    await stream.next();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    stream.abort();
    await upstream.waitForAbort(1, 10_000);
  });

  it.each([
    ['401', CHAT, { 'content-type': 'application/json' }],
    ['404', '/v1/assistants', AUTHORIZED],
    ['413', CHAT, AUTHORIZED],
  ])('a refusal (%s) is read by a client whose body is still coming, 20 times of 20', async (status, path, headers) => {
    const answers = [];
    for (let time = 0; time < 20; time += 1) answers.push(await sendSlowly(ingress.port, path, headers));
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(Array(20).fill(status));
  });

  const testRolling = ROLLING.includes(kind.name) ? it : undefined;
  testRolling?.(
    'a rolling restart of both gateways under load loses no request',
    async () => {
      const load = startLoad(`${ingress.url}${CHAT}`, AUTHORIZED, HELLO, 16, ROLLING_PAUSE_MS);
      do {
        for (const [index, gateway] of gateways.entries()) {
          expect(await gateway.stop()).toEqual({ code: 0, signal: null });
          gateways[index] = await launchGateway(gateway.port);
          // The proxy asks each second whether a gateway is ready (docs/deploying.md).
          await sleep(2_000);
        }
      } while (load.total < ROLLING_REQUESTS);
      const { total, outcomes } = await load.stop();
      process.stdout.write(`rolling restart behind ${kind.name}: ${total} requests, ${JSON.stringify(outcomes)}\n`);
      expect(outcomes).toEqual({ '200': total });
      expect(total).toBeGreaterThan(ROLLING_REQUESTS);
    },
    ROLLING_LIMIT_MS,
  );
});

(INGRESSES.length > 0 ? describe.each(['Caddyfile']) : describe.each([]))('deploy/ingress/%s', () => {
  it('is written as caddy fmt writes it', () => {
    expect(isCaddyfileFormatted()).toBe(true);
  });
});

/**
 * Sends 3 MB in pieces, and continues sending whatever is answered. Resolves to what was answered.
 *
 * Caddy resets the connection about 2 ms after the answer, and Node discards what it has not read yet when a write fails.
 * So the event loop gets to read before each piece (`setImmediate`): a busy machine may not make the answer disappear here.
 */
function sendSlowly(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const piece = Buffer.alloc(64 * 1024, 'a');
  const pieces = 48;
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const lines = Object.entries({ host: 'ai.example.com', connection: 'close', ...headers });
    socket.on('data', (text) => {
      answer += text.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.write(`POST ${path} HTTP/1.1\r\ncontent-length: ${pieces * piece.length}\r\n`);
    socket.write(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
    void (async () => {
      for (let sent = 0; sent < pieces && !socket.destroyed; sent += 1) {
        await new Promise((done) => socket.write(piece, done));
        await new Promise((done) => setTimeout(done, 1));
        await new Promise((done) => setImmediate(done));
      }
    })();
  });
}
