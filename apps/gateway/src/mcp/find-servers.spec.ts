import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import type { McpGrant, McpServer } from '../snapshot/mcp-servers.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { findServers } from './find-servers.js';

const OWN = { id: 'own', name: 'own', products: new Set<string>() };
const OTHER = { id: 'other', name: 'other', products: new Set<string>() };

const server = (name: string, values: Partial<McpServer> = {}): McpServer =>
  ({ name, key: name, grants: undefined, tools: undefined, ...values }) as McpServer;
const grant = (values: Partial<McpGrant>): McpGrant => ({ tools: undefined, ...values });
const stored = (organizationId: string) => ({ stored: { id: 'x', organizationId } });

const snapshotOf = (declared: McpServer[], ofWorkspace: McpServer[] = []): Snapshot =>
  ({
    ownOrganization: OWN,
    organizations: new Map([
      ['own', OWN],
      ['other', OTHER],
    ]),
    mcp: { declared, byWorkspace: new Map([['w1', ofWorkspace]]) },
  }) as unknown as Snapshot;
const callerOf = (values: Partial<Caller>): Caller => ({ organizationId: 'own', ...values }) as Caller;

// docs/contract/mcp.md#access
describe('the MCP servers that a caller may use', () => {
  const names = (snapshot: Snapshot, caller: Partial<Caller>) =>
    findServers({ snapshot, caller: callerOf(caller) }).map(({ server: { name } }) => name);

  it.each<[string, Partial<Caller>, string[]]>([
    ['a caller of the organization of gateway.yaml', {}, ['declared']],
    ['one in the workspace', { workspaceId: 'w1' }, ['declared', 'of-w1']],
    ['one in another workspace', { workspaceId: 'w2' }, ['declared']],
    ['one of another organization', { organizationId: 'other' }, []],
    ['one of another organization that names the workspace', { organizationId: 'other', workspaceId: 'w1' }, []],
    ['one whose team is gone', { workspaceId: 'w1', isTeamRemoved: true }, []],
  ])('for %s', (_, caller, expected) => {
    const snapshot = snapshotOf([server('declared')], [server('of-w1', stored('own'))]);
    expect(names(snapshot, caller)).toEqual(expected);
  });

  it.each<[string, McpGrant[], Partial<Caller>, string[]]>([
    ['no grant', [], { teamId: 't1' }, []],
    ['a grant of the team', [grant({ teamId: 't1' })], { teamId: 't1' }, ['a']],
    ['a grant of another team', [grant({ teamId: 't2' })], { teamId: 't1' }, []],
    ['a grant by the name of the team', [grant({ teamName: 'red' })], { teamName: 'red' }, ['a']],
    ['a grant of the virtual account', [grant({ serviceAccountId: 's1' })], { serviceAccountId: 's1' }, ['a']],
    ['a grant of a virtual account, for a key', [grant({ serviceAccountId: 's1' })], { teamId: 't1' }, []],
  ])('with %s', (_, grants, caller, expected) => {
    expect(names(snapshotOf([server('a', { grants })]), caller)).toEqual(expected);
  });

  it('may be used with the tools of all grants that fit, and of the server', () => {
    const grants = [
      grant({ teamId: 't1', tools: new Set(['read', 'drop']) }),
      grant({ serviceAccountId: 's1', tools: new Set(['write']) }),
    ];
    const snapshot = snapshotOf([server('a', { grants, tools: new Set(['read', 'write', 'list']) })]);
    const caller = callerOf({ teamId: 't1', serviceAccountId: 's1' });
    const [found] = findServers({ snapshot, caller });
    const all = ['read', 'write', 'list', 'drop'].filter((tool) => found?.mayUse(tool));
    expect([all, found?.isWhole]).toEqual([['read', 'write'], false]);
  });

  it('are those of gateway.yaml, where a workspace has one of the same name', () => {
    const snapshot = snapshotOf([server('same', { key: 'file' })], [server('same', stored('own'))]);
    const [found, ...others] = findServers({ snapshot, caller: callerOf({ workspaceId: 'w1' }) });
    expect([found?.server.key, others]).toEqual(['file', []]);
  });
});
