// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/persistence/src/repositories/usage/usage-series.integration.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, testDatabases } from '@multilane/testing';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../database.js';
import { newId } from '../../ids/new-id.js';
import { USAGE_GROUPS, type UsageGroup, type UsageRequest, type UsageRow } from '../../records/audit.js';
import { periodsOf } from './usage-periods.js';
import { usageStatement } from './usage-statement.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const IDS = Array.from({ length: 8 }, () => newId());

/** Things as records name them: with an id and a name, with a name alone, and not at all. */
const KEYS = [
  [IDS[0], 'key-0'],
  [IDS[1], 'key-1'],
  [null, 'ci'],
  [null, ''],
  [null, null],
] as const;
const TEAMS = [
  [IDS[2], 'team-2'],
  [null, 'research'],
  [null, '=research'],
  [null, null],
] as const;
const PEOPLE = [
  [IDS[3], null],
  [null, IDS[4]],
  [null, null],
] as const;
const PROVIDERS = [
  ['eu', 'openai'],
  ['us', 'openai'],
  [null, null],
] as const;
const DAYS = [
  '2025-11-30',
  '2025-12-01',
  '2026-01-31',
  '2026-10-02',
  '2026-10-15',
  '2026-10-30',
  '2026-11-01',
  '2026-11-02',
  '2026-11-30',
] as const;

const record = fc
  .record({
    day: fc.constantFrom(...DAYS),
    workspace_id: fc.constantFrom(IDS[5] ?? null, IDS[6] ?? null, null),
    key: fc.constantFrom(...KEYS),
    team: fc.constantFrom(...TEAMS),
    person: fc.constantFrom(...PEOPLE),
    provider: fc.constantFrom(...PROVIDERS),
    logical_name: fc.constantFrom('m1', 'm2', null),
    outcome: fc.constantFrom('success', 'failed', 'refused', 'cancelled'),
    cost: fc.integer({ min: 0, max: 40 }),
    total_tokens: fc.nat(1000),
    images: fc.option(fc.nat(3)),
    audio: fc.nat(1000),
  })
  .map(({ day, key, team, person, provider, cost, audio, ...values }) => ({
    ...values,
    day,
    credential_id: key[0],
    api_key_name: key[1],
    team_id: team[0],
    team: team[1],
    user_id: person[0],
    service_account_id: person[1],
    provider: provider[0],
    provider_kind: provider[1],
    cost_usd: cost / 8,
    // No binary fraction: sums that lose a little would show it.
    audio_seconds: audio / 10,
  }));

type Recorded = typeof record extends fc.Arbitrary<infer Value> ? Value : never;

const FIELDS: Readonly<Record<UsageGroup, (row: Recorded) => Partial<UsageRow>>> = {
  day: ({ day }) => ({ day }),
  workspace: ({ workspace_id }) => ({ workspaceId: workspace_id }),
  team: ({ team_id, team }) => ({ teamId: team_id ?? null, team }),
  key: ({ credential_id, api_key_name }) => ({ credentialId: credential_id ?? null, credentialName: api_key_name }),
  user: ({ user_id, service_account_id }) => ({
    userId: user_id ?? null,
    serviceAccountId: service_account_id ?? null,
  }),
  model: ({ logical_name }) => ({ model: logical_name }),
  provider: ({ provider, provider_kind }) => ({ provider, providerKind: provider_kind }),
};

interface Summed {
  requests: number;
  failed: number;
  tokens: number;
  cost: number;
  images: number;
  audio: number;
}

/** Sums that the rows of a grouping must have, by their group. */
function sumUp(records: readonly Recorded[], groups: readonly UsageGroup[]): Map<string, object> {
  const sums = new Map<string, Summed>();
  for (const row of records) {
    const of = JSON.stringify(groups.map((group) => FIELDS[group](row)));
    const sum = sums.get(of) ?? { requests: 0, failed: 0, tokens: 0, cost: 0, images: 0, audio: 0 };
    sum.requests += 1;
    sum.failed += row.outcome === 'failed' ? 1 : 0;
    sum.tokens += row.total_tokens;
    sum.cost += row.cost_usd;
    sum.images += row.images ?? 0;
    sum.audio = Math.round(10 * (sum.audio + row.audio_seconds)) / 10;
    sums.set(of, sum);
  }
  return sums;
}

function readUp(rows: readonly UsageRow[], groups: readonly UsageGroup[]): Map<string, object> {
  const ofGroup: Readonly<Record<UsageGroup, (row: UsageRow) => Partial<UsageRow>>> = {
    day: ({ day }) => ({ day }),
    workspace: ({ workspaceId }) => ({ workspaceId }),
    team: ({ teamId, team }) => ({ teamId, team }),
    key: ({ credentialId, credentialName }) => ({ credentialId, credentialName }),
    user: ({ userId, serviceAccountId }) => ({ userId, serviceAccountId }),
    model: ({ model }) => ({ model }),
    provider: ({ provider, providerKind }) => ({ provider, providerKind }),
  };
  return new Map(
    rows.map((row) => [
      JSON.stringify(groups.map((group) => ofGroup[group](row))),
      {
        requests: row.requests,
        failed: row.failedRequests,
        tokens: row.totalTokens,
        cost: row.costUsd,
        images: row.images,
        audio: row.audioSeconds,
      },
    ]),
  );
}

/** Everything that `usage_daily` and the tables made from it say of an organization, each summed in its own way, and so in another order. */
const COMPARED = `
SELECT (SELECT json_build_array(coalesce(sum(requests), 0), coalesce(sum(cost_usd), 0), coalesce(round(sum(audio_seconds)::numeric, 6), 0), count(DISTINCT day))
          FROM usage_daily WHERE organization_id = $1) AS daily,
       (SELECT json_build_array(coalesce(sum(requests), 0), coalesce(sum(cost_usd), 0), coalesce(round(sum(audio_seconds)::numeric, 6), 0), count(DISTINCT at))
          FROM usage_facts WHERE organization_id = $1 AND NOT is_month AND requests > 0) AS facts,
       (SELECT json_agg(json_build_array(requests, cost_usd) ORDER BY part, is_month) FROM (
          SELECT part, is_month, sum(requests) AS requests, sum(cost_usd) AS cost_usd FROM usage_totals
           WHERE organization_id = $1 GROUP BY part, is_month) AS parts) AS parts`;

describe.each([...testDatabases()])('sums of usage on the $name database', (kind) => {
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

  const makeTenant = async (): Promise<string> => {
    const name = `tenant-${++tenants}`;
    return (await database.change(SETUP, ({ organizations }) => organizations.create({ name }))).id;
  };
  const run = async (text: string, values: unknown[]) =>
    (await database.inTransaction((sql) => sql.executeSql(text, values))).rows;
  const lineOf = (organization_id: string) => {
    return ({ day, ...values }: Recorded) =>
      auditLine({ organization_id, ...values }, new Date(`${day}T23:59:59.999Z`));
  };
  const ask = (request: Partial<UsageRequest>): UsageRequest => ({
    fromDay: '2020-01-01',
    toDay: '2100-01-01',
    groups: [],
    limit: 1000,
    offset: 0,
    ...request,
  });

  it('equal the sums over the records in every grouping and range, whenever the records arrived', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 60 }),
        fc.uniqueArray(fc.subarray([...USAGE_GROUPS]), { selector: String, minLength: 3, maxLength: 6 }),
        fc.constantFrom(...DAYS, '2025-01-01', '2026-10-03', '2026-11-15'),
        fc.constantFrom(...DAYS, '2026-12-31', '2025-12-31', '2026-10-29'),
        async (records, groupings, fromDay, toDay) => {
          const organization_id = await makeTenant();
          const lines = records.map(lineOf(organization_id));
          const third = Math.ceil(lines.length / 3);
          // Those that come late are of earlier days too, and some come twice.
          const batches = [lines.slice(third), lines, lines.slice(0, third).toReversed()].map(auditLines);
          await Promise.all(batches.map((batch) => database.storeAuditRecords(batch)));
          const inRange = records.filter(({ day }) => fromDay <= day && day <= toDay);
          for (const groups of groupings) {
            const rows = await database.usage.list(organization_id, ask({ groups, fromDay, toDay }));
            if (groups.length > 0 || inRange.length > 0) expect(readUp(rows, groups)).toEqual(sumUp(inRange, groups));
            else expect(rows).toMatchObject([{ requests: 0, costUsd: 0 }]);
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it('equal the sums over the records that a filter finds', async () => {
    const organization_id = await makeTenant();
    const records = fc.sample(record, { numRuns: 150, seed: 7 });
    await database.storeAuditRecords(auditLines(records.map(lineOf(organization_id))));
    const filters: readonly (readonly [Partial<UsageRequest>, (row: Recorded) => boolean])[] = [
      [{ team: IDS[2] }, (row) => row.team_id === IDS[2]],
      [{ teamId: 'research' }, (row) => row.team === 'research'],
      [{ team: '=research' }, (row) => row.team === '=research'],
      [{ credential: IDS[0] }, (row) => row.credential_id === IDS[0]],
      [{ credential: 'ci' }, (row) => row.api_key_name === 'ci'],
      [{ userId: IDS[3] }, (row) => row.user_id === IDS[3]],
      [{ model: 'm1' }, (row) => row.logical_name === 'm1'],
      [{ provider: 'eu' }, (row) => row.provider === 'eu'],
      [{ workspaceIds: [IDS[5] ?? '', IDS[6] ?? ''] }, (row) => row.workspace_id !== null],
      [
        { workspaceIds: [IDS[5] ?? ''], model: 'm2', team: 'research' },
        (row) => row.workspace_id === IDS[5] && row.logical_name === 'm2' && row.team === 'research',
      ],
    ];
    for (const [filter, isFound] of filters) {
      for (const groups of [
        [],
        ['day'],
        ['key'],
        ['team'],
        ['user', 'day'],
        ['user', 'key', 'team'],
        ['model', 'provider'],
        ['workspace', 'key'],
      ] as const) {
        const rows = await database.usage.list(organization_id, ask({ groups, ...filter }));
        expect([filter, groups, readUp(rows, groups)]).toEqual([
          filter,
          groups,
          sumUp(records.filter(isFound), groups),
        ]);
      }
    }
    expect(await database.usage.list(organization_id, ask({ groups: ['key'], userId: newId() }))).toEqual([]);
    expect(await database.usage.list(await makeTenant(), ask({ groups: ['key'] }))).toEqual([]);
  }, 60_000);

  it('are the same pages if the groups of a page are found first as if every group is summed', async () => {
    const organization_id = await makeTenant();
    const records = fc.sample(record, { numRuns: 200, seed: 11 });
    await database.storeAuditRecords(auditLines(records.map(lineOf(organization_id))));
    const days = { fromDay: '2025-12-01', toDay: '2026-11-29', first: '2025-11-30', last: '2026-11-30' };
    for (const groups of [
      ['key'],
      ['team', 'key'],
      ['user'],
      ['key', 'model'],
      ['team', 'model'],
      ['user', 'provider', 'workspace'],
    ] as const) {
      const pages = async (isRanked: boolean): Promise<unknown[]> => {
        const rows: unknown[] = [];
        for (let offset = 0; ; offset += 4) {
          const { statement, values } = usageStatement(
            organization_id,
            ask({ groups, limit: 4, offset, ...days }),
            periodsOf(days),
            { isRanked },
          );
          const page = await run(statement.text, values);
          rows.push(...page);
          if (page.length < 4) return rows;
        }
      };
      const found = await pages(true);
      expect(found).toEqual(await pages(false));
      expect(found.length).toBe(
        sumUp(
          records.filter(({ day }) => day >= days.fromDay && day <= days.toDay),
          groups,
        ).size,
      );
    }
  }, 60_000);

  it('are the same pages if the groups of a page are looked for among the first few as among all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 5, maxLength: 60 }),
        fc.constantFrom(...DAYS),
        fc.constantFrom(...DAYS),
        fc.boolean(),
        async (drawn, fromDay, toDay, isFree) => {
          const organization_id = await makeTenant();
          const records = isFree ? drawn.map((row) => ({ ...row, cost_usd: 0 })) : drawn;
          await database.storeAuditRecords(auditLines(records.map(lineOf(organization_id))));
          for (const groups of [['key'], ['user'], ['key', 'model'], ['user', 'provider'], ['team', 'user']] as const) {
            for (const [limit, offset] of [
              [1, 0],
              [2, 1],
            ] as const) {
              const page = ask({ groups, limit, offset, fromDay, toDay });
              const all = await database.usage.list(organization_id, page, []);
              for (const counts of [[1], [2], [1, 3]]) {
                const found = await database.usage.list(organization_id, page, counts);
                expect([groups, counts, found]).toEqual([groups, counts, all]);
              }
            }
          }
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);

  it('follow whoever writes the daily totals, as a gateway of the previous release does', async () => {
    const organization_id = await makeTenant();
    const write = (day: string, key: string, requests: number) =>
      run(
        `INSERT INTO usage_daily (day, organization_id, credential_name, requests, cost_usd, audio_seconds) VALUES ($1, $2, $3, $4, 0.5, 0.25)
         ON CONFLICT (day, organization_id, workspace_id, team_id, team, user_id, service_account_id, credential_id, credential_name, model, provider)
         DO UPDATE SET requests = usage_daily.requests + excluded.requests, cost_usd = usage_daily.cost_usd + excluded.cost_usd,
           audio_seconds = usage_daily.audio_seconds + excluded.audio_seconds`,
        [day, organization_id, key, requests],
      );
    await write('2026-11-01', 'a', 1);
    await write('2026-11-01', 'a', 2);
    await write('2026-10-31', 'b', 4);
    await write('2026-10-30', 'c', 8);
    const keys = async () =>
      (await database.usage.list(organization_id, ask({ groups: ['key'] }))).map((row) => [
        row.credentialName,
        row.requests,
        row.costUsd,
        row.audioSeconds,
      ]);
    expect(await keys()).toEqual([
      ['a', 3, 1, 0.5],
      ['c', 8, 0.5, 0.25],
      ['b', 4, 0.5, 0.25],
    ]);
    await run("DELETE FROM usage_daily WHERE organization_id = $1 AND credential_name = 'c'", [organization_id]);
    await run("UPDATE usage_daily SET credential_name = 'd' WHERE organization_id = $1 AND credential_name = 'b'", [
      organization_id,
    ]);
    expect(await keys()).toEqual([
      ['a', 3, 1, 0.5],
      ['d', 4, 0.5, 0.25],
    ]);
    expect(await run(COMPARED, [organization_id])).toEqual([
      { daily: [7, 1.5, 0.75, 2], facts: [7, 1.5, 0.75, 2], parts: Array.from({ length: 14 }, () => [7, 1.5]) },
    ]);
  });

  it('stay whole if many write the same days at once', async () => {
    const organization_id = await makeTenant();
    const records = fc.sample(record, { numRuns: 120, seed: 3 });
    const lines = Array.from({ length: 8 }, (_, index) =>
      [...records.slice(index * 15), ...records.slice(0, index * 15)].map(lineOf(organization_id)),
    );
    await Promise.all(lines.map((batch) => database.storeAuditRecords(auditLines(batch))));
    const rows = await database.usage.list(organization_id, ask({ groups: ['key', 'day'] }));
    const all = lines.flatMap(() => records);
    expect(readUp(rows, ['key', 'day'])).toEqual(sumUp(all, ['key', 'day']));
    const [{ daily, facts }] = await run(COMPARED, [organization_id]);
    expect(facts).toEqual(daily);
  }, 60_000);

  it('are gone with the daily totals that they are made of, and their names with them', async () => {
    const own = await openDatabase(await kind.create());
    try {
      await own.migrate();
      const make = async (name: string) =>
        (await own.change(SETUP, ({ organizations }) => organizations.create({ name }))).id;
      const [gone, stays] = [await make('gone'), await make('stays')];
      const records = fc.sample(record, { numRuns: 60, seed: 13 });
      for (const id of [gone, stays]) await own.storeAuditRecords(auditLines(records.map(lineOf(id))));
      const left = async (id: string): Promise<number[]> => {
        const counts: number[] = [];
        for (const table of ['usage_subjects', 'usage_facts', 'usage_totals', 'usage_ranks']) {
          const { rows } = await own.sql.executeSql(
            `SELECT count(*)::int AS number FROM ${table} WHERE organization_id = $1`,
            [id],
          );
          counts.push((rows as { readonly number: number }[])[0]?.number ?? -1);
        }
        return counts;
      };
      const read = async () => readUp(await own.usage.list(stays, ask({ groups: ['key', 'model'] })), ['key', 'model']);
      const [before, rows] = [await left(stays), await read()];
      await own.sql.executeSql('DELETE FROM usage_daily WHERE organization_id = $1', [gone]);
      expect([await left(gone), await left(stays), await read()]).toEqual([[0, 0, 0, 0], before, rows]);
      const kept = records.filter(({ logical_name: model }) => model !== 'm1');
      await own.sql.executeSql("DELETE FROM usage_daily WHERE organization_id = $1 AND model = 'm1'", [stays]);
      expect(await read()).toEqual(sumUp(kept, ['key', 'model']));
      const { rows: names } = await own.sql.executeSql(
        "SELECT 1 FROM usage_subjects WHERE organization_id = $1 AND dimension = 'model' AND name = 'm1'",
        [stays],
      );
      expect(names).toEqual([]);
      await own.sql.executeSql('TRUNCATE usage_daily');
      expect(await left(stays)).toEqual([0, 0, 0, 0]);
      await own.storeAuditRecords(auditLines(records.map(lineOf(gone))));
      expect(await own.usage.list(gone, ask({}))).toMatchObject([{ requests: 60 }]);
    } finally {
      await own.close();
    }
  }, 60_000);

  it('are made by the migration from the daily totals that are there', async () => {
    const location = await kind.create();
    const own = await openDatabase(location);
    try {
      await own.migrate();
      const { id: organization_id } = await own.change(SETUP, ({ organizations }) =>
        organizations.create({ name: 'before' }),
      );
      await own.inTransaction((sql) =>
        sql.executeSql(`DROP TABLE usage_facts, usage_totals, usage_ranks, usage_subjects;
          DROP FUNCTION sum_usage_insert, sum_usage_update, sum_usage_delete CASCADE;
          DELETE FROM schema_migrations WHERE name LIKE 'UsageSums%' OR name LIKE 'UsageRemovals%'`),
      );
      const records = fc.sample(record, { numRuns: 100, seed: 5 });
      await own.storeAuditRecords(auditLines(records.slice(0, 60).map(lineOf(organization_id))));
      expect((await own.migrate()).applied).toContain('UsageSums1795946400000');
      await own.storeAuditRecords(auditLines(records.slice(60).map(lineOf(organization_id))));
      for (const groups of [
        [],
        ['key', 'day'],
        ['team'],
        ['user'],
        ['model', 'provider'],
        ['workspace', 'model'],
      ] as const) {
        const rows = await own.usage.list(organization_id, ask({ groups }));
        expect([groups, readUp(rows, groups)]).toEqual([groups, sumUp(records, groups)]);
      }
    } finally {
      await own.close();
    }
  }, 60_000);

  it('get the totals of teams by model from the migration that adds them', async () => {
    const location = await kind.create();
    const own = await openDatabase(location);
    try {
      await own.migrate();
      const { id: organization_id } = await own.change(SETUP, ({ organizations }) =>
        organizations.create({ name: 'before' }),
      );
      const records = fc.sample(record, { numRuns: 100, seed: 13 });
      await own.storeAuditRecords(auditLines(records.map(lineOf(organization_id))));
      await own.inTransaction((sql) =>
        sql.executeSql(`DELETE FROM usage_totals WHERE part = 5;
          DELETE FROM schema_migrations WHERE name LIKE 'UsageModelTotals%'`),
      );
      const groups = ['team', 'model'] as const;
      expect(await own.usage.list(organization_id, ask({ groups }))).toEqual([]);
      expect((await own.migrate()).applied).toEqual(['UsageModelTotals1795962000000']);
      const rows = await own.usage.list(organization_id, ask({ groups }));
      expect(readUp(rows, groups)).toEqual(sumUp(records, groups));
    } finally {
      await own.close();
    }
  }, 60_000);

  it('get the lists of keys and people from the migration that adds them', async () => {
    const own = await openDatabase(await kind.create());
    try {
      await own.migrate();
      const { id: organization_id } = await own.change(SETUP, ({ organizations }) =>
        organizations.create({ name: 'before' }),
      );
      const records = fc.sample(record, { numRuns: 100, seed: 19 });
      await own.storeAuditRecords(auditLines(records.slice(0, 60).map(lineOf(organization_id))));
      const lists = async () => {
        const { rows } = await own.sql.executeSql('SELECT * FROM usage_ranks ORDER BY dimension, month, subject', []);
        return rows;
      };
      const before = await lists();
      await own.sql.executeSql(
        "DROP TABLE usage_ranks; DROP INDEX ix_usage_facts__person; DELETE FROM schema_migrations WHERE name LIKE 'UsageRanks%'",
      );
      expect((await own.migrate()).applied).toEqual(['UsageRanks1795992600000']);
      expect(before.length).toBeGreaterThan(10);
      expect(await lists()).toEqual(before);
      await own.storeAuditRecords(auditLines(records.slice(60).map(lineOf(organization_id))));
      for (const groups of [['key'], ['user', 'model']] as const) {
        const rows = await own.usage.list(organization_id, ask({ groups }), [100]);
        expect([groups, readUp(rows, groups)]).toEqual([groups, sumUp(records, groups)]);
      }
    } finally {
      await own.close();
    }
  }, 60_000);

  it('get the totals of keys from the migration that adds them, and those of teams by model with them', async () => {
    const own = await openDatabase(await kind.create());
    try {
      await own.migrate();
      const { id: organization_id } = await own.change(SETUP, ({ organizations }) =>
        organizations.create({ name: 'before' }),
      );
      const records = fc.sample(record, { numRuns: 100, seed: 17 });
      await own.storeAuditRecords(auditLines(records.slice(0, 60).map(lineOf(organization_id))));
      await own.inTransaction((sql) =>
        sql.executeSql(`DELETE FROM usage_totals WHERE part > 4;
          ALTER TABLE usage_totals DROP COLUMN key;
          DROP INDEX ix_usage_totals__person;
          CREATE UNIQUE INDEX uq_usage_totals__row ON usage_totals
            (organization_id, part, is_month, at, team, person, workspace, model, provider);
          DELETE FROM schema_migrations WHERE name LIKE 'UsageModelTotals%' OR name LIKE 'UsageKeyTotals%'`),
      );
      expect((await own.migrate()).applied).toEqual(['UsageModelTotals1795962000000', 'UsageKeyTotals1795986000000']);
      await own.storeAuditRecords(auditLines(records.slice(60).map(lineOf(organization_id))));
      for (const groups of [['key'], ['key', 'user'], ['day', 'key'], ['team', 'model'], ['user']] as const) {
        const rows = await own.usage.list(organization_id, ask({ groups, team: 'research' }));
        const found = records.filter(({ team }) => team === 'research');
        expect([groups, readUp(rows, groups)]).toEqual([groups, sumUp(found, groups)]);
      }
    } finally {
      await own.close();
    }
  }, 60_000);
});
