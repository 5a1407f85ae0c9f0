import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewaySections, type RunningGateway, startGateway, TEST_KEYS } from '@multilane/testing';
import { everythingServer, type FakeMcpServer, startMcpServer } from '@multilane/testing/mcp';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { type BadServers, startBadServers } from './bad-servers.js';

/** Milliseconds for all scenarios together. */
const SUITE_LIMIT_MS = 120_000;

/**
 * Scenarios that the gateway rejects explicitly (docs/contract/mcp.md#sessions): parts of a session (sampling, elicitation, subscriptions,
 * notifications that stand by themselves), and completion. It asks for a credential instead of looking at the Host header.
 */
const REFUSED: ReadonlySet<string> = new Set([
  'logging-set-level',
  'completion-complete',
  'tools-call-with-logging',
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'resources-subscribe',
  'resources-unsubscribe',
  'dns-rebinding-protection',
]);

const SERVED = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

describe('the conformance tests of MCP, through the gateway', () => {
  let everything: FakeMcpServer;
  let bad: BadServers;
  let gateway: RunningGateway;
  let proxy: Server;
  const folder = mkdtempSync(join(tmpdir(), 'multilane-conformance-'));

  beforeAll(async () => {
    everything = await startMcpServer({ factory: everythingServer });
    bad = await startBadServers();
    gateway = await startGateway({
      config: {
        ...gatewaySections('http://127.0.0.1:9'),
        mcp: { servers: [{ name: 'everything', url: everything.url }, ...bad.entries] },
      },
    });
    proxy = await startProxy(`${gateway.baseUrl}/mcp/everything`);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    proxy?.closeAllConnections();
    proxy?.close();
    await gateway?.stop();
    await everything?.close();
    await bad?.close();
    rmSync(folder, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  it(
    'pass where they need no session, beside servers that hang, reject and lie',
    async () => {
      const { port } = proxy.address() as AddressInfo;
      const outcome = await runSuite(`http://127.0.0.1:${port}/mcp`, folder);
      expect(outcome.passed).toEqual(expect.arrayContaining(SERVED));
      expect(outcome.failed.filter((scenario) => !REFUSED.has(scenario))).toEqual([]);
    },
    SUITE_LIMIT_MS,
  );
});

/** The conformance tests know no credentials: this adds one. */
async function startProxy(target: string): Promise<Server> {
  const server = createServer((incoming, response) => {
    const { host: _host, ...headers } = incoming.headers;
    const authorization = `Bearer ${TEST_KEYS.research}`;
    const sent = request(target, { method: incoming.method, headers: { ...headers, authorization } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    incoming.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

interface Outcome {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

async function runSuite(url: string, folder: string): Promise<Outcome> {
  const entry = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
  const child = spawn(process.execPath, [entry, 'server', '--url', url, '-o', folder], { cwd: folder });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  await once(child, 'close');
  const lines = stripVTControlCharacters(output).split('\n');
  const find = (mark: string) =>
    lines.flatMap((line) =>
      line.trim().startsWith(mark) ? (/^\S+\s+([a-z0-9-]+):/.exec(line.trim())?.[1] ?? []) : [],
    );
  return { passed: find('✓'), failed: find('✗') };
}
