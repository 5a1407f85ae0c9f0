import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newToken } from '@multilane/auth';
import { auditLine, auditLines, serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const TEST = { type: 'system', id: null, name: 'test' } as const;
const KEYS = 230;

const CONFIG = `
teams:
  - name: declared
    api_keys: [{ name: of-the-file, key: "${newToken('ml-')}" }]
`;

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly workspace: string | null;
  readonly user: string | null;
  readonly spent_usd: number;
}

describe.each(serviceDatabases())(
  'lists with columns on $name (docs/contract/control-plane.md#conventions)',
  (kind) => {
    let workspace: TestWorkspace;
    let owner: TestCaller;
    let spender: string;

    beforeAll(async () => {
      workspace = await startTestWorkspace(await kind.create(), CONFIG);
      owner = await workspace.signIn();
      const { organizationId, workspaceId, database } = workspace;
      const other = await addTenant(database, 'exports');
      await addKeys(other.organizationId, ['of another tenant']);
      const names = [...Array.from({ length: KEYS }, (_, index) => `key-${index}`), '=SUM(A1)'];
      await addKeys(organizationId, names, workspaceId);
      const { data } = await database.credentials.listPage(organizationId, { limit: 1, search: 'key-7' });
      spender = data[0]?.id ?? '';
      const spent = { credential_id: spender, organization_id: organizationId, cost_usd: 1.25 };
      const declared = { api_key_name: 'of-the-file', organization_id: organizationId, cost_usd: 0.5 };
      const foreign = { ...spent, organization_id: other.organizationId };
      await database.storeAuditRecords(auditLines([spent, spent, declared, foreign].map((line) => auditLine(line))));
    }, HOOK_LIMIT_MS);

    afterAll(async () => {
      await workspace?.stop();
      await kind.stop();
    }, HOOK_LIMIT_MS);

    async function addKeys(tenant: string, names: readonly string[], workspaceId?: string): Promise<void> {
      const userId = tenant === workspace.organizationId ? owner.user?.id : undefined;
      await workspace.database.change(TEST, async ({ teams, credentials }) => {
        const team = await teams.create(tenant, { name: 'exported' });
        for (const [index, name] of names.entries()) {
          const secret = {
            hint: 'ml-…',
            hash: `${index}${tenant === workspace.organizationId ? 'c' : 'd'}`.padStart(64, '0'),
          };
          const place = { teamId: team.id, workspaceId: workspaceId ?? null, userId: userId ?? null };
          await credentials.create(tenant, { kind: 'api_key', name, ...place, ...secret });
        }
      });
    }

    const keys = async (query: string): Promise<KeyRow[]> =>
      ((await owner.send(`GET /admin/keys?${query}`)).json() as { data: KeyRow[] }).data;

    it('shows keys with the names of their workspace and owner, and what they spent this month', async () => {
      const [row] = await keys(`order=-spent_usd&limit=1&workspace_id=${workspace.workspaceId}`);
      expect(row).toMatchObject({ id: spender, team: 'exported', user: owner.user?.name, spent_usd: 2.5 });
      expect(row?.workspace).toEqual(expect.any(String));
      const declared = await keys('q=of-the-file');
      expect(declared).toMatchObject([{ name: 'of-the-file', workspace: null, user: null, spent_usd: 0.5 }]);
    });

    it('finds keys by their state, those of gateway.yaml too', async () => {
      const names = async (state: string) => (await keys(`state=${state}&q=f-the-f`)).map(({ name }) => name);
      expect([await names('active'), await names('disabled'), await names('expired')]).toEqual([
        ['of-the-file'],
        [],
        [],
      ]);
      expect(refusalOf(await owner.send('GET /admin/keys?state=lost'))).toEqual([400, 'invalid_value', 'state']);
    });

    it('exports each key of the filter in the order of the list, and no formula', async () => {
      const answer = await owner.send('GET /admin/keys/export?order=name&team=exported');
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      const [head = '', ...lines] = answer.text.trimEnd().split('\r\n');
      const column = head.split(',').indexOf('name');
      const names = lines.map((line) => line.split(',')[column]);
      expect(names).toHaveLength(KEYS + 1);
      expect(names[0]).toBe(`"'=SUM(A1)"`);
      expect(new Set(names).size).toBe(KEYS + 1);
      expect(names.slice(1)).toEqual(names.slice(1).toSorted());
      expect(lines.join()).not.toContain('of another tenant');
    });

    it.each([
      ['/admin/teams/export?order=-rpm_limit', 'name', 'exported'],
      ['/org/members/export?order=email', 'email', '@'],
      ['/admin/models/export?order=provider&workspace_id=:workspace', 'logical_name', ''],
    ])('%s is a file', async (path, column, text) => {
      const answer = await owner.send(`GET ${path.replace(':workspace', workspace.workspaceId)}`);
      const file = answer.text;
      expect([answer.status, file.split('\r\n')[0]?.split(',')]).toEqual([200, expect.arrayContaining([column])]);
      expect(file).toContain(text);
    });

    it('rejects an order that the list does not have before the file begins', async () => {
      const answer = await owner.send('GET /admin/keys/export?order=hint');
      expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'order']);
    });
  },
);
