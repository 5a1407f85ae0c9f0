import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, databasesInTurn } from '@multilane/testing';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../database.js';
import { newId } from '../../ids/new-id.js';
import { SERIES_DIMENSIONS, type UsageSeriesRequest, type UsageSums } from '../../records/usage/usage-series.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

/** Offsets of half and of three quarters of an hour, a change of clocks by an hour, and one by half an hour. */
const ZONES = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe'];

/** In New York clocks change on 1 November, on Lord Howe on 4 October. */
const FIRST_DAYS = ['2026-10-03', '2026-10-31', '2026-11-20'];

const A_DAY_MS = 86_400_000;
const A_QUARTER_MS = 900_000;

const databases = databasesInTurn(import.meta.filename);

describe.each(databases)('series of usage on the $name database (docs/contract/audit.md#series)', (kind) => {
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
    const name = `series-${++tenants}`;
    return (await database.change(SETUP, ({ organizations }) => organizations.create({ name }))).id;
  };
  const read = (organizationId: string, request: Partial<UsageSeriesRequest> = {}, counts?: number[]) =>
    database.usageSeries.list(
      organizationId,
      {
        zone: 'UTC',
        fromDay: '2026-11-20',
        toDay: '2026-11-20',
        step: '1d',
        dimension: 'all',
        top: 50,
        hasPercentiles: false,
        ...request,
      },
      counts,
    );
  const totalOf = async (organizationId: string, request: Partial<UsageSeriesRequest> = {}): Promise<UsageSums> => {
    const [series] = (await read(organizationId, request)).series;
    if (series === undefined) throw new Error('no series');
    return series.total;
  };
  const at = (time: string) => new Date(time);

  it('sum days, hours and quarters to the range, in every zone, as the records that an export has', async () => {
    const record = fc.record({
      // At the edges of quarters, where a record could fall into two or none, and anywhere.
      quarter: fc.integer({ min: 0, max: 5 * 96 }),
      offset: fc.constantFrom(0, 1, A_QUARTER_MS - 1, 450_000),
      units: fc.integer({ min: 0, max: 10_000_000 }),
      tokens: fc.integer({ min: 0, max: 100_000 }),
      model: fc.constantFrom('a', 'b', 'c'),
      error: fc.option(fc.constantFrom('timeout', 'rate_limit_exceeded')),
    });
    const world = fc.record({
      zone: fc.constantFrom(...ZONES),
      firstDay: fc.constantFrom(...FIRST_DAYS),
      records: fc.array(record, { minLength: 1, maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ zone, firstDay, records }) => {
        const organizationId = await makeTenant();
        const begin = Date.parse(`${firstDay}T00:00:00Z`) - A_DAY_MS;
        await store(
          records.map(({ quarter, offset, units, tokens, model, error }) =>
            auditLine(
              {
                organization_id: organizationId,
                logical_name: model,
                cost_usd: units / 1e10,
                total_tokens: tokens,
                error_code: error,
                outcome: error === null ? 'success' : 'failed',
              },
              new Date(begin + quarter * A_QUARTER_MS + offset),
            ),
          ),
        );
        const lastDay = new Date(Date.parse(`${firstDay}T00:00:00Z`) + 2 * A_DAY_MS).toISOString().slice(0, 10);
        const range = { zone, fromDay: firstDay, toDay: lastDay };
        const days = await read(organizationId, { ...range, step: '1d' });
        const hours = await read(organizationId, { ...range, step: '1h' });
        const quarters = await read(organizationId, { ...range, step: '15m' });
        const [from, last] = [days.points[0], days.points.at(-1)];
        const [end] = (await read(organizationId, { zone, fromDay: nextDay(lastDay), toDay: nextDay(lastDay) })).points;
        expect(days.points.map(({ day }) => day)).toEqual([firstDay, nextDay(firstDay), lastDay]);
        // Records in an export of the same range.
        const filters = { from: from?.at, to: end?.at };
        const exported = (await database.auditRecords.listPage(organizationId, { limit: 200, filters })).data;
        const expected = {
          requests: exported.length,
          totalTokens: exported.reduce((sum, { totalTokens }) => sum + (totalTokens ?? 0), 0),
          units: exported.reduce((sum, { costUsd }) => sum + Math.round((costUsd ?? 0) * 1e10), 0),
        };
        for (const { series } of [days, hours, quarters]) {
          expect(summed(series[0]?.points ?? [])).toEqual(expected);
          expect(summed([series[0]?.total])).toEqual(expected);
        }
        const single = [];
        for (const day of [firstDay, nextDay(firstDay), lastDay]) {
          single.push(await totalOf(organizationId, { zone, fromDay: day, toDay: day }));
        }
        expect(summed(single)).toEqual(expected);
        for (const dimension of ['model', 'provider', 'team', 'key'] as const) {
          const { series } = await read(organizationId, { ...range, dimension, top: 2 });
          expect([dimension, summed(series.map(({ total }) => total))]).toEqual([dimension, expected]);
        }
        const errors = await read(organizationId, { ...range, dimension: 'error_code' });
        const failed = exported.filter(({ errorCode }) => errorCode !== null).length;
        expect(summed(errors.series.map(({ total }) => total)).requests).toBe(failed);
        expect(last?.at.getTime()).toBeLessThan(end?.at.getTime() ?? 0);
        // The same once hours and days are summed, a part of the records after that.
        const asked = (step: UsageSeriesRequest['step'], dimension: UsageSeriesRequest['dimension']) =>
          read(organizationId, { ...range, step, dimension, top: 2, hasPercentiles: true });
        const readAll = async () => {
          const answers = [];
          for (const step of ['1d', '1h', '15m'] as const) {
            for (const dimension of SERIES_DIMENSIONS) answers.push(await asked(step, dimension));
          }
          return answers;
        };
        const unsummed = await readAll();
        // Nothing is summed where all records are of the hour that has not ended, or later.
        const ended = Date.parse(`${lastDay}T12:00:00Z`);
        const hasEnded = records.some(({ quarter, offset }) => begin + quarter * A_QUARTER_MS + offset < ended);
        const spans = await database.sumUsageSeries(at(`${lastDay}T12:20:00Z`));
        expect(spans).toBeGreaterThanOrEqual(hasEnded ? 1 : 0);
        expect(await readAll()).toEqual(unsummed);
        const again = { organization_id: organizationId, logical_name: 'late', total_tokens: 0, cost_usd: 0 };
        const late = auditLine(again, new Date(begin + 2 * A_DAY_MS));
        await store([late]);
        const withLate = await readAll();
        expect(withLate).not.toEqual(unsummed);
        await database.sumUsageSeries(at('2026-12-31T00:00:00Z'));
        expect(await readAll()).toEqual(withLate);
      }),
      { numRuns: 5 },
    );
  }, 180_000);

  it('begin days at midnight of the zone', async () => {
    const organizationId = await makeTenant();
    const { points } = await read(organizationId, { zone: 'Asia/Kathmandu', toDay: '2026-11-21' });
    expect(points).toEqual([
      { at: at('2026-11-19T18:15:00Z'), day: '2026-11-20' },
      { at: at('2026-11-20T18:15:00Z'), day: '2026-11-21' },
    ]);
  });

  it('count a record once, however often it is given, and a late one where it belongs', async () => {
    const organization_id = await makeTenant();
    const early = auditLine({ organization_id }, at('2026-11-20T03:00:00Z'));
    const late = auditLine({ organization_id }, at('2026-11-20T02:00:00Z'));
    await store([early, early]);
    await store([late, early]);
    await store([late]);
    const { series } = await read(organization_id, { step: '1h' });
    expect(series[0]?.points.slice(0, 5).map((sums) => sums?.requests)).toEqual([
      undefined,
      undefined,
      1,
      1,
      undefined,
    ]);
  });

  it('are rebuilt from records that no series has, once, though several processes do it at the same time', async () => {
    const organization_id = await makeTenant();
    const lines = Array.from({ length: 30 }, (_, minute) =>
      auditLine(
        { organization_id, cache: minute % 3 === 0 ? 'hit' : 'miss' },
        new Date(Date.parse('2026-11-20T00:00:00Z') + minute * 60_000),
      ),
    );
    await store(lines);
    const before = await read(organization_id, { step: '15m', hasPercentiles: true });
    await database.sql.executeSql('UPDATE audit_records SET in_series = NULL WHERE organization_id = $1', [
      organization_id,
    ]);
    await database.sql.executeSql('DELETE FROM usage_series WHERE organization_id = $1', [organization_id]);
    // Records since the upgrade are counted already.
    await store([auditLine({ organization_id, cache: null }, at('2026-11-20T12:00:00Z'))]);
    const counted = await Promise.all([database.countOldAuditRecords(), database.countOldAuditRecords()]);
    expect(counted.reduce((sum, count) => sum + count)).toBe(30);
    expect(await database.countOldAuditRecords()).toBe(0);
    const after = await read(organization_id, { step: '15m', hasPercentiles: true });
    expect(after.series[0]?.points.slice(0, 4)).toEqual(before.series[0]?.points.slice(0, 4));
    expect(await totalOf(organization_id)).toMatchObject({ requests: 31, cacheHits: 10, cacheMisses: 20 });
  });

  it('are as before where a rebuild stops in the middle of its transaction', async () => {
    const organization_id = await makeTenant();
    await store([auditLine({ organization_id }, at('2026-11-20T01:00:00Z'))]);
    await database.sql.executeSql('UPDATE audit_records SET in_series = NULL WHERE organization_id = $1', [
      organization_id,
    ]);
    await database.sql.executeSql('DELETE FROM usage_series WHERE organization_id = $1', [organization_id]);
    await database.sql.executeSql('ALTER TABLE usage_series ADD CONSTRAINT refused CHECK (requests < 0) NOT VALID');
    await expect(database.countOldAuditRecords()).rejects.toThrow();
    await database.sql.executeSql('ALTER TABLE usage_series DROP CONSTRAINT refused');
    expect(await database.countOldAuditRecords()).toBe(1);
    expect(await totalOf(organization_id)).toMatchObject({ requests: 1 });
  });

  it('show the largest values, and the rest as one series', async () => {
    const organization_id = await makeTenant();
    const models = ['a', 'a', 'a', 'b', 'b', 'c', 'd'];
    const time = at('2026-11-20T01:00:00Z');
    await store(models.map((logical_name) => auditLine({ organization_id, logical_name }, time)));
    const { series } = await read(organization_id, { dimension: 'model', top: 2 });
    expect(series.map(({ value, total }) => [value, total.requests])).toEqual([
      ['a', 3],
      ['b', 2],
      [null, 2],
    ]);
    const [only, ...others] = (await read(organization_id, { dimension: 'model', value: 'c' })).series;
    expect([only?.value, only?.total.requests, others]).toEqual(['c', 1, []]);
  });

  it('know a team by its latest name, and two keys of one name apart', async () => {
    const organization_id = await makeTenant();
    const [team_id, first, second] = [newId(), newId(), newId()];
    const api_key_name = 'ci';
    await store([
      auditLine(
        { organization_id, team_id, team: 'old', credential_id: first, api_key_name },
        at('2026-11-20T01:00:00Z'),
      ),
    ]);
    await store([
      auditLine(
        { organization_id, team_id, team: 'new', credential_id: second, api_key_name },
        at('2026-11-20T02:00:00Z'),
      ),
    ]);
    const teams = await read(organization_id, { dimension: 'team' });
    expect(teams.series.map(({ value, label, total }) => [value, label, total.requests])).toEqual([
      [team_id, 'new', 2],
    ]);
    const keys = await read(organization_id, { dimension: 'key' });
    expect(keys.series.map(({ label }) => label)).toEqual(['ci', 'ci']);
    expect(keys.series.map(({ value }) => value).toSorted()).toEqual([first, second].toSorted());
  });

  it('have percentiles of all requests of a range, and none where they were not asked for', async () => {
    const organization_id = await makeTenant();
    const durations = [...Array.from({ length: 90 }, () => 100), ...Array.from({ length: 10 }, () => 5_000)];
    await store(
      durations.map((duration_ms, index) =>
        auditLine(
          { organization_id, duration_ms, time_to_first_byte_ms: index < 50 ? 40 : null },
          new Date(Date.parse('2026-11-20T00:00:00Z') + index * 600_000),
        ),
      ),
    );
    const total = await totalOf(organization_id, { hasPercentiles: true });
    expect(total.durationMs?.p50).toBeGreaterThan(80);
    expect(total.durationMs?.p50).toBeLessThan(130);
    expect(total.durationMs?.p95).toBeGreaterThan(4_900);
    expect(total.durationMs?.p95).toBeLessThan(7_500);
    expect(total.timeToFirstByteMs?.p95).toBeLessThan(60);
    expect((await totalOf(organization_id)).durationMs).toBeNull();
  });

  it('have the same keys first if those are looked for among the first few as among all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.integer({ min: 0, max: 4 }), day: fc.integer({ min: 0, max: 40 }) }), {
          minLength: 4,
          maxLength: 40,
        }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 20 }),
        async (records, first, length) => {
          const organization_id = await makeTenant();
          const workspace = newId();
          const keys = Array.from({ length: 4 }, () => newId());
          const begin = Date.parse('2026-10-10T00:00:00Z');
          await store(
            records.map(({ key, day }) =>
              auditLine(
                {
                  organization_id,
                  workspace_id: day % 3 === 0 ? null : workspace,
                  credential_id: keys[key] ?? null,
                  api_key_name: 'ci',
                },
                new Date(begin + day * A_DAY_MS),
              ),
            ),
          );
          const dayOf = (number: number) => new Date(begin + number * A_DAY_MS).toISOString().slice(0, 10);
          const asked = { fromDay: dayOf(first), toDay: dayOf(first + length), dimension: 'key', top: 2 } as const;
          const all = await read(organization_id, asked, []);
          const own = { ...asked, workspaceIds: [workspace] };
          const allOwn = await read(organization_id, own, []);
          for (const counts of [[1], [2], [1, 4]]) {
            expect([counts, await read(organization_id, asked, counts)]).toEqual([counts, all]);
            expect([counts, await read(organization_id, own, counts)]).toEqual([counts, allOwn]);
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  it('have nothing of another tenant, nor of workspaces that were not asked for', async () => {
    const [organization_id, other] = [await makeTenant(), await makeTenant()];
    const [first, second] = [newId(), newId()];
    const time = at('2026-11-20T01:00:00Z');
    await store([
      auditLine({ organization_id, workspace_id: first }, time),
      auditLine({ organization_id, workspace_id: second }, time),
      auditLine({ organization_id, workspace_id: null }, time),
    ]);
    const requests = async (organizationId: string, workspaceIds?: string[]) => {
      const found = [];
      for (const dimension of SERIES_DIMENSIONS) {
        const { series } = await read(organizationId, { dimension, workspaceIds });
        found.push(series.reduce((sum, { total }) => sum + total.requests, 0));
      }
      return found;
    };
    const expectOwn = async (): Promise<void> => {
      expect(await requests(organization_id)).toEqual([3, 3, 3, 3, 3, 0]);
      expect(await requests(organization_id, [second])).toEqual([1, 1, 1, 1, 1, 0]);
      expect(await requests(organization_id, [])).toEqual([0, 0, 0, 0, 0, 0]);
      expect(await requests(other)).toEqual([0, 0, 0, 0, 0, 0]);
    };
    await expectOwn();
    await database.sumUsageSeries(at('2026-12-01T00:00:00Z'));
    await expectOwn();
  });

  it('are summed once, though several processes do it at the same time and records arrive meanwhile', async () => {
    const organization_id = await makeTenant();
    const hours = Array.from(
      { length: 30 },
      (_, hour) => new Date(Date.parse('2026-11-19T00:30:00Z') + hour * 3_600_000),
    );
    const lines = () => hours.map((time) => auditLine({ organization_id, workspace_id: null }, time));
    await store(lines());
    await Promise.all([
      database.sumUsageSeries(at('2026-12-01T00:00:00Z')),
      store(lines()),
      database.sumUsageSeries(at('2026-12-01T00:00:00Z')),
      store(lines()),
    ]);
    const range = { fromDay: '2026-11-19', toDay: '2026-11-20' };
    expect((await totalOf(organization_id, range)).requests).toBe(90);
    await database.sumUsageSeries(at('2026-12-01T00:00:00Z'));
    expect((await totalOf(organization_id, { ...range, dimension: 'model' })).requests).toBe(90);
    const { rows } = await database.sql.executeSql(
      'SELECT count(*)::int AS open FROM usage_series_spans WHERE is_open AND organization_id = $1',
      [organization_id],
    );
    expect(rows).toEqual([{ open: 0 }]);
  });

  it('are gone with the quarters that they are made of', async () => {
    const organization_id = await makeTenant();
    await store([auditLine({ organization_id }, at('2026-11-20T01:00:00Z'))]);
    await database.sumUsageSeries(at('2026-12-01T00:00:00Z'));
    await database.sql.executeSql('DELETE FROM usage_series WHERE organization_id = $1', [organization_id]);
    expect((await totalOf(organization_id)).requests).toBe(0);
    await database.sumUsageSeries(at('2026-12-01T00:00:00Z'));
    const { rows } = await database.sql.executeSql(
      'SELECT count(*)::int AS left FROM usage_series_sums WHERE organization_id = $1',
      [organization_id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  it('forget what is older than a moment', async () => {
    const organization_id = await makeTenant();
    await store([
      auditLine({ organization_id }, at('2025-01-01T00:00:00Z')),
      auditLine({ organization_id }, at('2026-11-20T01:00:00Z')),
    ]);
    await database.sumUsageSeries(at('2026-12-01T00:00:00Z'));
    await database.usageSeries.removeBefore(at('2025-06-01T13:00:00Z'));
    expect((await totalOf(organization_id, { fromDay: '2024-12-30' })).requests).toBe(1);
    const { rows } = await database.sql.executeSql(
      `SELECT (SELECT count(*)::int FROM usage_series_sums WHERE organization_id = $1 AND at < '2026-01-01') AS sums,
              (SELECT count(*)::int FROM usage_series_spans WHERE organization_id = $1 AND at < '2026-01-01') AS spans`,
      [organization_id],
    );
    expect(rows).toEqual([{ sums: 0, spans: 0 }]);
  });

  it.each([
    ['Asia/Kolkata', true],
    ['Asia/Kathmandu', true],
    ['UTC', true],
    ['asia/kolkata', false],
    ['+05:30', false],
    ['Mars/Olympus', false],
  ])('take %s for a zone of the database: %s', async (name, isKnown) => {
    expect(await database.usageSeries.isZone(name)).toBe(isKnown);
  });
});

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + A_DAY_MS).toISOString().slice(0, 10);
}

function summed(sums: readonly (UsageSums | undefined)[]): { requests: number; totalTokens: number; units: number } {
  const present = sums.filter((one) => one !== undefined);
  const add = (of: (one: UsageSums) => number) => present.reduce((sum, one) => sum + of(one), 0);
  return {
    requests: add(({ requests }) => requests),
    totalTokens: add(({ totalTokens }) => totalTokens),
    units: add(({ costUsd }) => Math.round(costUsd * 1e10)),
  };
}
