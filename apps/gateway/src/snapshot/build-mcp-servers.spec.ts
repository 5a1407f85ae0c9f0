import { describe, expect, it } from '@jest/globals';
import { atOnce, parseConfig } from '@multilane/config';
import type { SnapshotMcpServer } from '@multilane/persistence';
import { buildMcpServers } from './build-mcp-servers.js';

const row = (values: Partial<SnapshotMcpServer>): SnapshotMcpServer =>
  ({
    id: 'id',
    organizationId: 'o1',
    workspaceId: 'w1',
    name: 'tickets',
    url: 'https://mcp.example.com/mcp',
    settings: {},
    secretNames: [],
    secretsKeyId: null,
    secrets: {},
    enabled: true,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    ...values,
  }) as SnapshotMcpServer;

function build(rows: readonly SnapshotMcpServer[], mcp: object = {}) {
  const problems: string[] = [];
  const { config } = parseConfig(JSON.stringify({ mcp }), { env: {} });
  const built = atOnce(
    buildMcpServers(config, { mcpServers: rows }, (id, problem) => problems.push(`${id} ${problem}`)),
  );
  return { built, problems };
}

// docs/contract/mcp.md#servers
describe('MCP servers of a snapshot', () => {
  it('have their secrets, and the grants of their rows', () => {
    const settings = {
      access: [{ team_id: 't1', tools: ['a'] }],
      oauth: { token_url: 'https://id.test/t', client_id: 'c' },
    };
    const secrets = { headers: { 'x-key': 'k' }, client_secret: 's' };
    const { built, problems } = build([row({ settings, secrets })]);
    const [server] = built.byWorkspace.get('w1') ?? [];
    expect(server).toMatchObject({
      trusted: false,
      headers: { 'x-key': 'k' },
      oauth: { client_secret: 's' },
      grants: [{ teamId: 't1', tools: new Set(['a']) }],
      approval: 'changes',
    });
    expect(problems).toEqual([]);
  });

  it.each<[string, Partial<SnapshotMcpServer>, string[]]>([
    ['is switched off', { enabled: false }, []],
    ['has secrets that do not open', { secrets: undefined, problem: 'no key' } as never, ['id no key']],
    ['has a command', { url: null, settings: { command: ['sh'] } }, ['id its command is not of gateway.yaml']],
    ['is not valid', { url: null }, ['id its field url']],
  ])('leave out one that %s', (_, values, expected) => {
    const { built, problems } = build([row(values)]);
    expect([built.byWorkspace.get('w1'), problems]).toEqual([undefined, expected]);
  });

  it('name headers of callers in lower case, once each, and are left out with one that has a credential', () => {
    const { built } = build([row({ settings: { forward_headers: ['X-Tenant', 'x-tenant', 'traceparent'] } })]);
    expect(built.byWorkspace.get('w1')?.[0]?.forwarded).toEqual(['x-tenant', 'traceparent']);
    const refused = build([row({ settings: { forward_headers: ['Cookie'] } })]);
    expect(refused.problems).toEqual(['id its field forward_headers[0]']);
  });

  it('have another connection for another address or credential, and for nothing else', () => {
    const fingerprint = (values: Partial<SnapshotMcpServer>) =>
      build([row(values)]).built.byWorkspace.get('w1')?.[0]?.fingerprint;
    const before = fingerprint({});
    expect(fingerprint({ settings: { tools: ['a'], price_per_call_usd: 1, tool_prices_usd: { a: 2 } } })).toBe(before);
    expect(fingerprint({ url: 'https://other.example.com/mcp' })).not.toBe(before);
    expect(fingerprint({ secrets: { headers: { 'x-key': 'k' } } })).not.toBe(before);
  });

  it('of gateway.yaml may be processes, and are trusted', () => {
    const { built } = build([], {
      servers: [
        { name: 'files', command: ['files'] },
        { name: 'off', kind: 'sample', enabled: false },
      ],
    });
    expect(built.declared).toMatchObject([{ name: 'files', trusted: true, command: ['files'], stored: undefined }]);
  });
});
