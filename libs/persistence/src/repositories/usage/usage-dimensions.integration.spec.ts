import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, testDatabases } from '@multilane/testing';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../database.js';
import { newId } from '../../ids/new-id.js';
import { SUM_SCOPES } from '../../migrations/usage-dimension-scopes/usage-dimension-scopes-tables.js';
import { SUM_DIMENSIONS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import type { UsageDimension } from '../../records/usage/usage-dimension.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const DAYS = [
  '2026-09-30',
  '2026-10-01',
  '2026-10-30',
  '2026-10-31',
  '2026-11-01',
  '2026-11-02',
  '2026-11-30',
] as const;
const WORKSPACES = [newId(), newId()] as const;

interface Team {
  readonly team: string | null;
  readonly team_id: string | null;
}
const [SALES, OTHER_TEAM] = [newId(), newId()];
/** Two of them are one team that was renamed. */
const TEAMS: readonly Team[] = [
  { team: 'research', team_id: null },
  { team: 'sales', team_id: SALES },
  { team: 'selling', team_id: SALES },
  { team: 'sales', team_id: OTHER_TEAM },
  { team: null, team_id: null },
];
const DIMENSIONS: readonly UsageDimension[] = [
  { kind: 'customer' },
  { kind: 'client' },
  { kind: 'session' },
  { kind: 'tag', name: 'env' },
];

/** Cost as a whole number of its smallest part here, so that sums are exact. */
const PARTS_OF_A_DOLLAR = 10_000;

const record = fc.record({
  day: fc.constantFrom(...DAYS),
  customer: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { nil: null }),
  client: fc.option(fc.constantFrom('codex', 'cursor'), { nil: null }),
  session: fc.option(fc.constantFrom('s-1', 's-2', 's-3', 's-4'), { nil: null }),
  tags: fc.option(fc.record({ env: fc.constantFrom('prod', 'test', 'dev') }), { nil: null }),
  workspace_id: fc.constantFrom(...WORKSPACES, null),
  ofTeam: fc.constantFrom<Team>(...TEAMS),
  parts: fc.constantFrom(0, 1, 3, 7, 100, 100_000),
  total_tokens: fc.nat(1000),
});
type Given = typeof record extends fc.Arbitrary<infer Value> ? Value : never;

const request = fc.record({
  dimension: fc.constantFrom(...DIMENSIONS),
  fromDay: fc.constantFrom(...DAYS, '2026-01-01', '2026-11-15'),
  toDay: fc.constantFrom(...DAYS, '2026-10-15', '2027-01-01'),
  isByDay: fc.boolean(),
  workspaceIds: fc.option(fc.constantFrom([WORKSPACES[0]], [...WORKSPACES]), { nil: undefined }),
  team: fc.option(fc.constantFrom('research', SALES), { nil: undefined }),
  teamId: fc.option(fc.constantFrom(SALES), { nil: undefined, freq: 8 }),
  value: fc.option(fc.constantFrom('a', 'codex', 's-1', 'prod'), { nil: undefined, freq: 8 }),
  limit: fc.integer({ min: 1, max: 5 }),
  offset: fc.integer({ min: 0, max: 3 }),
  /** Few enough that they often do not tell. */
  counts: fc.constantFrom([], [1], [2, 4], [400]),
});

interface Asked {
  readonly dimension: UsageDimension;
  readonly fromDay: string;
  readonly toDay: string;
  readonly isByDay: boolean;
  readonly workspaceIds: readonly string[] | undefined;
  readonly team: string | undefined;
  readonly teamId?: string | undefined;
  readonly value: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly counts: readonly number[];
}

const valueIn = (given: Given, dimension: UsageDimension): string | null =>
  dimension.kind === 'tag' ? (given.tags?.env ?? null) : given[dimension.kind];

interface Sum {
  readonly day: string | null;
  readonly value: string;
  readonly parts: number;
  readonly requests: number;
  readonly tokens: number;
}

/** What a scan of the records sums. */
function scan(records: readonly Given[], asked: Omit<Asked, 'limit' | 'offset' | 'counts'>): Sum[] {
  const sums = new Map<string, Sum>();
  for (const each of records) {
    const value = valueIn(each, asked.dimension);
    const isAsked =
      each.day >= asked.fromDay &&
      each.day <= asked.toDay &&
      (asked.value === undefined || asked.value === value) &&
      [asked.team, asked.teamId].every(
        (team) => team === undefined || team === (each.ofTeam.team_id ?? each.ofTeam.team),
      ) &&
      (asked.workspaceIds === undefined || asked.workspaceIds.some((id) => id === each.workspace_id));
    if (value === null || !isAsked) continue;
    const day = asked.isByDay ? each.day : null;
    const key = `${day} ${value}`;
    const { parts, requests, tokens } = sums.get(key) ?? { parts: 0, requests: 0, tokens: 0 };
    sums.set(key, {
      day,
      value,
      parts: parts + each.parts,
      requests: requests + 1,
      tokens: tokens + each.total_tokens,
    });
  }
  return [...sums.values()].sort(
    (one, other) =>
      (other.day ?? '').localeCompare(one.day ?? '') ||
      other.parts - one.parts ||
      other.requests - one.requests ||
      (one.value < other.value ? -1 : 1),
  );
}

describe.each([...testDatabases()])('sums of what requests say about themselves, on the $name database', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  const makeTenant = async (): Promise<string> =>
    (await database.change(SETUP, ({ organizations }) => organizations.create({ name: newId() }))).id;

  const store = async (organization_id: string, records: readonly Given[]): Promise<void> => {
    const lines = records.map(({ day, ofTeam, parts, ...each }) =>
      auditLine(
        { ...each, ...ofTeam, organization_id, cost_usd: parts / PARTS_OF_A_DOLLAR },
        new Date(Date.parse(`${day}T12:00:00Z`) + each.total_tokens),
      ),
    );
    // In batches of any order: some records are late.
    for (let from = 0; from < lines.length; from += 10) {
      await database.storeAuditRecords(auditLines(lines.slice(from, from + 10)));
      // The last ones stay queued.
      if (from === 10) await database.usageDimensions.addQueued();
    }
  };

  const list = async (organizationId: string, { counts, ...asked }: Asked): Promise<Sum[]> => {
    const rows = await database.usageDimensions.list(organizationId, asked, counts);
    return rows.map(({ costUsd, day, requests, totalTokens, value }) => ({
      day,
      value,
      parts: costUsd * PARTS_OF_A_DOLLAR,
      requests,
      tokens: totalTokens,
    }));
  };
  const rounded = (sums: readonly Sum[]): Sum[] =>
    sums.map((sum) => ({ ...sum, parts: Math.round(sum.parts * 1e6) / 1e6 }));

  it('are those of a scan, for any days, scope and page, in any order of the records', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 20, maxLength: 60 }),
        fc.array(request, { minLength: 20, maxLength: 20 }),
        async (records, requests) => {
          const [organizationId, other] = [await makeTenant(), await makeTenant()];
          await store(organizationId, records);
          await store(other, records.slice(0, 10));
          for (const asked of requests) {
            const expected = scan(records, asked).slice(asked.offset, asked.offset + asked.limit);
            expect([asked, rounded(await list(organizationId, asked))]).toEqual([asked, expected]);
          }
        },
      ),
      { numRuns: 8 },
    );
  }, 240_000);

  it('have series of the values with the most requests, and of all others, as a scan has', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 20, maxLength: 60 }),
        fc.array(request, { minLength: 10, maxLength: 10 }),
        async (records, requests) => {
          const organizationId = await makeTenant();
          await store(organizationId, records);
          for (const { dimension, fromDay, toDay, value, workspaceIds, limit: top, counts } of requests) {
            const days = scan(records, {
              dimension,
              fromDay,
              toDay,
              value,
              workspaceIds,
              team: undefined,
              isByDay: true,
            });
            const totals = new Map<string, number>();
            for (const each of days) totals.set(each.value, (totals.get(each.value) ?? 0) + each.requests);
            const ranked = [...totals.keys()].sort(
              (one, another) => (totals.get(another) ?? 0) - (totals.get(one) ?? 0) || (one < another ? -1 : 1),
            );
            const largest = ranked.slice(0, top);
            const expected = new Map<string, [number, number]>();
            for (const { day, value: own, requests: count, parts } of days) {
              const key = `${day} ${largest.includes(own) ? own : null}`;
              const [before, cost] = expected.get(key) ?? [0, 0];
              expected.set(key, [before + count, cost + parts]);
            }
            const asked = { dimension, fromDay, toDay, value, workspaceIds, top };
            const { series } = await database.usageDimensions.listSeries(organizationId, asked, counts);
            const found = series.flatMap((each) =>
              each.points.flatMap((point, index): [string, [number, number]][] => {
                const day = new Date(Date.parse(fromDay) + index * 86_400_000).toISOString().slice(0, 10);
                if (point === undefined) return [];
                return [[`${day} ${each.value}`, [point.requests, Math.round(point.costUsd * PARTS_OF_A_DOLLAR)]]];
              }),
            );
            expect([asked, new Map(found)]).toEqual([asked, expected]);
          }
        },
      ),
      { numRuns: 6 },
    );
  }, 240_000);

  it('lose the sessions of old days alone, and nothing of them is left', async () => {
    const organizationId = await makeTenant();
    const records = fc.sample(record, { numRuns: 80, seed: 7 });
    await store(organizationId, records);
    await database.usageDimensions.addQueued();
    await database.usageDimensions.removeSessionsBefore(new Date('2026-10-31T00:00:00Z'));
    const kept = records.filter(({ day }) => day >= '2026-10-31');
    for (const dimension of DIMENSIONS) {
      for (const fromDay of ['2026-01-01', '2026-10-01', '2026-10-31']) {
        const asked = { dimension, fromDay, toDay: '2026-12-31', isByDay: false, limit: 50, offset: 0 };
        const from = dimension.kind === 'session' ? kept : records;
        for (const workspaceIds of [undefined, [WORKSPACES[0]]]) {
          const all = { ...asked, workspaceIds, team: undefined, value: undefined, counts: [400] };
          expect([all, rounded(await list(organizationId, all))]).toEqual([all, scan(from, all)]);
        }
      }
    }
    for (const table of ['usage_dimension_totals', 'usage_dimension_scopes']) {
      const { rows } = await database.sql.executeSql(
        `SELECT count(*)::int AS count FROM ${table}
          WHERE organization_id = $1 AND kind = 'session' AND (requests = 0 OR at < '2026-10-01')`,
        [organizationId],
      );
      expect([table, rows]).toEqual([table, [{ count: 0 }]]);
    }
    // Late records of removed days count anew, and are removed again.
    const late = records.filter(({ day, session }) => day === '2026-09-30' && session !== null);
    expect(late).not.toEqual([]);
    await store(
      organizationId,
      late.map((each) => ({ ...each, total_tokens: each.total_tokens + 5_000 })),
    );
    await database.usageDimensions.addQueued();
    expect(await database.usageDimensions.removeSessionsBefore(new Date('2026-10-31T00:00:00Z'))).toBeGreaterThan(0);
  }, 60_000);

  it('of the whole organization are read without the rows of each workspace and team', async () => {
    const organizationId = await makeTenant();
    await store(organizationId, fc.sample(record, { numRuns: 60, seed: 3 }));
    await database.sql.executeSql('ALTER TABLE usage_dimensions RENAME TO usage_dimensions_hidden');
    try {
      const found: number[] = [];
      for (const dimension of DIMENSIONS) {
        const days = { dimension, fromDay: '2026-10-15', toDay: '2026-11-30' };
        for (const isByDay of [true, false]) {
          const rows = await database.usageDimensions.list(
            organizationId,
            { ...days, isByDay, limit: 9, offset: 0 },
            [1],
          );
          found.push(rows.length);
        }
        const { series } = await database.usageDimensions.listSeries(
          organizationId,
          { ...days, top: 2, value: undefined, workspaceIds: undefined },
          [1],
        );
        found.push(series.length);
      }
      expect(Math.min(...found)).toBeGreaterThan(1);
    } finally {
      await database.sql.executeSql('ALTER TABLE usage_dimensions_hidden RENAME TO usage_dimensions');
    }
  }, 60_000);

  it('of whole months of a workspace or team are read without the rows of each day', async () => {
    const organizationId = await makeTenant();
    const records = fc.sample(record, { numRuns: 200, seed: 11 });
    await store(organizationId, records);
    await database.sql.executeSql('ALTER TABLE usage_dimensions RENAME TO usage_dimensions_hidden');
    try {
      for (const dimension of DIMENSIONS) {
        for (const scope of [
          { workspaceIds: [WORKSPACES[0]], team: undefined },
          { workspaceIds: undefined, team: SALES },
        ]) {
          for (const counts of [[1], [400]]) {
            const days = { fromDay: '2026-10-01', toDay: '2026-10-31', isByDay: false, value: undefined };
            const asked = { dimension, ...scope, ...days, limit: 9, offset: 0, counts };
            const expected = scan(records, asked);
            expect(expected.length).toBeGreaterThan(1);
            expect([asked, rounded(await list(organizationId, asked))]).toEqual([asked, expected]);
          }
        }
      }
    } finally {
      await database.sql.executeSql('ALTER TABLE usage_dimensions_hidden RENAME TO usage_dimensions');
    }
  }, 60_000);

  it('that were made before the sums of days and months are in those when the schema is migrated', async () => {
    const organizationId = await makeTenant();
    await store(organizationId, fc.sample(record, { numRuns: 60, seed: 5 }));
    await Promise.all([database.usageDimensions.addQueued(), database.usageDimensions.addQueued()]);
    expect(await database.usageDimensions.addQueued()).toBe(0);
    for (const [table, sumAll, place] of [
      ['usage_dimension_totals', SUM_DIMENSIONS, ''],
      ['usage_dimension_scopes', SUM_SCOPES, ', workspace_id, team'],
    ]) {
      const order = `organization_id, kind, name, part, value, at${place}`;
      const read = async () => (await database.sql.executeSql(`SELECT * FROM ${table} ORDER BY ${order}`)).rows;
      const before = await read();
      await database.sql.executeSql(`TRUNCATE ${table}`);
      await database.sql.executeSql(sumAll ?? '');
      expect(before.length).toBeGreaterThan(100);
      expect(await read()).toEqual(before);
    }
  }, 60_000);
});
