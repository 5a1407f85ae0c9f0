import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Replica } from '@multilane/persistence';
import { serviceDatabases, waitUntil } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Deployment {
  readonly replicas: { readonly id: string; readonly service: string; readonly config_hash: string | null }[];
  readonly degraded: string[];
  readonly webhooks: object;
}

describe.each(serviceDatabases())('GET /admin/deployment on $name (docs/contract/operations.md#deployment)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const read = async (): Promise<Deployment> => {
    const answer = await owner.send('GET /admin/deployment');
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json() as Deployment;
  };
  const gateway = (facts: Replica['facts']) => ({
    id: newId(),
    service: 'multilane-gateway',
    version: '1.2.3',
    commit: null,
    startedAt: new Date(),
    facts,
  });

  it('shows the process that answers', async () => {
    await waitUntil('a heartbeat', async () => ((await read()).replicas.length === 1 ? true : undefined));
    expect(await read()).toMatchObject({
      object: 'deployment',
      replicas: [{ service: 'multilane-workspace', role: null, problem: null, degraded: [] }],
      degraded: [],
      webhooks: { pending: 0, oldest_pending_at: null },
    });
  });

  it('shows gateways with what they say of themselves until they end, and none whose heartbeats have stopped', async () => {
    const { replicas, sql } = workspace.database;
    const facts = {
      role: 'worker',
      config_hash: 'abc',
      degraded: ['redis'],
      spool_records: 3,
      spool_bytes: 900,
      policy_version: 7,
    };
    const [alive, gone] = [gateway(facts), gateway({ degraded: 'not a list', role: 7 })];
    await replicas.beat(alive);
    await replicas.beat(gone);
    await sql.executeSql("UPDATE replicas SET seen_at = now() - interval '2 minutes' WHERE id = $1", [gone.id]);
    const found = await read();
    expect(found.degraded).toEqual(['redis']);
    expect(found.replicas.filter(({ service }) => service === 'multilane-gateway')).toMatchObject([
      { id: alive.id, version: '1.2.3', ...facts },
    ]);
    await replicas.beat(gone);
    expect((await read()).replicas.find(({ id }) => id === gone.id)).toMatchObject({ degraded: [], role: null });
    await replicas.remove(alive.id);
    await replicas.remove(gone.id);
    expect((await read()).replicas.map(({ service }) => service)).toEqual(['multilane-workspace']);
  });

  it('forgets processes after an hour without a heartbeat', async () => {
    const { replicas, sql } = workspace.database;
    const [old, fresh] = [gateway({}), gateway({})];
    await replicas.beat(old);
    await sql.executeSql("UPDATE replicas SET seen_at = now() - interval '61 minutes' WHERE id = $1", [old.id]);
    await replicas.beat(fresh);
    const { rows } = await sql.executeSql('SELECT id FROM replicas WHERE id = ANY($1)', [[old.id, fresh.id]]);
    expect(rows).toEqual([{ id: fresh.id }]);
    await replicas.remove(fresh.id);
  });

  it('is not for administrators, nor for owners of another organization than that of gateway.yaml', async () => {
    const { organizationId } = await addTenant(workspace.database, 'tenant');
    const others = [await workspace.signIn({ role: 'org_admin' }), await workspace.signIn({ organizationId })];
    for (const { send } of others) {
      expect(refusalOf(await send('GET /admin/deployment'))).toEqual([403, 'permission_denied']);
      const session = (await send('GET /auth/session')).json() as { permissions: { organization: string[] } };
      expect(session.permissions.organization).not.toContain('org.deployment.read');
    }
    const own = (await owner.send('GET /auth/session')).json() as { permissions: { organization: string[] } };
    expect(own.permissions.organization).toContain('org.deployment.read');
  });
});
