import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { HOOK_LIMIT_MS, refusalOf, startTestWorkspace, type TestWorkspace } from '../start-test-workspace.js';
import { CALLERS, type CallerName, type IdMakers, type Tenant } from './access-matrix.js';
import { CallerPool } from './callers/caller-pool.js';
import { makeTenants } from './callers/make-callers.js';
import { loadMatrices } from './load-matrices.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

/** An id that nothing has. */
const NOBODY = '01930000-0000-7000-8000-00000000000a';

const { rows, ids } = await loadMatrices();
const routes = Object.keys(rows);
const routesWithIds = routes.filter((route) => / .*:(id|\w+_id)\b/.test(route));

/** A route with its body, where its method has one. */
const bodyOf = (route: string, body: object) => (/^(POST|PUT|PATCH) /.test(route) ? body : undefined);

/** Returns the status of a refusal: 401 for unknown callers, 403 for known ones. A SCIM token is known on SCIM's routes alone. */
function refusalFor(route: string, caller: CallerName): number {
  const isScimRoute = route.includes(' /scim/');
  return caller === 'stranger' || isScimRoute !== (caller === 'scim') ? 401 : 403;
}

/** Callers with access get an error for a harmless body or an unknown id. */
function outcomeOf(status: number): number | string {
  return status === 401 || status === 403 || status >= 500 ? status : 'let in';
}

/** Every route has a row, and every id a maker: route-rows.integration.spec.ts says so in seconds, with the file to edit. */
describe('every route and every caller (the matrices of e2e/access)', () => {
  let workspace: TestWorkspace;
  let own: Tenant;
  let other: Tenant;
  let callers: CallerPool;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    ({ own, other } = await makeTenants(workspace));
    callers = new CallerPool(own);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('know every route of a service that runs, also those that its settings bring', () => {
    const served = workspace.routes.map(({ method, path }) => `${method} ${path}`);
    expect(served.filter((route) => rows[route] === undefined)).toEqual([]);
  });

  it.each(routes)('%s lets in those of its row, and nobody else', async (route) => {
    const { allowed = [], refused = [] } = rows[route] ?? {};
    expect([...allowed, ...refused].toSorted()).toEqual(CALLERS.toSorted());
    const filled = route.replace(/:\w+/g, NOBODY);
    for (const caller of CALLERS) {
      const { status } = await callers.call(caller, filled, bodyOf(route, {}));
      const expected = allowed.includes(caller) ? 'let in' : refusalFor(route, caller);
      expect([caller, outcomeOf(status)]).toEqual([caller, expected]);
    }
  });

  it('reject, of every route that changes something, what another site’s page sends in a person’s name', async () => {
    const closed = routes.filter((route) => !route.startsWith('GET ') && !rows[route]?.allowed.includes('stranger'));
    const headers = { origin: 'https://evil.example' };
    for (const route of closed.filter((route) => !route.includes(' /scim/'))) {
      const answer = await callers.call('owner', route.replace(/:\w+/g, NOBODY), bodyOf(route, {}), headers);
      expect([route, ...refusalOf(answer)]).toEqual([route, 403, 'permission_denied', 'Origin']);
    }
    expect(closed.length).toBeGreaterThan(10);
  });

  it.each(routesWithIds)('%s answers 404 to the owner of another tenant, and changes nothing', async (route) => {
    const caller = route.includes(' /scim/') ? 'scim' : 'owner';
    for (const tenants of mixes(route, own, other)) {
      const path = await fillIn(route, tenants, ids);
      const { status } = await callers.call(caller, path, bodyOf(route, rows[route]?.body ?? {}));
      expect([path, status]).toEqual([path, 404]);
    }
    expect(await traces(other)).toEqual([]);
  });
});

/** Returns the owners of the path's ids: all of another tenant, and the last one only. */
function mixes(route: string, own: Tenant, other: Tenant): Tenant[][] {
  const count = route.match(/:(id|\w+_id)\b/g)?.length ?? 0;
  const foreign = Array.from({ length: count }, () => other);
  return count > 1 ? [foreign, foreign.with(0, own)] : [foreign];
}

async function fillIn(route: string, tenants: readonly Tenant[], makers: IdMakers): Promise<string> {
  let filled = '';
  let declared = '';
  let parameters = 0;
  for (const part of route.split('/')) {
    const slash = declared === '' ? '' : '/';
    declared += `${slash}${part}`;
    const tenant = part.startsWith(':') ? tenants[parameters++] : undefined;
    if (tenant === undefined) {
      filled += `${slash}${part}`;
      continue;
    }
    const maker = makers[declared.slice(declared.indexOf(' ') + 1)] ?? makers[part];
    if (maker === undefined) throw new Error(`no matrix says how to come by ${part} of ${route}: add it to IDS`);
    filled += `${slash}${await maker(tenant)}`;
  }
  return filled;
}

/** Reads the changes to a tenant by others than its own people and the test, from its audit trail. */
async function traces({ workspace, organizationId }: Tenant): Promise<readonly string[]> {
  const { data } = await workspace.database.changes.listPage(organizationId, { limit: 100 });
  const people = new Set((await workspace.database.users.listAll(organizationId)).map(({ id }) => id));
  return data
    .filter(({ actorType, actorId }) => actorType !== 'system' && !people.has(actorId ?? ''))
    .map(({ action }) => action);
}
