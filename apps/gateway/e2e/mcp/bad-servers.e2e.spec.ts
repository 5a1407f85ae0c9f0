import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { gatewaySections, type RunningGateway, startGateway, TEST_KEYS } from '@multilane/testing';
import { type FakeMcpServer, plainTool, startMcpServer } from '@multilane/testing/mcp';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { type BadServers, startBadServers } from './bad-servers.js';

const TEST_LIMIT_MS = 60_000;
/** The first message waits so long for servers that were never read. */
const LIST_TIMEOUT_MS = 4_000;
/** Far less than that, on a busy machine. */
const AT_ONCE_MS = 2_000;
const ROUNDS = 5;

type Kind = 'auto' | 'legacy' | 'old';

interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

// docs/contract/mcp.md#outages
describe('beside servers that hang, reject and lie', () => {
  let good: FakeMcpServer;
  let bad: BadServers;
  let gateway: RunningGateway;

  beforeAll(async () => {
    [good, bad] = await Promise.all([startMcpServer({ tools: [plainTool('echo')] }), startBadServers()]);
    const servers = [{ name: 'good', url: good.url }, ...bad.entries];
    gateway = await startGateway({
      config: {
        ...gatewaySections('http://127.0.0.1:9'),
        mcp: { list_timeout_ms: LIST_TIMEOUT_MS, refresh_seconds: 1, servers },
      },
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await Promise.all([good?.close(), bad?.close()]);
  }, HOOK_LIMIT_MS);

  const requestInit = { headers: { authorization: `Bearer ${TEST_KEYS.research}` } };
  const connect = async (kind: Kind): Promise<AnyClient> => {
    const url = new URL(`${gateway.baseUrl}/mcp`);
    if (kind === 'old') {
      const client = new OldClient({ name: 'test', version: '1.0.0' });
      // The types of the library are older than exactOptionalPropertyTypes.
      await client.connect(new OldTransport(url, { requestInit }) as Parameters<OldClient['connect']>[0]);
      return client;
    }
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: kind } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return client;
  };

  it.each<[Kind, string]>([
    ['auto', 'of the newer era'],
    ['legacy', 'in its mode for the older era'],
    ['old', 'of the older era'],
  ])(
    'the official client (%s: %s) lists and calls the tools of a good one without a wait',
    async (kind) => {
      const client = await connect(kind);
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['good__echo']);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const begun = performance.now();
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(['good__echo']);
        const said = await client.callTool({ name: 'good__echo', arguments: { text: 'hi' } });
        expect(said).toMatchObject({ content: [{ type: 'text', text: 'echo {"text":"hi"}' }] });
        times.push(performance.now() - begun);
        // The lists are due again meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      expect(Math.max(...times)).toBeLessThan(AT_ONCE_MS);
      await client.close();
    },
    TEST_LIMIT_MS,
  );

  it.each([
    ['refusing', 'refused the credential'],
    ['hanging', ''],
    ['lying', ''],
  ])(
    'a call of the one that is %s is an error that says so',
    async (name, words) => {
      const client = await connect('auto');
      const call = client.callTool({ name: `${name}__echo`, arguments: {} });
      await expect(call).rejects.toThrow(words === '' ? /MCP server/ : words);
      await client.close();
    },
    TEST_LIMIT_MS,
  );
});
