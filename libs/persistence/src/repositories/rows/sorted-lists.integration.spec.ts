import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, idAt, testDatabases } from '@multilane/testing';
import { type Database, openDatabase } from '../../database.js';
import { InvalidCursorError } from '../../database-error.js';
import { AUDIT_ORDERS, type AuditFilters } from '../../records/audit.js';
import { CREDENTIAL_STATES, type CredentialFilters } from '../identities/credentials.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const KEY_COLUMNS = ['last_used_at', 'expires_at', 'team', 'rpm_limit', 'tpm_limit', 'budget_usd_monthly', 'spent_usd'];
const KEY_ORDERS = KEY_COLUMNS.flatMap((column) => [column, `-${column}`]);
const KEYS = 12;
const A_DAY_MS = 86_400_000;
/** Its time is in the year 10889. */
const LAST_ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

/** Every third key has no expiry, and several have the same limits. */
function keyOf(index: number, teamId: string) {
  return {
    kind: 'api_key' as const,
    name: `key-${index}`,
    hint: 'ml-…',
    teamId,
    rpmLimit: index % 4,
    tpmLimit: 1_000 * (index % 3),
    budgetUsd: (index % 5) / 10,
    expiresAt: index % 3 === 0 ? null : new Date(Date.now() + (index - 6) * A_DAY_MS - 1),
  };
}

describe.each([...testDatabases()])('sorted lists on the $name database', (kind) => {
  let database: Database;
  let organizationId: string;
  let otherId: string;
  const keyIds: string[] = [];

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
    const makeTenant = async (name: string) =>
      (await database.change(SETUP, ({ organizations }) => organizations.create({ name }))).id;
    organizationId = await makeTenant('sorted');
    otherId = await makeTenant('other');
    for (const tenant of [organizationId, otherId]) await addKeys(tenant);
    await markUsed();
    await addRequests();
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  async function addKeys(tenant: string): Promise<void> {
    await database.change(SETUP, async ({ teams, credentials }) => {
      const beta = await teams.create(tenant, { name: 'Beta' });
      const alpha = await teams.create(tenant, { name: 'alpha' });
      for (let index = 0; index < KEYS; index++) {
        const hash = `${index}${tenant === organizationId ? 'a' : 'b'}`.padStart(64, '0');
        const { id } = await credentials.create(tenant, {
          ...keyOf(index, index % 2 === 0 ? beta.id : alpha.id),
          hash,
        });
        if (index === 7) await credentials.setDisabled(tenant, id, true);
        if (tenant === organizationId) keyIds.push(id);
      }
    });
  }

  /** Every third key was never used. */
  async function markUsed(): Promise<void> {
    const used = keyIds.map((id, index) => [id, new Date(Date.now() - index * A_DAY_MS)] as const);
    await database.credentials.markUsed(new Map(used.filter((_, index) => index % 3 !== 0)));
  }

  async function addRequests(): Promise<void> {
    const now = Date.now();
    const lines = Array.from({ length: 30 }, (_, index) => {
      const time = new Date(now - index * 1_000);
      return auditLine({
        organization_id: index % 10 === 9 ? otherId : organizationId,
        id: idAt(time),
        time: time.toISOString(),
        credential_id: keyIds[index % KEYS],
        duration_ms: (index % 7) * 10.5,
        cost_usd: index % 4 === 0 ? null : (index % 5) * 0.0000000001,
        error_code: index % 6 === 0 ? 'rate_limit_exceeded' : null,
      });
    });
    await database.storeAuditRecords(auditLines(lines));
  }

  async function readKeys(order: string, limit: number, filters: CredentialFilters = {}): Promise<string[]> {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { limit, order, cursor, filters: { kind: 'api_key' as const, ...filters } };
      const page = await database.credentials.listPage(organizationId, request);
      names.push(...page.data.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return names;
  }

  async function readRequests(order: string, limit: number, filters: AuditFilters = {}) {
    const rows = [];
    let cursor: string | undefined;
    do {
      const page = await database.auditRecords.listPage(organizationId, { limit, order, cursor, filters });
      rows.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return rows;
  }

  it.each(KEY_ORDERS)('have each key once in the order %s, however small the pages are', async (order) => {
    const whole = await readKeys(order, 200);
    expect(new Set(whole).size).toBe(KEYS);
    for (const limit of [1, 2, 5]) expect(await readKeys(order, limit)).toEqual(whole);
    const opposite = order.startsWith('-') ? order.slice(1) : `-${order}`;
    expect(await readKeys(opposite, 5)).toEqual(whole.toReversed());
  });

  it('begin with keys that were never used and end with keys that never expire', async () => {
    const never = ['key-0', 'key-3', 'key-6', 'key-9'];
    expect((await readKeys('last_used_at', 200)).slice(0, 4)).toEqual(never);
    expect((await readKeys('last_used_at', 200)).slice(4, 6)).toEqual(['key-11', 'key-10']);
    expect((await readKeys('expires_at', 200)).slice(-4)).toEqual(never);
    expect((await readKeys('team', 200)).slice(0, 6).every((name) => Number(name.slice(4)) % 2 === 1)).toBe(true);
  });

  it('find each key in one state', async () => {
    const found = await Promise.all(CREDENTIAL_STATES.map((state) => readKeys('name', 5, { state })));
    expect(found.flat().toSorted()).toEqual((await readKeys('name', 200)).toSorted());
    expect(found[1]).toEqual(['key-7']);
    expect(found[2]).toEqual(['key-1', 'key-2', 'key-4', 'key-5']);
  });

  it.each(AUDIT_ORDERS)('have each request of the tenant once in the order %s', async (order) => {
    const whole = await readRequests(order, 200);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(27);
    for (const limit of [1, 4]) expect(await readRequests(order, limit)).toEqual(whole);
    const values = whole.map(({ costUsd, durationMs, time }) =>
      order.endsWith('time') ? time.getTime() : order.endsWith('cost_usd') ? (costUsd ?? 0) : durationMs,
    );
    const sign = order.startsWith('-') ? -1 : 1;
    expect(values).toEqual(values.toSorted((left, right) => sign * (left - right)));
  });

  it('find requests by their duration, cost and error code', async () => {
    const all = await readRequests('-time', 200);
    const found = async (filters: AuditFilters) => (await readRequests('-time', 4, filters)).map(({ id }) => id);
    const expected = (isFound: (row: (typeof all)[number]) => boolean) => all.filter(isFound).map(({ id }) => id);
    expect(await found({ minDurationMs: 21, maxDurationMs: 42 })).toEqual(
      expected(({ durationMs }) => durationMs >= 21 && durationMs <= 42),
    );
    expect(await found({ maxCostUsd: 0 })).toEqual(expected(({ costUsd }) => (costUsd ?? 0) === 0));
    expect(await found({ minCostUsd: 0.0000000002 })).toEqual(
      expected(({ costUsd }) => (costUsd ?? 0) >= 0.0000000002),
    );
    const refused = await found({ errorCode: 'rate_limit_exceeded' });
    expect(refused).toEqual(expected(({ errorCode }) => errorCode !== null));
    expect(refused.length).toBeGreaterThan(2);
  });

  it.each([
    ['last_used_at', '2026-02-31 00:00:00.000000'],
    ['last_used_at', 'yesterday'],
    ['rpm_limit', '1.5'],
    ['rpm_limit', '9'.repeat(19)],
    ['spent_usd', 'NaN'],
    ['last_used_at', '0000-01-01 00:00:00.000000'],
    ['budget_usd_monthly', '1e+999'],
    ['budget_usd_monthly', '-1e-999'],
    ['spent_usd', '1; DROP TABLE credentials'],
  ])('reject a cursor whose %s is %s', async (order, value) => {
    const cursor = Buffer.from(JSON.stringify([order, '0190aaaa-0000-7000-8000-000000000000', value]));
    const request = { limit: 1, order, cursor: cursor.toString('base64url') };
    await expect(database.credentials.listPage(organizationId, request)).rejects.toBeInstanceOf(InvalidCursorError);
  });

  it.each(AUDIT_ORDERS)('have an end behind a cursor of the order %s with the last of all times', async (order) => {
    const place = Buffer.from(JSON.stringify([order, LAST_ID, order.endsWith('time') ? '' : '0']));
    const cursor = order === '-time' ? Buffer.from(LAST_ID.replaceAll('-', ''), 'hex') : place;
    const request = { limit: 200, order, cursor: cursor.toString('base64url') };
    const { nextCursor } = await database.auditRecords.listPage(organizationId, request);
    expect(nextCursor).toBeNull();
    expect(await database.auditRecords.find(organizationId, LAST_ID)).toBeUndefined();
  });

  it.each([
    [
      'credentials',
      "kind = 'api_key'",
      "coalesce(last_used_at, timestamptz 'epoch'), id",
      'ix_credentials__last_used_at',
    ],
    [
      'credentials',
      "kind = 'api_key'",
      "coalesce(expires_at, timestamptz '9999-12-31 UTC'), id",
      'ix_credentials__expires_at',
    ],
    ['audit_records', 'true', 'duration_ms, time, id', 'duration_ms'],
    ['audit_records', 'true', 'coalesce(cost_usd, 0), time, id', 'coalesce'],
    ['audit_records', "error_code = 'x'", 'error_code, time, id', 'error_code'],
  ])('are found in an index of %s where %s, in the order %s', async (table, condition, order, index) => {
    const plan = await database.inTransaction(async (sql) => {
      await sql.executeSql(
        'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off',
      );
      const { rows } = await sql.executeSql(
        `EXPLAIN SELECT id FROM ${table} WHERE organization_id = '${organizationId}' AND ${condition} ORDER BY ${order} LIMIT 51`,
      );
      return JSON.stringify(rows);
    });
    expect(plan).toContain(index);
    // Partitions are merged, each in the order of its index.
    expect(plan).not.toMatch(/-> {2}(Incremental )?Sort/);
  });
});
