import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, testDatabases } from '@multilane/testing';
import type { EntityManager } from 'typeorm';
import { type Database, openDatabase } from '../../database.js';
import { derivedId } from '../../ids/new-id.js';
import type { UsageRequest, UsageRow } from '../../records/audit.js';
import { SERIES_DIMENSIONS } from '../../records/usage/usage-series.js';
import { findLeaders } from './usage-leaders.js';
import { periodsOf } from './usage-periods.js';
import { usageStatement } from './usage-statement.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const KEYS = 4_000;
const DAYS = { fromDay: '2026-11-02', toDay: '2026-11-29' };

/** A node of a plan that was executed. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const countRows = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

describe.each([...testDatabases()])('reads of usage on the $name database', (kind) => {
  let database: Database;
  let organizationId = '';

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
    const make = async (name: string) =>
      (await database.change(SETUP, ({ organizations }) => organizations.create({ name }))).id;
    const other = await make('other');
    organizationId = await make('many');
    const lines = Array.from({ length: KEYS }, (_, number) => {
      const person = derivedId(organizationId, `person-${number % 500}`);
      return auditLine(
        {
          organization_id: number % 10 === 9 ? other : organizationId,
          credential_id: derivedId(organizationId, `key-${number}`),
          api_key_name: `key-${number}`,
          user_id: person,
          logical_name: `model-${number % 7}`,
          // As some keys cost far more than others everywhere.
          cost_usd: 100 / (number + 1),
        },
        new Date(Date.parse('2026-11-29T12:00:00Z') - (number % 28) * 86_400_000),
      );
    });
    await database.storeAuditRecords(auditLines(lines));
    await database.sumUsageSeries(new Date('2026-12-31T00:00:00Z'));
    for (const table of ['usage_facts', 'usage_totals', 'usage_ranks', 'usage_subjects']) {
      await database.sql.executeSql(`ANALYZE ${table}`);
    }
  }, 120_000);
  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  const ask = (request: Partial<UsageRequest>): UsageRequest => ({
    ...DAYS,
    groups: [],
    limit: 11,
    offset: 0,
    ...request,
  });

  it('ask neither the records nor the daily totals, and series of closed days not their quarters', async () => {
    const hide = async (tables: readonly string[], isHidden: boolean): Promise<void> => {
      for (const table of tables) {
        const [from, to] = isHidden ? [table, `${table}_hidden`] : [`${table}_hidden`, table];
        await database.sql.executeSql(`ALTER TABLE ${from} RENAME TO ${to}`);
      }
    };
    const tables = ['audit_records', 'usage_daily', 'usage_series'];
    await hide(tables, true);
    try {
      for (const groups of [[], ['day'], ['key'], ['user', 'model'], ['day', 'team', 'key']] as const) {
        const rows = await database.usage.list(organizationId, ask({ groups }));
        expect([groups, rows.length > 0]).toEqual([groups, true]);
      }
      const counts: unknown[] = [];
      for (const dimension of SERIES_DIMENSIONS) {
        const asked = { ...DAYS, zone: 'UTC', step: '1d', dimension, top: 5, hasPercentiles: true } as const;
        const { series } = await database.usageSeries.list(organizationId, asked);
        counts.push([dimension, series.length, series.reduce((sum, { total }) => sum + total.requests, 0)]);
      }
      const own = KEYS * 0.9;
      expect(counts).toEqual([
        ['all', 1, own],
        ['model', 6, own],
        ['provider', 1, own],
        ['team', 1, own],
        ['key', 6, own],
        ['error_code', 0, 0],
      ]);
    } finally {
      await hide(tables, false);
    }
  }, 60_000);

  it.each([
    ['key', ['key']],
    ['key', ['key', 'model']],
    ['person', ['user', 'model']],
    ['person', ['user']],
  ] as const)(
    'find a page by %s of the groups %j in few rows, without a scan of a table',
    async (dimension, groups) => {
      const explained: Node[] = [];
      const page = await database.inTransaction(async (sql) => {
        const query = async (text: string, values: unknown[]): Promise<unknown[]> => {
          const { rows } = await sql.executeSql(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
          const [{ 'QUERY PLAN': plan }] = rows as [{ 'QUERY PLAN': [{ Plan: Node }] }];
          explained.push(...nodesOf(plan[0].Plan));
          return (await sql.executeSql(text, values)).rows as unknown[];
        };
        await sql.executeSql('SET LOCAL random_page_cost = 1.1');
        const asked = { dimension, months: ['2026-11-01'], by: 'cost', count: 44 } as const;
        const queryRunner = {
          query: async (text: string, values: unknown[]) => ({ records: await query(text, values) }),
        };
        const manager = { queryRunner } as unknown as EntityManager;
        const { subjects, isAll } = await findLeaders(manager, organizationId, asked);
        expect([subjects.length, isAll]).toEqual([44, false]);
        const periods = periodsOf({ ...DAYS, first: '2026-11-02', last: '2026-11-29' });
        const leaders = { dimension, subjects };
        const { statement, values } = usageStatement(organizationId, ask({ groups }), periods, { leaders });
        return query(statement.text, values);
      });
      const all = await database.usage.list(organizationId, ask({ groups }), []);
      expect((page as UsageRow[]).map(({ costUsd }) => costUsd)).toEqual(all.map(({ costUsd }) => costUsd));
      const scans = explained.filter((node) => node['Relation Name'] !== undefined);
      expect(scans.length).toBeGreaterThan(1);
      const large = ['usage_facts', 'usage_totals', 'usage_ranks'];
      const rows = scans
        .filter((node) => large.includes(node['Relation Name'] ?? ''))
        .reduce((sum, node) => sum + countRows(node), 0);
      expect(
        scans.filter((node) => node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? '')),
      ).toEqual([]);
      // Forty-four leaders, and a few rows of each.
      expect(rows).toBeLessThan(600);
    },
  );
});
