// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/workspace/e2e/ingress/ingress.e2e.spec.ts.

import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  FURTHER_INGRESSES,
  findClosedPort,
  httpRequest,
  INGRESSES,
  type Ingress,
  startLoad,
  waitUntil,
} from '@multilane/testing';

const LIMIT_MS = 120_000;
const JSON_HEADERS = { 'content-type': 'application/json' };

/** These tests are of the proxies: the services behind them are small processes. ingress.e2e.spec.ts has the real ones. */
const REPLICA = fileURLToPath(new URL('replica.mjs', import.meta.url));

/** Only Caddy waits for a service that is away. */
const WAITING = ['Caddy', 'the newest Caddy'];

type Replica = Awaited<ReturnType<typeof launch>>;

/** Starts a process that answers every request with 200, and /ready as well. */
async function launch(port: number) {
  const child = fork(REPLICA, [String(port)]);
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  return {
    port,
    signal: (name: NodeJS.Signals) => child.kill(name),
    kill: () => new Promise<void>((resolve) => child.once('exit', () => resolve()).kill('SIGKILL')),
  };
}

const kinds = [...INGRESSES, ...FURTHER_INGRESSES];

(kinds.length > 0 ? describe.each(kinds) : describe.each([]))('replicas behind $name', (kind) => {
  let gateways: Replica[];
  let workspaces: Replica[];
  let ingress: Ingress;

  const launchTwo = async () => Promise.all([await findClosedPort(), await findClosedPort()].map(launch));

  beforeAll(async () => {
    [gateways, workspaces] = [await launchTwo(), await launchTwo()];
    ingress = await kind.start({
      gateways: gateways.map(({ port }) => port),
      workspace: workspaces.map(({ port }) => port),
    });
  }, LIMIT_MS);

  afterAll(async () => {
    await ingress?.stop();
    await Promise.all([...(gateways ?? []), ...(workspaces ?? [])].map((replica) => replica.kill()));
  }, LIMIT_MS);

  const post = (path: string) => httpRequest({ url: ingress.url + path, body: { email: 'ada@example.com' } });

  it(
    'of which one of each service is killed under load, and starts again, cost no request that may be repeated',
    async () => {
      const urls = [`${ingress.url}/v1/models`, `${ingress.url}/ui`];
      const loads = urls.map((url) => startLoad(url, JSON_HEADERS, undefined, 8, 5));
      const served = (more: number) => {
        const before = loads.map(({ total }) => total);
        return waitUntil(
          'the load to go on',
          () => loads.every(({ total }, index) => total > (before[index] ?? 0) + more) || undefined,
          60_000,
        );
      };
      await served(50);
      const [gateway, workspace] = [gateways[0], workspaces[0]];
      await Promise.all([gateway?.kill(), workspace?.kill()]);
      await served(100);
      gateways[0] = await launch(gateway?.port ?? 0);
      workspaces[0] = await launch(workspace?.port ?? 0);
      await served(50);
      for (const load of loads) {
        const { total, outcomes } = await load.stop();
        expect(outcomes).toEqual({ '200': total });
      }
    },
    LIMIT_MS,
  );

  it(
    'that are too busy to answer for 4 s get their requests then',
    async () => {
      for (const gateway of gateways) gateway.signal('SIGSTOP');
      const first = [post('/v1/chat/completions'), post('/v1/chat/completions')];
      await sleep(4_000);
      // A proxy that gives a health check less time has given them up by now.
      const later = [post('/v1/chat/completions'), post('/v1/chat/completions')];
      await sleep(200);
      for (const gateway of gateways) gateway.signal('SIGCONT');
      const answers = await Promise.all([...first, ...later, post('/v1/chat/completions')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    },
    LIMIT_MS,
  );

  const testWaiting = WAITING.includes(kind.name) ? it : undefined;
  testWaiting?.(
    'of which none is left for a moment get what was sent meanwhile, with its body',
    async () => {
      const [first, second] = workspaces;
      await Promise.all([first?.kill(), second?.kill()]);
      // Caddy has noticed by now.
      await sleep(1_500);
      const answers = Promise.all([post('/auth/login'), httpRequest({ url: `${ingress.url}/ui` })]);
      await sleep(500);
      workspaces = await Promise.all([launch(first?.port ?? 0), launch(second?.port ?? 0)]);
      expect((await answers).map(({ status, text }) => [status, text])).toEqual([
        [200, '{"email":"ada@example.com"}'],
        [200, ''],
      ]);
    },
    LIMIT_MS,
  );
});
