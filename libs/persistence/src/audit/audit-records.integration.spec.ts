import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, databasesInTurn, idAt, waitUntil } from '@multilane/testing';
import fc from 'fast-check';
import { Connection } from '../connection/connection.js';
import { type Database, openDatabase } from '../database.js';
import { ReadTooLargeError } from '../database-error.js';
import { newId, timeOfId } from '../ids/new-id.js';
import type { AuditFilters, UsageRequest } from '../records/audit.js';
import type { UsageDimension } from '../records/usage/usage-dimension.js';
import { MOST_TAG_NAMES, MOST_TAG_VALUES } from './dimension-sums.js';
import { monthOf, partitionOf } from './partitions.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

describe.each(databasesInTurn(import.meta.filename))('audit records on the $name database', (kind) => {
  let database: Database;
  let tenants = 0;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  const store = (lines: readonly string[]) => database.storeAuditRecords(auditLines(lines));
  const makeTenant = async (): Promise<string> => {
    const name = `tenant-${++tenants}`;
    return (await database.change(SETUP, ({ organizations }) => organizations.create({ name }))).id;
  };
  const list = async (organizationId: string, filters: AuditFilters = {}) =>
    (await database.auditRecords.listPage(organizationId, { limit: 200, filters })).data;
  const usage = (organizationId: string, request: Partial<UsageRequest> = {}) =>
    database.usage.list(organizationId, {
      fromDay: '2020-01-01',
      toDay: '2100-01-01',
      groups: [],
      limit: 100,
      offset: 0,
      ...request,
    });

  it('are stored once, and summed once, however often they are given', async () => {
    const organization_id = await makeTenant();
    const lines = [auditLine({ organization_id }), auditLine({ organization_id }), auditLine({ organization_id })];
    expect(await store(lines.slice(0, 2))).toBe(2);
    expect(await store([...lines, ...lines])).toBe(1);
    expect(await store(lines)).toBe(0);
    expect(await list(organization_id)).toHaveLength(3);
    expect(await usage(organization_id)).toMatchObject([{ requests: 3, totalTokens: 36, costUsd: 1.5 }]);
  });

  it('pages through the usage of keys, of which some requests have none', async () => {
    const organization_id = await makeTenant();
    const credential_id = newId();
    const day = (time: string, cost_usd: number, fields: object) =>
      auditLine({ organization_id, id: idAt(new Date(time)), time, cost_usd, ...fields });
    await store([
      day('2026-11-01T10:00:00.000Z', 1, { credential_id, api_key_name: 'before' }),
      day('2026-11-02T10:00:00.000Z', 4, { credential_id, api_key_name: 'after' }),
      day('2026-11-01T10:00:00.000Z', 3, { credential_id: null, api_key_name: null }),
      day('2026-11-01T10:00:00.000Z', 2, { credential_id: null, api_key_name: '' }),
    ]);
    const page = async (offset: number) => usage(organization_id, { groups: ['key'], limit: 1, offset });
    expect(await page(0)).toMatchObject([{ credentialId: credential_id, credentialName: 'after', costUsd: 5 }]);
    expect(await page(1)).toMatchObject([{ credentialId: null, credentialName: null, requests: 1, costUsd: 3 }]);
    expect(await page(2)).toMatchObject([{ credentialId: null, credentialName: '', requests: 1, costUsd: 2 }]);
    expect(await page(3)).toEqual([]);
  });

  // Another session can hold a lock only on a server: the embedded database has one session.
  if (kind.name === 'postgres') {
    it('usage that the server gives up is too large, and the database is there', async () => {
      const organization_id = await makeTenant();
      await database.inTransaction(async (sql) => {
        await sql.executeSql('LOCK TABLE usage_totals IN ACCESS EXCLUSIVE MODE');
        const asked = expect(usage(organization_id)).rejects.toBeInstanceOf(ReadTooLargeError);
        await waitUntil('the server to give it up', async () => {
          const { rows } = await sql.executeSql(`SELECT pg_cancel_backend(pid) AS ended FROM pg_locks
          WHERE NOT granted AND relation = 'usage_totals'::regclass`);
          return rows.length > 0 || undefined;
        });
        await asked;
      });
      expect(await usage(organization_id)).toMatchObject([{ requests: 0 }]);
    });

    it('wait for a locked account without those of other organizations, and are stored once when it is free', async () => {
      const [held, free] = [await makeTenant(), await makeTenant()];
      const account = `key:${newId()}`;
      const charges = [{ account, period_start: '2026-11-01T00:00:00.000Z', amount: 1, lease: null }];
      const charged = (): string => auditLine({ organization_id: held, charges });
      const spent = async (): Promise<number> => {
        const { rows } = await database.sql.executeSql('SELECT spent FROM budget_accounts WHERE account = $1', [
          account,
        ]);
        return Number((rows as { readonly spent: string }[])[0]?.spent);
      };
      const requests = async (id: string) => (await usage(id))[0]?.requests;
      await store([charged()]);
      const lines = [charged(), charged()];
      await database.inTransaction(async (sql) => {
        await sql.executeSql('SELECT 1 FROM budget_accounts WHERE account = $1 FOR UPDATE', [account]);
        const alone = store(lines);
        alone.catch(() => undefined);
        const isWaiting = async (): Promise<true | undefined> => {
          const { rows } = await sql.executeSql("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'transactionid'");
          return rows.length > 0 || undefined;
        };
        await waitUntil('a store that waits for the account', isWaiting);
        const began = performance.now();
        expect(await store([auditLine({ organization_id: free })])).toBe(1);
        expect(performance.now() - began).toBeLessThan(1_000);
        await expect(alone).rejects.toThrow('lock timeout');
        // In one batch with them, too.
        await expect(store([...lines, auditLine({ organization_id: free })])).rejects.toThrow('lock timeout');
        expect([await requests(held), await requests(free)]).toEqual([1, 2]);
      });
      expect([await store(lines), await store(lines)]).toEqual([2, 0]);
      expect([await requests(held), await requests(free), await spent()]).toEqual([3, 2, 3]);
    });
  }

  it('count calls alone in usage and series, and list what they count as', async () => {
    const organization_id = await makeTenant();
    const lines = [
      auditLine({ organization_id }),
      auditLine({
        organization_id,
        kind: 'read',
        method: 'GET',
        endpoint: '/v1/models',
        logical_name: null,
        provider: null,
      }),
      auditLine({ organization_id, kind: 'write', endpoint: 'async.jobs' }),
    ];
    expect(await store(lines)).toBe(3);
    expect(await usage(organization_id)).toMatchObject([{ requests: 1, totalTokens: 12 }]);
    expect(await usage(organization_id, { groups: ['model'] })).toHaveLength(1);
    const { series } = await database.usageSeries.list(organization_id, {
      dimension: 'all',
      step: '1d',
      zone: 'UTC',
      fromDay: '2026-11-01',
      toDay: '2026-12-31',
      top: 1,
      hasPercentiles: false,
    });
    expect(series.map(({ total }) => total.requests)).toEqual([1]);
    const kinds = async (filters: AuditFilters) => (await list(organization_id, filters)).map((row) => row.kind).sort();
    expect(await kinds({})).toEqual(['call', 'read', 'write']);
    expect(await kinds({ kind: 'call' })).toEqual(['call']);
    expect(await kinds({ kind: 'read' })).toEqual(['read']);
  });

  it('tell providers of one kind apart, and read those of earlier versions by their kind', async () => {
    const organization_id = await makeTenant();
    const old = { organization_id, kind: undefined, provider_kind: undefined };
    await store([
      auditLine({ organization_id, provider: 'eu' }),
      auditLine({ organization_id, provider: 'us' }),
      auditLine({ organization_id, provider: 'us', cost_usd: 0.1 }),
      auditLine(old),
      auditLine({ ...old, method: 'GET', endpoint: '/v1/models', provider: null }),
      auditLine({ ...old, method: 'GET', endpoint: 'realtime', provider: 'groq' }),
    ]);
    const rows = await usage(organization_id, { groups: ['provider'] });
    expect(rows.map((row) => [row.provider, row.providerKind, row.requests]).sort()).toEqual([
      ['eu', 'openai', 1],
      ['groq', 'groq', 1],
      ['openai', 'openai', 1],
      ['us', 'openai', 2],
    ]);
    expect(await list(organization_id, { provider: 'us' })).toHaveLength(2);
    const listed = (await list(organization_id)).map((row) => `${row.kind} ${row.provider} ${row.providerKind}`);
    expect(listed.sort()).toEqual([
      'call eu openai',
      'call groq groq',
      'call openai openai',
      'call us openai',
      'call us openai',
      'read null null',
    ]);
  });

  it('come back as they were written, under their tenant alone', async () => {
    const organization_id = await makeTenant();
    const time = new Date('2026-11-20T12:00:00.123Z');
    const id = idAt(time);
    const charges = [{ account: 'key:1', period_start: '2026-11-01T00:00:00.000Z', amount: 0.25, lease: newId() }];
    await store([auditLine({ id, organization_id, request_id: 'r-1', cost_usd: 0.0000012345, charges }, time)]);
    const [row] = await list(organization_id);
    expect(row).toMatchObject({
      id,
      time,
      requestId: 'r-1',
      credentialName: 'ci',
      credentialType: 'api_key',
      model: 'default',
      logicalName: 'gpt-4o',
      durationMs: 12.5,
      promptTokens: 10,
      cachedTokens: null,
      costUsd: 0.0000012345,
      charges,
    });
    expect(await database.auditRecords.find(organization_id, id)).toEqual(row);
    expect(await database.auditRecords.find(await makeTenant(), id)).toBeUndefined();
    expect(await database.auditRecords.find(organization_id, 'nothing')).toBeUndefined();
  });

  it('take their charges from budgets in the same transaction, once a record', async () => {
    const organization_id = await makeTenant();
    const account = `key:${newId()}`;
    const period_start = '2026-11-01T00:00:00.000Z';
    const charge = (amount: number) => ({
      organization_id,
      charges: [{ account, period_start, amount, lease: newId() }],
    });
    const lines = [auditLine(charge(0.25)), auditLine(charge(0.5)), auditLine(charge(1))];
    await store(lines.slice(0, 2));
    await Promise.all([store(lines), store(lines)]);
    expect(await database.budgets.listSpending([{ account, period_start }])).toMatchObject([{ spent: 1.75 }]);
  });

  it('are found by each filter, and by all of them together', async () => {
    const organization_id = await makeTenant();
    const [workspace_id, team_id, credential_id, user_id] = [newId(), newId(), newId(), newId()];
    const time = new Date('2026-11-10T10:00:00Z');
    const own = {
      organization_id,
      workspace_id,
      team_id,
      credential_id,
      user_id,
      request_id: 'mine',
      logical_name: 'special',
      provider: 'anthropic',
      endpoint: 'messages',
      status: 502,
      outcome: 'failed',
      tags: { feature: 'search', env: 'prod' },
      customer: 'acme',
      client: 'codex',
      client_version: '0.150.0',
      session: 's-1',
    };
    await store([
      auditLine(own, time),
      auditLine({ organization_id, model: 'unknown', logical_name: null, status: 404, outcome: 'refused' }),
    ]);
    const filters: AuditFilters = {
      workspaceIds: [workspace_id],
      teamId: team_id,
      team: team_id,
      credential: credential_id,
      userId: user_id,
      requestId: 'mine',
      model: 'special',
      provider: 'anthropic',
      endpoint: 'messages',
      status: 502,
      outcome: 'failed',
      tags: { env: 'prod' },
      customer: 'acme',
      client: 'codex',
      session: 's-1',
      from: time,
      to: new Date(time.getTime() + 1),
    };
    for (const [name, value] of Object.entries(filters)) {
      if (name !== 'from')
        expect([name, await list(organization_id, { [name]: value })]).toMatchObject([name, [{ requestId: 'mine' }]]);
    }
    expect(await list(organization_id, filters)).toHaveLength(1);
    expect(await list(organization_id, { ...filters, to: time })).toEqual([]);
    expect(await list(organization_id, { workspaceIds: [] })).toEqual([]);
    expect(await list(organization_id, { userId: 'no id' })).toEqual([]);
    expect(await list(organization_id, { team: 'research' })).toMatchObject([{ model: 'unknown' }]);
    expect(await list(organization_id, { credential: 'ci' })).toMatchObject([{ model: 'unknown' }]);
    expect(await list(organization_id, { model: 'unknown', status: 404 })).toHaveLength(1);
  });

  it('are listed newest first, each once, whatever the size of the pages, over the turn of a month', async () => {
    const organization_id = await makeTenant();
    const start = Date.parse('2026-10-31T23:59:59.000Z');
    const ids = Array.from({ length: 60 }, (_, index) => idAt(new Date(start + Math.floor(index / 3) * 100)));
    await store(ids.map((id) => auditLine({ organization_id, id }, timeOfId(id))));
    const expected = ids.toSorted().reverse();
    for (const limit of [1, 7, 60]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await database.auditRecords.listPage(organization_id, { limit, cursor });
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(expected);
    }
  });

  it('separate usage by day, team, key, user, model and provider, and the sums are those of the records', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            day: fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-02'),
            team: fc.constantFrom('a', 'b'),
            api_key_name: fc.constantFrom('k1', 'k2'),
            logical_name: fc.constantFrom('m1', 'm2', null),
            outcome: fc.constantFrom('success', 'failed', 'refused', 'cancelled'),
            total_tokens: fc.option(fc.nat(1000)),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        fc.subarray(['day', 'team', 'key', 'model'] as const),
        async (records, groups) => {
          const organization_id = await makeTenant();
          const lines = records.map(({ day, ...values }) =>
            auditLine({ organization_id, ...values }, new Date(`${day}T23:59:59.999Z`)),
          );
          const half = Math.ceil(lines.length / 2);
          await Promise.all([store(lines.slice(0, half)), store(lines.slice(half)), store(lines)]);
          const expected = new Map<string, { requests: number; failed: number; tokens: number }>();
          for (const record of records) {
            const key = groups
              .map(
                (group) =>
                  ({ day: record.day, team: record.team, key: record.api_key_name, model: record.logical_name })[group],
              )
              .join(' ');
            const sum = expected.get(key) ?? { requests: 0, failed: 0, tokens: 0 };
            sum.requests += 1;
            if (record.outcome === 'failed') sum.failed += 1;
            sum.tokens += record.total_tokens ?? 0;
            expected.set(key, sum);
          }
          const rows = await usage(organization_id, { groups });
          const actual = new Map(
            rows.map((row) => [
              groups
                .map((group) => ({ day: row.day, team: row.team, key: row.credentialName, model: row.model })[group])
                .join(' '),
              { requests: row.requests, failed: row.failedRequests, tokens: row.totalTokens },
            ]),
          );
          expect(actual).toEqual(expected);
        },
      ),
      { numRuns: 15 },
    );
  }, 60_000);

  it('show the latest name of what was renamed, and only what the scope covers', async () => {
    const organization_id = await makeTenant();
    const [team_id, workspace_id] = [newId(), newId()];
    await store([
      auditLine({ organization_id, team_id, team: 'old', workspace_id }, new Date('2026-11-01T00:00:00Z')),
      auditLine({ organization_id, team_id, team: 'new' }, new Date('2026-11-02T00:00:00Z')),
      auditLine({ organization_id, team: 'other' }, new Date('2026-11-02T00:00:00Z')),
    ]);
    expect(await usage(organization_id, { groups: ['team'] })).toMatchObject([
      { teamId: team_id, team: 'new', requests: 2 },
      { teamId: null, team: 'other', requests: 1 },
    ]);
    expect(await usage(organization_id, { teamId: team_id })).toMatchObject([{ requests: 2 }]);
    expect(await usage(organization_id, { workspaceIds: [workspace_id] })).toMatchObject([{ requests: 1 }]);
    expect(await usage(organization_id, { workspaceIds: [] })).toEqual([]);
    expect(await usage(organization_id, { fromDay: '2026-11-02', toDay: '2026-11-02' })).toMatchObject([
      { requests: 2 },
    ]);
  });

  it('are rejected as a whole if the database cannot take them', async () => {
    const organization_id = await makeTenant();
    await expect(
      store([auditLine({ organization_id }), auditLine({ organization_id, model: '\u0000' })]),
    ).rejects.toThrow();
    expect(await list(organization_id)).toEqual([]);
    expect(await usage(organization_id)).toMatchObject([{ requests: 0 }]);
  });

  it('are summed by customer, client, session and each tag, once for each, however often they are given', async () => {
    const organization_id = await makeTenant();
    const [workspace_id, time] = [newId(), new Date('2026-11-10T10:00:00Z')];
    const prod = { organization_id, tags: { env: 'prod', feature: 'search' }, customer: 'acme', client: 'codex' };
    const lines = [
      auditLine({ ...prod, session: 's-1', workspace_id }, time),
      auditLine({ ...prod, session: 's-1', cost_usd: 2 }, time),
      auditLine(
        { organization_id, tags: { env: 'dev' }, customer: 'other', cost_usd: 1 },
        new Date('2026-11-11T10:00:00Z'),
      ),
      auditLine({ ...prod, kind: 'read', endpoint: 'models' }, time),
      auditLine({ organization_id }, time),
    ];
    await store(lines);
    await Promise.all([store(lines), store(lines)]);
    const sums = async (dimension: UsageDimension, asked: object = {}) =>
      (
        await database.usageDimensions.list(organization_id, {
          ...{ dimension, fromDay: '2026-11-01', toDay: '2026-11-30', isByDay: false, limit: 10, offset: 0 },
          ...asked,
        })
      ).map(({ costUsd, day, requests, value }) => [day, value, requests, costUsd]);
    expect(await sums({ kind: 'tag', name: 'env' })).toEqual([
      [null, 'prod', 2, 2.5],
      [null, 'dev', 1, 1],
    ]);
    expect(await sums({ kind: 'tag', name: 'env' }, { isByDay: true })).toEqual([
      ['2026-11-11', 'dev', 1, 1],
      ['2026-11-10', 'prod', 2, 2.5],
    ]);
    expect(await sums({ kind: 'tag', name: 'feature' })).toEqual([[null, 'search', 2, 2.5]]);
    expect(await sums({ kind: 'customer' }, { limit: 1, offset: 1 })).toEqual([[null, 'other', 1, 1]]);
    expect(await sums({ kind: 'client' }, { workspaceIds: [workspace_id] })).toEqual([[null, 'codex', 1, 0.5]]);
    expect(await sums({ kind: 'client' }, { workspaceIds: [] })).toEqual([]);
    expect(await sums({ kind: 'session' }, { value: 's-1' })).toEqual([[null, 's-1', 2, 2.5]]);
    expect(await sums({ kind: 'session' }, { value: 's-2' })).toEqual([]);
    expect(await sums({ kind: 'customer' }, { fromDay: '2026-11-11', team: 'research' })).toEqual([
      [null, 'other', 1, 1],
    ]);
    expect(await sums({ kind: 'customer' }, { team: 'nobody' })).toEqual([]);
    await database.usageDimensions.addQueued();
    // Those of the tests before this one, too.
    const removed = await database.usageDimensions.removeSessionsBefore(new Date('2026-11-11T00:00:00Z'));
    expect(removed).toBeGreaterThanOrEqual(2);
    expect(await sums({ kind: 'session' })).toEqual([]);
    expect(await sums({ kind: 'client' })).toHaveLength(1);
  });

  it('count values of a tag beyond 10,000 as other, and names of tags beyond 200 not at all', async () => {
    const organization_id = await makeTenant();
    const sums = (name: string) =>
      database.usageDimensions.list(organization_id, {
        ...{
          dimension: { kind: 'tag', name },
          fromDay: '2020-01-01',
          toDay: '2100-01-01',
          isByDay: false,
          limit: 10,
          offset: 0,
        },
      });
    await database.sql.executeSql(
      `INSERT INTO usage_tag_values SELECT $1, 'env', 'v' || number FROM generate_series(1, ${MOST_TAG_VALUES - 1}) AS number`,
      [organization_id],
    );
    await database.sql.executeSql(`INSERT INTO usage_tag_names VALUES ($1, 'env', ${MOST_TAG_VALUES - 1})`, [
      organization_id,
    ]);
    const tagged = (tags: object) => auditLine({ organization_id, tags });
    const others: number[] = [];
    const storeTagged = (...tags: object[]) =>
      database.storeAuditRecords(auditLines(tags.map(tagged)), (values) => others.push(values));
    await storeTagged({ env: 'a' }, { env: 'b' }, { env: 'v1' }, { env: 'c' });
    await storeTagged({ env: 'a' }, { env: 'b' });
    await storeTagged({ env: 'a' });
    expect(others).toEqual([2, 1]);
    const found = (await sums('env')).map(({ requests, value }) => [value, requests]);
    expect(found).toEqual([
      ['a', 3],
      ['other', 3],
      ['v1', 1],
    ]);
    await database.sql.executeSql(
      `INSERT INTO usage_tag_names SELECT $1, 'n' || number, 1 FROM generate_series(1, ${MOST_TAG_NAMES - 2}) AS number`,
      [organization_id],
    );
    await store([tagged({ o: 'x', p: 'x' })]);
    expect([(await sums('o')).length, (await sums('p')).length]).toEqual([1, 0]);
  });

  it('get the partition of their month where nobody made it ahead', async () => {
    const organization_id = await makeTenant();
    const times = ['2031-12-31T23:59:59.999Z', '2032-01-01T00:00:00.000Z'].map((time) => new Date(time));
    await Promise.all([1, 2, 3].map(() => store(times.map((time) => auditLine({ organization_id }, time)))));
    expect(await list(organization_id)).toHaveLength(6);
  });

  it('are removed when they are old: whole months at once, the rest row by row, and nothing else', async () => {
    const location = await kind.create();
    const connection = await Connection.open(location);
    const apart = 'url' in location ? await openDatabase(location) : undefined;
    await connection.close();
    const own = apart ?? (await openDatabase(location));
    try {
      await own.migrate();
      const { id: organization_id } = await own.change(SETUP, ({ organizations }) =>
        organizations.create({ name: 'x' }),
      );
      const times = ['2026-01-15', '2026-02-28', '2026-03-01', '2026-03-10', '2026-03-11'];
      await own.storeAuditRecords(
        auditLines(times.map((day) => auditLine({ organization_id }, new Date(`${day}T00:00:00Z`)))),
      );
      const removal = await own.removeAuditRecords(new Date('2026-03-11T00:00:00Z'));
      expect(removal).toEqual({
        partitions: [partitionOf({ year: 2026, month: 1 }), partitionOf({ year: 2026, month: 2 })],
        rows: 2,
      });
      const { data } = await own.auditRecords.listPage(organization_id, { limit: 10 });
      expect(data.map(({ time }) => time.toISOString())).toEqual(['2026-03-11T00:00:00.000Z']);
      expect(await own.removeAuditRecords(new Date('2026-03-11T00:00:00Z'))).toEqual({ partitions: [], rows: 0 });
      // The space of deleted rows is cleaned early, in partitions of months that nobody expected, too.
      const { rows: settings } = await own.sql.executeSql(
        `SELECT DISTINCT reloptions FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'audit_records'::regclass`,
      );
      expect(settings).toEqual([
        { reloptions: ['autovacuum_vacuum_scale_factor=0.01', 'autovacuum_vacuum_threshold=5000'] },
      ]);
      // The usage stays known.
      const [sum] = await own.usage.list(organization_id, {
        fromDay: '2026-01-01',
        toDay: '2026-12-31',
        groups: [],
        limit: 1,
        offset: 0,
      });
      expect(sum?.requests).toBe(5);
    } finally {
      await own.close();
    }
  }, 60_000);

  it('are cleaned as early in partitions that an earlier release made', async () => {
    const own = await openDatabase(await kind.create());
    try {
      await own.migrate();
      const name = partitionOf(monthOf(new Date()));
      const options = async (): Promise<unknown> =>
        (await own.sql.executeSql('SELECT reloptions FROM pg_class WHERE oid = $1::regclass', [name])).rows[0];
      const made = await options();
      await own.sql.executeSql(
        `ALTER TABLE ${name} RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);
         DELETE FROM schema_migrations WHERE name LIKE 'AuditVacuum%'`,
      );
      expect(await options()).toEqual({ reloptions: null });
      await own.migrate();
      expect(await options()).toEqual(made);
    } finally {
      await own.close();
    }
  }, 60_000);

  it('of an earlier release get the indexes of new columns in the background, once, and again what was left half-built', async () => {
    const own = await openDatabase(await kind.create());
    try {
      await own.migrate();
      await own.sql.executeSql(
        `ALTER TABLE audit_records DROP COLUMN tags, DROP COLUMN customer, DROP COLUMN client, DROP COLUMN client_version,
           DROP COLUMN session;
         DELETE FROM schema_migrations WHERE name LIKE 'AuditAttribution%'`,
      );
      await own.migrate();
      const indexes = async (): Promise<unknown> =>
        (
          await own.sql.executeSql(
            `SELECT count(*)::int AS built, bool_and(indisvalid) AS valid FROM pg_index JOIN pg_class ON oid = indexrelid
              WHERE relname ~ '^(ix_)?audit_records(_[0-9]+)*__(tags|customer|client|session)$'`,
          )
        ).rows[0];
      expect(await indexes()).toEqual({ built: 4, valid: false });
      expect(await own.indexAuditPartitions(() => true)).toBe(0);
      expect(await own.indexAuditPartitions()).toBe(12);
      expect(await indexes()).toEqual({ built: 16, valid: true });
      expect(await own.indexAuditPartitions()).toBe(0);
      const name = `${partitionOf(monthOf(new Date()))}__session`;
      await own.sql.executeSql(
        `DROP INDEX ix_audit_records__session;
         CREATE INDEX ix_audit_records__session ON ONLY audit_records (organization_id, session, time, id) WHERE session IS NOT NULL;
         CREATE INDEX ${name} ON ${partitionOf(monthOf(new Date()))} (organization_id, session, time, id) WHERE session IS NOT NULL;
         UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${name}'::regclass`,
      );
      expect(await own.indexAuditPartitions()).toBe(3);
      expect(await indexes()).toEqual({ built: 16, valid: true });
    } finally {
      await own.close();
    }
  }, 60_000);

  it('of an earlier release get the indexes of sorted lists in the background, so that no migration stops gateways', async () => {
    const own = await openDatabase(await kind.create());
    try {
      await own.migrate();
      await own.sql.executeSql(
        `DROP INDEX ix_credentials__last_used_at, ix_credentials__expires_at, ix_audit_records__duration, ix_audit_records__cost,
           ix_audit_records__error_code;
         DELETE FROM schema_migrations WHERE name LIKE 'SortedLists%'`,
      );
      await own.migrate();
      const listUnfinished = async (): Promise<unknown> =>
        (
          await own.sql.executeSql(
            `SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid
              WHERE relname ~ '^ix_audit_records__' AND NOT indisvalid ORDER BY relname`,
          )
        ).rows;
      const names = ['ix_audit_records__cost', 'ix_audit_records__duration', 'ix_audit_records__error_code'];
      expect(await listUnfinished()).toEqual(names.map((relname) => ({ relname })));
      expect(await own.indexAuditPartitions()).toBe(9);
      expect(await listUnfinished()).toEqual([]);
    } finally {
      await own.close();
    }
  }, 60_000);
});
