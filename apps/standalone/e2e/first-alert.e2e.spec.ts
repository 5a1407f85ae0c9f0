import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  databasesFolder,
  findClosedPort,
  httpRequest,
  PROJECT_ROOT,
  type Service,
  spawnService,
  waitUntil,
  waitUntilReady,
} from '@multilane/testing';

const ENTRY = join(PROJECT_ROOT, 'apps/standalone/dist/main.js');
const START_LIMIT_MS = 200_000;
const LIMIT_MS = 300_000;
const KEY = `ml-${'9f3c1be27a5d4086b1e7'}${'c25d70a94e8f36b1d2a7c0e5'}`;

interface Message {
  readonly type: string;
  readonly data: {
    readonly title: string;
    readonly alerts: readonly { readonly lines: readonly string[]; readonly link: string | null }[];
  };
}

/** The configuration of the page's first steps, with the addresses of the test. */
function readConfig(port: number, receiver: number): string {
  const page = readFileSync(join(PROJECT_ROOT, 'docs/alerts.md'), 'utf8');
  const [, yaml = ''] = /^ {3}```yaml\n(.*?)^ {3}```/ms.exec(page) ?? [];
  return yaml.replaceAll(/^ {3}/gm, '').replaceAll(':8080', `:${port}`).replaceAll(':9999', `:${receiver}`);
}

describe('the first steps of docs/alerts.md', () => {
  let service: Service;
  let receiver: Server;
  let url: string;
  const folder = mkdtempSync(join(databasesFolder(), 'multilane-first-alert-'));
  const arrived: Message[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        arrived.push(JSON.parse(Buffer.concat(chunks).toString()) as Message);
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const port = await findClosedPort();
    url = `http://127.0.0.1:${port}`;
    writeFileSync(join(folder, 'gateway.yaml'), readConfig(port, (receiver.address() as AddressInfo).port));
    const env = {
      PORT: String(port),
      OLLAMA_HOST: `127.0.0.1:${await findClosedPort()}`,
      DEMO_KEY: KEY,
      HOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    };
    service = await spawnService('/bin/sh', ['-c', 'cd "$0" && exec "$@"', folder, process.execPath, ENTRY], env);
    await waitUntilReady(service, `${url}/readyz`, START_LIMIT_MS);
  }, LIMIT_MS);

  afterAll(async () => {
    await service?.stop('SIGKILL');
    await new Promise((resolve) => receiver?.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  it(
    'spend the budget of a tag with the sixth request, and the alert arrives with a link',
    async () => {
      const ask = () =>
        httpRequest({
          method: 'POST',
          url: `${url}/v1/chat/completions`,
          headers: { authorization: `Bearer ${KEY}`, 'x-service-tags': 'feature=search' },
          body: { model: 'simulator', messages: [{ role: 'user', content: 'Hello' }] },
        });
      for (let request = 1; request <= 5; request += 1) expect((await ask()).status).toBe(200);
      const refused = await ask();
      expect([refused.status, refused.json()]).toMatchObject([
        402,
        { error: { code: 'budget_exceeded', scope: 'tag' } },
      ]);
      const found = await waitUntil('the alert', () => arrived.find(({ type }) => type === 'alert.firing'), LIMIT_MS);
      expect(found.data.title).toBe('The budget of rule search is spent to 100%');
      expect(found.data.alerts[0]?.lines[0]).toBe('Spent: 5 requests of 5 requests (100%)');
      expect(found.data.alerts[0]?.link).toMatch(/^http:\/\/localhost:\d+\/ui\/w\//);
    },
    LIMIT_MS,
  );
});
