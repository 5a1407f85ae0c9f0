import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpRequest, INGRESSES_BELOW_PATH, type Ingress } from '@multilane/testing';

const LIMIT_MS = 60_000;

if (process.env.CI && INGRESSES_BELOW_PATH.length < 2) throw new Error('CI demands Caddy and nginx.');

/** A service that answers with its name and the address that it was asked for. */
async function startEcho(name: string): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(({ url }, response) => response.end(`${name} ${url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const kinds = INGRESSES_BELOW_PATH;

(kinds.length > 0 ? describe.each(kinds) : describe.each([]))(
  'docs/deploying.md: both below a path of $name',
  (kind) => {
    let gateway: Awaited<ReturnType<typeof startEcho>>;
    let workspace: Awaited<ReturnType<typeof startEcho>>;
    let ingress: Ingress;

    beforeAll(async () => {
      [gateway, workspace] = await Promise.all([startEcho('gateway'), startEcho('workspace')]);
      ingress = await kind.start({ gateways: [gateway.port], workspace: workspace.port });
    }, LIMIT_MS);

    afterAll(async () => {
      await ingress?.stop();
      for (const { server } of [gateway, workspace]) server.close();
    }, LIMIT_MS);

    it.each([
      ['/ai/', 'workspace /'],
      ['/ai/ui', 'workspace /ui'],
      ['/ai/ui/w/1?a=%2F', 'workspace /ui/w/1?a=%2F'],
      ['/ai/auth/session', 'workspace /auth/session'],
      ['/ai/docs', 'workspace /docs'],
      ['/ai/openapi.json', 'workspace /openapi.json'],
      ['/ai/v1/chat/completions', 'gateway /v1/chat/completions'],
      ['/ai/v1/models/openai%2Fgpt-4o?x=1', 'gateway /v1/models/openai%2Fgpt-4o?x=1'],
      ['/ai/mcp/tools', 'gateway /mcp/tools'],
      ['/ai/uix', 'gateway /uix'],
    ])('%s is asked for as %s', async (path, answer) => {
      expect((await httpRequest({ url: ingress.url + path })).text).toBe(answer);
    });

    it.each(['/ai/health', '/ai/metrics', '/ai/metrics/', '/ai/ready', '/v1/models', '/ui'])(
      '%s reaches no service',
      async (path) => {
        expect((await httpRequest({ url: ingress.url + path })).status).toBe(404);
      },
    );

    it('the path without its slash is sent on to the path with it', async () => {
      const answer = await httpRequest({ url: `${ingress.url}/ai` });
      expect([answer.status, answer.headers.location?.replace(ingress.url, '')]).toEqual([
        308,
        expect.stringMatching(/\/ai\/$/),
      ]);
    });
  },
);
